//===- KnownMotions.cpp - What moves in loops that are met again ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Loops/KnownMotions.h"
#include "Loops/UnknownLoop.h"

using namespace banklint;
using namespace clang;

/// More than the ways are in which a loop is come to from one call.
static constexpr size_t MostEntries = 4;

void KnownMotions::add(const Key &Loop, Entry New) {
  std::vector<Entry> &Entries = Known[Loop];
  if (Entries.size() < MostEntries)
    Entries.push_back(std::move(New));
}

static KnownMotions::Key withoutWalk(const KnownMotions::Key &Loop,
                                     size_t WalkSize) {
  return KnownMotions::Key(Loop.begin() + WalkSize, Loop.end());
}

llvm::MutableArrayRef<KnownMotions::Entry>
KnownMotions::ofOthers(const Key &Loop, size_t WalkSize) {
  const auto Found = KnownOfOthers.find(withoutWalk(Loop, WalkSize));
  return Found == KnownOfOthers.end()
             ? llvm::MutableArrayRef<Entry>()
             : llvm::MutableArrayRef<Entry>(Found->second);
}

void KnownMotions::addForOthers(const Key &Loop, size_t WalkSize,
                                const Entry &New) {
  std::vector<Entry> &Entries = KnownOfOthers[withoutWalk(Loop, WalkSize)];
  if (Entries.size() < MostEntries)
    Entries.push_back(New);
}

KnownMotions::Beginning KnownMotions::Beginning::of(const Scalar &V) {
  if (V.Address)
    return {Address, int64_t(V.Address->Index.size()), V.Address->Base->Kind};
  const Value &N = V.Number;
  if (N.isNumber())
    return {Beginning::Number, N.constant().same()};
  return {N.isKnown() ? Lanes : N.isUniform() ? Uniform : Varying};
}

//===----------------------------------------------------------------------===//
// What is kept
//===----------------------------------------------------------------------===//

KnownMotions::Key Interpreter::UnknownLoop::keyOfLoop() const {
  KnownMotions::Key Key(I.WalkKey.begin(), I.WalkKey.end());
  Key.push_back(uintptr_t(Parts.Statement));
  Key.push_back(Parts.TestsFirst);
  for (const Frame *F = I.Top; F; F = F->Caller) {
    Key.push_back(uintptr_t(F->Function));
    Key.push_back(uintptr_t(F->Call));
  }
  return Key;
}

/// None for what is no variable of a call that runs.
std::optional<KnownMotions::Place>
Interpreter::UnknownLoop::placeOf(const Object &O) const {
  for (const Frame *F = I.Top; F; F = F->Caller)
    for (const auto &[Variable, Local] : F->Locals)
      if (Local == &O)
        return KnownMotions::Place{F->Depth, Variable};
  return std::nullopt;
}

/// Null where there is none now.
Object *
Interpreter::UnknownLoop::objectAt(const KnownMotions::Place &At) const {
  const Frame *F = I.frameAt(At.Depth);
  return F ? F->Locals.lookup(At.Variable) : nullptr;
}

/// A number whatever the launch.
static bool isPlain(const Value &V) {
  return V.isNumber() && V.launchTerms().empty();
}

/// What a cell holds that every walk of the kernel begins with.
Value Interpreter::UnknownLoop::worthOf(
    const KnownMotions::Given &Given) const {
  Object *O = nullptr;
  if (Given.Parameter) {
    const Frame *Bottom = I.frameAt(0);
    O = Bottom ? Bottom->Locals.lookup(Given.Parameter) : nullptr;
  } else {
    O = I.Builtins.lookup(Given.Builtin);
  }
  if (!O)
    return Value();
  const auto Held = O->Cells.find(Given.OffsetBytes);
  return Held == O->Cells.end() ? Value() : Held->second.Number;
}

/// The argument, or the size of a grid or block, that an unknown stands for.
std::optional<KnownMotions::Given>
Interpreter::UnknownLoop::givenAs(const Variable *Symbol) const {
  auto Find = [&](KnownMotions::Given Given,
                  Object *O) -> std::optional<KnownMotions::Given> {
    if (O)
      for (const auto &[OffsetBytes, Held] : O->Cells) {
        const llvm::ArrayRef<Term> Terms = Held.Number.terms(),
                                   Launch = Held.Number.launchTerms();
        if (Terms.size() + Launch.size() != 1)
          continue;
        const Term &Only = Terms.empty() ? Launch.front() : Terms.front();
        if (Only.What != Symbol)
          continue;
        Given.OffsetBytes = OffsetBytes;
        return Given;
      }
    return std::nullopt;
  };
  if (const Frame *Bottom = I.frameAt(0))
    for (const ParmVarDecl *Parameter : Bottom->Function->parameters())
      if (auto Found =
              Find({Parameter, "", 0}, Bottom->Locals.lookup(Parameter)))
        return Found;
  for (const char *Builtin : {"blockDim", "gridDim"})
    if (auto Found = Find({nullptr, Builtin, 0}, I.Builtins.lookup(Builtin)))
      return Found;
  return std::nullopt;
}

/// What an unknown is a product of; false where some of that is not given.
bool Interpreter::UnknownLoop::addFactors(
    const Variable *Of, llvm::SmallVectorImpl<KnownMotions::Given> &To) const {
  if (Of->Kind == Variable::Unresolved && Of->Op == Operation::Mul)
    return llvm::all_of(llvm::ArrayRef{Of->Left, Of->Right},
                        [&](const Value &Side) {
                          return Side.terms().size() == 1 &&
                                 Side == P.valueOf(Side.terms()[0].What) &&
                                 addFactors(Side.terms()[0].What, To);
                        });
  std::optional<KnownMotions::Given> Given = givenAs(Of);
  if (Given)
    To.push_back(*Given);
  return Given.has_value();
}

Value Interpreter::UnknownLoop::worthOf(
    const KnownMotions::Amount &Known) const {
  Value Sum(Known.Number);
  for (const auto &[Factor, Of] : Known.Products) {
    Value Product(Factor);
    for (const KnownMotions::Given &Each : Of)
      Product = P.mul(Product, worthOf(Each));
    Sum = P.add(Sum, Product);
  }
  return Sum;
}

/// A number as a sum of products of what walks begin with; none of another.
std::optional<KnownMotions::Amount>
Interpreter::UnknownLoop::amountOf(const Value &V) const {
  constexpr size_t MostProducts = 8;
  KnownMotions::Amount Result;
  Value Rest = V;
  while (!isPlain(Rest)) {
    // Those of several factors leave some of fewer.
    const llvm::ArrayRef<Term> Terms =
        Rest.terms().empty() ? Rest.launchTerms() : Rest.terms();
    if (Terms.empty() || Result.Products.size() == MostProducts)
      return std::nullopt;
    const Term &Next =
        *llvm::max_element(Terms, [](const Term &A, const Term &B) {
          return A.What->Weight < B.What->Weight;
        });
    KnownMotions::Amount One;
    auto &[Factor, Of] = One.Products.emplace_back();
    if (!Next.Factor.isSame() || !addFactors(Next.What, Of))
      return std::nullopt;
    Factor = Next.Factor.same();
    Rest = P.sub(Rest, worthOf(One));
    Result.Products.push_back(std::move(One.Products.front()));
  }
  Result.Number = Rest.constant().same();
  if (!(worthOf(Result) == V))
    return std::nullopt;
  return Result;
}

/// How a cell was found to move; none for what cannot be told another walk.
std::optional<KnownMotions::Motion>
Interpreter::UnknownLoop::kept(const Cell &Of, const Motion &M) const {
  const std::optional<KnownMotions::Place> At = placeOf(*Of.first);
  if (!At || M.Scaled || Divided.count(Of) || M.Head.Function)
    return std::nullopt;
  KnownMotions::Motion Result;
  Result.At = *At;
  Result.OffsetBytes = Of.second;
  Result.From = KnownMotions::Beginning::of(M.First);
  const Value &Head = M.Head.Number;
  if (!M.IsWidened) {
    Result.How = KnownMotions::Motion::Step;
    llvm::SmallVector<Value, 4> StepParts = {M.Step.Number};
    if (M.Step.Address) {
      StepParts.assign(M.Step.Address->Index.begin(),
                       M.Step.Address->Index.end());
      StepParts.push_back(M.Step.Address->WithinBytes);
    }
    for (const Value &Part : StepParts) {
      std::optional<KnownMotions::Amount> By = amountOf(Part);
      if (!By)
        return std::nullopt;
      Result.By.push_back(std::move(*By));
    }
  } else if (M.Head.Address) {
    const Object::ObjectKind Base = M.Head.Address->Base->Kind;
    if (Base != Object::Foreign && Base != Object::Lost)
      return std::nullopt;
    Result.How = Base == Object::Foreign ? KnownMotions::Motion::Foreign
                                         : KnownMotions::Motion::Lost;
  } else {
    if (Head.terms().size() != 1 || !(Head == P.valueOf(Head.terms()[0].What)))
      return std::nullopt;
    const Variable &Symbol = *Head.terms()[0].What;
    Result.IsCount = Symbol.Bounds.Min == 0;
    if (Symbol.Kind == Variable::Varying) {
      Result.How = KnownMotions::Motion::Varying;
      Result.Why = I.Facts.Motions.keep(Symbol.Why);
    } else if (!Symbol.Choices.empty()) {
      Result.How = KnownMotions::Motion::Cycle;
      Result.Numbers.append(Symbol.Choices.begin(), Symbol.Choices.end());
    } else if (Symbol.Kind == Variable::Symbol &&
               Symbol.Why.kind() == ReasonKind::LoopValue) {
      Result.How = KnownMotions::Motion::Uniform;
    } else {
      return std::nullopt;
    }
  }
  return Result;
}

/// Whether a cell now holds what was loaded, whatever it held before.
static bool isLoadedAnew(const Value &Head, const Value &Now) {
  return Now.terms().size() == 1 && !(Now == Head) &&
         Now.terms()[0].What->Kind == Variable::Varying &&
         Now.terms()[0].What->Origin;
}

/// Whether what was proved tells how the same cells move for other warps: by
/// steps, or loaded anew. What else they become may follow from what these
/// warps hold.
bool Interpreter::UnknownLoop::isForOthers(const KnownMotions::Entry &Known,
                                           const Moves &Made) const {
  return Known.Widened.empty() &&
         llvm::all_of(Known.Motions, [&](const KnownMotions::Motion &One) {
           if (One.How == KnownMotions::Motion::Step)
             return true;
           const Cell Of = {objectAt(One.At), One.OffsetBytes};
           const auto *Moved = Made.find(Of);
           return One.How == KnownMotions::Motion::Varying &&
                  Moved != Made.end() &&
                  isLoadedAnew(Motions.find(Of)->second.Head.Number,
                               Moved->second.Now.Number);
         });
}

/// Keeps what was proved for the next walk that comes here.
void Interpreter::UnknownLoop::keepMotions(const Moves &Made) {
  if (IsFirst || !Powers.empty())
    return;
  KnownMotions::Entry New;
  for (const auto &[Of, M] : Motions)
    if (std::optional<KnownMotions::Motion> One = kept(Of, M))
      New.Motions.push_back(std::move(*One));
  for (const Object *O : Widened)
    if (std::optional<KnownMotions::Place> At = placeOf(*O))
      New.Widened.push_back(*At);
  if (New.Motions.size() != Motions.size() ||
      New.Widened.size() != Widened.size())
    return;
  New.Steps = StepsBefore - StepsBeforeLast;
  if (!I.IsHost && isForOthers(New, Made))
    I.Facts.Motions.addForOthers(keyOfLoop(), I.WalkKey.size(), New);
  I.Facts.Motions.add(keyOfLoop(), std::move(New));
}

//===----------------------------------------------------------------------===//
// What is recalled
//===----------------------------------------------------------------------===//

/// The motion of a cell that now holds this.
Interpreter::UnknownLoop::Motion
Interpreter::UnknownLoop::recalled(const KnownMotions::Motion &Known,
                                   const Scalar &Now) {
  Motion M;
  M.First = M.Start = M.Head = Now;
  const Range Bounds = {Known.IsCount ? 0 : INT64_MIN, INT64_MAX};
  switch (Known.How) {
  case KnownMotions::Motion::Step: {
    llvm::SmallVector<Value, 4> StepParts;
    for (const KnownMotions::Amount &By : Known.By)
      StepParts.push_back(worthOf(By));
    M.Step = Scalar(StepParts.back());
    if (Now.Address)
      M.Step = Scalar(new (P.storage()) Pointer(
          Now.Address->Base,
          llvm::ArrayRef<Value>(StepParts).drop_back().copy(P.storage()),
          StepParts.back(), false));
    M.Head = moved(M);
    return M;
  }
  case KnownMotions::Motion::Cycle:
    M.Head = P.visited(ReasonKind::LoopPhase, Known.Numbers, 1);
    break;
  case KnownMotions::Motion::Uniform:
    M.Head = P.symbol(ReasonKind::LoopValue, SymbolKind::Unknown, Bounds);
    break;
  case KnownMotions::Motion::Varying:
    M.Head = P.varying(Known.Why, Bounds);
    break;
  case KnownMotions::Motion::Foreign:
    M.Head = Scalar(I.foreign(P.varying(ReasonKind::MovesThroughMemory)));
    break;
  case KnownMotions::Motion::Lost:
    M.Head = Scalar(
        I.lost(I.why(ReasonKind::LoopPointer, Parts.Statement->getBeginLoc())));
    break;
  }
  M.IsWidened = true;
  return M;
}

/// Whether all that moved begins as it did there.
bool Interpreter::UnknownLoop::beginsAs(
    const KnownMotions::Entry &Known) const {
  return llvm::all_of(Known.Motions,
                      [&](const KnownMotions::Motion &One) {
                        Object *O = objectAt(One.At);
                        if (!O)
                          return false;
                        auto Held = O->Cells.find(One.OffsetBytes);
                        if (Held == O->Cells.end()) {
                          I.materialize(*O, One.OffsetBytes);
                          Held = O->Cells.find(One.OffsetBytes);
                        }
                        return Held != O->Cells.end() &&
                               KnownMotions::Beginning::of(Held->second) ==
                                   One.From;
                      }) &&
         llvm::all_of(Known.Widened, [&](const KnownMotions::Place &At) {
           return objectAt(At);
         });
}

/// Takes what an earlier walk has found for true.
void Interpreter::UnknownLoop::recall(const KnownMotions::Entry &Known) {
  for (const KnownMotions::Motion &One : Known.Motions) {
    Object *O = objectAt(One.At);
    Motions[{O, One.OffsetBytes}] =
        recalled(One, O->Cells.find(One.OffsetBytes)->second);
  }
  for (const KnownMotions::Place &At : Known.Widened)
    Widened.insert(objectAt(At));
  for (const auto &[Of, M] : Motions)
    I.writeCell(*Of.first, Of.second, M.Head);
}

/// Whether a number goes through the same ones in turn.
static bool isCycle(Pool &P, llvm::ArrayRef<int64_t> Numbers, const Value &Head,
                    const Value &Now) {
  if (Head.isKnown())
    return false;
  Assignment Here;
  int64_t &Number = Here[Head.terms()[0].What];
  Number = Numbers.front();
  for (size_t Met = 1; Met <= Numbers.size(); ++Met) {
    const Value Next = P.substitute(Now, Here);
    if (!Next.isNumber())
      return false;
    Number = Next.constant().same();
    if (Met == Numbers.size() ? !llvm::is_contained(Numbers, Number)
                              : Number != Numbers[Met])
      return false;
  }
  return true;
}

/// Whether an iteration has moved a cell as the earlier walk says: no less is
/// known of it here.
bool Interpreter::UnknownLoop::isAsRecalled(const KnownMotions::Motion &Known,
                                            const Motion &M,
                                            const Scalar &Now) const {
  const bool IsUniform = !M.First.Address && !Now.Address &&
                         M.First.Number.isUniform() && Now.Number.isUniform();
  const bool IsCount = !M.First.Address && !Now.Address &&
                       P.range(M.First.Number).Min >= 0 &&
                       P.range(Now.Number).Min >= 0;
  switch (Known.How) {
  case KnownMotions::Motion::Step:
    return true; // see `holds`
  case KnownMotions::Motion::Cycle:
    return !Now.Address && isCycle(P, Known.Numbers, M.Head.Number, Now.Number);
  case KnownMotions::Motion::Uniform:
    return IsUniform && IsCount == Known.IsCount;
  case KnownMotions::Motion::Varying:
    return !Now.Address && !IsUniform && IsCount == Known.IsCount;
  case KnownMotions::Motion::Foreign:
  case KnownMotions::Motion::Lost:
    return Now.Address;
  }
  llvm_unreachable("every kind is listed");
}

bool Interpreter::UnknownLoop::isAsRecalled(const KnownMotions::Entry &Known,
                                            const Moves &Made) const {
  return llvm::all_of(Known.Motions,
                      [&](const KnownMotions::Motion &One) {
                        const Cell Of = {objectAt(One.At), One.OffsetBytes};
                        const auto *Moved = Made.find(Of);
                        return Moved != Made.end() &&
                               isAsRecalled(One, Motions.find(Of)->second,
                                            Moved->second.Now);
                      }) &&
         llvm::all_of(Made, [&](const auto &One) {
           return holds(One.first, One.second);
         });
}

/// Walks an iteration on what an earlier walk has found, and takes that back
/// where it does not hold here. Whether it did. What the earlier walk spent is
/// spent here, too: how far walks go does not depend on those before them.
bool Interpreter::UnknownLoop::walkOn(const KnownMotions::Entry &Known,
                                      bool IsOfOthers, Moves &Made) {
  const Journal::Mark Begin(I.Changes);
  const Checkpoint Before = I.checkpoint(Begin);
  I.StepsLeft -= Known.Steps;
  recall(Known);
  forgetWidened();
  Made = walkIteration();
  I.Recorded.Code.Unroll = Before.Recorded.Unroll;
  const bool IsWhole = I.End == WalkEnd::Complete;
  if (IsWhole && !learnRemainders(Begin.begin()) && isAsRecalled(Known, Made) &&
      (!IsOfOthers || isForOthers(Known, Made))) {
    ++I.Facts.Motions.Proved;
    return true;
  }
  I.rollBack(Before);
  Motions.clear();
  Widened.clear();
  if (IsWhole)
    I.StepsLeft = StepsBefore;
  return false;
}

/// Walks an iteration as an earlier walk of these warps has found it, or of
/// others. Whether that held.
bool Interpreter::UnknownLoop::walkAsBefore(Moves &Made) {
  const KnownMotions::Key OfLoop = keyOfLoop();
  const auto IsAlike = [&](const KnownMotions::Entry &Each) {
    return beginsAs(Each);
  };
  const llvm::MutableArrayRef<KnownMotions::Entry> Before =
      I.Facts.Motions.of(OfLoop);
  if (auto *Kept = llvm::find_if(Before, IsAlike); Kept != Before.end()) {
    if (Kept->IsRefuted || Kept->Steps >= I.StepsLeft)
      return false;
    if (walkOn(*Kept, /*IsOfOthers=*/false, Made))
      return true;
    if (I.End == WalkEnd::Complete) {
      Kept->IsRefuted = true;
      ++I.Facts.Motions.Refuted;
    }
    return false;
  }
  if (I.IsHost)
    return false;
  const llvm::MutableArrayRef<KnownMotions::Entry> Others =
      I.Facts.Motions.ofOthers(OfLoop, I.WalkKey.size());
  auto *Known = llvm::find_if(Others, IsAlike);
  if (Known == Others.end() || Known->IsRefuted || Known->Steps >= I.StepsLeft)
    return false;
  if (!walkOn(*Known, /*IsOfOthers=*/true, Made)) {
    Known->IsRefuted |= I.End == WalkEnd::Complete;
    return false;
  }
  I.Facts.Motions.add(OfLoop, *Known);
  return true;
}
