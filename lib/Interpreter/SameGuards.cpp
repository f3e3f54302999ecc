//===- SameGuards.cpp - Branches with one condition -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SameGuards.h"
#include "Interpreter.h"
#include "Model/Modes.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace banklint;
using namespace clang;

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

namespace banklint {

/// Makes the key of a condition.
class GuardLister {
public:
  /// Where the low bits that a factor leaves empty may be left out.
  GuardLister(Interpreter &I, bool MayEmpty) : I(I), MayEmpty(MayEmpty) {}

  void list(const Expr *E);
  /// Comparisons of one place with two bounds become one, of a range.
  bool hasRange() const;

  GuardKey Key;

private:
  /// A product by a power of two and constants, in a type that does not wrap.
  struct ScaledSum {
    const Expr *Scaled = nullptr; ///< the other factor
    int64_t Factor = 1, Constant = 0;
    bool HasNegative = false; ///< among the constants
    bool IsShifted = false;   ///< to the left, which may lose bits
  };
  const Expr *looksThrough(const Expr *E);
  std::optional<int64_t> numberOf(const Expr *E);
  bool addTo(ScaledSum &Sum, const Expr *E, int64_t Sign);
  bool addProduct(ScaledSum &Sum, const BinaryOperator *E);
  bool isRegrouped(const Expr *E);
  void listComparison(const BinaryOperator *E);
  bool listEmptied(const Expr *E, const Expr *BoundedBy, int64_t Added);
  void listVariables(const Stmt *S);

  Interpreter &I;
  bool MayEmpty;
  SmallVector<Value, 4> Emptied;
};

} // namespace banklint

namespace {
enum GuardOperator : unsigned { Truth, Not, And, Or, Equal, Less, LessEmptied };
} // namespace

/// What a variable was made of, where it still is that, and what stands in
/// parentheses.
const Expr *GuardLister::looksThrough(const Expr *E) {
  E = E->IgnoreParens();
  const auto *Cast = dyn_cast<ImplicitCastExpr>(E);
  if (Cast && Cast->getCastKind() == CK_LValueToRValue)
    if (const auto *Ref =
            dyn_cast<DeclRefExpr>(Cast->getSubExpr()->IgnoreParens()))
      if (const auto *Variable = dyn_cast<VarDecl>(Ref->getDecl());
          Variable && Variable->getInit() &&
          !Variable->getType()->isReferenceType() &&
          isa<BinaryOperator>(Variable->getInit()->IgnoreParens()) &&
          I.evaluate(E).Number == I.evaluate(Variable->getInit()).Number)
        return Variable->getInit()->IgnoreParens();
  return E;
}

/// Whether nothing in an expression is an index of threads, also where that is
/// the same in all lanes.
static bool isFreeOfThreads(const Stmt *S,
                            llvm::SmallPtrSetImpl<const VarDecl *> &Met) {
  if (isa<CallExpr>(S))
    return false;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S))
    if (const auto *Variable = dyn_cast<VarDecl>(Ref->getDecl())) {
      if (!Variable->getType()->isIntegerType())
        return false;
      const Expr *Init = Variable->getInit();
      // A variable may be part of its own initializer.
      if (Init && !Variable->isConstexpr() && Met.insert(Variable).second &&
          !isFreeOfThreads(Init, Met))
        return false;
    }
  return llvm::all_of(S->children(), [&](const Stmt *Child) {
    return !Child || isFreeOfThreads(Child, Met);
  });
}

/// The same in all lanes, and known to the compiler.
std::optional<int64_t> GuardLister::numberOf(const Expr *E) {
  llvm::SmallPtrSet<const VarDecl *, 4> Met;
  if (!isFreeOfThreads(E, Met))
    return std::nullopt;
  const Value V = I.evaluate(E).Number;
  if (!V.isNumber() || !V.launchTerms().empty())
    return std::nullopt;
  return V.constant().same();
}

/// Products of a product, or of a sum with a number, are regrouped.
bool GuardLister::isRegrouped(const Expr *E) {
  const auto *Binary = dyn_cast<BinaryOperator>(looksThrough(E));
  return Binary && (Binary->getOpcode() == BO_Mul ||
                    (Binary->isAdditiveOp() && (numberOf(Binary->getLHS()) ||
                                                numberOf(Binary->getRHS()))));
}

bool GuardLister::addProduct(ScaledSum &Sum, const BinaryOperator *E) {
  if (Sum.Scaled || (E->getOpcode() != BO_Mul && E->getOpcode() != BO_Shl))
    return false;
  const Expr *Other = E->getLHS();
  std::optional<int64_t> Factor = numberOf(E->getRHS());
  if (!Factor && E->getOpcode() == BO_Mul) {
    Other = E->getRHS();
    Factor = numberOf(E->getLHS());
  }
  if (!Factor || *Factor <= 0)
    return false;
  Sum.IsShifted = E->getOpcode() == BO_Shl;
  if (Sum.IsShifted)
    Factor = *Factor < 31 ? int64_t(1) << *Factor : 0;
  if (!llvm::isPowerOf2_64(uint64_t(*Factor)) || isRegrouped(Other))
    return false;
  Sum.Scaled = Other;
  Sum.Factor = *Factor;
  return true;
}

bool GuardLister::addTo(ScaledSum &Sum, const Expr *E, int64_t Sign) {
  if (!E->getType()->isSignedIntegerType())
    return false;
  if (const std::optional<int64_t> Number = numberOf(E)) {
    Sum.Constant += Sign * *Number;
    Sum.HasNegative |= Sign * *Number < 0;
    return true;
  }
  const auto *Binary = dyn_cast<BinaryOperator>(looksThrough(E));
  if (!Binary || !Binary->getType()->isSignedIntegerType())
    return false;
  if (!Binary->isAdditiveOp())
    return Sign == 1 && addProduct(Sum, Binary);
  return addTo(Sum, Binary->getLHS(), Sign) &&
         addTo(Sum, Binary->getRHS(),
               Binary->getOpcode() == BO_Sub ? -Sign : Sign);
}

/// `E < BoundedBy + Added`, where the low bits of `E` decide nothing.
bool GuardLister::listEmptied(const Expr *E, const Expr *BoundedBy,
                              int64_t Added) {
  if (!MayEmpty)
    return false;
  const std::optional<int64_t> Bound = numberOf(BoundedBy);
  ScaledSum Sum;
  if (!Bound || !addTo(Sum, E, 1) || !Sum.Scaled)
    return false;
  const int64_t Low = Sum.Constant & (Sum.Factor - 1);
  if (Sum.HasNegative && Low != Sum.Constant)
    return false; // constants of both signs: the sum may wrap
  Key.Operators.push_back(LessEmptied);
  Key.IsDoubtful |= Sum.IsShifted;
  Key.HasEmptied = true;
  const Value Scaled = I.evaluate(Sum.Scaled).Number;
  Emptied.push_back(Scaled);
  Key.Operands.append({Scaled, Sum.Factor, Sum.Constant - Low,
                       (*Bound + Added - Low + Sum.Factor - 1) & -Sum.Factor});
  return true;
}

/// Numbers may come out the same of different ones, which the compiler does not
/// always see.
void GuardLister::listVariables(const Stmt *S) {
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S);
      Ref && Ref->getType()->isIntegerType() && isa<VarDecl>(Ref->getDecl()))
    if (const Pointer *At = I.place(Ref))
      Key.Operands.push_back(I.load(At, Ref->getType(), Ref).Number);
  for (const Stmt *Child : S->children())
    if (Child)
      listVariables(Child);
}

void GuardLister::listComparison(const BinaryOperator *E) {
  const BinaryOperatorKind Op = E->getOpcode();
  const Expr *Left = E->getLHS(), *Right = E->getRHS();
  if (E->isEqualityOp()) {
    if (Op == BO_NE)
      Key.Operators.push_back(Not);
    Key.Operators.push_back(Equal);
  } else {
    // a > b is b < a, a >= b is not a < b, and a <= b is a < b + 1.
    const bool IsNot = Op == BO_GE || Op == BO_GT;
    const size_t Before = Key.Operators.size();
    if (IsNot)
      Key.Operators.push_back(Not);
    if (listEmptied(Left, Right, Op == BO_LE || Op == BO_GT))
      return;
    Key.Operators.resize(Before);
    if (!IsNot)
      Key.Operators.push_back(Not);
    if (listEmptied(Right, Left, Op == BO_LT || Op == BO_GE))
      return;
    Key.Operators.resize(Before);
    Key.Operators.append({Less, unsigned(Op)});
  }
  for (const Expr *Side : {Left, Right}) {
    Key.Operands.push_back(I.evaluate(Side).Number);
    listVariables(Side);
  }
}

void GuardLister::list(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *Cast = dyn_cast<ImplicitCastExpr>(E);
      Cast && Cast->getSubExpr()->getType()->isBooleanType() &&
      Cast->getCastKind() != CK_LValueToRValue)
    return list(Cast->getSubExpr());
  if (const auto *Unary = dyn_cast<UnaryOperator>(E);
      Unary && Unary->getOpcode() == UO_LNot) {
    Key.Operators.push_back(Not);
    return list(Unary->getSubExpr());
  }
  const auto *Binary = dyn_cast<BinaryOperator>(E);
  if (Binary && Binary->isLogicalOp()) {
    Key.Operators.push_back(Binary->getOpcode() == BO_LAnd ? And : Or);
    list(Binary->getLHS());
    return list(Binary->getRHS());
  }
  if (Binary && Binary->isComparisonOp() &&
      Binary->getLHS()->getType()->isIntegerType() &&
      Binary->getRHS()->getType()->isIntegerType())
    return listComparison(Binary);
  Key.Operators.push_back(Truth);
  Key.Operands.push_back(I.evaluateTruth(E));
  listVariables(E);
}

bool GuardLister::hasRange() const {
  for (size_t N = 1; N < Emptied.size(); ++N)
    if (llvm::is_contained(llvm::ArrayRef(Emptied).take_front(N), Emptied[N]))
      return true;
  return false;
}

/// The key of a condition that was evaluated just now, without accesses.
GuardKey Interpreter::guardOf(const Expr *E) {
  const Journal::Mark Mark(Changes);
  const Checkpoint Here = checkpoint(Mark);
  const Trial OnTrial(*this);
  std::optional<GuardLister> Conditions;
  Conditions.emplace(*this, /*MayEmpty=*/AreCountsConstant);
  Conditions->list(E);
  if (Conditions->hasRange()) {
    Conditions.emplace(*this, /*MayEmpty=*/false);
    Conditions->list(E);
  }
  rollBack(Here);
  return std::move(Conditions->Key);
}

//===----------------------------------------------------------------------===//
// What lies in and between branches
//===----------------------------------------------------------------------===//

static bool isLocal(const Expr *E) {
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParens());
  const auto *Variable = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return Variable && Variable->hasLocalStorage();
}

bool banklint::computesForLater(const Stmt *Arm) {
  if (!Arm)
    return false;
  if (const auto *Binary = dyn_cast<BinaryOperator>(Arm);
      Binary && Binary->isAssignmentOp() && isLocal(Binary->getLHS()))
    return true;
  if (const auto *Unary = dyn_cast<UnaryOperator>(Arm);
      Unary && Unary->isIncrementDecrementOp() && isLocal(Unary->getSubExpr()))
    return true;
  return llvm::any_of(Arm->children(), computesForLater);
}

bool banklint::staysBetweenBranches(const Stmt *S) {
  auto IsSimple = [](QualType Type) {
    return Type->isIntegerType() || Type->isPointerType() ||
           Type->isReferenceType();
  };
  if (const auto *Declared = dyn_cast<DeclStmt>(S))
    return llvm::any_of(Declared->decls(), [&](const Decl *D) {
      const auto *Variable = dyn_cast<VarDecl>(D);
      return Variable && !IsSimple(Variable->getType()) &&
             !Variable->getType()->isRecordType();
    });
  if (const auto *E = dyn_cast<Expr>(S))
    return !IsSimple(E->getType());
  return false;
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

/// Whether some access behind a branch may merge with one in front: nothing
/// merges over barriers and fences.
static bool mayMerge(llvm::ArrayRef<AccessRecord> Front,
                     llvm::ArrayRef<AccessRecord> Behind) {
  llvm::SmallDenseSet<unsigned, 4> Fences;
  for (const AccessRecord &Record : Front)
    Fences.insert(Record.Fence);
  return llvm::any_of(Behind, [&](const AccessRecord &Record) {
    return Fences.contains(Record.Fence);
  });
}

/// Runs an `if` without `else`.
void Interpreter::runGuarded(const IfStmt *S, const Split &Lanes,
                             llvm::ArrayRef<unsigned> Led, bool HasAccesses) {
  const bool Counts =
      Recorded.isOn() && !HasAccesses && !computesForLater(S->getThen());
  const std::shared_ptr<const WalkedIf> Last = std::exchange(LastIf, nullptr);
  const unsigned BlockBefore = Recorded.Code.Block;
  const LaneMask LanesBefore = Active.Lanes;
  WalkedIf This;
  This.OuterArm = Recorded.Code.Arm;
  This.FirstRecord = Recorded.size();
  bool IsSame = Counts && Last && Last->EndRecord == This.FirstRecord &&
                Last->OuterArm == This.OuterArm &&
                Last->Key == guardOf(S->getCond());
  // Where more is done than one access, the conditions may not be compared
  // before the branches are given up.
  const bool IsDoubtful =
      IsSame &&
      (IsPastLastIf || Last->Key.IsDoubtful ||
       (Last->Key.HasEmptied && Last->EndRecord - Last->FirstRecord > 1) ||
       !applies(ModelRule::SameGuard));
  const size_t FirstOfBoth = IsSame ? Last->FirstRecord : 0;
  IsSame &= !IsDoubtful;
  if (IsSame)
    LastIf = Last->Inside;
  branch(
      Lanes, S->getCond()->getExprLoc(),
      [&] {
        This.Arm = Recorded.Code.Arm;
        if (IsSame)
          Recorded.joinGuarded({Last->LastBlock, Recorded.Code.Block,
                                Last->NextBlock, BlockBefore});
        const llvm::SaveAndRestore Restore(Recorded.Code.OuterArms);
        const llvm::SaveAndRestore RestoreKnown(KnownNumbers);
        comeThrough(Led);
        noteNumbers(S->getCond(), /*Holds=*/true, *S->getThen());
        runScoped(S->getThen());
        This.LastBlock = Recorded.Code.Block;
        This.Inside = LastIf;
      },
      [] {}, IsSame ? Last->Arm : Recorded.newArms());
  LastIf = nullptr;
  This.EndRecord = Recorded.size();
  if (!Counts || This.EndRecord == This.FirstRecord)
    return;
  if (IsDoubtful) {
    const llvm::ArrayRef<AccessRecord> Both = Recorded.recordsFrom(FirstOfBoth);
    const size_t Split = This.FirstRecord - FirstOfBoth;
    if (mayMerge(Both.take_front(Split), Both.drop_front(Split)))
      Recorded.markInexact(FirstOfBoth, doubtBy(ModelRule::SameGuard));
  }
  if (stopped() || Active.Lanes != LanesBefore)
    return;
  This.Key = guardOf(S->getCond());
  This.NextBlock = Recorded.Code.Block;
  LastIf = std::make_shared<const WalkedIf>(std::move(This));
  IsPastLastIf = false;
}
