//===- SimplifyCFG.cpp - What arms of branches have in common ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Nvcc/Source/SimplifyCFG.h"
#include "Nvcc/Rules/Modes.h"
#include "Nvcc/Source/SameText.h"
#include "Nvcc/Source/Sink.h"
#include "Nvcc/Source/SlowPaths.h"
#include "Stores.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using namespace clang;
using llvm::ArrayRef;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;
using llvm::isa;

/// A place that the text computes: what the thread keeps in an array of its own
/// counts as well, since both arms name it alike.
static bool isSubscriptOrDereference(const Expr *E) {
  E = E->IgnoreParens();
  const auto *Unary = dyn_cast<UnaryOperator>(E);
  return isa<ArraySubscriptExpr>(E) ||
         (Unary && Unary->getOpcode() == UO_Deref);
}

static const Stmt *lastOf(const Stmt *S) {
  while (const auto *Block = llvm::dyn_cast_or_null<CompoundStmt>(S))
    S = Block->body_empty() ? nullptr : Block->body_back();
  return S;
}

static bool runsDestructor(QualType Type) {
  Type = QualType(Type->getBaseElementTypeUnsafe(), 0);
  const CXXRecordDecl *Class = Type->getAsCXXRecordDecl();
  if (Type.isDestructedType() != QualType::DK_cxx_destructor || !Class)
    return false;
  const CXXDestructorDecl *Destructor = Class->getDestructor();
  const auto *Body = Destructor
                         ? dyn_cast_or_null<CompoundStmt>(Destructor->getBody())
                         : nullptr;
  const bool IsSilent =
      !Destructor || Destructor->isDefaulted() || (Body && Body->body_empty());
  return !IsSilent ||
         llvm::any_of(Class->bases(),
                      [](const CXXBaseSpecifier &Base) {
                        return runsDestructor(Base.getType());
                      }) ||
         llvm::any_of(Class->fields(), [](const FieldDecl *Field) {
           return runsDestructor(Field->getType());
         });
}

/// Whether destructors that do something run in there, where no text says so.
static bool endsObjects(const Stmt *S) {
  if (!S)
    return false;
  if (const auto *Temporary = dyn_cast<CXXBindTemporaryExpr>(S);
      Temporary && runsDestructor(Temporary->getType()))
    return true;
  if (const auto *Declared = dyn_cast<DeclStmt>(S))
    for (const Decl *D : Declared->decls())
      if (const auto *Variable = dyn_cast<VarDecl>(D);
          Variable && Variable->hasLocalStorage() &&
          runsDestructor(Variable->getType()))
        return true;
  return llvm::any_of(S->children(), endsObjects);
}

/// The assignments to computed places that an arm ends with, the last first, up
/// to one whose value is made right before it.
static llvm::SmallVector<Store, 4> storesAtEnd(const Stmt *Arm) {
  llvm::SmallVector<Store, 4> Result;
  if (endsObjects(Arm))
    return Result;
  ArrayRef<const Stmt *> Parts(Arm);
  while (!Parts.empty()) {
    if (const auto *Block = dyn_cast<CompoundStmt>(Parts.back())) {
      if (!Result.empty())
        break;
      Parts = ArrayRef(Block->body_begin(), Block->size());
      continue;
    }
    const std::optional<Store> Last = storeOf(Parts.back());
    if (!Last ||
        !(isSubscriptOrDereference(Last->Place) || isInMemory(Last->Place)))
      break;
    Result.push_back(*Last);
    if (Last->isCompound() || Last->IsObject || !isAtHand(Last->Value))
      break;
    Parts = Parts.drop_back();
  }
  return Result;
}

llvm::SmallVector<ExprPair, 4>
banklint::storesBothEndWith(const IfStmt *S, const ASTContext &Context) {
  llvm::SmallVector<ExprPair, 4> Result;
  if (!S->getElse())
    return Result;
  for (const auto &[Then, Else] :
       llvm::zip(storesAtEnd(S->getThen()), storesAtEnd(S->getElse()))) {
    // An object that comes from memory is copied in its own arm.
    const bool IsCopiedInOne =
        Then.IsObject && isInMemory(Then.Value) != isInMemory(Else.Value);
    if (Then.IsObject != Else.IsObject || IsCopiedInOne ||
        isConstructed(Then) || !areSameText(Then.Place, Else.Place, Context) ||
        knowledgeOfPlace(Then.Place, S->getCond(), Context) != Knowledge::None)
      break;
    Result.push_back({Then.Place, Else.Place});
  }
  return Result;
}

/// Whether a variable gets its value there.
static bool isSetIn(const VarDecl *Variable, const Stmt *S) {
  if (!S)
    return false;
  if (const auto *Declared = dyn_cast<DeclStmt>(S);
      Declared && llvm::is_contained(Declared->decls(), Variable))
    return true;
  if (const auto *Binary = dyn_cast<BinaryOperator>(S);
      Binary && Binary->isAssignmentOp())
    if (const auto *Ref =
            dyn_cast<DeclRefExpr>(Binary->getLHS()->IgnoreParens());
        Ref && Ref->getDecl() == Variable)
      return true;
  return llvm::any_of(S->children(), [&](const Stmt *Child) {
    return isSetIn(Variable, Child);
  });
}

/// Whether instructions of the arm make a value.
static bool isMadeIn(const Expr *E, const Stmt *Arm) {
  if (!isAtHand(E))
    return true;
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenCasts());
  const auto *Variable = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return Variable && isSetIn(Variable, Arm);
}

bool banklint::keepsStoreOfZero(const IfStmt *S) {
  if (!S->getElse())
    return false;
  auto Then = storesAtEnd(S->getThen()), Else = storesAtEnd(S->getElse());
  if (Then.empty() || Else.empty())
    return false;
  if (Then.front().IsObject)
    return false;
  const Expr *OfThen = Then.front().Value, *OfElse = Else.front().Value;
  if (isZero(OfElse))
    return isMadeIn(OfThen, S->getThen());
  // Of a condition that compares for equality LLVM may swap the arms.
  const auto *Compared =
      dyn_cast<BinaryOperator>(S->getCond()->IgnoreParenImpCasts());
  return Compared && Compared->isEqualityOp() && isZero(OfThen) &&
         isMadeIn(OfElse, S->getElse());
}

llvm::SmallVector<const IfStmt *, 2> banklint::ifsThatEndArms(const IfStmt *S) {
  llvm::SmallVector<const IfStmt *, 2> Result;
  for (const Stmt *Arm : {S->getThen(), S->getElse()})
    if (const auto *Last = llvm::dyn_cast_or_null<IfStmt>(lastOf(Arm)))
      Result.push_back(Last);
  return Result;
}

//===----------------------------------------------------------------------===//
// Regions of a trace
//===----------------------------------------------------------------------===//

llvm::ArrayRef<BranchArms::SitePair>
CommonStores::sitesOf(llvm::ArrayRef<ExprPair> Of) {
  llvm::SmallVector<BranchArms::SitePair, 4> Result;
  for (auto [Then, Else] : Of)
    Result.push_back({SiteOf(Then), SiteOf(Else)});
  return llvm::ArrayRef<BranchArms::SitePair>(Result).copy(Storage);
}
CommonStores::Sites CommonStores::sitesOf(const IfStmt *S) {
  auto [Known, IsNew] = Common.try_emplace(S);
  if (!IsNew)
    return Known->second;
  Sites Code;
  if (!EndArms.contains(S))
    Code.Stores = sitesOf(storesBothEndWith(S, Context));
  Code.KeepsStoreOfZero = keepsStoreOfZero(S);
  return Known->second = Code;
}
/// Where all lanes go into the first arm, the store that both arms became is
/// executed all the same, and line tables have it in the second.
static void storeInSecondArm(BranchArms &Arms, RecordedCode &Recorded) {
  auto Stored = Recorded.recordsFrom(Arms.ThenBegin);
  llvm::SmallVector<AccessRecord, 4> InSecond;
  for (auto [Then, Else] : Arms.Stores) {
    const size_t Before = Stored.size();
    while (!Stored.empty() && Stored.back().Site == Then &&
           Stored.back().Operation == AccessOperation::Store &&
           !Stored.back().IsVolatile && // which would stay two
           Stored.back().Arm == Arms.ThenArm) {
      InSecond.push_back(Stored.back());
      InSecond.back().Site = Else;
      InSecond.back().Arm = Arms.ThenArm + 1;
      Stored = Stored.drop_back();
    }
    if (Stored.size() == Before)
      break;
  }
  Arms.ElseArm = Arms.ThenArm + 1;
  Arms.ElseBegin = Arms.End;
  for (const AccessRecord &Record : llvm::reverse(InSecond))
    Recorded.append(Record);
  Arms.End = Recorded.size();
}
static const Expr *conditionOf(const Stmt *Loop) {
  if (const auto *For = dyn_cast<ForStmt>(Loop))
    return For->getCond();
  if (const auto *Range = dyn_cast<CXXForRangeStmt>(Loop))
    return Range->getCond();
  if (const auto *While = dyn_cast<WhileStmt>(Loop))
    return While->getCond();
  const auto *Do = dyn_cast<DoStmt>(Loop);
  return Do ? Do->getCond() : nullptr;
}
/// A store that both arms became has no line of its own. In a loop, line tables
/// put it at the condition of the loop, or behind the arms, by how the compiler
/// lays the loop out.
void CommonStores::markLinesInLoop(const BranchArms &Arms,
                                   const BranchPlace &In) {
  const Expr *Around = In.Loop ? conditionOf(In.Loop) : nullptr;
  if (!In.IsInLoop || !Around)
    return;
  for (AccessRecord &Record : Recorded.recordsFrom(Arms.ThenBegin)) {
    const bool IsMerged =
        llvm::any_of(Arms.Stores, [&](const BranchArms::SitePair &Sites) {
          return Record.Site == Sites.first || Record.Site == Sites.second;
        });
    if (!IsMerged)
      continue;
    Record.InexactBy |= inexactBy(ModelRule::LineTable);
    if (Record.LaterView == NoSite)
      Record.LaterView = SiteOf(Around);
  }
}
/// Whether something in there is a branch in machine code, whose ends the
/// compiler goes on from by themselves: a sine, a division.
static bool takesSlowPath(const Stmt *S, const ASTContext &Context) {
  const auto *Call = dyn_cast<CallExpr>(S);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  return (Callee && slowPathOf(*Callee, Context) != SlowPath::None) ||
         llvm::any_of(S->children(), [&](const Stmt *Child) {
           return Child && takesSlowPath(Child, Context);
         });
}
void CommonStores::record(const IfStmt *S, BranchArms Arms,
                          const BranchPlace &In) {
  Arms.End = Recorded.size();
  const bool IsFirstAlone = Arms.ElseBegin == SIZE_MAX;
  if (Arms.ThenBegin == std::min(Arms.ElseBegin, Arms.End))
    return;
  Sites Code = sitesOf(S);
  if (Code.KeepsStoreOfZero && !In.IsInLoop) {
    if (applies(ModelRule::CfgZero))
      Code.Stores = {};
    Recorded.markInexact(Arms.ThenBegin, doubtOnly(ModelRule::CfgZero));
  }
  if (Code.Stores.empty())
    return;
  Arms.Stores = Code.Stores;
  if (takesSlowPath(S->getThen(), Context) ||
      takesSlowPath(S->getElse(), Context))
    for (AccessRecord &Record : Recorded.recordsFrom(Arms.ThenBegin)) {
      if (Record.Operation == AccessOperation::Store)
        Record.InexactBy |= inexactBy(ModelRule::CfgSink);
    }
  else if (IsFirstAlone)
    storeInSecondArm(Arms, Recorded);
  if (Arms.ElseBegin >= Arms.End)
    return;
  markLinesInLoop(Arms, In);
  Arms.Arm = Recorded.Code.Arm;
  Arms.OuterArms = Recorded.Code.OuterArms;
  Arms.Behind = In.Behind();
  Recorded.addRegion(Arms);
}
//===----------------------------------------------------------------------===//
// Speculation
//===----------------------------------------------------------------------===//

/// The compiler knows that the place is there to be read.
static bool isDereferenceable(const AccessRecord &Record) {
  return Record.Where && Record.Where->Array->isDeclared() &&
         !Record.Where->Array->IsDynamic && Record.Where->isNumber();
}
/// Whether an arm sets no more than variables of functions.
static bool setsVariablesAlone(const Stmt *Arm, ActsFunction Acts) {
  if (isa<AsmStmt>(Arm))
    return false;
  const Expr *Place = nullptr;
  if (const auto *Binary = dyn_cast<BinaryOperator>(Arm);
      Binary && Binary->isAssignmentOp())
    Place = Binary->getLHS();
  if (const auto *Unary = dyn_cast<UnaryOperator>(Arm);
      Unary && Unary->isIncrementDecrementOp())
    Place = Unary->getSubExpr();
  if (Place && !isLocalVariable(Place))
    return false;
  if (const auto *Call = dyn_cast<CallExpr>(Arm)) {
    const FunctionDecl *Callee = Call->getDirectCallee();
    if (!Callee || Acts(Callee))
      return false;
  }
  return llvm::all_of(Arm->children(), [&](const Stmt *Child) {
    return !Child || setsVariablesAlone(Child, Acts);
  });
}
void banklint::markSpeculated(const IfStmt *S, size_t FirstRecord,
                              RecordedCode &Recorded, ActsFunction Acts) {
  if (!S->getElse() && setsVariablesAlone(S->getThen(), Acts))
    markSpeculated(FirstRecord, Recorded);
}

void banklint::markSpeculated(size_t FirstRecord, RecordedCode &Recorded) {
  constexpr size_t MostLoads = 2;
  const llvm::MutableArrayRef<AccessRecord> Records =
      Recorded.recordsFrom(FirstRecord);
  const auto IsLoadOfConstant = [](const AccessRecord &Record) {
    return Record.Operation == AccessOperation::Load && !Record.IsVolatile &&
           isDereferenceable(Record);
  };
  if (Records.size() <= MostLoads && llvm::all_of(Records, IsLoadOfConstant))
    for (AccessRecord &Record : Records)
      Record.InexactBy |= inexactBy(ModelRule::Speculate);
}
