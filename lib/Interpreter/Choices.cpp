//===- Choices.cpp - Joining the states of several paths ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine.h"
#include "Warp/Limits.h"
#include "llvm/ADT/SetVector.h"

using namespace banklint;
using namespace clang;

Value Machine::choiceFor(const Split &Condition, SourceLocation Where) {
  if (Condition.Confidence >= Certainty::Even)
    return P.varying(why("depends on data compared", Where), {0, 1});
  return P.symbol("a condition", SymbolKind::Choice, {0, 1});
}

Scalar Machine::selectLanes(LaneMask Mask, const Scalar &A, const Scalar &B) {
  if (A == B || Mask == AllLanes)
    return A;
  if (Mask == 0)
    return B;
  Lanes Chosen;
  for (unsigned Lane = 0; Lane != WarpLanes; ++Lane)
    Chosen[Lane] = Mask >> Lane & 1;
  return choose(P.lanes(Chosen), A, B);
}

/// B + (A - B) * Choice, for numbers and for addresses.
Scalar Machine::choose(const Value &Choice, const Scalar &A, const Scalar &B) {
  auto Mix = [&](const Value &X, const Value &Y) -> Value {
    if (X == Y)
      return X;
    Value Difference = P.sub(X, Y);
    bool IsMask = Choice.isKnown();
    // A choice makes one term more of each.
    size_t Terms = Y.terms().size() + Difference.terms().size() + 1;
    if (IsMask || (Terms <= limits::ChoiceTerms && !Difference.isVarying())) {
      Value Either = P.add(Y, P.mul(Difference, Choice));
      if (Either.terms().size() <= limits::ChoiceTerms)
        return Either;
    }
    Range A = P.range(X), B = P.range(Y);
    Range Bounds = {std::min(A.Min, B.Min), std::max(A.Max, B.Max)};
    if (X.isUniform() && Y.isUniform() && Choice.isUniform())
      return P.symbol("a value set by conditions", SymbolKind::Unknown, Bounds);
    llvm::StringRef Reason;
    for (const Value &Part : {Choice, X, Y})
      Reason = Reason.empty() ? Part.reason() : Reason;
    return P.varying(Reason.empty() ? "set by several conditions" : Reason,
                     Bounds);
  };
  if (A == B)
    return A;
  if (A.Function || B.Function) // one of several functions
    return {};
  if (!A.Address && !B.Address)
    return Mix(A.Number, B.Number);
  if (!A.Address || !B.Address) // null, or never written
    return A.Address ? A : B;
  const Pointer *X = A.Address, *Y = B.Address;
  if (X->BitField || Y->BitField)
    return lost("one of several bit-fields, by a condition");
  if (X->Base->Kind == Object::Lost || Y->Base->Kind == Object::Lost)
    return X->Base->Kind == Object::Lost ? X : Y;
  if (X->Base != Y->Base) {
    bool BothShared =
        X->Base->Kind == Object::Shared && Y->Base->Kind == Object::Shared;
    bool BothForeign =
        X->Base->Kind == Object::Foreign && Y->Base->Kind == Object::Foreign;
    if (BothForeign)
      return foreign(Mix(X->WithinBytes, Y->WithinBytes));
    if (X->Base->Kind != Object::Shared && Y->Base->Kind != Object::Shared)
      return eitherLocal(Choice, X, Y);
    if (!BothShared)
      return lost("points to shared or to other memory, by a condition");
    X->Base->Array->Escapes = Y->Base->Array->Escapes = true;
    X = flatten(X);
    Y = flatten(Y);
    Object &Both =
        Memory.window(X->Base->Name == Y->Base->Name
                          ? X->Base->Name.str()
                          : (X->Base->Name + "' or '" + Y->Base->Name).str());
    return new (P.storage())
        Pointer(&Both, {}, Mix(X->WithinBytes, Y->WithinBytes),
                X->IsGeneric || Y->IsGeneric);
  }
  llvm::SmallVector<Value, 3> Index;
  for (auto [I, J] : llvm::zip(X->Index, Y->Index))
    Index.push_back(Mix(I, J));
  return new (P.storage()) Pointer(
      X->Base, llvm::ArrayRef<Value>(Index).copy(P.storage()),
      Mix(X->WithinBytes, Y->WithinBytes), X->IsGeneric || Y->IsGeneric);
}

/// A place in one of two objects, of which one at least is local: a local one
/// that holds what either holds.
const Pointer *Machine::eitherLocal(const Value &Choice, const Pointer *X,
                                    const Pointer *Y) {
  Object &A = *X->Base, &B = *Y->Base;
  useAll(A);
  useAll(B);
  if (A.Kind != B.Kind || !X->WithinBytes.isNumber() ||
      !Y->WithinBytes.isNumber()) {
    constexpr llvm::StringLiteral Why = "may be written through a pointer";
    for (Object *O : {&A, &B})
      if (O->Kind == Object::Local)
        forgetLocal(*O, Why);
    return foreign(P.varying(Why));
  }
  Object &Either = makeObject(Object::Local, A.Name, A.Type);
  llvm::SmallSetVector<Object *, 8> All;
  for (Object *O : {&A, &B}) {
    All.insert_range(O->StandsFor);
    All.insert(O);
  }
  Either.StandsFor = All.getArrayRef().copy(P.storage());
  if (A.Initial == B.Initial)
    Either.Initial = A.Initial;
  Either.Reason = A.Reason.empty() ? B.Reason : A.Reason;
  int64_t AtA = X->WithinBytes.constant().same();
  int64_t AtB = Y->WithinBytes.constant().same();
  for (const auto &[OffsetBytes, OfA] : A.Cells) {
    auto OfB = B.Cells.find(OffsetBytes - AtA + AtB);
    if (OfB == B.Cells.end())
      continue;
    // Lists of locals that point to each other need not end.
    auto IsLink = [](const Scalar &V) {
      return V.Address && V.Address->Base->Kind == Object::Local;
    };
    if (OfA == OfB->second || !IsLink(OfA) || !IsLink(OfB->second))
      Either.Cells.emplace(OffsetBytes - AtA, choose(Choice, OfA, OfB->second));
  }
  return &Either.Begin;
}

/// `a < b ? a : b` and its kind: the lesser or the greater of two numbers.
std::optional<Value> Machine::extremeOf(const Split &Condition, const Scalar &A,
                                        const Scalar &B) {
  const Value &Open = Condition.Open;
  if (Open.terms().size() != 1 || A.Address || B.Address || A.Function ||
      B.Function || A.Number.isVarying() || B.Number.isVarying())
    return std::nullopt;
  const Variable &Test = *Open.terms()[0].What;
  if (Test.Kind != Variable::Unresolved || Test.Op != Operation::IsNegative)
    return std::nullopt;
  // As `Test < 0 ? X : Y`.
  Value X = A.Number, Y = B.Number;
  if (Open == P.sub(Value(1), P.valueOf(&Test)))
    std::swap(X, Y);
  else if (!(Open == P.valueOf(&Test)))
    return std::nullopt;
  // Where X = Y, it does not matter which is taken.
  auto IsNegativeFor = [&](const Value &Difference) {
    Value Here = Pool::withoutLaunch(Difference);
    return Test.Left == Here || Test.Left == P.sub(Here, Value(1));
  };
  if (IsNegativeFor(P.sub(X, Y)))
    return P.min(X, Y, Int64);
  if (IsNegativeFor(P.sub(Y, X)))
    return P.max(X, Y, Int64);
  return std::nullopt;
}

Scalar Machine::joinArms(const Split &Condition, SourceLocation Where,
                         const Scalar &A, const Scalar &B) {
  if (Condition.isKnown())
    return selectLanes(Condition.True, A, B);
  if (std::optional<Value> Extreme = extremeOf(Condition, A, B))
    return *Extreme;
  return A == B ? A : choose(choiceFor(Condition, Where), A, B);
}

/// Joins what the two arms of a condition wrote: the then-arm's cells are
/// given, the else-arm's are in place, journalled since `Mark`.
void Machine::joinCells(const Split &Condition, SourceLocation Where,
                        size_t Mark, CellTable Then, LaneMask ThenLanes,
                        LaneMask ElseLanes) {
  // What one arm did not write is there what it was before.
  CellTable Else = writtenSince(Mark);
  bool ElseIsIdle = Else.empty();
  for (const auto &[Place, Written] : Then) {
    auto Now = Place.first->Cells.find(Place.second);
    if (Now != Place.first->Cells.end())
      Else.try_emplace(Place, Now->second);
  }
  for (size_t I = Mark; I != Journal.size(); ++I)
    if (const Change &C = Journal[I]; C.Before)
      Then.try_emplace({C.Where, C.OffsetBytes}, *C.Before);

  // A guard without another arm: go on with the blocks that pass it.
  bool IsOneSided = Condition.Confidence == Certainty::Guarded && ElseIsIdle &&
                    ElseLanes == Condition.False;
  std::optional<Value> Choice;
  for (const auto &[Place, ThenNow] : Then) {
    auto ElseNow = Else.find(Place);
    if (ElseNow == Else.end()) {
      setCell(*Place.first, Place.second, ThenNow);
      continue;
    }
    if (ElseNow->second == ThenNow)
      continue;
    Scalar Joined = ThenNow;
    if (std::optional<Value> Extreme =
            ThenLanes & ElseLanes
                ? extremeOf(Condition, ThenNow, ElseNow->second)
                : std::nullopt) {
      Joined = *Extreme;
    } else if (ThenLanes & ElseLanes && !IsOneSided) {
      if (!Choice)
        Choice = choiceFor(Condition, Where);
      Joined = choose(*Choice, ThenNow, ElseNow->second);
    }
    if (ElseLanes)
      Joined = selectLanes(
          ThenLanes & ~ElseLanes, ThenNow,
          selectLanes(ElseLanes & ~ThenLanes, ElseNow->second, Joined));
    setCell(*Place.first, Place.second, Joined);
  }
}

Scalar Machine::valueAt(const Exit &Break, const Cell &Of,
                        const CellTable &AtEntry, const Scalar &Now) const {
  auto Written = Break.Written.find(Of);
  if (Written != Break.Written.end())
    return Written->second;
  auto Before = AtEntry.find(Of);
  return Before != AtEntry.end() ? Before->second : Now;
}

void Machine::joinBreaks(const Loop &L, SourceLocation Where) {
  if (L.Exits.empty())
    return;
  CellTable AtEntry, Changed;
  if (L.Begin) {
    Changed = writtenSince(*L.Begin);
    for (const Change &C : changesSince(*L.Begin))
      if (C.Before)
        AtEntry.try_emplace({C.Where, C.OffsetBytes}, *C.Before);
  }
  for (const Exit &Break : L.Exits)
    for (const auto &Entry : Break.Written)
      Changed.insert(Entry);
  for (const auto &[Of, AtEnd] : Changed) {
    auto Found = Of.first->Cells.find(Of.second);
    if (Found == Of.first->Cells.end())
      continue;
    const Scalar Now = Found->second;
    llvm::SmallVector<std::pair<Scalar, Certainty>, 4> Values;
    for (const Exit &Break : L.Exits) {
      Scalar V = valueAt(Break, Of, AtEntry, Now);
      if (!(V == Now) && llvm::none_of(Values, [&](const auto &Known) {
            return Known.first == V;
          }))
        Values.push_back({V, Break.Confidence});
    }
    Scalar Joined = Now;
    if (Values.size() > limits::BreakValues) {
      llvm::StringRef Why = why("differs at the breaks of a loop", Where);
      Joined = Now.Address ? Scalar(lost(Why)) : Scalar(P.varying(Why));
    } else {
      for (const auto &[V, Confidence] : Values)
        Joined = choose(choiceFor({0, 0, Confidence}, Where), V, Joined);
    }
    if (!Values.empty())
      writeCell(*Of.first, Of.second, Joined);
  }
}

/// With a condition more, where what a loop goes through settles it.
const Value *Machine::conjoin(const Value *Before, const Value &Condition) {
  if (Condition.isKnown() || Condition.isVarying())
    return Before;
  llvm::SmallVector<const Variable *, 4> Symbols;
  P.symbols(Condition, Symbols);
  auto IsShift = [](const Variable *A) {
    return A->Role == SymbolKind::WarpShift;
  };
  auto IsListed = [](const Variable *A) { return !A->Choices.empty(); };
  if (llvm::none_of(Symbols, IsListed) ||
      !llvm::all_of(Symbols, [&](const Variable *A) {
        return IsShift(A) || IsListed(A);
      }))
    return Before;
  Value Both = Before ? P.logicalAnd(*Before, Condition) : Condition;
  // Alike conditions are one, so that what depends on them is found again.
  for (const Value *Known : Conditions)
    if (*Known == Both)
      return Known;
  return Conditions.emplace_back(new (P.storage()) Value(Both));
}
