//===- Count.cpp - How often something is done ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Formulas/Count.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

const char *banklint::countDoubtText(CountDoubt Why) {
  switch (Why) {
  case CountDoubt::None:
    return "";
  case CountDoubt::DataCondition:
    return "a condition depends on data, or is too complex for a formula";
  case CountDoubt::PartingLanes:
    return "lanes part at a condition that is not known";
  case CountDoubt::EarlyExit:
    return "a loop may be left early";
  case CountDoubt::LoopLength:
    return "no formula says how many iterations a loop has";
  case CountDoubt::Jumps:
    return "jumps are not followed";
  case CountDoubt::Merged:
    return "nvcc may merge what several iterations access";
  case CountDoubt::Moved:
    return "nvcc may move the access out of a loop";
  case CountDoubt::Compiler:
    return "nvcc may make other requests of the access";
  case CountDoubt::Wavefronts:
    return "requests differ by what is not known";
  case CountDoubt::Unknown:
    return "the wavefronts of a request are not known";
  case CountDoubt::LongFormula:
    return "the formula is too long";
  case CountDoubt::TooLarge:
    return "a number exceeds 2^63";
  case CountDoubt::Budget:
    return "not all of the kernel was analysed";
  }
  llvm_unreachable("every doubt is listed");
}

void Count::require(const Formula &NotNegative) {
  if (NotNegative.bounds().Min >= 0 || llvm::is_contained(Where, NotNegative))
    return;
  Where.push_back(NotNegative);
}

void Count::doubtLeast(CountDoubt Why) {
  if (!Most || !Most->isNumber(0)) {
    if (Doubt == CountDoubt::None)
      Doubt = Why;
    Least = Formula(0);
  }
}

void Count::doubtAll(CountDoubt Why) {
  doubtLeast(Why);
  if (Doubt != CountDoubt::None)
    Most.reset();
}

void Count::dropInvalid() {
  bool IsInvalid = false, IsTooLarge = false;
  const auto Check = [&](const Formula &F) {
    IsInvalid |= !F.isValid();
    IsTooLarge |= F.isTooLarge();
  };
  Check(Least);
  if (Most)
    Check(*Most);
  llvm::for_each(Where, Check);
  if (!IsInvalid)
    return;
  Least = Formula(0);
  Most.reset();
  Where.clear();
  if (Doubt == CountDoubt::None)
    Doubt = IsTooLarge ? CountDoubt::TooLarge : CountDoubt::LongFormula;
}

/// What both need; the first doubt is kept.
static void joinTerms(Count &To, const Count &From) {
  for (const Formula &F : From.Where)
    To.require(F);
  if (To.Doubt == CountDoubt::None)
    To.Doubt = From.Doubt;
}

Count &Count::operator+=(const Count &Other) {
  Least = Least + Other.Least;
  if (Most && Other.Most)
    Most = *Most + *Other.Most;
  else
    Most.reset();
  joinTerms(*this, Other);
  dropInvalid();
  return *this;
}

static bool is(const Formula &F, int64_t Number) {
  return F.isNumber() && F.number() == Number;
}

static bool isNothing(const Count &C) { return C.Most && is(*C.Most, 0); }

/// Once, for certain.
static bool isOnce(const Count &C) {
  return is(C.Least, 1) && C.Most && is(*C.Most, 1) && C.Where.empty() &&
         C.Doubt == CountDoubt::None;
}

Count banklint::operator*(const Count &A, const Count &B) {
  if (isNothing(A) || isNothing(B))
    return Formula(0);
  if (isOnce(A) && B.Where.empty())
    return B;
  if (isOnce(B) && A.Where.empty())
    return A;
  Count Result(A.Least * B.Least);
  Result.Most =
      A.Most && B.Most ? std::optional(*A.Most * *B.Most) : std::nullopt;
  joinTerms(Result, A);
  joinTerms(Result, B);
  Result.dropInvalid();
  return Result;
}

Count banklint::sumOf(llvm::StringRef Counter, const Count &Times,
                      const Count &Of) {
  if (isNothing(Times) || isNothing(Of))
    return Formula(0);
  Count Result(Formula::sum(Counter, Times.Least, Of.Least));
  Result.Most =
      Times.Most && Of.Most
          ? std::optional(Formula::sum(Counter, *Times.Most, *Of.Most))
          : std::nullopt;
  joinTerms(Result, Times);
  joinTerms(Result, Of);
  // What has to hold in each iteration has to hold at both ends, where it is
  // linear in the counter.
  std::vector<Formula> Each;
  std::swap(Each, Result.Where);
  for (const Formula &F : Each) {
    if (!F.mentions(Counter)) {
      Result.require(F);
      continue;
    }
    if (!Times.isExact()) {
      Result.doubtAll(CountDoubt::LoopLength);
      continue;
    }
    const Formula First = F.substitute(Counter, 0);
    const Formula Last = F.substitute(Counter, Times.Least - Formula(1));
    const Formula Second = F.substitute(Counter, 1);
    const Formula Third = F.substitute(Counter, 2);
    if (Second - First != Third - Second) {
      Result.doubtAll(CountDoubt::LoopLength);
      continue;
    }
    Result.require(First);
    Result.require(Last);
  }
  Result.dropInvalid();
  return Result;
}
