//===- Places.cpp - What lvalues name; loads and stores -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interpreter/Interpreter.h"
#include "clang/AST/RecordLayout.h"

using namespace banklint;
using namespace clang;
using llvm::cast;
using llvm::dyn_cast;

/// Whether it makes sense to ask for the size of a type.
bool Interpreter::isSized(QualType Type) const {
  if (Type.isNull() || Type->isIncompleteType() || Type->isDependentType() ||
      Type->isPlaceholderType() || Type->isFunctionType() || Type->isVoidType())
    return false;
  const RecordDecl *Class = Type->getBaseElementTypeUnsafe()->getAsRecordDecl();
  return !Class || hasLayout(Class);
}

int64_t Interpreter::alignmentOf(QualType Type) const {
  Type = Type.getNonReferenceType();
  if (!isSized(Type))
    return 1;
  return Context.getTypeAlignInChars(Type).getQuantity();
}

//===----------------------------------------------------------------------===//
// Pointers
//===----------------------------------------------------------------------===//

Object &Interpreter::makeObject(Object::ObjectKind Kind, llvm::StringRef Name,
                                QualType Type) {
  Object &O = *new (Objects.allocate(sizeof(Object), alignof(Object)))
                  Object(&Objects); // its memory goes with the arena
  O.Kind = Kind;
  O.Name = Name;
  O.Type = Type;
  return O;
}

const Pointer *Interpreter::temporary(QualType Type, llvm::StringRef Name) {
  return &makeObject(Object::Local, Name, Type).Begin;
}

const Pointer *Interpreter::lost(llvm::StringRef Reason) {
  Object &O = makeObject(Object::Lost, "", QualType());
  O.Reason = Reason;
  return &O.Begin;
}

const Pointer *Interpreter::foreign(Value OffsetBytes) {
  return new (P.storage()) Pointer(Outside, {}, OffsetBytes);
}

/// `p + Count` for elements of a size. Inside an array with dimensions the
/// subscript of the dimension with this stride moves.
const Pointer *Interpreter::step(const Pointer *From, Value Count,
                                 int64_t ElementBytes) {
  if (Count.isNumber(0))
    return From;
  Pointer To = *From;
  llvm::ArrayRef<int64_t> Strides;
  if (From->Array)
    Strides = From->Array->StrideBytes;
  size_t Moved = From->Index.size();
  for (size_t D = Moved; D-- > 0 && Moved == From->Index.size();)
    if (Strides[D] == ElementBytes)
      Moved = D;
  // A vector moves by several elements of the innermost dimension.
  if (Moved == From->Index.size() && Moved > 0 &&
      ElementBytes % Strides[Moved - 1] == 0)
    --Moved;
  if (Moved < From->Index.size()) {
    llvm::SmallVector<Value, 3> Index(From->Index);
    Index[Moved] =
        P.add(Index[Moved], P.mul(Count, Value(ElementBytes / Strides[Moved])));
    To.Index = llvm::ArrayRef<Value>(Index).copy(P.storage());
  } else {
    To.WithinBytes = P.add(To.WithinBytes, P.mul(Count, Value(ElementBytes)));
  }
  return new (P.storage()) Pointer(To);
}

const Pointer *Interpreter::stepBytes(const Pointer *From, int64_t Bytes) {
  if (Bytes == 0)
    return From;
  Pointer To = *From;
  To.WithinBytes = P.add(To.WithinBytes, Value(Bytes));
  return new (P.storage()) Pointer(To);
}

/// Whether Clang can lay the class out: what it rejected may have members
/// without a size.
bool Interpreter::hasLayout(const RecordDecl *Class) const {
  auto [Known, IsNew] = HasLayout.try_emplace(Class, false);
  if (!IsNew)
    return Known->second;
  auto IsSized = [&](QualType Type) {
    if (Type->isDependentType() || Type->isPlaceholderType())
      return false;
    const RecordDecl *Member =
        Type->getBaseElementTypeUnsafe()->getAsRecordDecl();
    return !Member || hasLayout(Member);
  };
  const RecordDecl *Definition = Class->getDefinition();
  bool Has = Definition && !Definition->isInvalidDecl() &&
             !Definition->isDependentContext() &&
             llvm::all_of(Definition->fields(), [&](const FieldDecl *Field) {
               return !Field->isInvalidDecl() && IsSized(Field->getType());
             });
  if (const auto *Cxx = dyn_cast_or_null<CXXRecordDecl>(Definition); Has && Cxx)
    Has = llvm::all_of(Cxx->bases(), [&](const CXXBaseSpecifier &Base) {
      return IsSized(Base.getType());
    });
  return HasLayout[Class] = Has;
}

uint64_t Interpreter::firstBitOf(const FieldDecl *Field) const {
  if (!hasLayout(Field->getParent()))
    return 0;
  return Context.getASTRecordLayout(Field->getParent())
      .getFieldOffset(Field->getFieldIndex());
}

int64_t Interpreter::offsetOf(const CXXRecordDecl *Class, QualType Base) const {
  const CXXRecordDecl *BaseClass = Base->getAsCXXRecordDecl();
  if (!hasLayout(Class) || !BaseClass)
    return 0;
  return Context.getASTRecordLayout(Class)
      .getBaseClassOffset(BaseClass)
      .getQuantity();
}

const Pointer *Interpreter::memberOf(const Pointer *From,
                                     const FieldDecl *Field) {
  if (!Field->isBitField())
    return stepBytes(From, int64_t(firstBitOf(Field) / 8));
  Pointer Bits = *stepBytes(From, unitOf(Field));
  Bits.BitField = Field;
  return new (P.storage()) Pointer(Bits);
}

/// The base-class part of the object at an address.
const Pointer *Interpreter::baseOf(const Pointer *From, const CastExpr *Cast) {
  QualType Type = Cast->getSubExpr()->getType();
  const CXXRecordDecl *Class = Type->isPointerType()
                                   ? Type->getPointeeCXXRecordDecl()
                                   : Type->getAsCXXRecordDecl();
  for (const CXXBaseSpecifier *Base : Cast->path()) {
    if (!Base->isVirtual() && Class)
      From = stepBytes(From, offsetOf(Class, Base->getType()));
    Class = Base->getType()->getAsCXXRecordDecl();
  }
  return From;
}

/// The place as an offset from the beginning of shared memory, or of another
/// object.
const Pointer *Interpreter::flatten(const Pointer *From) {
  if (From->Base->Kind != Object::Shared)
    return From;
  Value Offset = P.add(From->WithinBytes, Value(From->Array->PlacementBytes));
  for (auto [Index, Stride] : llvm::zip(From->Index, From->Array->StrideBytes))
    Offset = P.add(Offset, P.mul(Index, Value(Stride)));
  return new (P.storage()) Pointer(From->Base, {}, Offset, From->IsGeneric);
}

//===----------------------------------------------------------------------===//
// Lvalues
//===----------------------------------------------------------------------===//

const Pointer *Interpreter::dereference(const Scalar &Address, const Expr *E) {
  if (Address.Address)
    return Address.Address;
  return lost(why("pointer of unknown origin", E->getBeginLoc()));
}

const Pointer *Interpreter::place(const Expr *E) {
  if (stopped() || !spend())
    return foreign();
  if (E->isTypeDependent()) {
    evaluateRejected(E);
    return foreign(P.varying("computed by code that Clang rejects"));
  }
  switch (E->getStmtClass()) {
  case Stmt::ParenExprClass:
    return place(cast<ParenExpr>(E)->getSubExpr());
  case Stmt::DeclRefExprClass:
    return placeOfVariable(cast<DeclRefExpr>(E));
  case Stmt::MemberExprClass:
    return placeOfMember(cast<MemberExpr>(E));
  case Stmt::ArraySubscriptExprClass: {
    const auto *Subscript = cast<ArraySubscriptExpr>(E);
    Scalar Base = evaluate(Subscript->getBase());
    Value Index = number(Subscript->getIdx());
    const Pointer *Array = dereference(Base, E);
    return step(Array, Index, sizeOf(E->getType()));
  }
  case Stmt::UnaryOperatorClass: {
    const auto *Unary = cast<UnaryOperator>(E);
    if (Unary->getOpcode() == UO_Deref)
      return dereference(evaluate(Unary->getSubExpr()), E);
    if (Unary->getOpcode() == UO_Extension)
      return place(Unary->getSubExpr());
    if (Unary->isIncrementDecrementOp()) {
      const Pointer *Where = foreign();
      evaluateUnary(Unary, &Where);
      return Where;
    }
    break;
  }
  case Stmt::BinaryOperatorClass:
  case Stmt::CompoundAssignOperatorClass: {
    const auto *Binary = cast<BinaryOperator>(E);
    if (Binary->getOpcode() == BO_Comma) {
      evaluateForEffect(Binary->getLHS());
      return place(Binary->getRHS());
    }
    if (Binary->isAssignmentOp()) {
      const Pointer *Where = foreign();
      evaluateAssignment(Binary, &Where);
      return Where;
    }
    break;
  }
  case Stmt::MaterializeTemporaryExprClass: {
    const Expr *Inner = cast<MaterializeTemporaryExpr>(E)->getSubExpr();
    const Pointer *Target = temporary(E->getType(), "a temporary");
    if (E->getType()->isRecordType() || E->getType()->isArrayType())
      evaluateInto(Inner, Target);
    else
      storeLocal(Target, E->getType(), evaluate(Inner));
    return Target;
  }
  case Stmt::ConditionalOperatorClass: {
    const auto *C = cast<ConditionalOperator>(E);
    Scalar Either =
        evaluateConditional(C->getCond(), C->getTrueExpr(), C->getFalseExpr());
    return dereference(Either, E);
  }
  case Stmt::CallExprClass:
  case Stmt::CXXMemberCallExprClass:
  case Stmt::CXXOperatorCallExprClass: {
    Scalar Result = evaluateCall(cast<CallExpr>(E), nullptr);
    return Result.Address ? Result.Address
                          : foreign(P.varying(why("returned by a function",
                                                  E->getBeginLoc())));
  }
  case Stmt::OpaqueValueExprClass: {
    const auto *Value = cast<OpaqueValueExpr>(E);
    const Expr *Source = Opaque.lookup(Value);
    if (!Source)
      Source = Value->getSourceExpr();
    if (Source)
      return place(Source);
    break;
  }
  case Stmt::PseudoObjectExprClass:
    return place(cast<PseudoObjectExpr>(E)->getResultExpr());
  case Stmt::ExprWithCleanupsClass:
    return place(cast<ExprWithCleanups>(E)->getSubExpr());
  case Stmt::SubstNonTypeTemplateParmExprClass:
    return place(cast<SubstNonTypeTemplateParmExpr>(E)->getReplacement());
  case Stmt::CXXDefaultArgExprClass:
    return place(cast<CXXDefaultArgExpr>(E)->getExpr());
  case Stmt::CXXBindTemporaryExprClass:
    return place(cast<CXXBindTemporaryExpr>(E)->getSubExpr());
  case Stmt::StringLiteralClass:
  case Stmt::PredefinedExprClass:
  case Stmt::CXXTypeidExprClass:
    return foreign();
  case Stmt::CXXThisExprClass:
    return Top->This ? Top->This : foreign();
  default:
    if (const auto *Cast = dyn_cast<CastExpr>(E)) {
      if (Cast->getCastKind() == CK_DerivedToBase ||
          Cast->getCastKind() == CK_UncheckedDerivedToBase)
        return baseOf(place(Cast->getSubExpr()), Cast);
      if (Cast->getSubExpr()->isGLValue() && E->isGLValue())
        return place(Cast->getSubExpr());
    }
    break;
  }
  if (E->isGLValue()) {
    evaluateUnsupported(E);
    return lost(
        why("address computed by an unsupported construct", E->getBeginLoc()));
  }
  const Pointer *Target = temporary(E->getType(), "a temporary");
  if (E->getType()->isRecordType() || E->getType()->isArrayType())
    evaluateInto(E, Target);
  else
    storeLocal(Target, E->getType(), evaluate(E));
  return Target;
}

const Pointer *Interpreter::placeOfVariable(const DeclRefExpr *E) {
  const ValueDecl *D = E->getDecl();
  if (const auto *Binding = dyn_cast<BindingDecl>(D)) {
    if (const VarDecl *Held = Binding->getHoldingVar())
      D = Held;
    else if (const Expr *Bound = Binding->getBinding())
      return place(Bound);
  }
  const auto *Variable = dyn_cast<VarDecl>(D);
  if (!Variable)
    return foreign();
  auto Through = [&](const Pointer *At) {
    if (!Variable->getType()->isReferenceType())
      return At;
    return dereference(loadLocal(At, Variable->getType(), E->getBeginLoc()), E);
  };
  if (Object *Known = Top->Locals.lookup(Variable))
    return Through(&Known->Begin);
  if (FieldDecl *Field = Top->Captures.lookup(Variable)) {
    const Pointer *At =
        memberOf(Top->Closure ? Top->Closure : foreign(), Field);
    if (!Field->getType()->isReferenceType())
      return At;
    return dereference(load(At, Field->getType(), E), E);
  }
  if (Variable->hasAttr<CUDASharedAttr>())
    return Through(&Memory.object(Variable, Context).Begin);
  if (Variable->isFileVarDecl() && !Variable->isStaticDataMember())
    if (auto Found = Builtins.find(Variable->getName());
        Found != Builtins.end())
      return &Found->second->Begin;
  if (Object *Constant = constantObject(Variable))
    return &Constant->Begin;
  if (Variable->getType()->isReferenceType() && Variable->hasGlobalStorage())
    return foreign();
  return foreign(P.symbol("a variable's address", SymbolKind::Unknown));
}

Object *Interpreter::constantObject(const VarDecl *Variable) {
  if (!Variable->getType().isConstQualified() && !Variable->isConstexpr())
    return nullptr;
  if (Variable->getType()->isReferenceType())
    return nullptr;
  Object *&Known = Constants[Variable];
  if (Known)
    return Known;
  const Expr *Init = Variable->getAnyInitializer();
  if (!Init || Init->isValueDependent())
    return nullptr;
  const VarDecl *Defined = Variable->getInitializingDeclaration();
  const APValue *Number = Defined ? Defined->evaluateValue() : nullptr;
  if (!Number)
    return nullptr;
  Object &O =
      makeObject(Object::Local, Variable->getName(), Variable->getType());
  ++JournalUsers; // not undone with the branch that met it first
  size_t Mark = Journal.size();
  storeConstant(*Number, Variable->getType(), &O.Begin);
  Journal.resize(Mark);
  --JournalUsers;
  return Constants[Variable] = &O;
}

const Pointer *Interpreter::placeOfMember(const MemberExpr *E) {
  const auto *Field = dyn_cast<FieldDecl>(E->getMemberDecl());
  if (!Field) {
    evaluateForEffect(E->getBase());
    if (const auto *Variable = dyn_cast<VarDecl>(E->getMemberDecl())) {
      if (Variable->hasAttr<CUDASharedAttr>())
        return &Memory.object(Variable, Context).Begin;
      if (Object *Constant = constantObject(Variable))
        return &Constant->Begin;
    }
    return foreign();
  }
  const Pointer *Base = E->isArrow() ? dereference(evaluate(E->getBase()), E)
                                     : place(E->getBase());
  const Pointer *At = memberOf(Base, Field);
  if (Field->getType()->isReferenceType())
    return dereference(load(At, Field->getType(), E), E);
  return At;
}

//===----------------------------------------------------------------------===//
// Locals
//===----------------------------------------------------------------------===//

void Interpreter::setCell(Object &O, int64_t OffsetBytes,
                          std::optional<Scalar> V) {
  auto Found = O.Cells.find(OffsetBytes);
  if (JournalUsers)
    Journal.push_back(
        {&O, OffsetBytes,
         Found == O.Cells.end() ? std::nullopt : std::optional(Found->second)});
  if (!V) {
    if (Found != O.Cells.end())
      O.Cells.erase(Found);
  } else if (Found != O.Cells.end()) {
    Found->second = *V;
  } else {
    O.Cells.emplace(OffsetBytes, *V);
  }
}

/// Writes in the active lanes; the others keep what they had.
void Interpreter::writeCell(Object &O, int64_t OffsetBytes, const Scalar &V) {
  for (Object *Other : O.StandsFor)
    forgetCells(*Other, "written through a reference to one of several");
  auto Found = O.Cells.find(OffsetBytes);
  if (Found == O.Cells.end() || Active.Lanes == AllLanes)
    return setCell(O, OffsetBytes, V);
  setCell(O, OffsetBytes, selectLanes(Active.Lanes, V, Found->second));
}

Scalar Interpreter::readCell(Object &O, int64_t OffsetBytes, QualType Type) {
  auto Found = O.Cells.find(OffsetBytes);
  if (Found != O.Cells.end()) {
    Scalar V = Found->second;
    // What the lanes hold that wait is no part of what these compute.
    if (Active.Lanes != AllLanes && !V.Number.isKnown())
      V.Number = P.inLanes(V.Number, Active.Lanes);
    return V;
  }
  switch (O.Initial) {
  case Object::Zero:
    return Value(0);
  case Object::UniformUnknown: {
    Scalar V = unknownOf(Type, true, O.Name, SourceLocation());
    O.Cells.emplace(OffsetBytes, V);
    return V;
  }
  case Object::Undefined:
    break;
  }
  return unknownOf(Type, false, "never set here", SourceLocation());
}

Scalar Interpreter::loadLocal(const Pointer *At, QualType Type,
                              SourceLocation Where) {
  if (At->BitField)
    return loadBits(At, Where);
  Object &O = *At->Base;
  const Value &Offset = At->WithinBytes;
  if (Offset.isNumber())
    return readCell(O, Offset.constant().same(), Type);
  if (Offset.isKnown()) {
    Scalar All;
    LaneMask Done = 0;
    for (unsigned Lane = 0; Lane != WarpLanes; ++Lane) {
      if (Done >> Lane & 1 || !(Active.Lanes >> Lane & 1))
        continue;
      LaneMask Same = 0;
      for (unsigned Other = Lane; Other != WarpLanes; ++Other)
        if (Offset.constant()[Other] == Offset.constant()[Lane])
          Same |= LaneMask(1) << Other;
      Scalar One = readCell(O, Offset.constant()[Lane], Type);
      All = Done ? selectLanes(Same, One, All) : One;
      Done |= Same;
    }
    return All;
  }
  bool IsUniform = Offset.isUniform();
  const Scalar *First = nullptr;
  bool AllSame = true;
  for (const auto &[Where2, Stored] : O.Cells) {
    IsUniform &= Stored.Number.isUniform();
    AllSame &= !First || *First == Stored;
    First = First ? First : &Stored;
  }
  if (First && AllSame)
    return *First;
  if (First && First->Address) {
    Scalar Any = *First;
    for (const auto &[Where2, Stored] : O.Cells)
      Any =
          choose(P.symbol("an index", SymbolKind::Choice, {0, 1}), Stored, Any);
    return Any;
  }
  return unknownOf(Type, IsUniform,
                   "read from a local array at an unknown index", Where);
}

void Interpreter::storeLocal(const Pointer *At, QualType Type,
                             const Scalar &V) {
  if (At->BitField)
    return storeBits(At, V);
  Object &O = *At->Base;
  const Value &Offset = At->WithinBytes;
  if (Offset.isNumber())
    return writeCell(O, Offset.constant().same(), V);
  if (Offset.isKnown()) {
    LaneMask Before = Active.Lanes, Done = 0;
    for (unsigned Lane = 0; Lane != WarpLanes; ++Lane) {
      if (Done >> Lane & 1 || !(Before >> Lane & 1))
        continue;
      LaneMask Same = 0;
      for (unsigned Other = Lane; Other != WarpLanes; ++Other)
        if (Offset.constant()[Other] == Offset.constant()[Lane])
          Same |= LaneMask(1) << Other;
      Active.Lanes = Before & Same;
      writeCell(O, Offset.constant()[Lane], V);
      Done |= Same;
    }
    Active.Lanes = Before;
    return;
  }
  forgetLocal(O, "stored to a local array at an unknown index");
}

void Interpreter::forgetLocal(Object &O, llvm::StringRef Why) {
  forgetCells(O, Why);
  for (Object *Other : O.StandsFor)
    forgetCells(*Other, Why);
}

void Interpreter::forgetCells(Object &O, llvm::StringRef Why) {
  llvm::SmallVector<int64_t, 8> Offsets;
  for (const auto &[OffsetBytes, Stored] : O.Cells)
    Offsets.push_back(OffsetBytes);
  for (int64_t OffsetBytes : Offsets)
    setCell(O, OffsetBytes,
            O.Cells[OffsetBytes].Address ? Scalar(lost(Why))
                                         : Scalar(P.varying(Why)));
}

//===----------------------------------------------------------------------===//
// Loads and stores
//===----------------------------------------------------------------------===//

/// In every function that is inside its first access to memory: the line.
void Interpreter::noteFirstLines(const Expr *Site) {
  const SourceManager &Sources = Context.getSourceManager();
  bool IsInLoop = InnerLoop != nullptr;
  for (Frame *F = Top; F->Caller && !F->FirstLine; F = F->Caller) {
    F->FirstLine =
        IsInLoop ? 0 : Sources.getExpansionLineNumber(Site->getBeginLoc());
    IsInLoop = F->IsCalledInLoop;
    Site = F->Call;
  }
}

/// Where a reader finds an access: what a system header does stands at the call
/// of it.
void Interpreter::locate(AccessRecord &New, const Expr *Site) {
  const SourceManager &Sources = Context.getSourceManager();
  Frame *F = Top;
  while (F->Caller && Sources.isInSystemHeader(
                          Sources.getExpansionLoc(Site->getBeginLoc()))) {
    Site = F->Call;
    F = F->Caller;
  }
  New.Site = Sites.accessAt(Site, F->Function);
  llvm::SmallVector<SiteId, 2> Calls;
  for (; F->Caller; F = F->Caller) {
    unsigned Line = Sources.getExpansionLineNumber(Site->getBeginLoc());
    if (F->FirstLine != Line) {
      New.LaterView = F->FirstLine ? Sites.at(F->Call) : NoSite;
      break;
    }
    Site = F->Call;
    Calls.push_back(Sites.at(Site));
  }
  New.Calls = llvm::ArrayRef<SiteId>(Calls).copy(P.storage());
}

void Interpreter::record(AccessOperation Operation, RequestKind Kind,
                         const Pointer *At, unsigned Bytes, bool IsVolatile,
                         const Expr *Site, unsigned Matrices) {
  if (TrialDepth || IsHost)
    return;
  AccessRecord New;
  locate(New, Site);
  New.Operation = Operation;
  New.Kind = Kind == RequestKind::Load && At->IsGeneric
                 ? RequestKind::GenericLoad
                 : Kind;
  New.BytesPerLane = Bytes;
  New.Matrices = Matrices;
  New.Active = Active.Lanes;
  New.How = Active.How;
  New.When = Active.When;
  New.Guard = Sites.at(Active.Guard);
  New.IsRepeated = Active.IsRepeated;
  New.IsVolatile = IsVolatile;
  // Its lanes are taken to be neighbours on the global side, too.
  New.IsUncertain = Kind == RequestKind::CpAsync;
  New.ElementBytes = std::min(Bytes, 4u);
  New.Block = Block;
  New.Fence = Fence;
  New.Exchange = Exchange;
  New.Detour = Detour;
  New.Path = Path;
  New.OuterPaths = OuterPaths;
  New.Piece = Piece;
  if (At->Base->Kind == Object::Lost)
    New.Reason = P.save(At->Base->Reason);
  else
    New.Where = At;
  Records.push_back(New);
}

/// What the compiler splits a piece of a value into: its scalars, but vectors
/// of narrower integers move in one.
unsigned Interpreter::elementBytesOf(QualType Type, unsigned PieceBytes,
                                     bool &IsWidened) const {
  bool IsRecord = false, IsBrainFloat = false;
  while (true) {
    if (const ArrayType *Array = Context.getAsArrayType(Type)) {
      Type = Array->getElementType();
      continue;
    }
    const RecordDecl *Class = Type->getAsRecordDecl();
    if (!Class || !Class->getDefinition())
      break;
    IsRecord = true;
    IsBrainFloat |= Class->getName() == "__nv_bfloat16";
    const RecordDecl *Next = Class->getDefinition();
    while (Next->field_empty()) {
      const auto *Derived = dyn_cast<CXXRecordDecl>(Next);
      if (!Derived || Derived->bases().empty())
        return std::min(PieceBytes, 4u);
      Next = Derived->bases_begin()->getType()->getAsRecordDecl();
      if (!Next || !(Next = Next->getDefinition()))
        return std::min(PieceBytes, 4u);
    }
    Type = Next->field_begin()->getType();
  }
  auto Scalar = unsigned(std::min<int64_t>(sizeOf(Type), PieceBytes));
  IsWidened = Scalar < 4 && Type->isIntegerType() &&
              (!IsRecord || IsBrainFloat) && PieceBytes < 4;
  return Scalar < 4 && PieceBytes >= 4 ? PieceBytes : Scalar;
}

/// A value of class type moves in pieces of its alignment.
void Interpreter::recordRange(AccessOperation Operation, const Pointer *At,
                              QualType Type, const Expr *Site) {
  if (TrialDepth || IsHost)
    return;
  int64_t Size = sizeOf(Type);
  int64_t Piece = std::min<int64_t>(16, alignmentOf(Type));
  while (Size % Piece)
    Piece /= 2;
  RequestKind Kind = Operation == AccessOperation::Store ? RequestKind::Store
                                                         : RequestKind::Load;
  bool IsWidened = false;
  unsigned Element = elementBytesOf(Type, unsigned(Piece), IsWidened);
  for (int64_t Offset = 0; Offset < Size; Offset += Piece) {
    record(Operation, Kind, stepBytes(At, Offset), unsigned(Piece),
           Type.isVolatileQualified(), Site);
    Records.back().ElementBytes = Element;
    Records.back().IsWidened = IsWidened && Operation == AccessOperation::Load;
  }
}

/// The place that a pointer into shared memory points at in all lanes.
std::optional<SharedMemory::Place> Interpreter::sharedPlace(const Pointer *At) {
  const Pointer *Flat = flatten(At);
  if (Flat->Base->Kind != Object::Shared || !Flat->WithinBytes.isNumber())
    return std::nullopt;
  return SharedMemory::Place(Flat->Base, Flat->WithinBytes.constant().same());
}

void Interpreter::keepAddress(const Pointer *At, const Scalar &V) {
  if (V.Address && (V.Address->Base->Kind == Object::Shared ||
                    V.Address->Base->Kind == Object::Lost))
    Memory.keepAddress(sharedPlace(At), sharedPlace(V.Address));
}

/// A pointer that was loaded from shared memory, where that holds addresses of
/// its own; null where it does not.
const Pointer *Interpreter::keptAddress(const Pointer *At, const Expr *Site) {
  if (!Memory.holdsAddresses())
    return nullptr;
  std::optional<SharedMemory::Place> Holder = sharedPlace(At), Kept;
  if (Holder && (Kept = Memory.keptAddress(*Holder))) {
    const Pointer *Begin = &Kept->first->Begin;
    Pointer *Found = new (P.storage())
        Pointer(Kept->second ? *stepBytes(Begin, Kept->second) : *Begin);
    Found->IsGeneric = true;
    return Found;
  }
  return lost(why("pointer loaded from shared memory", Site->getBeginLoc()));
}

Scalar Interpreter::load(const Pointer *At, QualType Type, const Expr *Site) {
  if (At->Base->Kind != Object::Local) {
    noteFirstLines(Site);
    if (At->BitField)
      At = storageOf(At);
  }
  switch (At->Base->Kind) {
  case Object::Local:
    return loadLocal(At, Type, Site->getBeginLoc());
  case Object::Shared:
  case Object::Lost:
    if (Type->isRecordType() || Type->isArrayType())
      return Scalar(At);
    recordRange(AccessOperation::Load, At, Type, Site);
    if (Type->isPointerType())
      if (const Pointer *Kept = keptAddress(At, Site))
        return Scalar(Kept);
    return unknownOf(Type,
                     At->Base->Kind == Object::Shared &&
                         flatten(At)->WithinBytes.isUniform(),
                     "loaded from shared memory", Site->getBeginLoc(),
                     At->Base);
  case Object::Foreign:
    return unknownOf(Type, At->WithinBytes.isUniform(), "loaded from memory",
                     Site->getBeginLoc());
  }
  llvm_unreachable("every kind is listed");
}

void Interpreter::store(const Pointer *At, QualType Type, const Scalar &V,
                        const Expr *Site) {
  if (At->Base->Kind != Object::Local && At->BitField) {
    load(At, Type, Site); // for the bits around it
    At = storageOf(At);
  }
  if (At->Base->Kind != Object::Local)
    noteFirstLines(Site);
  switch (At->Base->Kind) {
  case Object::Local:
    return storeLocal(At, Type, V);
  case Object::Shared:
  case Object::Lost:
    keepAddress(At, V);
    return recordRange(AccessOperation::Store, At, Type, Site);
  case Object::Foreign:
    return;
  }
}

void Interpreter::copy(const Pointer *From, const Pointer *To, QualType Type,
                       const Expr *ReadSite, const Expr *WriteSite) {
  auto IsRecorded = [](const Pointer *At) {
    return At->Base->Kind == Object::Shared || At->Base->Kind == Object::Lost;
  };
  if (const CXXRecordDecl *Class = Type->getAsCXXRecordDecl();
      Class && Class->isEmpty())
    return;
  if (From->Base->Kind != Object::Local)
    noteFirstLines(ReadSite->IgnoreParens());
  if (To->Base->Kind != Object::Local)
    noteFirstLines(WriteSite->IgnoreParens());
  if (IsRecorded(From))
    recordRange(AccessOperation::Load, From, Type, ReadSite->IgnoreParens());
  if (IsRecorded(To))
    return recordRange(AccessOperation::Store, To, Type,
                       WriteSite->IgnoreParens());
  if (To->Base->Kind != Object::Local)
    return;
  int64_t Size = sizeOf(Type);
  bool IsPlain = From->Base->Kind == Object::Local &&
                 From->WithinBytes.isNumber() && To->WithinBytes.isNumber();
  if (!IsPlain) {
    // Every scalar of it is loaded.
    bool IsUniform = From->Base->Kind != Object::Local &&
                     flatten(From)->WithinBytes.isUniform();
    std::function<void(QualType, const Pointer *)> Fill =
        [&](QualType T, const Pointer *At) {
          if (const ConstantArrayType *Array =
                  Context.getAsConstantArrayType(T)) {
            uint64_t Count = std::min<uint64_t>(Array->getZExtSize(), 256);
            for (uint64_t I = 0; I != Count; ++I)
              Fill(Array->getElementType(),
                   stepBytes(At, int64_t(I) * sizeOf(Array->getElementType())));
          } else if (const RecordDecl *Class = T->getAsRecordDecl()) {
            if (!Class->getDefinition())
              return;
            if (const auto *Cxx = dyn_cast<CXXRecordDecl>(Class))
              for (const CXXBaseSpecifier &Base : Cxx->bases())
                Fill(Base.getType(),
                     stepBytes(At, offsetOf(Cxx, Base.getType())));
            for (const FieldDecl *Field : Class->fields())
              Fill(Field->getType(), memberOf(At, Field));
          } else {
            storeLocal(At, T,
                       unknownOf(T, IsUniform, "loaded from memory",
                                 ReadSite->getBeginLoc()));
          }
        };
    return Fill(Type, To);
  }
  int64_t Source = From->WithinBytes.constant().same();
  int64_t Target = To->WithinBytes.constant().same();
  llvm::SmallVector<std::pair<int64_t, Scalar>, 8> Parts(
      From->Base->Cells.lower_bound(Source),
      From->Base->Cells.lower_bound(Source + Size));
  if (From->Base->Initial == Object::Zero)
    To->Base->Initial = Object::Zero;
  if (From->Base->Initial == Object::UniformUnknown &&
      To->Base->Initial == Object::Undefined) {
    To->Base->Initial = Object::UniformUnknown;
    To->Base->Name = From->Base->Name;
  }
  for (const auto &[OffsetBytes, V] : Parts)
    writeCell(*To->Base, OffsetBytes - Source + Target, V);
}

void Interpreter::escape(const Scalar &V, const Expr *E) {
  if (!V.Address)
    return;
  if (V.Address->Base->Kind == Object::Local)
    forgetLocal(*V.Address->Base,
                why("passed to unknown code", E->getBeginLoc()));
  else if (V.Address->Base->Kind == Object::Shared)
    V.Address->Base->Array->Escapes = true;
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

std::string Interpreter::at(SourceLocation Where) const {
  PresumedLoc Location = Context.getSourceManager().getPresumedLoc(
      Context.getSourceManager().getExpansionLoc(Where));
  if (Location.isInvalid())
    return "";
  return " at line " + std::to_string(Location.getLine());
}

llvm::StringRef Interpreter::why(const llvm::Twine &What,
                                 SourceLocation Where) {
  std::string Text = (What + at(Where)).str();
  llvm::StringRef &Saved = Reasons[Text];
  if (Saved.empty())
    Saved = P.save(Text);
  return Saved;
}
