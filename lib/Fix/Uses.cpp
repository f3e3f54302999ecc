//===- Uses.cpp - What is done to an array --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Uses.h"
#include "Bank/Gpu.h"
#include "Cuda/Intrinsics.h"
#include "DeducedRows.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/AST/StmtVisitor.h"
#include <algorithm>
#include <functional>

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;
using llvm::isa;

namespace {
/// Visits what is around each expression that leads into the array: `E` is the
/// part that does.
class Follower : public ConstStmtVisitor<Follower, void, const Expr *> {
public:
  Follower(const SourceMap &Map, const ASTContext &Context,
           const FieldDecl *Member)
      : Map(Map), Context(Context), Member(Member) {}

  ArrayUses run(llvm::ArrayRef<const VarDecl *> Arrays,
                const llvm::DenseSet<const FunctionDecl *> &Functions);

  // What has the value of its operand, or is a part of it.
  void VisitCastExpr(const CastExpr *Cast, const Expr *E);
  void VisitParenExpr(const ParenExpr *S, const Expr *) { reach(S); }
  void VisitFullExpr(const FullExpr *S, const Expr *) { reach(S); }
  void VisitMaterializeTemporaryExpr(const MaterializeTemporaryExpr *S,
                                     const Expr *) {
    reach(S);
  }
  void VisitCXXBindTemporaryExpr(const CXXBindTemporaryExpr *S, const Expr *) {
    reach(S);
  }
  void VisitCXXDefaultInitExpr(const CXXDefaultInitExpr *S, const Expr *) {
    reach(S);
  }
  void VisitArraySubscriptExpr(const ArraySubscriptExpr *S, const Expr *E);
  void VisitMemberExpr(const MemberExpr *S, const Expr *);
  void VisitConditionalOperator(const ConditionalOperator *S, const Expr *E);

  void VisitUnaryOperator(const UnaryOperator *, const Expr *) {}
  void VisitUnaryAddrOf(const UnaryOperator *S, const Expr *E);
  void VisitUnaryDeref(const UnaryOperator *S, const Expr *) { reach(S); }
  void VisitUnaryPreInc(const UnaryOperator *S, const Expr *E) { count(S, E); }
  void VisitUnaryPreDec(const UnaryOperator *S, const Expr *E) { count(S, E); }
  void VisitUnaryPostInc(const UnaryOperator *S, const Expr *E) { count(S, E); }
  void VisitUnaryPostDec(const UnaryOperator *S, const Expr *E) { count(S, E); }

  void VisitBinaryOperator(const BinaryOperator *S, const Expr *E);
  void VisitBinAssign(const BinaryOperator *S, const Expr *E);
  void VisitBinAdd(const BinaryOperator *S, const Expr *E) { addTo(S, E); }
  void VisitBinSub(const BinaryOperator *S, const Expr *E) { addTo(S, E); }
  void VisitBinAddAssign(const CompoundAssignOperator *S, const Expr *E) {
    advance(S, E);
  }
  void VisitBinSubAssign(const CompoundAssignOperator *S, const Expr *E) {
    advance(S, E);
  }
  void VisitBinComma(const BinaryOperator *S, const Expr *E);

  void VisitCallExpr(const CallExpr *Call, const Expr *E);
  void VisitCXXConstructExpr(const CXXConstructExpr *Call, const Expr *E);
  void VisitReturnStmt(const ReturnStmt *Return, const Expr *E);
  void VisitInitListExpr(const InitListExpr *List, const Expr *E);

  // What asks for the layout, or does not use the value.
  void VisitUnaryExprOrTypeTraitExpr(const UnaryExprOrTypeTraitExpr *Trait,
                                     const Expr *E);
  void VisitCXXForRangeStmt(const CXXForRangeStmt *, const Expr *E) {
    obstruct(ObstacleKind::RangeFor, E);
  }
  void VisitLambdaExpr(const LambdaExpr *, const Expr *) {}
  void VisitRecoveryExpr(const RecoveryExpr *Lost, const Expr *) {
    obstruct(ObstacleKind::LostUse, Lost);
  }
  /// Statements end expressions; what inline assembly does, the walk shows.
  void VisitStmt(const Stmt *, const Expr *) {}
  void VisitExpr(const Expr *S, const Expr *) {
    obstruct(ObstacleKind::UnfollowedUse, S);
  }

private:
  bool holdsRows(const Expr *E) const {
    return Member && holdsMember(E->getType(), Member);
  }
  bool mayRefer(const Expr *E, const Stmt *S) const;
  void reachThis();
  void reach(const Expr *E);
  void reachNumber(const Expr *E);
  void followNumber(const Expr *E, const Stmt *S);
  void followOperand(const BinaryOperator *S, const Expr *E);
  void followNumberIntoCall(const CallExpr *Call, const Expr *E);
  void checkMixtures();
  void findAlignment();
  void follow(const Expr *E, const SourceParent &Parent);
  void followDeclaration(const Expr *E, const Decl *D);
  void followIntrinsic(const Expr *E, const CallExpr *Call, Intrinsic What);
  void followArgument(const Expr *Call, const FunctionDecl *Callee,
                      const Expr *E);
  void bindArgument(const Expr *Call, const FunctionDecl *Callee, const Expr *E,
                    const ParmVarDecl *Parameter);
  void bind(const Expr *E, const ValueDecl *Target, bool IsDeduced = false);
  void count(const UnaryOperator *S, const Expr *E);
  void addTo(const BinaryOperator *S, const Expr *E);
  void advance(const CompoundAssignOperator *S, const Expr *E);
  void step(const Expr *Count, QualType Element, const Expr *Address,
            bool IsOfArray = false);
  void obstruct(ObstacleKind Kind, SourceRange Where,
                const NamedDecl *Named = nullptr) {
    Uses.Obstacles.push_back({Kind, Where, Named});
  }
  void obstruct(ObstacleKind Kind, const Stmt *At,
                const NamedDecl *Named = nullptr) {
    obstruct(Kind, At->getSourceRange(), Named);
  }

  const SourceMap &Map;
  bool isOursOrNull(const Expr *E) const;

  const ASTContext &Context;
  const FieldDecl *Member; ///< the rows; null where they are the array's
  ArrayUses Uses;
  llvm::SmallVector<const Expr *, 32> Work;
  /// Those whose value is an address as a number.
  llvm::DenseSet<const Expr *> Numbers;
  /// What chooses among addresses, each of which has to lead into the array.
  llvm::SetVector<const ConditionalOperator *> Choices;
  llvm::SetVector<const FunctionDecl *> Returning;
  llvm::SetVector<const BinaryOperator *> Differences;
};
} // namespace

static bool isArrayOrPointer(QualType Type) {
  return Type->isArrayType() || Type->isPointerType();
}

/// Whether a type has the length of rows in it: that of an array, or of a
/// pointer or a reference to one.
static bool namesRows(QualType Type) {
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

void Follower::reach(const Expr *E) {
  if (Uses.Followed.insert(E).second)
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
                  (Method && Method->getParent()->isLambda());
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

ArrayUses Follower::run(llvm::ArrayRef<const VarDecl *> Arrays,
                        const llvm::DenseSet<const FunctionDecl *> &Functions) {
  for (const VarDecl *Array : Arrays) {
    if (Array->hasInit() && !Array->getType()->isIncompleteArrayType() &&
        isa<InitListExpr>(Array->getInit()->IgnoreImplicit()))
      obstruct(ObstacleKind::CountedInitializer, Array->getSourceRange());
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

/// All objects of the class are the array, so that its methods are.
void Follower::reachThis() {
  ThisVisitor Objects;
  for (const FunctionDecl *Function : Map.bodies())
    if (const auto *Method = dyn_cast<CXXMethodDecl>(Function);
        Method &&
        holdsMember(Context.getCanonicalTagType(Method->getParent()), Member))
      Objects.TraverseStmt(Method->getBody());
  for (const Expr *E : Objects.Found)
    reach(E);
}

/// Whether an address leads into the array, or nowhere.
bool Follower::isOursOrNull(const Expr *E) const {
  return Uses.Followed.contains(E) ||
         E->isNullPointerConstant(const_cast<ASTContext &>(Context),
                                  Expr::NPC_ValueDependentIsNotNull);
}

/// Expressions that lead into the array, or to other memory.
void Follower::checkMixtures() {
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

void Follower::findAlignment() {
  for (const Expr *E : Uses.Followed) {
    QualType Type = E->getType();
    Uses.AlignmentBytes =
        std::max(Uses.AlignmentBytes, promisedAlignment(E, Context));
    if (Type->isPointerType())
      Type = Type->getPointeeType();
    else if (!E->isGLValue())
      continue;
    Type = Context.getBaseElementType(Type);
    if (!Type->isDependentType() && !Type->isIncompleteType() &&
        !Type->isFunctionType())
      Uses.AlignmentBytes = std::max(
          Uses.AlignmentBytes, Context.getTypeAlignInChars(Type).getQuantity());
  }
}

void Follower::follow(const Expr *E, const SourceParent &Parent) {
  if (Parent.IsTypeOnly)
    return obstruct(ObstacleKind::Decltype, E);
  const Stmt *S = Parent.Statement;
  if (!S)
    return followDeclaration(E, Parent.Declaration);
  if (Numbers.contains(E))
    return followNumber(E, S);
  // The value of an element is not followed, its address is.
  bool IsElement =
      E->isGLValue() && !isArrayOrPointer(E->getType()) && !holdsRows(E);
  bool KeepsAddress =
      isa<CastExpr, ParenExpr, FullExpr, MaterializeTemporaryExpr,
          CXXBindTemporaryExpr, CXXDefaultInitExpr, UnaryOperator>(S);
  if (!IsElement || KeepsAddress ||
      (isa<ReturnStmt, Expr>(S) && mayRefer(E, S)))
    Visit(S, E);
}

/// Whether a reference may lead to an element from here: as an argument, a
/// member or a result, through the element's own members.
bool Follower::mayRefer(const Expr *E, const Stmt *S) const {
  if (isa<ReturnStmt, InitListExpr>(S))
    return true;
  if (const auto *Part = dyn_cast<MemberExpr>(S))
    return isa<FieldDecl>(Part->getMemberDecl());
  if (isa<ConditionalOperator>(S))
    return llvm::any_of(Map.parentsOf(S), [](const SourceParent &Parent) {
      const auto *Load = dyn_cast_or_null<ImplicitCastExpr>(Parent.Statement);
      return !Load || Load->getCastKind() != CK_LValueToRValue;
    });
  bool IsReferred = false;
  forEachArgument(cast<Expr>(S), [&](const Expr *Argument,
                                     const ParmVarDecl *Parameter) {
    IsReferred |=
        Argument == E && Parameter && Parameter->getType()->isReferenceType() &&
        !Context.getSourceManager().isInSystemHeader(Parameter->getLocation());
  });
  return IsReferred;
}

void Follower::step(const Expr *Count, QualType Element, const Expr *Address,
                    bool IsOfArray) {
  if (Element->isDependentType() || Element->isIncompleteType())
    return;
  Uses.Steps.push_back({Count,
                        Context.getTypeSizeInChars(Element).getQuantity(),
                        IsOfArray, baseOfAddress(Address)});
}

/// Whether a type has `auto` for all that is an array: `auto *`, but not
/// `auto (*)[32]`.
static bool isDeducedWithRows(QualType Written) {
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
void Follower::bind(const Expr *E, const ValueDecl *Target, bool IsDeduced) {
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
  for (const Expr *Ref : Map.referencesTo(Target)) {
    if (Numbers.contains(E))
      Numbers.insert(Ref);
    reach(Ref);
  }
}

void Follower::followDeclaration(const Expr *E, const Decl *D) {
  if (const auto *Variable = dyn_cast_or_null<VarDecl>(D))
    return bind(E, Variable);
  if (const auto *Field = dyn_cast_or_null<FieldDecl>(D))
    return bind(E, Field);
  obstruct(ObstacleKind::UsedInDeclaration, E);
}

void Follower::VisitUnaryExprOrTypeTraitExpr(
    const UnaryExprOrTypeTraitExpr *Trait, const Expr *E) {
  if (E->getType()->isArrayType() || holdsRows(E))
    obstruct(Trait->getKind() == UETT_SizeOf ? ObstacleKind::Sizeof
                                             : ObstacleKind::Alignof,
             Trait);
}

void Follower::VisitCastExpr(const CastExpr *Cast, const Expr *E) {
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
  default:
    // A type that is written out keeps its rows, also where it is the same now.
    if (isa<ExplicitCastExpr>(Cast) &&
        (To->isPointerType() || Cast->isGLValue()) &&
        (namesRows(To) ||
         (To->isPointerType() && holdsElements(To->getPointeeType(), Context) &&
          !Context.hasSameUnqualifiedType(To, E->getType()))))
      return obstruct(ObstacleKind::OtherShape, Cast);
    if (isArrayOrPointer(To) || Cast->isGLValue())
      reach(Cast);
    return;
  }
}

//===----------------------------------------------------------------------===//
// Addresses as numbers
//===----------------------------------------------------------------------===//

void Follower::reachNumber(const Expr *E) {
  Numbers.insert(E);
  reach(E);
}

/// Where the number of an address goes: sums of it may come to inline assembly,
/// which the walk sees access memory. All else may notice another layout.
void Follower::followNumber(const Expr *E, const Stmt *S) {
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
  if (isa<CXXConstructExpr, ReturnStmt, InitListExpr>(S))
    return Visit(S, E);
  if (isa<Expr>(S) && !isa<LambdaExpr>(S))
    obstruct(ObstacleKind::AddressAsInteger, S);
}

void Follower::followOperand(const BinaryOperator *S, const Expr *E) {
  switch (S->getOpcode()) {
  case BO_Add:
    return reachNumber(S);
  case BO_Sub:
    if (E != S->getLHS())
      return obstruct(ObstacleKind::AddressDifference, S);
    Differences.insert(S);
    return reachNumber(S);
  case BO_Comma:
    return E == S->getRHS() ? reachNumber(S) : void();
  case BO_Assign:
    return VisitBinAssign(S, E);
  case BO_AddAssign:
  case BO_SubAssign:
    if (E == S->getLHS())
      return reachNumber(S);
    [[fallthrough]];
  default:
    obstruct(S->isComparisonOp() ? ObstacleKind::AddressComparison
                                 : ObstacleKind::AddressAsInteger,
             S);
  }
}

void Follower::followNumberIntoCall(const CallExpr *Call, const Expr *E) {
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

void Follower::VisitArraySubscriptExpr(const ArraySubscriptExpr *S,
                                       const Expr *E) {
  if (E != S->getBase())
    return;
  step(S->getIdx(), S->getType(), E,
       E->IgnoreParenImpCasts()->getType()->isArrayType());
  reach(S);
}

/// Whether code names memory that the threads of a block share.
static bool namesSharedMemory(const Stmt *S) {
  const auto *Name = dyn_cast<DeclRefExpr>(S);
  return (Name && Name->getDecl()->hasAttr<CUDASharedAttr>()) ||
         llvm::any_of(S->children(), [](const Stmt *Child) {
           return Child && namesSharedMemory(Child);
         });
}

bool banklint::isMeasured(const Stmt *S, AddressUse Use, const SourceMap &Map) {
  return llvm::any_of(Map.parentsOf(S), [&](const SourceParent &Parent) {
    const Stmt *Around = Parent.Statement;
    bool IsNumber = false;
    if (const auto *Cast = dyn_cast_or_null<CastExpr>(Around)) {
      IsNumber = Cast->getCastKind() == CK_PointerToIntegral;
    } else if (const auto *Call = dyn_cast_or_null<CallExpr>(Around)) {
      const FunctionDecl *Callee = Call->getDirectCallee();
      IsNumber = Callee && Callee->getIdentifier() &&
                 Callee->getName().contains("_to_shared");
      if (!IsNumber)
        return false;
    } else if (const auto *Binary = dyn_cast_or_null<BinaryOperator>(Around)) {
      if (Binary->getOpcode() == BO_Sub &&
          namesSharedMemory(Binary->getLHS() == S ? Binary->getRHS()
                                                  : Binary->getLHS()))
        return true;
    } else if (!llvm::isa_and_nonnull<ParenExpr, UnaryOperator, MemberExpr,
                                      ArraySubscriptExpr>(Around)) {
      return false;
    }
    return (IsNumber && Use == AddressUse::Number) ||
           isMeasured(Around, Use, Map);
  });
}

/// Other members move as a whole, and methods have been reached. How far they
/// are from each other changes with the rows between.
void Follower::VisitMemberExpr(const MemberExpr *S, const Expr *) {
  if (!Member || S->getMemberDecl() == Member || holdsRows(S))
    reach(S);
  else if (isMeasured(S, AddressUse::Distance, Map))
    obstruct(ObstacleKind::AddressDifference, S);
}

void Follower::VisitConditionalOperator(const ConditionalOperator *S,
                                        const Expr *E) {
  if (E == S->getCond())
    return;
  Choices.insert(S);
  reach(S);
}

void Follower::VisitUnaryAddrOf(const UnaryOperator *S, const Expr *E) {
  if (E->getType()->isPointerType())
    return obstruct(ObstacleKind::AddressOfPointer, S);
  reach(S);
}

/// `++` and `--`.
void Follower::count(const UnaryOperator *S, const Expr *E) {
  if (E->getType()->isPointerType())
    reach(S);
}

void Follower::VisitBinAssign(const BinaryOperator *S, const Expr *E) {
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

void Follower::addTo(const BinaryOperator *S, const Expr *E) {
  const Expr *Other = otherOperand(S, E);
  if (Other->getType()->isPointerType())
    return obstruct(ObstacleKind::AddressDifference, S);
  step(Other, S->getType()->getPointeeType(), E);
  reach(S);
}

/// `+=` and `-=`.
void Follower::advance(const CompoundAssignOperator *S, const Expr *E) {
  if (E != S->getLHS())
    return;
  step(S->getRHS(), S->getType()->getPointeeType(), E);
  reach(S);
}

void Follower::VisitBinComma(const BinaryOperator *S, const Expr *E) {
  if (E == S->getRHS())
    reach(S);
}

void Follower::VisitBinaryOperator(const BinaryOperator *S, const Expr *E) {
  if (S->isComparisonOp() &&
      !otherOperand(S, E)->isNullPointerConstant(
          const_cast<ASTContext &>(Context), Expr::NPC_ValueDependentIsNotNull))
    obstruct(ObstacleKind::AddressComparison, S);
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// Whether a thread copies by memcpy_async(target, source, size, barrier) no
/// more than one instruction does: an access like any other.
static bool isOneAccess(const CallExpr *Copy, const ASTContext &Context) {
  if (Copy->getNumArgs() < 3 || !isArrayOrPointer(Copy->getArg(0)->getType()))
    return false; // a group shares the copy out
  const Expr *Size = Copy->getArg(2)->IgnoreImplicit();
  if (const auto *Cast = dyn_cast<CXXFunctionalCastExpr>(Size))
    Size = Cast->getSubExpr()->IgnoreImplicit();
  if (const auto *Aligned = dyn_cast<CXXConstructExpr>(Size))
    Size = Aligned->getNumArgs() == 1 ? Aligned->getArg(0) : Size;
  std::optional<int64_t> Bytes = constantValueOf(Size, Context);
  return Bytes && *Bytes > 0 && *Bytes <= MaxAccessBytes;
}

/// Whether memcpy takes no more than one row, from its begin:
/// `memcpy(tile[y], from, 128)`.
static bool isOfOneRow(const Expr *E, const CallExpr *Call,
                       const ASTContext &Context) {
  const Expr *Row = E->IgnoreParenImpCasts();
  if (const auto *Address = dyn_cast<UnaryOperator>(Row);
      Address && Address->getOpcode() == UO_AddrOf)
    Row = Address->getSubExpr()->IgnoreParenImpCasts();
  if (Call->getNumArgs() < 3 || E == Call->getArg(2) ||
      !Row->getType()->isConstantArrayType() ||
      Context.getAsArrayType(Row->getType())->getElementType()->isArrayType())
    return false;
  std::optional<int64_t> Bytes = constantValueOf(Call->getArg(2), Context);
  return Bytes && *Bytes >= 0 &&
         *Bytes <= Context.getTypeSizeInChars(Row->getType()).getQuantity();
}

void Follower::followIntrinsic(const Expr *E, const CallExpr *Call,
                               Intrinsic What) {
  switch (What) {
  case Intrinsic::MatrixLoad:
  case Intrinsic::MatrixStore:
    if (Call->getNumArgs() > 2)
      Uses.LeadingDimensions.push_back(
          {Call->getArg(2),
           Context.getTypeSizeInChars(E->getType()->getPointeeType())
               .getQuantity(),
           /*IsOfArray=*/false, baseOfAddress(E)});
    return;
  case Intrinsic::GroupCopy:
    if (isOneAccess(Call, Context))
      return;
    [[fallthrough]];
  case Intrinsic::BulkCopy:
  case Intrinsic::MemoryCopy:
  case Intrinsic::MemorySet:
    if (What == Intrinsic::MemoryCopy && isOfOneRow(E, Call, Context))
      return;
    return obstruct(ObstacleKind::CopyOfBytes, Call, Call->getDirectCallee());
  case Intrinsic::ClusterAddress:
    return obstruct(ObstacleKind::ClusterAddress, Call);
  case Intrinsic::SameValue:
    // `__builtin_assume_aligned(p, 16)`
    if (Call->getNumArgs() > 1 && E == Call->getArg(0))
      Uses.AlignmentBytes =
          std::max(Uses.AlignmentBytes,
                   constantValueOf(Call->getArg(1), Context).value_or(1));
    [[fallthrough]];
  case Intrinsic::GenericAddress:
    return reach(Call);
  case Intrinsic::SharedAddress:
    return reachNumber(Call);
  case Intrinsic::CachedLoad:
  case Intrinsic::CachedStore:
  case Intrinsic::AtomicInteger:
  case Intrinsic::AtomicAdd:
  case Intrinsic::AtomicCas:
  case Intrinsic::PipelineCopy:
    // An access at this address, which the walk has recorded.
  case Intrinsic::IsShared:
  case Intrinsic::IsGlobal:
  case Intrinsic::NoEffect:
  case Intrinsic::Barrier:
    // Where the array lies changes nothing of the result.
    return;
  case Intrinsic::None:
  case Intrinsic::Min:
  case Intrinsic::Max:
  case Intrinsic::Abs:
  case Intrinsic::Mul24:
  case Intrinsic::MulHigh:
  case Intrinsic::PopCount:
  case Intrinsic::LeadingZeros:
  case Intrinsic::FirstSet:
  case Intrinsic::ReverseBits:
  case Intrinsic::BlockVote:
  case Intrinsic::WarpVote:
  case Intrinsic::ActiveMask:
  case Intrinsic::ShuffleIndex:
  case Intrinsic::ShuffleUp:
  case Intrinsic::ShuffleDown:
  case Intrinsic::ShuffleXor:
  case Intrinsic::ThreadRegister:
  case Intrinsic::AssertFail:
  case Intrinsic::Stop:
    return obstruct(ObstacleKind::AddressAsInteger, Call);
  }
}

void Follower::VisitCallExpr(const CallExpr *Call, const Expr *E) {
  if (E == Call->getCallee())
    return;
  const FunctionDecl *Callee = Call->getDirectCallee();
  Intrinsic What = Callee ? intrinsicOf(*Callee) : Intrinsic::None;
  if (What != Intrinsic::None)
    return followIntrinsic(E, Call, What);
  // `t(r, c)`: a method that has been reached, as `t.at(r, c)` has been.
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee);
  if (Member && Method && isa<CXXOperatorCallExpr>(Call) &&
      E == Call->getArg(0) && Method->hasBody() && !Method->isDefaulted() &&
      !Method->isExplicitObjectMemberFunction())
    return;
  followArgument(Call, Callee, E);
}

void Follower::VisitCXXConstructExpr(const CXXConstructExpr *Call,
                                     const Expr *E) {
  followArgument(Call, Call->getConstructor(), E);
}

void Follower::followArgument(const Expr *Call, const FunctionDecl *Callee,
                              const Expr *E) {
  if (!Callee)
    return obstruct(ObstacleKind::UnknownCallee, Call);
  if (Callee->getBuiltinID())
    return obstruct(ObstacleKind::OpaqueCallee, Call, Callee);
  if (!Callee->hasBody())
    return obstruct(ObstacleKind::BodilessCallee, Call, Callee);
  if (Callee->getIdentifier() && Callee->getName() == "map_shared_rank" &&
      isOfCudaLibrary(*Callee))
    return obstruct(ObstacleKind::ClusterAddress, Call);
  if (Context.getSourceManager().isInSystemHeader(Callee->getLocation()))
    return obstruct(ObstacleKind::ForeignCallee, Call, Callee);
  forEachArgument(Call,
                  [&](const Expr *Argument, const ParmVarDecl *Parameter) {
                    if (Argument == E)
                      bindArgument(Call, Callee, E, Parameter);
                  });
}

void Follower::bindArgument(const Expr *Call, const FunctionDecl *Callee,
                            const Expr *E, const ParmVarDecl *Parameter) {
  if (!Parameter)
    return obstruct(ObstacleKind::OpaqueCallee, Call, Callee);
  if (Map.isCalledUnseen(Callee))
    return obstruct(ObstacleKind::UnseenCalls, Call, Callee);
  QualType Type = Parameter->getType();
  const bool IsDeduced = Callee->isTemplateInstantiation() && namesRows(Type);
  if (IsDeduced && !deducesRows(Call, Callee, Parameter, Map))
    return obstruct(ObstacleKind::InstantiatedForRows, Call, Callee);
  if (mayChooseByRows(Callee, E, Parameter, Map))
    return obstruct(ObstacleKind::ChangedType, E);
  if (Type->isReferenceType() && Type->getPointeeType()->isPointerType() &&
      !Type->getPointeeType().isConstQualified())
    return obstruct(ObstacleKind::PointerByReference, Call, Callee);
  // A template may ask for the size of what it takes.
  if (Member && holdsMember(Type, Member) && Callee->isTemplateInstantiation())
    return obstruct(ObstacleKind::InstantiatedForRows, Call, Callee);
  bind(E, Parameter, IsDeduced);
}

void Follower::VisitReturnStmt(const ReturnStmt *Return, const Expr *E) {
  const Stmt *Inner = Return;
  while (Inner) {
    llvm::ArrayRef<SourceParent> Parents = Map.parentsOf(Inner);
    if (Parents.empty())
      break;
    if (const auto *Function =
            dyn_cast_or_null<FunctionDecl>(Parents[0].Declaration)) {
      Returning.insert(Function);
      if (namesRows(Function->getReturnType()) &&
          !isDeducedWithRows(Function->getDeclaredReturnType()))
        return obstruct(ObstacleKind::TypeWithRows, Return, Function);
      if (Map.isCalledUnseen(Function))
        break;
      for (const CallExpr *Call : Map.callsOf(Function)) {
        if (Numbers.contains(E))
          Numbers.insert(Call);
        reach(Call);
      }
      return;
    }
    Inner = Parents[0].Statement;
    const auto *Lambda = dyn_cast_or_null<LambdaExpr>(Inner);
    if (!Lambda)
      continue;
    if (Lambda->isGenericLambda() ||
        Map.isCalledUnseen(Lambda->getCallOperator()) ||
        (Lambda->hasExplicitResultType() &&
         namesRows(Lambda->getCallOperator()->getReturnType())))
      break;
    for (const CallExpr *Call : Map.callsOf(Lambda->getCallOperator())) {
      if (Numbers.contains(E))
        Numbers.insert(Call);
      reach(Call);
    }
    return;
  }
  obstruct(ObstacleKind::AddressReturned, Return);
}

void Follower::VisitInitListExpr(const InitListExpr *List, const Expr *E) {
  const RecordDecl *Class = List->getType()->getAsRecordDecl();
  if (!Class)
    return obstruct(ObstacleKind::AddressInMemory, List);
  for (const FieldDecl *Field : Class->fields())
    if (llvm::is_contained(Map.valuesOf(Field), E))
      return bind(E, Field);
  obstruct(ObstacleKind::AddressInMemory, List);
}

ArrayUses
banklint::usesOf(llvm::ArrayRef<const VarDecl *> Arrays,
                 const llvm::DenseSet<const FunctionDecl *> &Functions,
                 const SourceMap &Map, const ASTContext &Context,
                 const FieldDecl *Member) {
  return Follower(Map, Context, Member).run(Arrays, Functions);
}
