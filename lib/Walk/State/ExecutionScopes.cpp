//===- ExecutionScopes.cpp - How often code runs --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "State/ExecutionScopes.h"
#include "Values/Limits.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

unsigned ExecutionScopes::add(Scope New) {
  New.Depth = Scopes[New.Outer].Depth + 1;
  if (New.IsEither)
    New.Depth = std::max(New.Depth, Scopes[New.Other].Depth + 1);
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
  Scope New;
  New.Outer = Outer;
  New.Condition = IsNot ? P.logicalNot(Condition) : Condition;
  New.Active = Active;
  return add(std::move(New));
}

void ExecutionScopes::makeFormulas(Scope &Of) {
  const Value Holds = *Of.Condition;
  Of.Condition.reset();
  const CountDoubt Why = Holds.isUniform() || Holds.isVarying()
                             ? CountDoubt::DataCondition
                             : CountDoubt::PartingLanes;
  FormulaMaker OfSome(P, Of.Active), OfAll(P, Of.Active);
  Of.Some = ofCondition(OfSome.ofCondition(Holds, /*ForAll=*/false),
                        OfSome.Where, Why);
  Of.All =
      ofCondition(OfAll.ofCondition(Holds, /*ForAll=*/true), OfAll.Where, Why);
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
  if (Counter) {
    Scopes[Which].Counter = P.nameInFormulas(Counter).str();
    Loops.push_back(Which);
  }
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
                               unsigned &Steps) {
  if (!Which)
    return Inner;
  if (Steps == 0 || Scopes[Which].Depth > limits::ExecutionScopes) {
    Inner.doubtAll(CountDoubt::LongFormula);
    return Inner;
  }
  --Steps;
  if (Scopes[Which].Condition)
    makeFormulas(Scopes[Which]);
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
  // What belongs to the walk has a longer name than what warps differ in.
  const auto IsOfWalk = [](llvm::StringRef Name) {
    return Name.starts_with("#") && Name.size() > 2;
  };
  const auto Without = [&](const Formula &F) -> Formula {
    Formula Result = F;
    if (llvm::none_of(F.unknowns(), IsOfWalk))
      return Result;
    for (unsigned Which : llvm::reverse(Loops)) {
      const Scope &S = Scopes[Which];
      if (Result.mentions(S.Counter) && S.Some.isExact() && S.Some == S.All &&
          S.Some.Where.empty())
        Result = Result.substitute(S.Counter, S.Some.Least);
    }
    return Result;
  };
  C.Least = Without(C.Least);
  if (C.Most)
    C.Most = Without(*C.Most);
  for (Formula &F : C.Where)
    F = Without(F);
  const auto HasCounter = [&](const Formula &F) {
    return llvm::any_of(F.unknowns(), IsOfWalk);
  };
  if (HasCounter(C.Least) || (C.Most && HasCounter(*C.Most)) ||
      llvm::any_of(C.Where, HasCounter)) {
    C = Formula(1);
    C.doubtAll(CountDoubt::LoopLength);
  }
  C.dropInvalid();
  return C;
}

std::vector<ExecutionCount>
ExecutionScopes::take(const llvm::BitVector &Which) {
  if (!AreAsked)
    return {};
  Count Unknown = Formula(1);
  Unknown.doubtAll(CountDoubt::LoopLength);
  std::vector<ExecutionCount> Result(Scopes.size(), {Unknown, Unknown});
  Result[0] = {Formula(1), Formula(1)};
  for (unsigned Each : Which.set_bits()) {
    if (Each == 0)
      continue;
    unsigned Steps = limits::ExecutionScopes;
    Result[Each].Some =
        withoutCounters(resolve(Each, Formula(1), false, Steps));
    Steps = limits::ExecutionScopes;
    Result[Each].All = withoutCounters(resolve(Each, Formula(1), true, Steps));
  }
  return Result;
}
