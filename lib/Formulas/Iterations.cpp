//===- Iterations.cpp - How often loops and branches run ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Formulas/Iterations.h"
#include "Bank/Gpu.h"
#include "llvm/Support/MathExtras.h"

using namespace banklint;
using llvm::ArrayRef;

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

std::optional<Formula> FormulaMaker::of(const Value &V, LaneChoice Which) {
  int64_t Constant = V.constant().same();
  if (!V.constant().isSame()) {
    if (Which == LaneChoice::Shared || !Active)
      return std::nullopt;
    Constant = V.constant()[llvm::countr_zero(Active)];
    for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
      if (Active >> Lane & 1)
        Constant = Which == LaneChoice::Least
                       ? std::min(Constant, V.constant()[Lane])
                       : std::max(Constant, V.constant()[Lane]);
  }
  Formula Sum(Constant);
  for (const Term &T : V.terms()) {
    if (!T.Factor.isSame())
      return std::nullopt;
    const std::optional<Formula> Of = ofVariable(*T.What);
    if (!Of)
      return std::nullopt;
    Sum = Sum + Formula(T.Factor.same()) * *Of;
  }
  return Sum;
}

std::optional<Formula> FormulaMaker::ofVariable(const Variable &A) {
  if (!A.IsUniform)
    return std::nullopt;
  if (const llvm::StringRef Name = P.nameInFormulas(&A); !Name.empty())
    return Formula::unknown(Name, A.Bounds);
  if (A.Kind != Variable::Unresolved || A.Role != SymbolKind::Unknown)
    return std::nullopt;
  return ofOperation(A);
}

std::optional<Formula> FormulaMaker::ofOperation(const Variable &A) {
  if (A.Op == Operation::IsNegative || A.Op == Operation::IsZero ||
      A.Op == Operation::LogicalAnd || A.Op == Operation::LogicalOr)
    return ofTruth(A, /*IsNot=*/false, /*ForAll=*/true);
  const std::optional<Formula> X = of(A.Left), Y = of(A.Right);
  if (!X || !Y)
    return std::nullopt;
  switch (A.Op) {
  case Operation::Add:
    return *X + *Y;
  case Operation::Sub:
    return *X - *Y;
  case Operation::Mul:
    return *X * *Y;
  case Operation::Div:
  case Operation::Rem: {
    // Numbers below 0 are divided towards it.
    require(*X);
    require(*Y - Formula(1));
    const Formula Quotient = Formula::floorQuotient(*X, *Y);
    return A.Op == Operation::Div ? Quotient : *X - Quotient * *Y;
  }
  case Operation::Shr: {
    if (!Y->isNumber() || Y->number() < 0 || Y->number() > 62)
      return std::nullopt;
    if (!A.Type.IsSigned)
      require(*X);
    return Formula::floorQuotient(*X, Formula(int64_t(1) << Y->number()));
  }
  case Operation::And: {
    // The low bits, or all but these.
    const Formula &Bits = X->isNumber() ? *X : *Y,
                  &Of = X->isNumber() ? *Y : *X;
    if (!Bits.isNumber())
      return std::nullopt;
    const int64_t Mask = Bits.number();
    const int64_t Low = Mask < 0 ? ~Mask : Mask;
    if (!llvm::isMask_64(uint64_t(Low)) || Low > INT32_MAX / 2)
      return std::nullopt;
    const Formula Step(Low + 1);
    const Formula High = Step * Formula::floorQuotient(Of, Step);
    return Mask < 0 ? High : Of - High;
  }
  case Operation::Min:
  case Operation::Max:
    if (!A.Type.IsSigned) {
      require(*X);
      require(*Y);
    }
    return A.Op == Operation::Min ? Formula::min(*X, *Y) : Formula::max(*X, *Y);
  default:
    return std::nullopt;
  }
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

/// What the comparison takes for granted: of unsigned numbers, that neither
/// side went below 0.
bool FormulaMaker::requireUnsigned(const Variable &A) {
  for (const Value &Side : P.takenNotNegative(&A)) {
    const std::optional<Formula> Least = of(Side, LaneChoice::Least);
    if (!Least)
      return false;
    require(*Least);
  }
  return true;
}

std::optional<Formula> FormulaMaker::ofTruth(const Variable &A, bool IsNot,
                                             bool ForAll) {
  if (A.Op == Operation::LogicalAnd || A.Op == Operation::LogicalOr) {
    // Of lanes that differ, some may meet the one side, and others the other.
    const bool IsBoth = (A.Op == Operation::LogicalAnd) != IsNot;
    const auto Side = [&](const Value &V) {
      return ofCondition(IsNot ? P.logicalNot(V) : V, ForAll);
    };
    const std::optional<Formula> X = Side(A.Left), Y = Side(A.Right);
    if (!X || !Y)
      return std::nullopt;
    if (IsBoth != ForAll && !A.Left.isUniform() && !A.Right.isUniform())
      return std::nullopt;
    return IsBoth ? Formula::both(*X, *Y) : Formula::either(*X, *Y);
  }
  if (!requireUnsigned(A))
    return std::nullopt;
  if (A.Op == Operation::IsZero) {
    const std::optional<Formula> X = of(A.Left);
    if (!X)
      return std::nullopt;
    const Formula Holds = Formula::equal(*X, Formula(0));
    return IsNot ? Formula(1) - Holds : Holds;
  }
  // All lanes are below 0 where the greatest is, and some where the least is.
  const std::optional<Formula> X =
      of(A.Left, ForAll != IsNot ? LaneChoice::Most : LaneChoice::Least);
  if (!X)
    return std::nullopt;
  const Formula Holds = Formula::less(*X, Formula(0));
  return IsNot ? Formula(1) - Holds : Holds;
}

namespace {
/// A condition as `Pool` makes them: a variable of 0 or 1, or 1 less that.
struct Truth {
  const Variable *Of = nullptr;
  bool IsNot = false;
};
} // namespace

static std::optional<Truth> truthOf(const Value &V) {
  if (V.terms().size() != 1 || !V.constant().isSame() ||
      !V.terms()[0].Factor.isSame())
    return std::nullopt;
  const Variable &A = *V.terms()[0].What;
  if (A.Kind != Variable::Unresolved ||
      (A.Op != Operation::IsNegative && A.Op != Operation::IsZero &&
       A.Op != Operation::LogicalAnd && A.Op != Operation::LogicalOr))
    return std::nullopt;
  const int64_t Constant = V.constant().same();
  const int64_t Factor = V.terms()[0].Factor.same();
  if (Constant == 0 && Factor == 1)
    return Truth{&A, false};
  if (Constant == 1 && Factor == -1)
    return Truth{&A, true};
  return std::nullopt;
}

std::optional<Formula> FormulaMaker::ofCondition(const Value &V, bool ForAll) {
  if (V.isNumber())
    return Formula(V.constant().same() != 0);
  if (const std::optional<Truth> T = truthOf(V)) {
    // Lanes that part hold numbers of their own on the way.
    if (!T->Of->IsUniform && T->Of->HasVarying)
      return std::nullopt;
    return ofTruth(*T->Of, T->IsNot, ForAll);
  }
  const std::optional<Formula> X = of(V);
  if (!X)
    return std::nullopt;
  return Formula(1) - Formula::equal(*X, Formula(0));
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

namespace {
/// Before a condition fails: so many iterations if `Gate` is 1, else none.
/// Without `Times`, it never fails.
struct Length {
  Formula Gate = Formula(1);
  std::optional<Formula> Times;
};

class LengthFinder {
public:
  LengthFinder(Pool &P, ArrayRef<Motion> Motions, LaneMask Active, bool ForAll)
      : Maker(P, Active), P(P), Motions(Motions), ForAll(ForAll) {}

  std::optional<Length> of(const Value &Condition, bool IsNot = false);

  FormulaMaker Maker;

private:
  std::optional<Length> ofTruth(const Variable &A, bool IsNot);
  std::optional<Length> ofNegative(const Formula &Sum);
  std::optional<Length> ofNonzero(const Formula &Sum);
  std::optional<Length> solve(const Motion &M, const Formula &Factor,
                              const Formula &Rest);
  /// The motion that a formula depends on; null where there is none. False
  /// where there are several, or not linearly.
  bool split(const Formula &Sum, const Motion *&M, Formula &Factor,
             Formula &Rest) const;

  Pool &P;
  ArrayRef<Motion> Motions;
  bool ForAll;
};
} // namespace

bool LengthFinder::split(const Formula &Sum, const Motion *&M, Formula &Factor,
                         Formula &Rest) const {
  M = nullptr;
  Rest = Sum;
  for (const Motion &Each : Motions) {
    const llvm::StringRef Name = P.nameInFormulas(Each.Symbol);
    if (!Sum.mentions(Name))
      continue;
    const auto Powers = Sum.powersOf(Name);
    if (M || !Powers || !(*Powers)[2].isNumber(0))
      return false;
    M = &Each;
    Factor = (*Powers)[1];
    Rest = (*Powers)[0];
  }
  return true;
}

static Formula logarithm(const Formula &Of, int64_t Base) {
  return Formula::floorQuotient(
      Formula::log2(Of), Formula(int64_t(llvm::Log2_64(uint64_t(Base)))));
}

/// While Factor * symbol + Rest < 0.
std::optional<Length> LengthFinder::solve(const Motion &M,
                                          const Formula &Factor,
                                          const Formula &Rest) {
  if (M.Kind == Motion::Divides) {
    // While it is above some number.
    if (!Factor.isNumber() || Factor.number() >= 0)
      return std::nullopt;
    const Formula Least =
        Formula::floorQuotient(Rest, Formula(-Factor.number())) + Formula(1);
    const std::optional<Formula> Start = Maker.of(M.Start);
    if (!Start || !Least.isNumber() || Least.number() < 1)
      return std::nullopt;
    return Length{Formula(1) - Formula::less(*Start, Least),
                  logarithm(Formula::floorQuotient(*Start, Least), M.Factor) +
                      Formula(1)};
  }
  const Range Slope = Factor.bounds();
  if (Slope.Max <= 0)
    return std::nullopt; // moves away from its bound
  if (Slope.Min < 1)
    Maker.Where.push_back(Factor - Formula(1));
  const Formula Bound = Formula::ceilingQuotient(Formula(-1) * Rest, Factor);
  if (M.Kind == Motion::Counts)
    return Length{Formula(1), Formula::max(Formula(0), Bound)};
  return Length{Formula(1) - Formula::less(Bound, Formula(2)),
                logarithm(Bound - Formula(1), M.Factor) + Formula(1)};
}

std::optional<Length> LengthFinder::ofNegative(const Formula &Sum) {
  const Motion *M = nullptr;
  Formula Factor, Rest;
  if (!split(Sum, M, Factor, Rest))
    return std::nullopt;
  if (!M)
    return Length{Formula::less(Sum, Formula(0)), std::nullopt};
  return solve(*M, Factor, Rest);
}

std::optional<Length> LengthFinder::ofNonzero(const Formula &Sum) {
  const Motion *M = nullptr;
  Formula Factor, Rest;
  if (!split(Sum, M, Factor, Rest))
    return std::nullopt;
  if (!M)
    return Length{Formula(1) - Formula::equal(Sum, Formula(0)), std::nullopt};
  if (!Factor.isNumber() || Factor.isNumber(0))
    return std::nullopt;
  if (M->Kind == Motion::Divides) {
    const std::optional<Formula> Start = Maker.of(M->Start);
    if (!Rest.isNumber(0) || !Start)
      return std::nullopt;
    Maker.Where.push_back(*Start);
    return solve(*M, Formula(-1), Formula(0));
  }
  if (M->Kind != Motion::Counts)
    return std::nullopt;
  // It has to meet its bound.
  const int64_t Step = std::abs(Factor.number());
  const Formula Apart = Factor.number() > 0 ? Formula(-1) * Rest : Rest;
  const Formula Times = Formula::floorQuotient(Apart, Formula(Step));
  if (Times * Formula(Step) != Apart)
    return std::nullopt;
  Maker.Where.push_back(Times);
  return Length{Formula(1), Formula::max(Formula(0), Times)};
}

std::optional<Length> LengthFinder::ofTruth(const Variable &A, bool IsNot) {
  if (A.Op == Operation::LogicalAnd || A.Op == Operation::LogicalOr) {
    const std::optional<Length> X = of(A.Left, IsNot), Y = of(A.Right, IsNot);
    if (!X || !Y)
      return std::nullopt;
    if ((A.Op == Operation::LogicalAnd) != IsNot) {
      // Lanes that leave by the one side, and those that leave by the other.
      if (!ForAll && !A.Left.isUniform() && !A.Right.isUniform())
        return std::nullopt;
      Length Both = {Formula::both(X->Gate, Y->Gate), X->Times};
      if (Y->Times)
        Both.Times = X->Times ? Formula::min(*X->Times, *Y->Times) : *Y->Times;
      return Both;
    }
    if (ForAll && !A.Left.isUniform() && !A.Right.isUniform())
      return std::nullopt;
    if (!X->Times && !Y->Times)
      return Length{Formula::either(X->Gate, Y->Gate), std::nullopt};
    if (!X->Times || !Y->Times)
      return std::nullopt;
    return Length{Formula(1),
                  Formula::max(X->Gate * *X->Times, Y->Gate * *Y->Times)};
  }
  for (const Value &Side : P.takenNotNegative(&A)) {
    const std::optional<Formula> Least = Maker.of(Side, LaneChoice::Least);
    if (!Least)
      return std::nullopt;
    Maker.Where.push_back(*Least);
  }
  if (A.Op == Operation::IsZero) {
    const std::optional<Formula> Sum = Maker.of(A.Left);
    if (!Sum)
      return std::nullopt;
    if (IsNot)
      return ofNonzero(*Sum);
    const Motion *M = nullptr;
    Formula Factor, Rest;
    if (!split(*Sum, M, Factor, Rest) || M)
      return std::nullopt;
    return Length{Formula::equal(*Sum, Formula(0)), std::nullopt};
  }
  const std::optional<Formula> Sum =
      Maker.of(A.Left, ForAll != IsNot ? LaneChoice::Most : LaneChoice::Least);
  if (!Sum)
    return std::nullopt;
  return ofNegative(IsNot ? Formula(-1) - *Sum : *Sum);
}

std::optional<Length> LengthFinder::of(const Value &Condition, bool IsNot) {
  if (Condition.isNumber()) {
    const bool Holds = (Condition.constant().same() != 0) != IsNot;
    return Length{Formula(Holds), std::nullopt};
  }
  if (const std::optional<Truth> T = truthOf(Condition)) {
    if (T->Of->HasVarying)
      return std::nullopt;
    return ofTruth(*T->Of, T->IsNot != IsNot);
  }
  const std::optional<Formula> Sum = Maker.of(Condition);
  return Sum && !IsNot ? ofNonzero(*Sum) : std::nullopt;
}

std::optional<Count> banklint::iterationsWhile(Pool &P, const Value &Condition,
                                               ArrayRef<Motion> Motions,
                                               LaneMask Active, bool ForAll) {
  LengthFinder Finder(P, Motions, Active, ForAll);
  const std::optional<Length> Found = Finder.of(Condition);
  if (!Found || (!Found->Times && !Found->Gate.isNumber(0)))
    return std::nullopt;
  Count Result(Found->Times ? Found->Gate * *Found->Times : Formula(0));
  for (const Formula &F : Finder.Maker.Where) {
    // It has to hold from the first test to that which fails.
    Formula First = F, Last = F;
    for (const Motion &M : Motions) {
      const llvm::StringRef Name = P.nameInFormulas(M.Symbol);
      if (!F.mentions(Name))
        continue;
      const auto Powers = F.powersOf(Name);
      if (M.Kind == Motion::Divides && Powers && (*Powers)[2].isNumber(0) &&
          (*Powers)[1].bounds().Min >= 0) {
        First = Last = Last.substitute(Name, Formula(0));
        continue;
      }
      if (M.Kind == Motion::Grows && Powers && (*Powers)[2].isNumber(0) &&
          (*Powers)[1].bounds().Min >= 0) {
        First = Last = Last.substitute(Name, Formula(1));
        continue;
      }
      if (M.Kind != Motion::Counts || !Powers || !(*Powers)[2].isNumber(0))
        return std::nullopt;
      First = First.substitute(Name, Formula(0));
      Last = Last.substitute(Name, Result.Least);
    }
    if (First.bounds().Max < 0 || Last.bounds().Max < 0)
      return std::nullopt;
    Result.require(First);
    Result.require(Last);
  }
  Result.dropInvalid();
  return Result;
}
