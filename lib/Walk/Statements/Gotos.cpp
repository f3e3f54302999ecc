//===- Gotos.cpp - Statements of which nobody knows which lanes run them --===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A `goto` is not followed. The statements between it and its label run in an
// unknown order, in unknown lanes and an unknown number of times: they are
// walked once, as the arm of an unknown condition, and what they write is not
// known before, within and behind them.
//
//===----------------------------------------------------------------------===//

#include "Statements/Lifetimes.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;

namespace {
/// Labels that a part of the code jumps to, and those that it has.
struct GotoLabels {
  llvm::SmallVector<const LabelDecl *, 2> To;
  llvm::SmallVector<const LabelDecl *, 2> Labels;
  bool IsIndirect = false;
};

class GotoFinder {
public:
  explicit GotoFinder(GotoRanges &Ranges) : Ranges(Ranges) {}

  GotoLabels find(const Stmt *S);

private:
  GotoLabels findInBlock(const CompoundStmt *Block);

  GotoRanges &Ranges;
};
} // namespace

GotoLabels GotoFinder::find(const Stmt *S) {
  if (!S || isa<LambdaExpr>(S))
    return {};
  if (const auto *Block = dyn_cast<CompoundStmt>(S))
    return findInBlock(Block);
  GotoLabels All;
  for (const Stmt *Child : S->children()) {
    GotoLabels Inner = find(Child);
    All.To.append(Inner.To);
    All.Labels.append(Inner.Labels);
    All.IsIndirect |= Inner.IsIndirect;
  }
  if (const auto *Goto = dyn_cast<GotoStmt>(S))
    All.To.push_back(Goto->getLabel());
  if (const auto *Label = dyn_cast<LabelStmt>(S))
    All.Labels.push_back(Label->getDecl());
  if (const auto *Assembly = dyn_cast<GCCAsmStmt>(S))
    for (unsigned I = 0; I != Assembly->getNumLabels(); ++I)
      All.To.push_back(Assembly->getLabelExpr(I)->getLabel());
  All.IsIndirect |= isa<IndirectGotoStmt>(S);
  return All;
}

/// A jump belongs to the innermost block that has both it and its label.
GotoLabels GotoFinder::findInBlock(const CompoundStmt *Block) {
  llvm::SmallVector<std::pair<const LabelDecl *, size_t>, 4> To, Labels;
  GotoLabels All;
  for (const auto &[Number, Child] : llvm::enumerate(Block->body())) {
    GotoLabels Inner = find(Child);
    for (const LabelDecl *Label : Inner.To)
      To.push_back({Label, Number});
    for (const LabelDecl *Label : Inner.Labels)
      Labels.push_back({Label, Number});
    All.IsIndirect |= Inner.IsIndirect;
  }
  llvm::SmallVector<StatementRange, 2> Found;
  for (const auto &[Label, From] : To) {
    const auto *Target = llvm::find_if(
        Labels, [Label = Label](const auto &L) { return L.first == Label; });
    if (Target == Labels.end()) {
      All.To.push_back(Label);
      continue;
    }
    StatementRange New = {std::min(From, Target->second),
                          std::max(From, Target->second)};
    llvm::erase_if(Found, [&New](const StatementRange &Other) {
      if (Other.Last < New.First || New.Last < Other.First)
        return false;
      New = {std::min(New.First, Other.First), std::max(New.Last, Other.Last)};
      return true;
    });
    Found.push_back(New);
  }
  for (const auto &[Label, Number] : Labels)
    All.Labels.push_back(Label);
  // Where a computed jump leads is not known.
  if (All.IsIndirect)
    Found = {{0, Block->size() - 1}};
  if (!Found.empty()) {
    llvm::sort(Found, [](const StatementRange &A, const StatementRange &B) {
      return A.First < B.First;
    });
    Ranges[Block].assign(Found.begin(), Found.end());
  }
  return All;
}

void Interpreter::noteGotos(const Stmt *Body) {
  if (Body && Facts.WithGotosFound.insert(Body).second)
    GotoFinder(Facts.Gotos).find(Body);
}

static bool holdsLabel(const Stmt *S) {
  return isa<LabelStmt>(S) ||
         (!isa<LambdaExpr>(S) &&
          llvm::any_of(S->children(), [](const Stmt *Child) {
            return Child && holdsLabel(Child);
          }));
}

void Interpreter::runBlock(const CompoundStmt *Block) {
  llvm::ArrayRef<StatementRange> Unclear;
  if (auto Found = Facts.Gotos.find(Block); Found != Facts.Gotos.end())
    Unclear = Found->second;
  llvm::SmallVector<const Stmt *, 16> Statements(Block->body());
  const Scope Own(*this);
  for (size_t At = 0; At != Statements.size() && !stopped(); ++At) {
    if (Unclear.empty() || Unclear.front().First != At) {
      run(Statements[At]);
      continue;
    }
    const StatementRange Range = Unclear.consume_front();
    runUnclear(
        Statements[At]->getBeginLoc(), [&](llvm::function_ref<void()> Arrive) {
          for (size_t N = Range.First; N <= Range.Last && !stopped(); ++N) {
            if (holdsLabel(Statements[N]))
              Arrive();
            run(Statements[N]);
          }
        });
    At = Range.Last;
  }
}

void Interpreter::forgetWritten(const Contents &Written, const Reason &Why) {
  for (const auto &[O, Rest] : Written.Remainders)
    forgetLocal(*O, Why);
  for (const auto &[Of, V] : Written.Cells)
    forgetBytes(stepBytes(&Of.first->Begin, Of.second), 1, Why);
}

void Interpreter::runUnclear(SourceLocation Where, UnclearCode Code) {
  const Journal::Mark Begin(Changes);
  const Reason Why = why(P.named("set where jumps are not followed"), Where);
  Contents Written;
  auto Collect = [&](const Contents &New) {
    for (const auto &[Of, V] : New.Cells)
      Written.Cells.insert({Of, V});
    for (const auto &[O, Rest] : New.Remainders)
      Written.Remainders.insert({O, Rest});
  };
  {
    const Checkpoint Before = checkpoint(Begin);
    const Trial OnTrial(*this);
    Loop Around;
    ExitScope Iteration;
    if (InnerLoop)
      Around = *InnerLoop;
    if (Around.Iteration) {
      Iteration = *Around.Iteration;
      Around.Iteration = &Iteration;
    }
    const llvm::SaveAndRestore<Loop *> Inside(InnerLoop,
                                              InnerLoop ? &Around : nullptr);
    Code([] {});
    Collect(writtenSince(Begin.begin()));
    for (const std::vector<Exit> *Exits : {&Around.Exits, &Iteration.Exits})
      for (const Exit &E : *Exits)
        Collect(E.Arm);
    rollBack(Before);
  }
  forgetWritten(Written, Why);
  const size_t Known = Variables.size();
  branch(
      decideHere(P.varying(Why, {0, 1})), Where,
      [&] { Code([&] { forgetWritten(Written, Why); }); }, [] {});
  // What is made again has ended before.
  for (LivingObject &Object : llvm::drop_begin(Variables, Known))
    Object.Then.IsRepeated = true;
  Collect(writtenSince(Begin.begin()));
  forgetWritten(Written, Why);
}
