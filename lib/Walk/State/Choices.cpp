//===- Choices.cpp - Joining the states of several paths ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bank/Gpu.h"
#include "State/Machine.h"
#include "Values/Limits.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallSet.h"

using namespace banklint;
using namespace clang;

Value Machine::choiceFor(const Split &Condition, SourceLocation Where) {
  if (Condition.Confidence >= Certainty::Even)
    return P.varying(why(ReasonKind::ComparedData, Where), {0, 1});
  if (Condition.IsSample)
    return P.varying(why(ReasonKind::ConditionOfLanes, Where), {0, 1});
  if (Condition.Confidence == Certainty::Guarded)
    return P.guardedChoice(ReasonKind::Condition);
  return P.symbol(ReasonKind::Condition, SymbolKind::Choice, {0, 1});
}

Scalar Machine::selectLanes(LaneMask Mask, const Scalar &A, const Scalar &B) {
  if (A == B || Mask == AllLanes)
    return A;
  if (Mask == 0)
    return B;
  Lanes Chosen;
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
    Chosen[Lane] = Mask >> Lane & 1;
  return choose(P.lanes(Chosen), A, B);
}

Scalar Machine::choose(const Value &Choice, const Scalar &A, const Scalar &B) {
  Scalar Chosen = chooseNumberOrAddress(Choice, A, B);
  Chosen.Bytes = A.Bytes == B.Bytes ? A.Bytes : 0;
  return Chosen;
}

/// Whether it is one unknown of which nothing but bounds is known.
static bool isPlainUnknown(const Value &V) {
  if (V.terms().size() != 1 || !V.launchTerms().empty() ||
      !V.constant().isSame())
    return false;
  const Variable &Only = *V.terms()[0].What;
  return Only.Kind == Variable::Symbol && Only.Role == SymbolKind::Unknown &&
         Only.Choices.empty();
}

/// B + (A - B) * Choice, for numbers and for addresses.
Scalar Machine::chooseNumberOrAddress(const Value &Choice, const Scalar &A,
                                      const Scalar &B) {
  auto Mix = [&](const Value &X, const Value &Y) -> Value {
    if (X == Y)
      return X;
    // No choice makes a number of two unknowns, and arms of the host's code
    // leave whole arrays of them.
    const bool IsMask = Choice.isKnown();
    if (IsMask || !IsHost || !isPlainUnknown(X) || !isPlainUnknown(Y)) {
      Value Difference = P.sub(X, Y);
      // A choice makes one term more of each.
      size_t Terms = Y.terms().size() + Difference.terms().size() + 1;
      if (IsMask || (Terms <= limits::ChoiceTerms && !Difference.isVarying())) {
        Value Either = P.add(Y, P.mul(Difference, Choice));
        if (Either.terms().size() <= limits::ChoiceTerms)
          return Either;
      }
    }
    Range A = P.range(X), B = P.range(Y);
    Range Bounds = {std::min(A.Min, B.Min), std::max(A.Max, B.Max)};
    if (X.isUniform() && Y.isUniform() && Choice.isUniform())
      return P.symbol(ReasonKind::ConditionalValue, SymbolKind::Unknown,
                      Bounds);
    Reason Why;
    for (const Value &Part : {Choice, X, Y})
      Why = Why ? Why : Part.reason();
    return P.varying(Why ? Why : ReasonKind::SetBySeveralConditions, Bounds);
  };
  if (A == B)
    return A;
  if (A.Function || B.Function)
    return P.varying(P.named("one of several functions"));
  if (!A.Address && !B.Address)
    return Mix(A.Number, B.Number);
  if (!A.Address || !B.Address) // null, or never written
    return A.Address ? A : B;
  const Pointer *X = A.Address, *Y = B.Address;
  if (X->BitField || Y->BitField)
    return lost(ReasonKind::BitFieldsByCondition);
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
      return lost(ReasonKind::SharedOrOtherMemory);
    letEscape(*X->Base->Array);
    letEscape(*Y->Base->Array);
    X = flatten(X);
    Y = flatten(Y);
    Object &Both = Memory.window(*X->Base, *Y->Base);
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
    const Reason Why = ReasonKind::WrittenThroughPointer;
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
  setRemainder(Either, {A.Initial == B.Initial ? A.Initial : Object::Undefined,
                        A.Name, A.Why ? A.Why : B.Why});
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
  const Value &Asked = Condition.Unresolved;
  if (Asked.terms().size() != 1 || A.Address || B.Address || A.Function ||
      B.Function || A.Number.isVarying() || B.Number.isVarying())
    return std::nullopt;
  const Variable &Test = *Asked.terms()[0].What;
  if (Test.Kind != Variable::Unresolved || Test.Op != Operation::IsNegative)
    return std::nullopt;
  // As `Test < 0 ? X : Y`.
  Value X = A.Number, Y = B.Number;
  if (Asked == P.sub(Value(1), P.valueOf(&Test)))
    std::swap(X, Y);
  else if (!(Asked == P.valueOf(&Test)))
    return std::nullopt;
  // What either holds and the other does not is compared.
  auto HasTerm = [](const Value &V, const Variable *What) {
    return llvm::any_of(V.terms(),
                        [&](const Term &T) { return T.What == What; });
  };
  if (llvm::any_of(X.terms(), [&](const Term &T) {
        return !HasTerm(Y, T.What) && !HasTerm(Test.Left, T.What);
      }))
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
    return selectLanes(Condition.True | Condition.OthersTrue, A, B);
  if (std::optional<Value> Extreme = extremeOf(Condition, A, B))
    return *Extreme;
  return A == B ? A : choose(choiceFor(Condition, Where), A, B);
}

//===----------------------------------------------------------------------===//
// The arms of a branch
//===----------------------------------------------------------------------===//

/// What was written to an object in either arm, and the rest of it.
void Machine::forgetContents(Object &O, Contents &A, Contents &B,
                             const Reason &Why) {
  for (auto [From, To] : {std::pair(&A, &B), std::pair(&B, &A)})
    for (const auto &[Place, Written] : From->Cells)
      if (Place.first == &O)
        To->Cells.try_emplace(Place, unknownLike(Written, Why));
  forgetCells(O, Why);
  forgetUnwritten(O, Why);
}

/// Where the arms leave an object in different ways, its scalars get cells of
/// their own in both, to be joined one by one.
void Machine::joinRemainders(Contents &Then, Contents &Else,
                             const Journal::Position &Begin,
                             SourceLocation Where) {
  llvm::SmallMapVector<Object *, Remainder, 2> Before;
  for (const Journal::RemainderChange &C : Changes.remaindersSince(Begin))
    Before.insert({C.Where, C.Before});
  for (const auto &[O, Rest] : Then.Remainders)
    Before.insert({O, Remainder::of(*O)});
  for (const auto &[O, AtBegin] : Before) {
    auto *Found = Then.Remainders.find(O);
    const Remainder ThenRest =
        Found == Then.Remainders.end() ? AtBegin : Found->second;
    const Remainder ElseRest = Remainder::of(*O);
    if (ThenRest == ElseRest || !ThenRest.isSet())
      continue;
    if (!ElseRest.isSet()) {
      setRemainder(*O, ThenRest);
      continue;
    }
    Reason Why = why(ReasonKind::SetByCondition, Where);
    std::optional<std::vector<TypeLayouts::Part>> Parts =
        Types.partsOf(O->Type, limits::FilledScalars);
    if (!Parts) {
      forgetContents(
          *O, Then, Else,
          why(P.reason(ReasonKind::ManyParts, limits::FilledScalars), Where));
      continue;
    }
    for (const TypeLayouts::Part &Part : *Parts) {
      const Cell Of(O, Part.OffsetBytes);
      QualType Type = Part.BitField ? Context.UnsignedLongLongTy : Part.Type;
      bool HasCell = O->Cells.find(Part.OffsetBytes) != O->Cells.end();
      if (HasCell && !Else.Cells.count(Of) && !Then.Cells.count(Of))
        continue; // as it was before
      if (!HasCell)
        Else.Cells.try_emplace(Of, initialValue(ElseRest, Type));
      Then.Cells.try_emplace(Of, initialValue(ThenRest, Type));
    }
    forgetUnwritten(*O, Why);
  }
}

void Machine::joinContents(const Split &Condition, SourceLocation Where,
                           const Journal::Position &Begin, Contents Then,
                           LaneMask ThenLanes, LaneMask ElseLanes) {
  // What one arm did not write is there what it was before.
  Contents Else = writtenSince(Begin);
  const bool ElseIsIdle =
      Else.Remainders.empty() &&
      llvm::none_of(
          Changes.cellsSince(Begin), [](const Journal::CellChange &C) {
            return C.Where->Cells.find(C.OffsetBytes) != C.Where->Cells.end();
          });
  for (const auto &[Place, Written] : Then.Cells) {
    auto Now = Place.first->Cells.find(Place.second);
    if (Now != Place.first->Cells.end())
      Else.Cells.try_emplace(Place, Now->second);
  }
  for (const Journal::CellChange &C : Changes.cellsSince(Begin))
    if (C.Before && !C.Where->HasEnded)
      Then.Cells.try_emplace({C.Where, C.OffsetBytes}, *C.Before);

  // A guard without another arm: go on with the blocks that pass it.
  const bool IsGuard = Condition.Confidence == Certainty::Guarded &&
                       ElseIsIdle && ElseLanes == Condition.False &&
                       !Condition.IsSample;
  if (IsGuard || !ElseLanes)
    for (const auto &[O, Rest] : Then.Remainders)
      setRemainder(*O, Rest);
  else
    joinRemainders(Then, Else, Begin, Where);

  std::optional<Value> Choice;
  for (const auto &[Place, ThenNow] : Then.Cells) {
    auto *ElseNow = Else.Cells.find(Place);
    if (ElseNow == Else.Cells.end()) {
      setCell(*Place.first, Place.second, ThenNow);
      continue;
    }
    if (ElseNow->second == ThenNow)
      continue;
    if (Condition.IsSample) { // lanes that are not in it may be in another
      const Reason Why = why(ReasonKind::ConditionOfLanes, Where);
      setCell(*Place.first, Place.second,
              unknownLike(ThenNow.Address ? ThenNow : ElseNow->second, Why));
      continue;
    }
    Scalar Joined = ThenNow;
    if (std::optional<Value> Extreme =
            ThenLanes & ElseLanes
                ? extremeOf(Condition, ThenNow, ElseNow->second)
                : std::nullopt) {
      Joined = *Extreme;
    } else if (ThenLanes & ElseLanes && !IsGuard) {
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

//===----------------------------------------------------------------------===//
// Breaks and returns
//===----------------------------------------------------------------------===//

void Machine::noteExit(ExitScope &Scope, Exit New) {
  assert(Scope.Begin && "what has exits is journalled");
  assert((Scope.Exits.empty() ||
          Scope.Exits.back().Position.Cells <= New.Position.Cells) &&
         "exits are noted in order");
  New.Arm = writtenSince(New.Position);
  Scope.Exits.push_back(std::move(New));
}

void Machine::keepExits(ExitScope &Scope, size_t First,
                        const Journal::Position &From) {
  for (Exit &E : llvm::drop_begin(Scope.Exits, First)) {
    if (E.Position.Cells == From.Cells &&
        E.Position.Remainders == From.Remainders)
      continue;
    // As it was at the exit: what the first change behind it found.
    llvm::SmallDenseMap<Cell, std::optional<Scalar>, 16> Later;
    for (const Journal::CellChange &C : Changes.cellsSince(E.Position))
      Later.try_emplace({C.Where, C.OffsetBytes}, C.Before);
    llvm::SmallDenseMap<Object *, Remainder, 4> LaterRest;
    for (const Journal::RemainderChange &C :
         Changes.remaindersSince(E.Position))
      LaterRest.try_emplace(C.Where, C.Before);

    Contents Arm = std::move(E.Arm);
    for (const Journal::CellChange &C :
         Changes.cellsSince(From).take_front(E.Position.Cells - From.Cells)) {
      const Cell Of(C.Where, C.OffsetBytes);
      auto Changed = Later.find(Of);
      if (Changed != Later.end()) {
        if (Changed->second)
          Arm.Cells.try_emplace(Of, *Changed->second);
      } else if (auto Now = C.Where->Cells.find(C.OffsetBytes);
                 Now != C.Where->Cells.end()) {
        Arm.Cells.try_emplace(Of, Now->second);
      }
    }
    for (const Journal::RemainderChange &C :
         Changes.remaindersSince(From).take_front(E.Position.Remainders -
                                                  From.Remainders)) {
      auto Changed = LaterRest.find(C.Where);
      Arm.Remainders.insert({C.Where, Changed != LaterRest.end()
                                          ? Changed->second
                                          : Remainder::of(*C.Where)});
    }
    E.Arm = std::move(Arm);
    E.Position = From;
  }
}

namespace {
/// What was written to one cell in a scope that has exits.
struct WrittenCell {
  Machine::Cell Of;
  /// Which of the changes since the scope began, in order.
  llvm::SmallVector<unsigned, 2> Changes;
  /// The exits in whose arms it was written, and what it holds there.
  llvm::SmallVector<std::pair<size_t, const Scalar *>, 1> InArms;
};
} // namespace

/// By the order of their first change; last those that only arms wrote to.
static std::vector<WrittenCell>
writtenCells(llvm::ArrayRef<Journal::CellChange> Written,
             llvm::ArrayRef<Machine::Exit> Exits) {
  std::vector<WrittenCell> Result;
  llvm::DenseMap<Machine::Cell, unsigned> Numbers;
  auto At = [&](const Machine::Cell &Of) -> WrittenCell & {
    auto [Known, IsNew] = Numbers.try_emplace(Of, Result.size());
    if (IsNew)
      Result.push_back({Of, {}, {}});
    return Result[Known->second];
  };
  for (const auto &[Which, C] : llvm::enumerate(Written))
    if (!C.Where->HasEnded)
      At({C.Where, C.OffsetBytes}).Changes.push_back(Which);
  for (const auto &[Which, E] : llvm::enumerate(Exits))
    for (const auto &[Of, V] : E.Arm.Cells)
      if (!Of.first->HasEnded)
        At(Of).InArms.push_back({Which, &V});
  return Result;
}

/// Only of cells that hold something else now.
Machine::ValuesAtExits Machine::valuesAtExits(const ExitScope &Scope,
                                              bool AtHead) const {
  const llvm::ArrayRef<Exit> Exits = Scope.Exits;
  const llvm::ArrayRef<Journal::CellChange> Written =
      Changes.cellsSince(*Scope.Begin);
  // The first exit behind each change, and the first of other lanes behind
  // each exit.
  std::vector<size_t> FirstBehind(Written.size()), OtherLanes(Exits.size());
  for (size_t N = 0, First = 0; N != Written.size(); ++N) {
    while (First != Exits.size() &&
           Exits[First].Position.Cells <= Scope.Begin->Cells + N)
      ++First;
    FirstBehind[N] = First;
  }
  for (size_t Which = Exits.size(); Which-- > 0;)
    OtherLanes[Which] = Which + 1 != Exits.size() &&
                                Exits[Which + 1].Lanes == Exits[Which].Lanes
                            ? OtherLanes[Which + 1]
                            : Which + 1;

  ValuesAtExits Values;
  for (const WrittenCell &Cell : writtenCells(Written, Exits)) {
    const auto Now = Cell.Of.first->Cells.find(Cell.Of.second);
    if (Now == Cell.Of.first->Cells.end())
      continue;
    llvm::SmallVector<std::pair<size_t, Scalar>, 2> Others;
    for (const auto &[Which, V] : Cell.InArms)
      if (!(*V == Now->second))
        Others.push_back({Which, *V});
    const auto *Arm = Cell.InArms.begin();
    auto IsInArm = [&](size_t Which) {
      Arm = std::find_if(Arm, Cell.InArms.end(),
                         [&](const auto &Each) { return Each.first >= Which; });
      return Arm != Cell.InArms.end() && Arm->first == Which;
    };
    // Of the exits of the same lanes, the first stands for all.
    auto Note = [&](const Scalar &Held, size_t First, size_t End) {
      if (First == End || Held == Now->second)
        return;
      llvm::SmallSet<LaneMask, 4> Seen;
      for (size_t Which = First; Which < End;) {
        if (IsInArm(Which)) {
          ++Which;
          continue;
        }
        if (Seen.insert(Exits[Which].Lanes).second)
          Others.push_back({Which, Held});
        Which = OtherLanes[Which];
      }
    };
    // What a cell holds between two changes is what the exits have that lie
    // there. Behind the last one it holds what it does now.
    size_t First =
        AtHead && !Cell.Changes.empty() ? FirstBehind[Cell.Changes.front()] : 0;
    for (unsigned N : Cell.Changes) {
      if (Written[N].Before)
        Note(*Written[N].Before, First, FirstBehind[N]);
      First = FirstBehind[N];
    }
    llvm::sort(Others, llvm::less_first());
    if (!Others.empty())
      Values.insert({Cell.Of, std::move(Others)});
  }
  return Values;
}

/// Objects of which a whole is otherwise at an exit are not followed.
void Machine::joinRemaindersAtExits(const ExitScope &Scope, const Reason &Why) {
  llvm::SmallSetVector<Object *, 4> Changed;
  auto Compare = [&](Object *O, const Remainder &Held) {
    if (Held.isSet() && !(Held == Remainder::of(*O)))
      Changed.insert(O);
  };
  for (const Journal::RemainderChange &C :
       Changes.remaindersSince(*Scope.Begin))
    Compare(C.Where, C.Before);
  for (const Exit &E : Scope.Exits)
    for (const auto &[O, Held] : E.Arm.Remainders)
      Compare(O, Held);
  for (Object *O : Changed) {
    forgetCells(*O, Why);
    forgetUnwritten(*O, Why);
  }
}

/// Whether all exits are arms of one branch, whose condition alone decides.
static bool areOfOneBranch(llvm::ArrayRef<Machine::Exit> Exits) {
  const Machine::Exit &First = Exits.front();
  return llvm::all_of(Exits, [&](const Machine::Exit &E) {
    return E.IsDirect && (&E == &First || (E.IsElse && !First.IsElse &&
                                           E.Condition.Unresolved ==
                                               First.Condition.Unresolved));
  });
}

/// What a cell holds behind an exit that was taken with V, or behind others.
Scalar Machine::joinExit(const Exit &E, SourceLocation Where, const Scalar &V,
                         const Scalar &Others, bool IsOnly) {
  std::optional<Value> Extreme;
  if (IsOnly)
    Extreme = E.IsElse ? extremeOf(E.Condition, Others, V)
                       : extremeOf(E.Condition, V, Others);
  Scalar Joined = Extreme ? Scalar(*Extreme)
                          : choose(choiceFor(E.Condition, Where), V, Others);
  const bool AllLeave = !(Active.Lanes & ~E.Lanes);
  return AllLeave ? Joined : selectLanes(E.Lanes, Joined, Others);
}

void Machine::joinExits(const ExitScope &Scope, const Reason &What,
                        SourceLocation Where, bool AtHead) {
  if (Scope.Exits.empty())
    return;
  const Reason Why = why(What, Where);
  const bool IsOneBranch = areOfOneBranch(Scope.Exits);
  struct Left {
    Scalar With;
    size_t At; ///< which exit
  };
  for (const auto &[Of, AtExits] : valuesAtExits(Scope, AtHead)) {
    auto Found = Of.first->Cells.find(Of.second);
    if (Found == Of.first->Cells.end())
      continue;
    const Scalar Now = Found->second;
    llvm::SmallVector<Left, 4> Values;
    for (const auto &[Which, V] : AtExits) {
      if (Values.size() > limits::ExitValues)
        break; // each iteration may have one of its own
      if (!(V == Now) &&
          llvm::none_of(Values, [&, Which = Which, &V = V](const Left &Known) {
            return Known.With == V &&
                   Scope.Exits[Known.At].Lanes == Scope.Exits[Which].Lanes;
          }))
        Values.push_back({V, Which});
    }
    const bool HasSamples = llvm::any_of(Values, [&](const Left &One) {
      return Scope.Exits[One.At].Condition.IsSample;
    });
    Scalar Joined = Now;
    if (HasSamples || Values.size() > limits::ExitValues)
      Joined = unknownLike(
          Now, HasSamples ? why(ReasonKind::ConditionOfLanes, Where) : Why);
    else
      for (const Left &One : Values)
        Joined =
            joinExit(Scope.Exits[One.At], Where, One.With, Joined, IsOneBranch);
    if (!Values.empty())
      writeCell(*Of.first, Of.second, Joined);
  }
  joinRemaindersAtExits(Scope, Why);
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
