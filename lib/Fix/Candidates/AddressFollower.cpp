//===- AddressFollower.cpp - Ways of an address into code -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Candidates/AddressFollower.h"
#include "Candidates/DeducedRows.h"
#include "Candidates/MeasuredAddresses.h"
#include "Candidates/NamelessReads.h"
#include "clang/AST/Attr.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include <algorithm>
#include <functional>

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;
using llvm::isa;

bool banklint::isArrayOrPointer(QualType Type) {
  return Type->isArrayType() || Type->isPointerType();
}

bool banklint::namesRows(QualType Type) {
  if (Type->isReferenceType() || Type->isPointerType())
    Type = Type->getPointeeType();
  return Type->isArrayType();
}

const ValueDecl *banklint::baseOfAddress(const Expr *E) {
  while (true) {
    E = E->IgnoreParenCasts();
    if (const ValueDecl *D = namedBy(E))
      return D;
    if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(E)) {
      E = Subscript->getBase();
    } else if (const auto *Unary = dyn_cast<UnaryOperator>(E)) {
      E = Unary->getSubExpr();
    } else if (const auto *Binary = dyn_cast<BinaryOperator>(E);
               Binary && Binary->isAdditiveOp()) {
      const bool IsLeft = isArrayOrPointer(Binary->getLHS()->getType());
      E = IsLeft ? Binary->getLHS() : Binary->getRHS();
    } else {
      return nullptr;
    }
  }
}

/// Whether a class is several elements: with an array in it, or larger than
/// what one instruction accesses.
static bool holdsElements(QualType Type, const ASTContext &Context) {
  const RecordDecl *Class = Type->getAsRecordDecl();
  if (!Class || Type->isIncompleteType())
    return false;
  if (Context.getTypeSizeInChars(Type).getQuantity() > MaxAccessBytes)
    return true;
  return llvm::any_of(Class->fields(), [&](const FieldDecl *Field) {
    return Field->getType()->isArrayType() ||
           holdsElements(Field->getType(), Context);
  });
}

bool banklint::holdsMember(QualType Type, const FieldDecl *Member) {
  const RecordDecl *Class = classWithin(Type);
  Class = Class ? Class->getDefinition() : nullptr;
  return Class && llvm::any_of(Class->fields(), [&](const FieldDecl *Field) {
           return Field == Member || (!Field->getType()->isAnyPointerType() &&
                                      !Field->getType()->isReferenceType() &&
                                      holdsMember(Field->getType(), Member));
         });
}

static const Expr *otherOperand(const BinaryOperator *Binary, const Expr *E) {
  assert((E == Binary->getLHS() || E == Binary->getRHS()) && "not an operand");
  return E == Binary->getLHS() ? Binary->getRHS() : Binary->getLHS();
}

//===----------------------------------------------------------------------===//
// From expression to expression
//===----------------------------------------------------------------------===//

void AddressFollower::reach(const Expr *E) {
  if (Uses.Followed.insert(E))
    Work.push_back(E);
}

/// Whether code belongs to one of the functions, or may do so.
static bool isIn(const Expr *E,
                 const llvm::DenseSet<const FunctionDecl *> &Functions,
                 const SourceMap &Map) {
  llvm::ArrayRef<const FunctionDecl *> Around = Map.functionsAround(E);
  return Around.empty() ||
         llvm::any_of(Around, [&](const FunctionDecl *Function) {
           const auto *Method = dyn_cast<CXXMethodDecl>(Function);
           return Functions.contains(Function) ||
                  (Method && Method->getParent()->isLambda()) ||
                  (!Function->hasAttr<CUDAGlobalAttr>() &&
                   Map.isCalledUnseen(Function));
         });
}

/// Whether PTX has the name of a variable: as it stands in the source where
/// that is not in a function, or with the names around it.
static bool namesVariable(llvm::StringRef Ptx, const VarDecl &Variable) {
  if (!Variable.getIdentifier())
    return false;
  const llvm::StringRef Name = Variable.getName();
  const std::string Mangled = std::to_string(Name.size()) + Name.str();
  const bool HasPlainName =
      Variable.isFileVarDecl() || Variable.hasExternalStorage();
  while (!Ptx.empty()) {
    const llvm::StringRef Word = Ptx.take_while(
        [](char C) { return llvm::isAlnum(C) || C == '_' || C == '$'; });
    if ((HasPlainName && Word == Name) ||
        (Word.starts_with("_Z") && Word.contains(Mangled)))
      return true;
    Ptx = Ptx.drop_front(std::max<size_t>(1, Word.size()));
  }
  return false;
}

ArrayUses
AddressFollower::run(llvm::ArrayRef<const VarDecl *> Arrays,
                     const llvm::DenseSet<const FunctionDecl *> &Functions) {
  for (const VarDecl *Array : Arrays) {
    for (const Expr *Ref :
         Map.referencesTo(cast<ValueDecl>(Array->getCanonicalDecl())))
      if (!Array->hasExternalStorage() || isIn(Ref, Functions, Map))
        reach(Ref);
  }
  if (Member)
    reachThis();
  for (const VarDecl *Array : Arrays)
    for (const GCCAsmStmt *S : Map.assembly())
      if (namesVariable(S->getAsmString(), *Array))
        obstruct(ObstacleKind::NamedInAssembly, S);
  while (!Work.empty()) {
    const Expr *E = Work.pop_back_val();
    for (const SourceParent &Parent : Map.parentsOf(E))
      follow(E, Parent);
  }
  checkMixtures();
  findAlignment();
  return std::move(Uses);
}

namespace {
/// Lists the objects that the methods of a function's class are called for.
class ThisVisitor : public RecursiveASTVisitor<ThisVisitor> {
public:
  bool VisitCXXThisExpr(CXXThisExpr *E) {
    Found.push_back(E);
    return true;
  }
  std::vector<const Expr *> Found;
};
} // namespace

std::vector<const Expr *> banklint::thisWithin(const FunctionDecl &Function) {
  ThisVisitor Objects;
  Objects.TraverseStmt(Function.getBody());
  return std::move(Objects.Found);
}

/// All objects of the class are the array, so that its methods are.
void AddressFollower::reachThis() {
  for (const FunctionDecl *Function : Map.bodies())
    if (const auto *Method = dyn_cast<CXXMethodDecl>(Function);
        Method &&
        holdsMember(Context.getCanonicalTagType(Method->getParent()), Member))
      for (const Expr *E : thisWithin(*Method))
        reach(E);
}

/// Whether an address leads into the array, or nowhere.
bool AddressFollower::isOursOrNull(const Expr *E) const {
  return Uses.Followed.contains(E) ||
         E->isNullPointerConstant(const_cast<ASTContext &>(Context),
                                  Expr::NPC_ValueDependentIsNotNull);
}

/// Expressions that lead into the array, or to other memory.
void AddressFollower::checkMixtures() {
  for (const ConditionalOperator *Choice : Choices)
    if (!isOursOrNull(Choice->getTrueExpr()) ||
        !isOursOrNull(Choice->getFalseExpr()))
      obstruct(ObstacleKind::ChoiceOfMemory, Choice);
  for (const FunctionDecl *Function : Returning) {
    const std::function<void(const Stmt *)> Check = [&](const Stmt *S) {
      const auto *Return = dyn_cast_or_null<ReturnStmt>(S);
      if (Return && Return->getRetValue() &&
          !isOursOrNull(Return->getRetValue()))
        obstruct(ObstacleKind::ChoiceOfMemory, Return);
      if (S && !isa<LambdaExpr>(S))
        for (const Stmt *Child : S->children())
          Check(Child);
    };
    Check(Function->getBody());
  }
  for (const BinaryOperator *Difference : Differences)
    if (Uses.Followed.contains(Difference->getRHS()))
      obstruct(ObstacleKind::AddressDifference, Difference);
}

/// The alignment that attributes promise of a pointer: of the function that
/// returns it, of the variable that holds it, of the name of its type.
static int64_t promisedAlignment(const Expr *E, const ASTContext &Context) {
  int64_t Bytes = 1;
  auto Promise = [&](const Expr *Alignment) {
    Bytes = std::max(Bytes, constantValueOf(Alignment, Context).value_or(1));
  };
  const auto *Call = dyn_cast<CallExpr>(E);
  if (const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr) {
    if (const auto *Of = Callee->getAttr<AssumeAlignedAttr>())
      Promise(Of->getAlignment());
    if (const auto *Of = Callee->getAttr<AllocAlignAttr>())
      Promise(Call->getArg(Of->getParamIndex().getASTIndex()));
  }
  if (const ValueDecl *D = namedBy(E))
    if (const auto *Of = D->getAttr<AlignValueAttr>())
      Promise(Of->getAlignment());
  for (QualType Type = E->getType();
       const auto *Named = Type->getAs<TypedefType>(); Type = Named->desugar())
    if (const auto *Of = Named->getDecl()->getAttr<AlignValueAttr>())
      Promise(Of->getAlignment());
  return Bytes;
}

void AddressFollower::findAlignment() {
  for (const Expr *E : Uses.Followed) {
    QualType Type = E->getType();
    Uses.AlignmentBytes =
        std::max(Uses.AlignmentBytes, promisedAlignment(E, Context));
    if (Type->isPointerType())
      Type = Type->getPointeeType();
    else if (!E->isGLValue() || Numbers.contains(E))
      continue;
    Type = Context.getBaseElementType(Type);
    if (!Type->isDependentType() && !Type->isIncompleteType() &&
        !Type->isFunctionType())
      Uses.AlignmentBytes = std::max(
          Uses.AlignmentBytes, Context.getTypeAlignInChars(Type).getQuantity());
  }
}

void AddressFollower::follow(const Expr *E, const SourceParent &Parent) {
  if (Parent.IsTypeOnly)
    return obstruct(ObstacleKind::Decltype, E);
  const Stmt *S = Parent.Statement;
  if (!S)
    return followDeclaration(E, Parent.Declaration);
  if (Numbers.contains(E))
    return followNumber(E, S);
  Visit(S, E);
}

/// Whether an expression is an element. Where its value is not loaded from it,
/// its address may go on.
bool AddressFollower::isElement(const Expr *E) const {
  return E->isGLValue() && !isArrayOrPointer(E->getType()) && !holdsRows(E);
}

void AddressFollower::step(const Expr *Count, QualType Element,
                           const Expr *Address, bool IsOfArray) {
  if (Element->isDependentType() || Element->isIncompleteType())
    return;
  Uses.Steps.push_back({Count,
                        Context.getTypeSizeInChars(Element).getQuantity(),
                        IsOfArray, baseOfAddress(Address)});
}

/// What is added to the number of an address, in bytes.
void AddressFollower::stepOfNumber(const Expr *Count, const Expr *Address) {
  const Expr *E = Address->IgnoreParenCasts();
  while (const auto *Sum = dyn_cast<BinaryOperator>(E)) {
    const bool IsLeft = Numbers.contains(Sum->getLHS());
    E = (IsLeft ? Sum->getLHS() : Sum->getRHS())->IgnoreParenCasts();
  }
  Uses.Steps.push_back(
      {Count, /*ElementBytes=*/1, /*IsOfArray=*/false, namedBy(E)});
}

bool banklint::isDeducedWithRows(QualType Written) {
  if (!Written->getContainedAutoType())
    return false;
  for (const Type *T = Written.getTypePtr();;) {
    if (isa<clang::ArrayType>(T))
      return false;
    if (const auto *Pointer = dyn_cast<PointerType>(T))
      T = Pointer->getPointeeType().getTypePtr();
    else if (const auto *Reference = dyn_cast<ReferenceType>(T))
      T = Reference->getPointeeTypeAsWritten().getTypePtr();
    else if (const auto *Parens = dyn_cast<ParenType>(T))
      T = Parens->getInnerType().getTypePtr();
    else // a concept may ask for the length
      return isa<AutoType>(T) && !cast<AutoType>(T)->isConstrained();
  }
}

/// A variable, parameter or member that holds the address.
void AddressFollower::bind(const Expr *E, const ValueDecl *Target,
                           bool IsDeduced) {
  QualType Type = Target->getType();
  if (const auto *Declared = dyn_cast<DeclaratorDecl>(Target))
    if (const TypeSourceInfo *Info = Declared->getTypeSourceInfo())
      IsDeduced |= isDeducedWithRows(Info->getType());
  // One name for each element of a row.
  if (namesRows(Type) && isa<DecompositionDecl>(Target))
    return obstruct(ObstacleKind::LostAccess, E);
  if (namesRows(Type) && !IsDeduced)
    return obstruct(ObstacleKind::TypeWithRows, E, Target);
  // Threads may share what is not local, of which walks know nothing.
  if (const auto *Variable = dyn_cast<VarDecl>(Target);
      Variable && Variable->hasGlobalStorage() && !Type->isReferenceType() &&
      !Type.isConstQualified())
    return obstruct(ObstacleKind::AddressInMemory, E);
  if (!Uses.Pointers.insert(Target))
    return;
  if (mayBeReadAsBytes(Target, Map, Context))
    return obstruct(ObstacleKind::PointerWithoutName, E, Target);
  // Inline assembly makes one of the other.
  const bool IsNumber =
      Type.getNonReferenceType()->isIntegralOrEnumerationType() &&
      (Numbers.contains(E) || isArrayOrPointer(E->getType()));
  auto Reach = [&](const ValueDecl *D) {
    for (const Expr *Ref : Map.referencesTo(D)) {
      if (IsNumber)
        Numbers.insert(Ref);
      reach(Ref);
    }
  };
  Reach(Target);
  // Names of an element's members.
  if (const auto *Parts = dyn_cast<DecompositionDecl>(Target))
    llvm::for_each(Parts->bindings(), Reach);
}

void AddressFollower::followDeclaration(const Expr *E, const Decl *D) {
  if (const auto *Variable = dyn_cast_or_null<VarDecl>(D))
    return bind(E, Variable);
  if (const auto *Field = dyn_cast_or_null<FieldDecl>(D))
    return bind(E, Field);
  obstruct(ObstacleKind::UsedInDeclaration, E);
}

void AddressFollower::VisitUnaryExprOrTypeTraitExpr(
    const UnaryExprOrTypeTraitExpr *Trait, const Expr *E) {
  const bool IsAlignment = Trait->getKind() == UETT_AlignOf ||
                           Trait->getKind() == UETT_PreferredAlignOf;
  if (!IsAlignment && (E->getType()->isArrayType() || holdsRows(E)))
    obstruct(ObstacleKind::Sizeof, Trait);
}

void AddressFollower::VisitCastExpr(const CastExpr *Cast, const Expr *E) {
  QualType To = Cast->getType();
  switch (Cast->getCastKind()) {
  case CK_LValueToRValue:
    if (isArrayOrPointer(To))
      reach(Cast);
    return;
  case CK_ToVoid:
  case CK_PointerToBoolean:
    return;
  case CK_PointerToIntegral:
    return obstruct(ObstacleKind::AddressAsInteger, Cast);
  case CK_LValueBitCast:
    if (namesRows(To) || holdsElements(To, Context))
      obstruct(ObstacleKind::OtherShape, Cast);
    return reach(Cast);
  case CK_NoOp:
  case CK_BitCast:
  case CK_ArrayToPointerDecay:
  case CK_AddressSpaceConversion:
  case CK_DerivedToBase:
  case CK_UncheckedDerivedToBase:
  case CK_BaseToDerived:
  case CK_UserDefinedConversion: {
    // A type that is written out keeps its rows, also where it is the same now.
    const QualType Shape = To->isPointerType() ? To->getPointeeType() : To;
    if (isa<ExplicitCastExpr>(Cast) &&
        (To->isPointerType() || Cast->isGLValue()) &&
        (namesRows(To) || (holdsElements(Shape, Context) &&
                           !Context.hasSameUnqualifiedType(To, E->getType()))))
      return obstruct(ObstacleKind::OtherShape, Cast);
    return reach(Cast);
  }
  default:
    if (!isElement(E)) // of which it is the value
      obstruct(ObstacleKind::UnfollowedUse, Cast);
  }
}

//===----------------------------------------------------------------------===//
// Addresses as numbers
//===----------------------------------------------------------------------===//

void AddressFollower::reachNumber(const Expr *E) {
  Numbers.insert(E);
  reach(E);
}

/// Where the number of an address goes: sums of it may come to inline assembly,
/// which the walk sees access memory. All else may notice another layout.
void AddressFollower::followNumber(const Expr *E, const Stmt *S) {
  if (isa<ParenExpr, FullExpr, MaterializeTemporaryExpr, CXXBindTemporaryExpr,
          CXXDefaultInitExpr>(S))
    return reachNumber(cast<Expr>(S));
  if (const auto *Cast = dyn_cast<CastExpr>(S)) {
    switch (Cast->getCastKind()) {
    case CK_LValueToRValue:
    case CK_NoOp:
    case CK_IntegralCast:
      return reachNumber(Cast);
    case CK_ToVoid:
      return;
    default:
      return obstruct(ObstacleKind::AddressAsInteger, Cast);
    }
  }
  if (const auto *Binary = dyn_cast<BinaryOperator>(S))
    return followOperand(Binary, E);
  if (const auto *Unary = dyn_cast<UnaryOperator>(S);
      Unary && Unary->isIncrementDecrementOp())
    return reachNumber(Unary);
  if (const auto *Choice = dyn_cast<ConditionalOperator>(S);
      Choice && E != Choice->getCond()) {
    Choices.insert(Choice);
    return reachNumber(Choice);
  }
  if (const auto *Call = dyn_cast<CallExpr>(S))
    return followNumberIntoCall(Call, E);
  if (isa<CXXConstructExpr, InitListExpr, LambdaExpr>(S) ||
      (!isa<Expr>(S) && !isa<SwitchStmt>(S)))
    return Visit(S, E);
  obstruct(ObstacleKind::AddressAsInteger, S);
}

void AddressFollower::followOperand(const BinaryOperator *S, const Expr *E) {
  switch (S->getOpcode()) {
  case BO_Add:
    stepOfNumber(otherOperand(S, E), E);
    return reachNumber(S);
  case BO_Sub:
    if (E != S->getLHS())
      return obstruct(ObstacleKind::AddressDifference, S);
    stepOfNumber(S->getRHS(), E);
    Differences.insert(S);
    return reachNumber(S);
  case BO_Comma:
    return E == S->getRHS() ? reachNumber(S) : void();
  case BO_Assign:
    Numbers.insert(S);
    return VisitBinAssign(S, E);
  case BO_AddAssign:
  case BO_SubAssign:
    if (E == S->getLHS()) {
      stepOfNumber(S->getRHS(), E);
      return reachNumber(S);
    }
    [[fallthrough]];
  default:
    if (S->isComparisonOp())
      return obstruct(ObstacleKind::AddressComparison, S);
    Uses.Obstacles.push_back({ObstacleKind::AddressOperator,
                              S->getSourceRange(), nullptr, S->getOpcodeStr()});
  }
}

void AddressFollower::followNumberIntoCall(const CallExpr *Call,
                                           const Expr *E) {
  if (E == Call->getCallee())
    return;
  const FunctionDecl *Callee = Call->getDirectCallee();
  const Intrinsic What = Callee ? intrinsicOf(*Callee) : Intrinsic::None;
  if (What == Intrinsic::GenericAddress)
    return reach(Call);
  if (What != Intrinsic::None)
    return obstruct(ObstacleKind::AddressAsInteger, Call);
  followArgument(Call, Callee, E);
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

void AddressFollower::VisitArraySubscriptExpr(const ArraySubscriptExpr *S,
                                              const Expr *E) {
  if (E != S->getBase() || isElement(E)) // part of a vector's value
    return;
  step(S->getIdx(), S->getType(), E,
       E->IgnoreParenImpCasts()->getType()->isArrayType());
  reach(S);
}

/// Other members of an object with rows move as a whole, and its methods have
/// been reached. How far they are from each other changes with the rows
/// between.
void AddressFollower::VisitMemberExpr(const MemberExpr *S, const Expr *E) {
  if (!holdsRows(E) || S->getMemberDecl() == Member || holdsRows(S))
    reach(S);
  else if (isMeasured(S, AddressUse::Distance, Map))
    obstruct(ObstacleKind::AddressDifference, S);
}

void AddressFollower::VisitConditionalOperator(const ConditionalOperator *S,
                                               const Expr *E) {
  if (E == S->getCond())
    return;
  const bool IsLoaded =
      llvm::all_of(Map.parentsOf(S), [](const SourceParent &Parent) {
        const auto *Load = dyn_cast_or_null<ImplicitCastExpr>(Parent.Statement);
        return Load && Load->getCastKind() == CK_LValueToRValue;
      });
  if (isElement(E) && IsLoaded)
    return;
  Choices.insert(S);
  reach(S);
}

void AddressFollower::VisitUnaryAddrOf(const UnaryOperator *S, const Expr *E) {
  if (E->getType()->isPointerType())
    return obstruct(ObstacleKind::AddressOfPointer, S);
  reach(S);
}

/// `++` and `--`. Before the operand, they give it on.
void AddressFollower::count(const UnaryOperator *S, const Expr *E) {
  if (E->getType()->isPointerType() || S->isGLValue())
    reach(S);
}

void AddressFollower::VisitBinAssign(const BinaryOperator *S, const Expr *E) {
  reach(S); // which is the left operand
  if (E == S->getLHS())
    return;
  if (const ValueDecl *Target = namedBy(S->getLHS())) {
    // What it refers to holds the address then.
    if (Target->getType()->isReferenceType())
      return obstruct(ObstacleKind::PointerByReference, S, Target);
    return bind(E, Target);
  }
  obstruct(ObstacleKind::AddressInMemory, S);
}

void AddressFollower::addTo(const BinaryOperator *S, const Expr *E) {
  const Expr *Other = otherOperand(S, E);
  if (Other->getType()->isPointerType())
    return obstruct(ObstacleKind::AddressDifference, S);
  step(Other, S->getType()->getPointeeType(), E);
  reach(S);
}

/// `+=` and `-=`.
void AddressFollower::advance(const CompoundAssignOperator *S, const Expr *E) {
  if (E->getType()->isPointerType())
    step(S->getRHS(), S->getType()->getPointeeType(), E);
  reach(S);
}

void AddressFollower::VisitBinComma(const BinaryOperator *S, const Expr *E) {
  if (E == S->getRHS())
    reach(S);
}

void AddressFollower::VisitBinaryOperator(const BinaryOperator *S,
                                          const Expr *E) {
  if (!S->isComparisonOp())
    return obstruct(ObstacleKind::UnfollowedUse, S);
  if (!otherOperand(S, E)->isNullPointerConstant(
          const_cast<ASTContext &>(Context), Expr::NPC_ValueDependentIsNotNull))
    obstruct(ObstacleKind::AddressComparison, S);
}

void AddressFollower::VisitCompoundAssignOperator(
    const CompoundAssignOperator *S, const Expr *E) {
  assert(E == S->getLHS() && isElement(E) && "no address is multiplied");
  reach(S);
}

/// The value of a statement expression is that of its last statement.
void AddressFollower::VisitCompoundStmt(const CompoundStmt *S, const Expr *E) {
  if (!isElement(E) && E == S->body_back() &&
      llvm::any_of(Map.parentsOf(S), [](const SourceParent &Parent) {
        return llvm::isa_and_nonnull<StmtExpr>(Parent.Statement);
      }))
    obstruct(ObstacleKind::UnfollowedUse, E);
}

/// A closure keeps what it captures in members without names.
void AddressFollower::VisitLambdaExpr(const LambdaExpr *Lambda, const Expr *E) {
  if (mayBeReadAsBytes(Lambda->getLambdaClass(), Map, Context))
    obstruct(ObstacleKind::UnfollowedUse, E);
}

ArrayUses
banklint::usesOf(llvm::ArrayRef<const VarDecl *> Arrays,
                 const llvm::DenseSet<const FunctionDecl *> &Functions,
                 const SourceMap &Map, const ASTContext &Context,
                 const FieldDecl *Member) {
  return AddressFollower(Map, Context, Member).run(Arrays, Functions);
}
