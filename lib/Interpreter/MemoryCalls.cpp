//===- MemoryCalls.cpp - Atomics, fragments and copies by groups ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cuda/Fragments.h"
#include "Interpreter.h"
#include "clang/AST/Attr.h"
#include "llvm/ADT/bit.h"

using namespace banklint;
using namespace clang;
using llvm::cast;
using llvm::dyn_cast;

/// A shared variable with a constructor: nvcc warns of it, Clang rejects it,
/// and whatever uses it is then only a list of its parts.
static const VarDecl *rejectedVariable(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *Broken = dyn_cast<RecoveryExpr>(E))
    return Broken->subExpressions().size() == 1
               ? rejectedVariable(Broken->subExpressions()[0])
               : nullptr;
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *Variable = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return Variable && Variable->isInvalidDecl() ? Variable : nullptr;
}

static bool isRejectedBarrier(const Expr *E) {
  const VarDecl *Variable = rejectedVariable(E);
  const CXXRecordDecl *Class =
      Variable ? Variable->getType()->getAsCXXRecordDecl() : nullptr;
  return Class && Class->getName() == "barrier";
}

/// An expression of which Clang could not make sense. It is not known what it
/// does with the shared memory that it names.
Scalar Interpreter::evaluateRejected(const Expr *E) {
  auto Unknown = [&] {
    return unknownOf(Context.IntTy, false,
                     "computed by code that Clang rejects", E->getBeginLoc());
  };
  if (const VarDecl *Variable = rejectedVariable(E)) {
    const CXXRecordDecl *Class =
        Variable->getType()->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    // Barriers and pipelines only order accesses.
    if (Variable->hasAttr<CUDASharedAttr>() &&
        !(Class && isOfCudaLibrary(*Class)))
      record(AccessOperation::Load, RequestKind::Load,
             lost("'" + Variable->getNameAsString() +
                  "' has a constructor, which Clang rejects in shared memory"),
             4, false, E);
    return Unknown();
  }
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    ++Recorded.Code.Fence;
    const auto *Named =
        dyn_cast<OverloadExpr>(Call->getCallee()->IgnoreParens());
    if (Named && Named->getName().isIdentifier() &&
        Named->getName().getAsString() == "memcpy_async") {
      llvm::SmallVector<const Expr *, 6> Arguments(Call->arguments());
      return copyByGroup(Arguments, E);
    }
  }
  for (const Stmt *Child : E->children()) {
    const auto *Part = dyn_cast_or_null<Expr>(Child);
    if (!Part || isa<OverloadExpr>(Part))
      continue;
    if (Part->isTypeDependent()) {
      evaluateRejected(Part);
      continue;
    }
    Scalar V = Part->isGLValue() ? Scalar(place(Part)) : evaluate(Part);
    if (V.Address && V.Address->Base->Kind == Object::Shared) {
      V.Address->Base->Array->Escapes = true;
      record(AccessOperation::Load, RequestKind::Load,
             lost(why("used in code that Clang rejects", E->getBeginLoc())), 4,
             false, Part);
    }
  }
  return Unknown();
}

static bool isPointer(const Expr *E) {
  return E->getType()->isPointerType() || E->getType()->isArrayType();
}

/// The pointer's element, or the array's.
static QualType elementOf(const Expr *Address) {
  QualType Type = Address->getType();
  return Type->isPointerType() ? Type->getPointeeType()
                               : QualType(Type->getBaseElementTypeUnsafe(), 0);
}

/// The bytes that a thread copies at once: the alignment that the types
/// promise, at most 16.
int64_t Interpreter::pieceOfCopy(llvm::ArrayRef<const Expr *> Arguments) const {
  int64_t Piece = 1;
  for (const Expr *Argument : Arguments) {
    if (Argument->isTypeDependent())
      continue;
    if (isPointer(Argument))
      Piece = std::max(Piece, Types.alignmentOf(elementOf(Argument)));
    const auto *Class = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
        Argument->getType()->getAsCXXRecordDecl());
    if (!Class || Class->getName() != "aligned_size_t")
      continue;
    const TemplateArgument &Promise = Class->getTemplateArgs()[0];
    if (Promise.getKind() == TemplateArgument::Integral)
      Piece = std::max(Piece, Promise.getAsIntegral().getExtValue());
  }
  return std::min<int64_t>(Piece, 16);
}

/// memcpy_async({group,} target, source, size{, barrier or pipeline}), or with
/// a count of elements behind each pointer. The group's threads copy one piece
/// after the other, in the order of their ranks; a piece is as long as the
/// alignment that the types promise, of 4, 8 or 16 bytes. (Read off the library
/// headers of CUDA 13.0.)
Scalar Interpreter::copyByGroup(llvm::ArrayRef<const Expr *> Arguments,
                                const Expr *Site) {
  auto Unknown = [&](llvm::StringRef Reason) {
    record(AccessOperation::CpAsync, RequestKind::CpAsync, lost(Reason), 4,
           false, Site);
    return Scalar();
  };
  const CXXRecordDecl *Group = nullptr;
  int64_t Piece = pieceOfCopy(Arguments);
  if (!Arguments.empty() && !isPointer(Arguments[0])) {
    Group = Arguments[0]->getType()->getAsCXXRecordDecl();
    evaluateForEffect(Arguments[0]);
    Arguments = Arguments.drop_front();
  }
  llvm::SmallVector<const Expr *, 4> Pointers, Sizes;
  bool HasBarrier = false;
  for (const Expr *Argument : Arguments) {
    const CXXRecordDecl *Class = Argument->getType()->getAsCXXRecordDecl();
    if (Argument->isTypeDependent())
      HasBarrier |= !Pointers.empty() && isRejectedBarrier(Argument);
    else if (isPointer(Argument))
      Pointers.push_back(Argument);
    else if (!Class || Class->getName() == "aligned_size_t")
      Sizes.push_back(Argument);
    else
      HasBarrier |= Class->getName() == "barrier";
  }
  if (Pointers.size() != 2 || Sizes.empty())
    return Unknown("asynchronous copy by a group");

  auto AddressOf = [&](const Expr *E) {
    return E->isGLValue() && E->getType()->isArrayType() ? Scalar(place(E))
                                                         : evaluate(E);
  };
  Scalar To = AddressOf(Pointers[0]), From = AddressOf(Pointers[1]);
  auto IsHere = [](const Scalar &V) {
    return V.Address && (V.Address->Base->Kind == Object::Shared ||
                         V.Address->Base->Kind == Object::Lost);
  };
  Value Bytes;
  for (const Expr *Size : Sizes) {
    Value V;
    if (Size->getType()->isRecordType()) {
      const Pointer *At = temporary(Size->getType(), "a size");
      evaluateInto(Size, At);
      V = loadLocal(At, Context.UnsignedLongTy, Size->getBeginLoc()).Number;
    } else {
      V = number(Size);
    }
    Bytes = Size == Sizes[0] ? V : P.min(Bytes, V, Int64);
  }
  if (Sizes.size() > 1)
    Bytes = P.mul(Bytes, Value(Types.sizeOf(elementOf(Pointers[0]))));
  if (!IsHere(To) && !IsHere(From))
    return {};
  if (Piece < 4)
    return Unknown("asynchronous copy by a group: the alignment that it finds "
                   "when it runs decides");
  if (HasBarrier && Piece == 16)
    return Unknown("bulk copy: it has no addresses of a warp");

  Value Rank = 0, Members = 1;
  IntType Unsigned = {32, false};
  if (Group) {
    llvm::StringRef Name = Group->getName();
    auto Part = [&](llvm::StringRef Axis) {
      return specialRegister(Axis, Site->getBeginLoc()).Number;
    };
    Rank = P.add(
        Part("%tid.x"),
        P.mul(Part("%ntid.x"),
              P.add(Part("%tid.y"),
                    P.mul(Part("%ntid.y"), Part("%tid.z"), Unsigned), Unsigned),
              Unsigned),
        Unsigned);
    const auto *Tile = dyn_cast<ClassTemplateSpecializationDecl>(Group);
    if (Name == "thread_block") {
      Members = P.mul(P.mul(Part("%ntid.x"), Part("%ntid.y"), Unsigned),
                      Part("%ntid.z"), Unsigned);
    } else if (Name == "thread_block_tile" && Tile &&
               Tile->getTemplateArgs()[0].getKind() ==
                   TemplateArgument::Integral) {
      Members = Tile->getTemplateArgs()[0].getAsIntegral().getExtValue();
      Rank = P.rem(Rank, Members, Unsigned);
    } else {
      return Unknown(
          "asynchronous copy by a group whose members are not known");
    }
  }
  bool IsIn = IsHere(To);
  const Pointer *At = IsIn ? To.Address : From.Address;
  Value Count = P.div(Bytes, Value(Piece), {64, false});
  bool IsOneAccess = !Group && P.range(Count).Max <= 1;
  if (At->Array && !At->Array->StrideBytes.empty() && !IsOneAccess)
    At->Base->Array->Escapes = true; // it is filled as a whole
  Activity Before = Active;
  constexpr unsigned MaxRounds = 4096;
  for (unsigned Round = 0; Round != MaxRounds && !stopped() && spend();
       ++Round) {
    Value Index = P.add(Rank, P.mul(Members, Value(int64_t(Round)), Unsigned));
    Split Copying = decideHere(P.less(Index, Count, {64, false}));
    if (!Copying.True)
      break;
    Active.Lanes = Copying.True;
    Active.How = worse(Before.How, Copying.How);
    Active.IsRepeated |= !Copying.isKnown();
    RequestKind Kind = !IsIn         ? RequestKind::Load
                       : Piece == 16 ? RequestKind::CpAsyncBypass
                                     : RequestKind::CpAsync;
    AccessRecord *New =
        record(IsIn ? AccessOperation::CpAsync : AccessOperation::Load, Kind,
               step(At, Index, Piece), unsigned(Piece), false, Site);
    if (Group && New)
      New->IsUncertain = false; // its threads copy neighbours
    Active = Before;
    if (!Copying.isKnown()) // one round stands for all
      break;
  }
  Active = Before;
  return {};
}

/// An address that the compiler can see to be the same in all lanes: made of
/// shared variables, constants, arguments of the kernel and block indices.
static bool isPlainlyUniform(const Expr *E) {
  E = E->IgnoreParenCasts();
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *Variable = dyn_cast<VarDecl>(Ref->getDecl());
    if (!Variable)
      return isa<EnumConstantDecl>(Ref->getDecl());
    if (const auto *Parameter = dyn_cast<ParmVarDecl>(Variable)) {
      const auto *Owner =
          dyn_cast<FunctionDecl>(Parameter->getParentFunctionOrMethod());
      return Owner && Owner->hasAttr<CUDAGlobalAttr>();
    }
    return Variable->hasAttr<CUDASharedAttr>() || Variable->isConstexpr() ||
           Variable->getName() == "blockIdx" ||
           Variable->getName() == "gridDim";
  }
  if (isa<CallExpr>(E) || isa<PseudoObjectExpr>(E))
    return false;
  return llvm::all_of(E->children(), [](const Stmt *Child) {
    const auto *Part = dyn_cast_or_null<Expr>(Child);
    return Part && isPlainlyUniform(Part);
  });
}

Scalar Interpreter::callAtomic(const CallExpr *E, RequestKind Kind) {
  Scalar Address = evaluate(E->getArg(0));
  Value Operand;
  for (unsigned I = 1; I < E->getNumArgs(); ++I) {
    Value V = number(E->getArg(I));
    Operand = I == 1 ? V : Operand;
  }
  const Pointer *At = dereference(Address, E->getArg(0));
  if (At->Base->Kind == Object::Shared || At->Base->Kind == Object::Lost) {
    QualType Type = E->getArg(0)->getType()->getPointeeType();
    unsigned Bytes = unsigned(Types.sizeOf(Type));
    bool IsAdd = E->getDirectCallee() &&
                 intrinsicOf(*E->getDirectCallee()) == Intrinsic::AtomicAdd;
    bool IsConstant = Operand.isNumber() && Operand.launchTerms().empty();
    if (IsAdd && Bytes == 4 && Types.isInteger(Type) && Unused == E &&
        IsConstant && Operand.isNumber(1))
      Kind = RequestKind::AtomicIncrement;
    const IdentifierInfo *Id =
        E->getDirectCallee() ? E->getDirectCallee()->getIdentifier() : nullptr;
    llvm::StringRef Name = Id ? Id->getName() : "";
    // Wrapping at the largest number is counting.
    if (Name.starts_with("atomicInc") && Unused == E && IsConstant &&
        uint32_t(Operand.constant().same()) == UINT32_MAX)
      Kind = RequestKind::AtomicIncrement;
    // Where the compiler sees that all lanes name one word, it combines them
    // and sends one lane (machine code of nvcc 13.0 for sm_90; not for
    // exchanges).
    bool IsCombinable =
        Kind == RequestKind::Atomic && Bytes == 4 && Types.isInteger(Type) &&
        !Name.starts_with("atomicExch") && !Name.starts_with("atomicInc") &&
        !Name.starts_with("atomicDec");
    bool IsCombined =
        IsCombinable && !At->IsGeneric && isPlainlyUniform(E->getArg(0));
    bool MayBeCombined = IsCombinable && At->IsGeneric &&
                         At->Base->Kind == Object::Shared &&
                         flatten(At)->WithinBytes.isUniform();
    LaneMask Lanes = Active.Lanes;
    if (IsCombined)
      Active.Lanes &= ~(Active.Lanes - 1);
    Request Asked;
    Asked.Kind = Kind;
    Asked.BytesPerLane = Bytes;
    AccessRecord *New =
        (Types.isInteger(Type) || !IsAdd) && hasRule(Asked)
            ? record(AccessOperation::Atomic, Kind, At, Bytes, false, E)
            : recordRetriedAtomic(At, Bytes, E);
    if (MayBeCombined && New)
      New->Doubt = "conflicts unless the compiler sees that all "
                   "lanes name one word, and combines them";
    Active.Lanes = Lanes;
  }
  return unknownOf(E->getType(), false, "returned by an atomic",
                   E->getBeginLoc());
}

/// Every active lane is known to have bytes of its own.
static bool areApart(const Value &OffsetBytes, LaneMask Active,
                     unsigned Bytes) {
  if (!llvm::all_of(OffsetBytes.terms(), [](const Term &T) {
        return T.Factor.isSame() && T.What->IsUniform;
      }))
    return false;
  llvm::SmallVector<int64_t, WarpLanes> Offsets;
  for (unsigned Lane = 0; Lane != WarpLanes; ++Lane)
    if (Active >> Lane & 1)
      Offsets.push_back(OffsetBytes.constant()[Lane]);
  llvm::sort(Offsets);
  for (size_t I = 1; I < Offsets.size(); ++I)
    if (Offsets[I] - Offsets[I - 1] < int64_t(Bytes))
      return false;
  return true;
}

/// What shared memory has no instruction for, as adding floats: a load, and
/// compare-and-swap until it succeeds (LDS and ATOMS.CAST.SPIN in machine code
/// of nvcc 13.0 for sm_90; measured there). Where lanes do not meet, once.
AccessRecord *Interpreter::recordRetriedAtomic(const Pointer *At,
                                               unsigned Bytes,
                                               const Expr *Site) {
  Request Asked;
  Asked.Kind = RequestKind::AtomicCas;
  Asked.BytesPerLane = Bytes;
  bool IsKnown = At->Base->Kind == Object::Shared && hasRule(Asked);
  if (IsKnown)
    record(AccessOperation::Load, RequestKind::Load, At, Bytes,
           /*IsVolatile=*/true, Site);
  if (IsKnown && areApart(flatten(At)->WithinBytes, Active.Lanes, Bytes)) {
    AccessRecord *New =
        record(AccessOperation::Atomic, Asked.Kind, At, Bytes, false, Site);
    if (New)
      New->IsUncertain = true; // other warps may meet this one
    return New;
  }
  return record(
      AccessOperation::Atomic, Asked.Kind,
      lost(why("atomic that retries until it succeeds: its cost depends on "
               "contention,",
               Site->getBeginLoc())),
      Bytes, false, Site);
}

/// load_matrix_sync(fragment, pointer, ldm[, layout]) and
/// store_matrix_sync(pointer, fragment, ldm, layout).
void Interpreter::callFragment(const CallExpr *E, bool IsLoad) {
  if (E->getNumArgs() < 3)
    return (void)callUnknown(E);
  const Expr *Fragment = E->getArg(IsLoad ? 0 : 1);
  Scalar Address = evaluate(E->getArg(IsLoad ? 1 : 0));
  Value LeadingDimension = number(E->getArg(2));
  Value LayoutNumber = E->getNumArgs() > 3 ? number(E->getArg(3)) : Value(0);
  if (!Address.Address || (Address.Address->Base->Kind != Object::Shared &&
                           Address.Address->Base->Kind != Object::Lost))
    return;
  auto Operation = IsLoad ? AccessOperation::Load : AccessOperation::Store;
  auto Kind = IsLoad ? RequestKind::Load : RequestKind::Store;
  std::optional<FragmentShape> Shape = fragmentOf(Fragment->getType());
  std::optional<FragmentLayout> Layout;
  if (Shape && Shape->Layout)
    Layout = Shape->Layout;
  else if (E->getNumArgs() > 3 && LayoutNumber.isNumber()) // layout_t
    Layout = LayoutNumber.isNumber(0) ? FragmentLayout::RowMajor
                                      : FragmentLayout::ColumnMajor;
  const FragmentAccess *Known =
      Shape && Layout ? accessOf(*Shape, *Layout) : nullptr;
  if (!Known)
    return (void)record(
        Operation, Kind,
        lost(why("matrix fragment of a kind that was not measured",
                 E->getBeginLoc())),
        4, false, E);
  if (Known->Instruction == FragmentAccess::Ldmatrix) {
    Operation = IsLoad ? AccessOperation::LdMatrix : AccessOperation::StMatrix;
    Kind = IsLoad ? RequestKind::LdMatrix : RequestKind::StMatrix;
  } else if (IsLoad && Known->IsGeneric) {
    Kind = RequestKind::GenericLoad;
  }
  int64_t ElementBytes =
      Types.sizeOf(E->getArg(IsLoad ? 1 : 0)->getType()->getPointeeType());
  bool IsRowMajor = *Layout == FragmentLayout::RowMajor;
  for (const FragmentAccess::Place &Origin : Known->Origins) {
    Lanes Along, Across;
    for (unsigned Lane = 0; Lane != WarpLanes; ++Lane) {
      int64_t Row = Origin.Row, Column = Origin.Column;
      for (unsigned Bit = 0; Bit != 5; ++Bit)
        if (Lane >> Bit & 1) {
          Row += Known->LaneBits[Bit].Row;
          Column += Known->LaneBits[Bit].Column;
        }
      Along[Lane] = IsRowMajor ? Column : Row;
      Across[Lane] = IsRowMajor ? Row : Column;
    }
    Value Element =
        P.add(P.lanes(Along), P.mul(P.lanes(Across), LeadingDimension));
    Pointer At = *Address.Address;
    At.WithinBytes = P.add(At.WithinBytes, P.mul(Element, Value(ElementBytes)));
    record(Operation, Kind, new (P.storage()) Pointer(At), Known->BytesPerLane,
           true, E,
           Known->Instruction == FragmentAccess::Ldmatrix
               ? Known->AskingLanes / 8
               : 0);
  }
}
