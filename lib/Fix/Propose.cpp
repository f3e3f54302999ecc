//===- Propose.cpp - Fixes for findings -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fix/Propose.h"
#include "Cuda/Locations.h"
#include "Finding/Join.h"
#include "Fix/UselessPadding.h"
#include "clang/AST/ASTContext.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using namespace clang;

namespace {
/// Finds and words what is to be said of one array.
class Proposal {
public:
  /// Takes from `StepBudget` what it spends.
  Proposal(const DeclaredArray &Array, const SourceMap &Map,
           ASTContext &Context, uint64_t &StepBudget)
      : Array(Array), Map(Map), Context(Context), StepBudget(StepBudget) {}

  void addTo(llvm::ArrayRef<Finding *> Findings);

private:
  void search();
  void addPaddingNotes(llvm::ArrayRef<Finding *> Findings) const;
  Fix fixFor(const Site &Where) const;
  std::optional<Note> swizzleFor(const Finding &F) const;
  std::string describe(const Site &Where) const;
  std::string loserText() const;
  std::string adviceText() const;
  Note refusal(const Obstacle &O, const std::string &Advice) const;
  std::optional<Note> refusalOfAll(Fix &Edits) const;

  const DeclaredArray &Array;
  const SourceMap &Map;
  ASTContext &Context;
  uint64_t &StepBudget;
  LayoutCost Now;
  std::vector<std::unique_ptr<RowForm>> Forms;
  const RowForm *Chosen = nullptr;
  std::unique_ptr<Replay> OfChosen;
  std::optional<Proof> Best, BestSwizzle;
};
} // namespace

/// The access that a finding speaks of.
static std::optional<Site> siteOf(const Finding &F, const LayoutCost &Cost) {
  for (const auto &[Where, Sum] : Cost.Sites) {
    const auto &[File, Line, Column, Operation] = Where;
    if (File == F.Span.Begin.File && Line == F.Span.Begin.Line &&
        Column == F.Span.Begin.Column &&
        llvm::StringRef(F.Message).contains(std::string(" in ") +
                                            operationName(Operation)))
      return Where;
  }
  return std::nullopt;
}

static double wavefrontsAt(const LayoutCost &Cost, const Site &Where) {
  auto Found = Cost.Sites.find(Where);
  if (Found == Cost.Sites.end() || Found->second.Requests == 0)
    return 0;
  return Found->second.Wavefronts / Found->second.Requests;
}

/// Of the forms that can be proved, the one with the best padding.
void Proposal::search() {
  Forms = formsOf(Array, Map, Context, StepBudget);
  for (const auto &Form : Forms) {
    if (!Form->isProvable())
      continue;
    auto Accesses = std::make_unique<Replay>(Form->Uses, Context);
    LayoutCost Before = Accesses->costOf({});
    std::optional<Proof> One =
        bestPadding(*Accesses, Form->UnitElements, Before, StepBudget);
    bool IsBetter = One && (!Best || One->Cost.Total.Wavefronts <
                                         Best->Cost.Total.Wavefronts);
    if (Chosen && !IsBetter)
      continue;
    Chosen = Form.get();
    OfChosen = std::move(Accesses);
    Now = std::move(Before);
    Best = std::move(One);
  }
  if (!Chosen) {
    Now = Replay(Array.Uses, Context).costOf({});
    return;
  }
  if (Best && !Best->Cost.hasExcess() && Best->losers(Now).empty())
    return;
  const SiteCost &ToBeat = Best ? Best->Cost.Total : Now.Total;
  BestSwizzle = bestSwizzle(*OfChosen, Chosen->UnitElements, Now,
                            ToBeat.Wavefronts, StepBudget);
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

static std::string wordsText(int64_t Bytes) {
  return Bytes % WordBytes == 0 ? std::to_string(Bytes / WordBytes) + " words"
                                : std::to_string(Bytes) + " bytes";
}

/// What a layout leaves of the access: "puts the 32 lanes in 32 banks".
static std::string effectText(const LayoutCost &Before, const LayoutCost &Cost,
                              const Site &Where) {
  auto Found = Cost.Sites.find(Where);
  if (Found == Cost.Sites.end() || Found->second.Requests == 0)
    return " leaves it without requests";
  const SiteCost &Sum = Found->second;
  double Wavefronts = Sum.Wavefronts / Sum.Requests;
  if (Wavefronts == 1)
    return " puts the 32 lanes in 32 banks";
  std::string Text = " leaves " + wavefrontText(Wavefronts) +
                     " wavefronts a request" +
                     (Sum.Wavefronts > Sum.Ideal + 1e-9 ? "" : ", the ideal");
  auto Was = Before.Sites.find(Where);
  if (Was == Before.Sites.end() || Was->second.Requests <= Sum.Requests + 1e-9)
    return Text;
  return Text + ", in " + wavefrontText(Was->second.Requests / Sum.Requests) +
         " times fewer requests";
}

/// Names the access that gets worse most.
std::string Proposal::loserText() const {
  std::string Text;
  double Most = -1;
  for (const Loser &L : Best->losers(Now)) {
    if (L.After - L.Before <= Most)
      continue;
    Most = L.After - L.Before;
    const auto &[File, Line, Column, Operation] = L.Where;
    Text = std::string("; the ") + operationName(Operation) + " at line " +
           std::to_string(Line) + " then takes " + wavefrontText(L.After) +
           " wavefronts instead of " + wavefrontText(L.Before);
  }
  return Text;
}

std::string Proposal::describe(const Site &Where) const {
  std::string Text = "a row of " +
                     wordsText(Best->How.rowBytes(Chosen->Uses.front())) +
                     effectText(Now, Best->Cost, Where) + "; adds " +
                     std::to_string(Best->ExtraBytes) + " bytes";
  std::string Residency = residencyText(Chosen->Uses, Best->ExtraBytes);
  return Text + (Residency.empty() ? "" : "; " + Residency) + loserText();
}

Fix Proposal::fixFor(const Site &Where) const {
  Fix Result;
  Result.ExtraBytes = unsigned(Best->ExtraBytes);
  Result.Wavefronts = wavefrontsAt(Best->Cost, Where);
  bool HasUnknown = Best->Cost.Total.UnknownRequests > 0;
  Result.IsSafe = Best->losers(Now).empty() && !HasUnknown;
  Result.Description = describe(Where);
  if (HasUnknown)
    Result.Description += "; what some accesses then take is not known";
  return Result;
}

/// What to do by hand.
std::string Proposal::adviceText() const {
  const ArrayInKernel &Use = Chosen->Uses.front();
  int64_t ElementBytes = Use.elementBytes();
  int64_t Now = Use.rowBytes(), Then = Best->How.rowBytes(Use);
  std::string Text = "; by hand: ";
  if (!Use.RowBytes)
    return Text + "a row of " + wordsText(Then) + " would be best";
  return Text + "a row stride of " + std::to_string(Then / ElementBytes) +
         " instead of " + std::to_string(Now / ElementBytes) +
         " in every index would be best, and takes " +
         std::to_string(Then - Now) + " bytes more for each row";
}

Note Proposal::refusal(const Obstacle &O, const std::string &Advice) const {
  SourceRange Where = O.Where.isValid()
                          ? O.Where
                          : SourceRange(Array.any().Declaration->getLocation());
  return {spanOf(Where, Context),
          "no fix for '" + Array.any().Name.str() + "': " + O.Reason + Advice};
}

/// The text of an expression as the source has it.
static std::string textOf(const Expr *E, const ASTContext &Context) {
  return Lexer::getSourceText(
             CharSourceRange::getTokenRange(E->getSourceRange()),
             Context.getSourceManager(), Context.getLangOpts())
      .str();
}

/// An operand of a bit operation.
static std::string operandText(const Expr *E, const ASTContext &Context) {
  std::string Text = textOf(E, Context);
  bool IsSimple = llvm::isa<DeclRefExpr, IntegerLiteral, ParenExpr, MemberExpr,
                            PseudoObjectExpr, ArraySubscriptExpr, CallExpr>(
      E->IgnoreImpCasts());
  return IsSimple ? Text : "(" + Text + ")";
}

/// The subscript with its column moved; empty where it is not written as one.
static std::string swizzledText(const Expr *Access, const Swizzle &How,
                                const ASTContext &Context) {
  const auto *Column =
      llvm::dyn_cast<ArraySubscriptExpr>(Access->IgnoreParenImpCasts());
  const auto *Row = Column ? llvm::dyn_cast<ArraySubscriptExpr>(
                                 Column->getBase()->IgnoreParenImpCasts())
                           : nullptr;
  if (!Row || Column->getBeginLoc().isMacroID() ||
      Column->getEndLoc().isMacroID())
    return "";
  std::string Mixed = "(" + operandText(Row->getIdx(), Context) + " & " +
                      std::to_string(How.Mask) + ")";
  if (How.UnitElements > 1)
    Mixed = Mixed + " * " + std::to_string(How.UnitElements);
  if (How.UnitElements > 1)
    Mixed = "(" + Mixed + ")";
  return textOf(Row, Context) + "[" + operandText(Column->getIdx(), Context) +
         " ^ " + Mixed + "]";
}

/// The same where the index makes the rows; empty where it does not.
static std::string indexedText(const ArrayInKernel &Use, const Swizzle &How) {
  if (!Use.RowBytes)
    return "";
  std::string Mixed = "(row & " + std::to_string(How.Mask) + ")";
  if (How.UnitElements > 1)
    Mixed = "(" + Mixed + " * " + std::to_string(How.UnitElements) + ")";
  return Use.Array->Name.str() + "[row * " +
         std::to_string(Use.RowBytes / Use.elementBytes()) + " + (column ^ " +
         Mixed + ")]";
}

std::optional<Note> Proposal::swizzleFor(const Finding &F) const {
  std::optional<Site> Where = siteOf(F, BestSwizzle->Cost);
  if (!Where)
    return std::nullopt;
  const Swizzle &How = *BestSwizzle->How.Swizzled;
  std::string Text = indexedText(Chosen->Uses.front(), How);
  forEachRecord(Chosen->Uses,
                [&](const ArrayInKernel &, const WarpGroupRecords &,
                    const AccessRecord &Record) {
                  SourcePoint At = pointOf(Record.range().getBegin(), Context);
                  if (Text.empty() && placeOf(At) == placeOf(F.Span.Begin))
                    Text = swizzledText(Record.Site, How, Context);
                });
  if (Text.empty())
    return std::nullopt;
  bool Pays = !BestSwizzle->losers(Now).empty();
  return Note{F.Span, "'" + Text + "', with the same in every access of '" +
                          Array.any().Name.str() + "'," +
                          effectText(Now, BestSwizzle->Cost, *Where) +
                          " and takes no memory" +
                          (Pays ? ", but another access gets worse" : "")};
}

//===----------------------------------------------------------------------===//
// All together
//===----------------------------------------------------------------------===//

/// What stands in the way of edits; with the fix's edits where nothing does.
std::optional<Note> Proposal::refusalOfAll(Fix &Edits) const {
  if (!Chosen)
    return refusal(Forms.front()->Obstacles.front(), "");
  if (!Best && StepBudget == 0)
    return refusal({{}, "its proof takes more steps than the budget allows"},
                   "");
  if (!Best)
    return refusal(
        {{}, "no longer row lowers the wavefronts of its accesses together"},
        "");
  if (!Chosen->Obstacles.empty())
    return refusal(Chosen->Obstacles.front(), adviceText());
  if (llvm::Error E = Chosen->Edit(*Best, Edits))
    return refusal({{}, toString(std::move(E))}, adviceText());
  return std::nullopt;
}

/// A member that nothing names and that only moves the others apart.
void Proposal::addPaddingNotes(llvm::ArrayRef<Finding *> Findings) const {
  std::optional<Padding> P = memberPaddingOf(Array, Map, Context);
  bool Pays = P && P->IsUseless &&
              P->Without.Total.Wavefronts < P->With.Total.Wavefronts - 1e-9;
  for (Finding *F : Pays ? Findings : llvm::ArrayRef<Finding *>())
    if (std::optional<Site> Where = siteOf(*F, Now))
      F->Notes.push_back(
          {spanOf(P->Member->getSourceRange(), Context),
           "a plain type without the member '" + P->Member->getNameAsString() +
               "', which nothing names," +
               effectText(P->With, P->Without, *Where) + "; saves " +
               std::to_string(P->Bytes) + " bytes"});
}

void Proposal::addTo(llvm::ArrayRef<Finding *> Findings) {
  search();
  addPaddingNotes(Findings);
  Fix Edits;
  std::optional<Note> Refusal = refusalOfAll(Edits);
  for (Finding *F : Findings) {
    if (BestSwizzle)
      if (std::optional<Note> Other = swizzleFor(*F))
        F->Notes.push_back(std::move(*Other));
    if (Refusal) {
      F->Notes.push_back(*Refusal);
      continue;
    }
    Site Where = siteOf(*F, Now).value_or(Site());
    if (Best->Cost.Sites[Where].Wavefronts >=
        Now.Sites[Where].Wavefronts - 1e-9) {
      F->Notes.push_back(refusal(
          {{}, "what helps its other accesses does not help this one"}, ""));
      continue;
    }
    Fix Offered = fixFor(Where);
    Offered.Edits = Edits.Edits;
    Offered.Where = Edits.Where;
    F->Fixes.push_back(std::move(Offered));
  }
}

void banklint::proposeFixes(const Analysis &Found, ASTContext &Context,
                            ProofBudget &Budget,
                            std::vector<Finding> &Findings) {
  std::map<Place, std::vector<Finding *>> ByArray;
  std::set<Place> Places;
  for (Finding &F : Findings)
    if (F.Declared.Line) {
      ByArray[placeOf(F.Declared)].push_back(&F);
      Places.insert(placeOf(F.Declared));
    }
  if (ByArray.empty())
    return;
  SourceMap Map(Context);
  for (auto &[Where, Array] : declaredArrays(Found, Map, Context, &Places)) {
    const uint64_t Before = Budget.StepsLeft;
    Proposal(Array, Map, Context, Budget.StepsLeft).addTo(ByArray[Where]);
    Budget.IsWhole &= Budget.StepsLeft != 0;
    Budget.StepsOf[Array.Uses.front().Walked->Kernel] +=
        Before - Budget.StepsLeft;
  }
}
