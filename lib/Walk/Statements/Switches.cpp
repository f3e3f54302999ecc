//===- Switches.cpp - Statements that lanes enter at a case ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each case is an arm of a branch, which ends at its break. Where lanes fall
// into a case, and it is known which enter where, they run on together.
//
//===----------------------------------------------------------------------===//

#include "Statements/Lifetimes.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;
using llvm::isa;

namespace {
/// A statement of a switch that lanes enter at.
struct SwitchEntry {
  size_t Statement;
  llvm::SmallVector<const CaseStmt *, 2> Cases;
  bool IsDefault = false;
};
} // namespace

/// What a label or an attribute stands in front of; null for other statements.
static const Stmt *behindLabel(const Stmt *S) {
  if (const auto *Case = dyn_cast<SwitchCase>(S))
    return Case->getSubStmt();
  if (const auto *Label = dyn_cast<LabelStmt>(S))
    return Label->getSubStmt();
  if (const auto *Attributed = dyn_cast<AttributedStmt>(S))
    return Attributed->getSubStmt();
  return nullptr;
}

static std::vector<SwitchEntry>
entriesOf(llvm::ArrayRef<const Stmt *> Statements) {
  std::vector<SwitchEntry> Entries;
  for (size_t I = 0; I != Statements.size(); ++I) {
    SwitchEntry New{I, {}, false};
    for (const Stmt *Label = Statements[I]; Label; Label = behindLabel(Label)) {
      if (const auto *Case = dyn_cast<CaseStmt>(Label))
        New.Cases.push_back(Case);
      New.IsDefault |= isa<DefaultStmt>(Label);
    }
    if (!New.Cases.empty() || New.IsDefault)
      Entries.push_back(New);
  }
  return Entries;
}

/// The statements that the labels of a switch may stand in front of.
static llvm::SmallVector<const Stmt *, 16> statementsOf(const SwitchStmt *S) {
  llvm::SmallVector<const Stmt *, 16> Statements;
  if (const auto *Block = dyn_cast<CompoundStmt>(S->getBody()))
    Statements.append(Block->body_begin(), Block->body_end());
  else
    Statements.push_back(S->getBody());
  return Statements;
}

/// The first label that stands inside one of these; null if there is none.
static const SwitchCase *innerLabel(const SwitchStmt *S,
                                    llvm::ArrayRef<const Stmt *> Statements) {
  llvm::SmallPtrSet<const Stmt *, 16> Outer;
  for (const Stmt *Label : Statements)
    for (; Label; Label = behindLabel(Label))
      Outer.insert(Label);
  const SwitchCase *First = nullptr;
  for (const SwitchCase *Case = S->getSwitchCaseList(); Case;
       Case = Case->getNextSwitchCase()) // from the last one on
    if (!Outer.contains(Case))
      First = Case;
  return First;
}

static bool fallsThrough(llvm::ArrayRef<const Stmt *> Statements,
                         llvm::ArrayRef<SwitchEntry> Entries) {
  return llvm::any_of(Entries, [&](const SwitchEntry &E) {
    return E.Statement > 0 && !endsWithJump(Statements[E.Statement - 1]);
  });
}

class Interpreter::SwitchWalk {
public:
  SwitchWalk(Interpreter &I, const SwitchStmt *S, const Value &Selector)
      : I(I), Asked(S->getCond()), Selector(Selector),
        Statements(statementsOf(S)), InnerLabel(innerLabel(S, Statements)),
        Entries(entriesOf(Statements)), Where(S->getCond()->getExprLoc()),
        Begin(S->getBeginLoc()), Before(I.Active),
        HasOtherExits(I.Facts.JumpsOut.of(S->getBody()).Returns ||
                      I.Facts.JumpsOut.of(S->getBody()).Continues) {}

  void run();

private:
  Value matches(const SwitchEntry &E);
  bool mayEnterTogether();
  void runTogether();
  void declareAll();
  void runUnclear();
  void runFrom(size_t First);
  void tryFrom(size_t Which);
  void leave();

  Interpreter &I;
  const Expr *Asked;
  const Value Selector;
  const llvm::SmallVector<const Stmt *, 16> Statements;
  const SwitchCase *const InnerLabel;
  const std::vector<SwitchEntry> Entries;
  const SourceLocation Where, Begin;
  const Activity Before;
  const bool HasOtherExits; ///< than breaks
  Loop Scope;
  /// By entry, where all are known: the lanes that enter there. `Left` enter at
  /// the default, or nowhere.
  llvm::SmallVector<LaneMask, 8> Entered;
  LaneMask Left = 0;
};

Value Interpreter::SwitchWalk::matches(const SwitchEntry &E) {
  Pool &P = I.P;
  Value Any = 0;
  const IntType T = I.Types.intType(Asked->getType());
  for (const CaseStmt *Case : E.Cases) {
    Value Low = I.number(Case->getLHS());
    Value Hit = P.equal(Selector, Low, T);
    if (const Expr *High = Case->getRHS())
      Hit = P.logicalAnd(P.logicalNot(P.less(Selector, Low, T)),
                         P.logicalNot(P.less(I.number(High), Selector, T)));
    Any = P.logicalOr(Any, Hit);
  }
  return Any;
}

bool Interpreter::SwitchWalk::mayEnterTogether() {
  if (!fallsThrough(Statements, Entries))
    return false;
  Left = Before.Lanes;
  bool IsKnown = true;
  for (const SwitchEntry &E : Entries) {
    I.Active.Lanes = Left;
    Split Lanes;
    if (IsKnown && Left && !E.IsDefault)
      Lanes = I.decideHere(matches(E));
    IsKnown &= Lanes.isKnown();
    Entered.push_back(Lanes.True);
    Left &= ~Lanes.True;
  }
  I.Active.Lanes = Before.Lanes;
  return IsKnown;
}

void Interpreter::SwitchWalk::runTogether() {
  LaneMask Inside = 0, Outside = Left;
  std::optional<Interpreter::Scope> Body(std::in_place, I);
  for (size_t N = 0; N != Entries.size() && !I.stopped(); ++N) {
    Inside |= Entries[N].IsDefault ? Left : Entered[N];
    if (Entries[N].IsDefault)
      Outside = 0;
    const size_t Stop =
        N + 1 == Entries.size() ? Statements.size() : Entries[N + 1].Statement;
    I.Active.Lanes = Before.Lanes;
    auto Run = [&] {
      for (size_t At = Entries[N].Statement; At != Stop && !I.stopped(); ++At)
        I.run(Statements[At]);
      Inside = I.Active.Lanes;
    };
    I.branch({Inside, Before.Lanes & ~Inside, Certainty::Exact}, Where, Run,
             [] {});
  }
  Body.reset();
  I.Active.Lanes = Inside | Outside;
  leave();
}

/// An arm of the switch ends at its break, and goes on behind the switch.
void Interpreter::SwitchWalk::leave() {
  I.Active.Lanes |= Scope.Broken;
  I.joinExits(Scope, ReasonKind::DiffersAtBreaks, Begin);
  // The arms behind it have breaks of their own.
  Scope.Broken = Scope.NewlyBroken = 0;
  Scope.Exits.clear();
}

void Interpreter::SwitchWalk::runFrom(size_t First) {
  const unsigned Times = I.Active.Times;
  {
    const Interpreter::Scope Body(I);
    for (size_t At = First; At != Statements.size() && !I.stopped(); ++At)
      I.run(Statements[At]);
  }
  leave();
  // Those that broke out are back.
  if (I.Active.Times != Times)
    I.Active.Times = HasOtherExits
                         ? I.Recorded.Scopes.perhaps(Times, CountDoubt::Jumps)
                         : Times;
}

/// The lanes that are left try an entry, and then those behind it.
void Interpreter::SwitchWalk::tryFrom(size_t Which) {
  if (Which == Entries.size()) {
    auto Default = llvm::find_if(
        Entries, [](const SwitchEntry &E) { return E.IsDefault; });
    if (Default != Entries.end())
      runFrom(Default->Statement);
    return;
  }
  const SwitchEntry &E = Entries[Which];
  if (E.IsDefault)
    return tryFrom(Which + 1);
  const Value Hit = matches(E);
  I.branch(
      I.decideHere(Hit), Where,
      [&] {
        const llvm::SaveAndRestore Restore(I.Conditions);
        I.noteCompared(Asked);
        I.tell(Hit, true);
        runFrom(E.Statement);
      },
      [&] { tryFrom(Which + 1); });
}

/// In front of the first label nothing runs, but what is declared there can be
/// used behind it.
void Interpreter::SwitchWalk::declareAll() {
  for (const Stmt *S : Statements) {
    if (behindLabel(S))
      return;
    if (const auto *Declared = dyn_cast<DeclStmt>(S))
      for (const Decl *D : Declared->decls())
        if (const auto *Variable = dyn_cast<VarDecl>(D))
          I.makeVariable(Variable, /*IsInitialized=*/false);
  }
}

/// A label inside a loop or a block of the switch: which lanes run what is not
/// followed.
void Interpreter::SwitchWalk::runUnclear() {
  I.Gaps.push_back(
      {InnerLabel->getBeginLoc(),
       I.P.reason(ReasonKind::Statement, "a case label inside a statement")});
  const Interpreter::Scope Body(I);
  I.runUnclear(Where, [&](llvm::function_ref<void()> Arrive) {
    for (const Stmt *S : Statements) {
      Arrive();
      I.run(S);
    }
  });
}

void Interpreter::SwitchWalk::run() {
  const Journal::Mark Mark(I.Changes);
  Scope.Begin = Mark.begin();
  Scope.Outer = I.InnerLoop;
  Scope.Iteration = I.InnerLoop ? I.InnerLoop->Iteration : nullptr;
  {
    const llvm::SaveAndRestore<Loop *> Inside(I.InnerLoop, &Scope);
    declareAll();
    const bool IsTogether = !InnerLabel && mayEnterTogether();
    if (InnerLabel)
      runUnclear();
    else if (IsTogether)
      runTogether();
    else
      tryFrom(0);
    if (InnerLabel || IsTogether)
      I.Active.Times =
          HasOtherExits
              ? I.Recorded.Scopes.perhaps(Before.Times, CountDoubt::Jumps)
              : Before.Times;
  }
  // `continue` in a switch belongs to the loop around it.
  if (I.InnerLoop) {
    I.InnerLoop->Continued |= Scope.Continued;
    I.InnerLoop->NewlyContinued |= Scope.NewlyContinued;
  }
  const LaneMask Stay = I.Active.Lanes;
  const unsigned Times = I.Active.Times;
  I.Active = Before;
  I.Active.Lanes = Stay;
  I.Active.Times = Times;
}

void Interpreter::runSwitch(const SwitchStmt *S) {
  const Scope Own(*this);
  if (const Stmt *Init = S->getInit())
    run(Init);
  if (const VarDecl *Variable = S->getConditionVariable())
    declare(Variable);
  Value Selector = number(S->getCond());
  if (stopped())
    return;
  SwitchWalk(*this, S, Selector).run();
}
