//===- WalkedSource.h - Kernels walked for tests ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_TEST_WALK_WALKEDSOURCE_H
#define BANKLINT_TEST_WALK_WALKEDSOURCE_H

#include "ParsedSource.h"
#include "Values/ValueText.h"
#include "Walk/SiteMap.h"
#include "Walk/Walk.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/SetVector.h"

namespace banklint {

inline constexpr uint64_t TestSteps = 1'000'000;

/// How a test's kernel is walked, where that is not as usual.
struct WalkOptions {
  std::vector<std::optional<int64_t>> Arguments;
  /// Makes every literal 7 worth more, to see which are met.
  bool ChangesSevens = false;
  uint64_t Steps = TestSteps;
  unsigned FirstThread = 0; ///< of the one warp, the last of its block
};

/// The walk of the kernel `k` of a source, by one warp: threadIdx.x is the
/// lane, blockIdx.x any number.
class WalkedSource {
public:
  explicit WalkedSource(llvm::StringRef Text, const WalkOptions &Options = {}) {
    withCuda(Text, [&](clang::ASTContext &Context) {
      SiteMap Map(Context);
      walk(Context, Map, Options);
    });
  }
  /// One of several walks that share what they find out.
  WalkedSource(clang::ASTContext &Context, SiteMap &Map,
               const WalkOptions &Options) {
    walk(Context, Map, Options);
  }

  llvm::ArrayRef<AccessRecord> records() const { return Left.Records; }
  const AccessRecord &operator[](size_t Which) const {
    EXPECT_LT(Which, Left.Records.size());
    return Left.Records[Which];
  }
  /// The access as the source spells it.
  std::string textAt(SiteId Id) const {
    return Id == NoSite ? "" : Sites[Id].Text;
  }
  unsigned lineAt(SiteId Id) const {
    return Id == NoSite ? 0 : Sites[Id].Span.Begin.Line;
  }
  /// Of all records, in order.
  std::vector<std::string> texts() const {
    std::vector<std::string> Texts;
    Texts.reserve(Left.Records.size());
    for (const AccessRecord &R : Left.Records)
      Texts.push_back(textAt(R.Site));
    return Texts;
  }
  /// Which records have the same of one of the numbers that say where in the
  /// code they stand: it is 0 for the first and those like it, 1 for the next
  /// that is another, and so on.
  std::vector<unsigned> alikeBy(unsigned AccessRecord::*Number) const {
    llvm::SmallSetVector<unsigned, 8> Met;
    std::vector<unsigned> Alike;
    for (const AccessRecord &R : Left.Records) {
      Met.insert(R.*Number);
      Alike.push_back(unsigned(llvm::find(Met, R.*Number) - Met.begin()));
    }
    return Alike;
  }
  /// The unroll block of a record.
  const UnrollBlock &unrollOf(size_t Which) const {
    return Left.Unrolls[(*this)[Which].Unroll];
  }
  /// Where a record goes: its subscripts, and the bytes behind them if any.
  std::string place(size_t Which) const {
    const SharedAddress *Where = (*this)[Which].Where;
    if (!Where)
      return "unknown";
    VariableNames Names;
    for (const Value &I : Where->Index)
      Names.add(I);
    Names.add(Where->WithinBytes);
    Names.assign();
    std::string Text;
    llvm::raw_string_ostream OS(Text);
    for (const Value &I : Where->Index) {
      OS << '[';
      print(OS, I, Names);
      OS << ']';
    }
    if (!Where->WithinBytes.isNumber(0)) {
      OS << " + ";
      print(OS, Where->WithinBytes, Names);
    }
    return Text;
  }
  std::vector<std::string> places() const {
    std::vector<std::string> Places;
    for (size_t I = 0; I != Left.Records.size(); ++I)
      Places.push_back(place(I));
    return Places;
  }
  Trace Left;
  KernelWalk Ended;
  std::vector<std::string> Gaps; ///< "line: what"
  uint64_t StepsLeft = 0;

private:
  void walk(clang::ASTContext &Context, SiteMap &Map,
            const WalkOptions &Options);

  SharedMemory Memory; ///< its names do not outlive the tree
  SiteTable Sites;
};

inline void WalkedSource::walk(clang::ASTContext &Context, SiteMap &Map,
                               const WalkOptions &Options) {
  const auto *Kernel = declared<clang::FunctionDecl>("k", Context);
  ASSERT_TRUE(Kernel);
  StrideChange Sevens;
  for (const clang::IntegerLiteral *Literal : literalsOf(7, Context))
    Sevens.InPlace.Units[Literal] = 1;
  Left.Values = std::make_unique<Pool>();
  Pool &P = *Left.Values;
  WalkInput Input;
  Lanes Each;
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
    Each[Lane] = Options.FirstThread + Lane;
  Input.ThreadIndex = {P.lanes(Each), Value(0), Value(0)};
  Input.BlockIndex = {
      P.symbol("blockIdx.x", SymbolKind::Visited, {0, INT64_MAX}), Value(0),
      Value(0)};
  Input.BlockDim = {Value(Options.FirstThread + LaneCount), Value(1), Value(1)};
  Input.GridDim = {P.symbol("gridDim.x", SymbolKind::Unknown, {1, INT64_MAX}),
                   Value(1), Value(1)};
  Input.Warps.resize(1);
  Input.Arguments = Options.Arguments;
  StepsLeft = Options.Steps;
  llvm::SmallPtrSet<const clang::FunctionDecl *, 8> Reached;
  Memory.layOut(Kernel, Context, Reached);
  Ended = walkKernel(Context, Kernel, Input,
                     Options.ChangesSevens ? &Sevens : nullptr, Memory, Map,
                     StepsLeft, Left);
  Sites = Map.table();
  for (const WalkGap &G : Ended.Gaps)
    Gaps.push_back(
        std::to_string(
            Context.getSourceManager().getExpansionLineNumber(G.Where)) +
        ": " + toText(G.What));
}

} // namespace banklint

#endif // BANKLINT_TEST_WALK_WALKEDSOURCE_H
