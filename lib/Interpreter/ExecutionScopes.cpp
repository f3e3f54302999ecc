//===- ExecutionScopes.cpp - How often code runs --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExecutionScopes.h"
#include "Warp/Limits.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

unsigned ExecutionScopes::add(Scope New) {
  Scopes.push_back(std::move(New));
  return unsigned(Scopes.size() - 1);
}

/// A count of a condition, which holds or not.
static Count ofCondition(const std::optional<Formula> &Holds,
                         const std::vector<Formula> &Where, CountDoubt Why) {
  Count Result(Holds.value_or(Formula(1)));
  if (!Holds)
    Result.doubtLeast(Why);
  else
    for (const Formula &F : Where)
      Result.require(F);
  return Result;
}

unsigned ExecutionScopes::under(unsigned Outer, const Value &Condition,
                                bool IsNot, LaneMask Active) {
  if (Condition.isKnown()) // the walk knows more than that
    return perhaps(Outer, CountDoubt::DataCondition);
  const Value Holds = IsNot ? P.logicalNot(Condition) : Condition;
  const CountDoubt Why = Condition.isUniform() || Condition.isVarying()
                             ? CountDoubt::DataCondition
                             : CountDoubt::PartingLanes;
  Scope New;
  New.Outer = Outer;
  FormulaMaker OfSome(P, Active), OfAll(P, Active);
  New.Some = ofCondition(OfSome.ofCondition(Holds, /*ForAll=*/false),
                         OfSome.Where, Why);
  New.All =
      ofCondition(OfAll.ofCondition(Holds, /*ForAll=*/true), OfAll.Where, Why);
  return add(std::move(New));
}

unsigned ExecutionScopes::perhaps(unsigned Outer, CountDoubt Why) {
  Scope New;
  New.Outer = Outer;
  New.Some.doubtLeast(Why);
  New.All.doubtLeast(Why);
  return add(std::move(New));
}

unsigned ExecutionScopes::unknown(unsigned Outer, CountDoubt Why) {
  Scope New;
  New.Outer = Outer;
  New.IsLoop = true;
  New.Some.doubtAll(Why);
  New.All.doubtAll(Why);
  return add(std::move(New));
}

unsigned ExecutionScopes::either(unsigned A, unsigned B) {
  Scope New;
  New.Outer = A;
  New.Other = B;
  New.IsEither = true;
  return add(std::move(New));
}

unsigned ExecutionScopes::openLoop(unsigned Outer, const Variable *Counter) {
  const unsigned Which = unknown(Outer, CountDoubt::LoopLength);
  if (Counter)
    Scopes[Which].Counter = P.nameInFormulas(Counter).str();
  return Which;
}

void ExecutionScopes::endLoop(unsigned Which, Count Some, Count All) {
  assert(Scopes[Which].IsLoop && "a loop was opened");
  Scopes[Which].Some = std::move(Some);
  Scopes[Which].All = std::move(All);
}

bool ExecutionScopes::isRepeated(unsigned Which) const {
  while (Which && !Scopes[Which].IsLoop) {
    if (Scopes[Which].IsEither && isRepeated(Scopes[Which].Other))
      return true;
    Which = Scopes[Which].Outer;
  }
  return Which != 0;
}

/// How often `Inner`, of each time that the scope runs, is all in all.
Count ExecutionScopes::resolve(unsigned Which, Count Inner, bool ForAll,
                               unsigned &Steps) const {
  if (Steps)
    --Steps;
  else
    Inner.doubtAll(CountDoubt::LongFormula);
  if (!Which)
    return Inner;
  const Scope &S = Scopes[Which];
  if (S.IsEither) {
    Count Sum = resolve(S.Outer, Inner, ForAll, Steps);
    return Sum += resolve(S.Other, Inner, ForAll, Steps);
  }
  const Count &Times = ForAll ? S.All : S.Some;
  return resolve(S.Outer,
                 S.Counter.empty() ? Times * Inner
                                   : sumOf(S.Counter, Times, Inner),
                 ForAll, Steps);
}

/// Behind a loop, its counter is what it has counted.
Count ExecutionScopes::withoutCounters(Count C) const {
  const auto Without = [&](const Formula &F) -> Formula {
    Formula Result = F;
    for (const Scope &S : llvm::reverse(Scopes))
      if (!S.Counter.empty() && Result.mentions(S.Counter) &&
          S.Some.isExact() && S.Some == S.All && S.Some.Where.empty())
        Result = Result.substitute(S.Counter, S.Some.Least);
    return Result;
  };
  C.Least = Without(C.Least);
  if (C.Most)
    C.Most = Without(*C.Most);
  for (Formula &F : C.Where)
    F = Without(F);
  // What is left of a walk has no name.
  const auto IsOfWalk = [](const Formula &F) {
    return llvm::any_of(F.unknowns(), [](llvm::StringRef Name) {
      return Name.starts_with("#") && Name.size() > 2;
    });
  };
  if (IsOfWalk(C.Least) || (C.Most && IsOfWalk(*C.Most)) ||
      llvm::any_of(C.Where, IsOfWalk)) {
    C = Formula(1);
    C.doubtAll(CountDoubt::LoopLength);
  }
  C.dropInvalid();
  return C;
}

std::vector<ExecutionCount> ExecutionScopes::take() const {
  std::vector<ExecutionCount> All;
  All.reserve(Scopes.size());
  for (unsigned Which = 0; Which != Scopes.size(); ++Which) {
    ExecutionCount &Of = All.emplace_back();
    unsigned Steps = limits::ExecutionScopes;
    Of.Some = withoutCounters(resolve(Which, Formula(1), false, Steps));
    Steps = limits::ExecutionScopes;
    Of.All = withoutCounters(resolve(Which, Formula(1), true, Steps));
  }
  return All;
}
