//===- ComparisonTest.cpp - Prediction beside measurement -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/Comparison.h"
#include "Formulas/Count.h"
#include "Formulas/Formula.h"
#include "Profile/Export.h"
#include "Profile/Prediction.h"
#include "Source/AccessKey.h"
#include "llvm/Support/Error.h"
#include "gtest/gtest.h"
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace banklint;
using namespace llvm;

namespace {
/// A kernel 'f' of a.cu in blocks of 64, launched with two of them: what is
/// predicted of a block, and what was measured of the launch.
class Case {
public:
  Case();

  /// Predicts a load that takes so much in a block.
  PredictedLine &predict(unsigned Line, int64_t Wavefronts, int64_t Ideal);
  /// An instruction that took so much.
  ProfiledInstruction &measure(std::vector<ProfiledLine> Lines,
                               int64_t Wavefronts, int64_t Ideal);
  ProfiledInstruction &measure(unsigned Line, int64_t Wavefronts,
                               int64_t Ideal) {
    return measure({{"/build/a.cu", Line}}, Wavefronts, Ideal);
  }

  /// "7 agrees", "7 differs: no-instruction" a line, by the numbers of causes.
  std::string compare() const;
  Comparison result() const;

  Prediction Predicted;
  Profile Measured;
  PredictedKernel &kernel() { return Predicted.Kernels.front(); }
  ProfiledLaunch &launch() { return Measured.Launches.front(); }
};
} // namespace

Case::Case() {
  PredictedKernel &Kernel = Predicted.Kernels.emplace_back();
  Kernel.Name = "f(int *)";
  Kernel.Block = {64, 1, 1};
  Kernel.IsLaunched = true;
  Predicted.Files = {"a.cu"};
  ProfiledLaunch &Launch = Measured.Launches.emplace_back();
  Launch.Kernel = "f(int *)";
  Launch.Warps = 4;
  Launch.Threads = 128;
  Measured.Files = {"/build/a.cu", "/usr/include/atomic.hpp"};
}

PredictedLine &Case::predict(unsigned Line, int64_t Wavefronts, int64_t Ideal) {
  PredictedLine &P = kernel().Lines.emplace_back();
  P.File = "a.cu";
  P.Line = Line;
  P.Arrays = {"s"};
  P.Wavefronts = Count(Wavefronts);
  P.Ideal = Count(Ideal);
  P.IsByHardware = false;
  P.IsConflict = Wavefronts > Ideal;
  P.IsConflictFree = !P.IsConflict;
  return P;
}

ProfiledInstruction &Case::measure(std::vector<ProfiledLine> Lines,
                                   int64_t Wavefronts, int64_t Ideal) {
  auto &Instructions = launch().Instructions;
  ProfiledInstruction &I = Instructions[16 * Instructions.size()];
  I.Text = "LDS R0, [R1]";
  I.Lines = std::move(Lines);
  I.Requests = Ideal;
  I.Wavefronts = Wavefronts;
  I.Ideal = Ideal;
  return I;
}

Comparison Case::result() const {
  Expected<Comparison> Compared = compareProfile(Measured, Predicted);
  EXPECT_TRUE(bool(Compared)) << toString(Compared.takeError());
  return std::move(*Compared);
}

std::string Case::compare() const {
  static const std::pair<Cause, const char *> Names[] = {
      {Cause::NotKnown, "not known"},
      {Cause::OnlyRequests, "only requests"},
      {Cause::OtherShape, "other shape"},
      {Cause::ShapeUnknown, "shape unknown"},
      {Cause::NoKernel, "no kernel"},
      {Cause::NotExecuted, "not executed"},
      {Cause::NoInstruction, "no instruction"},
      {Cause::InHeader, "in header"},
      {Cause::Together, "together"},
      {Cause::AmongOthers, "among others"},
      {Cause::ProfilersIdeal, "profiler's ideal"},
      {Cause::NotReported, "not reported"},
      {Cause::PartOfKernel, "part of kernel"},
      {Cause::NotExplained, "not explained"},
  };
  std::string Text;
  for (const ComparedKernel &Kernel : result().Kernels)
    for (const ComparedLine &Line : Kernel.Lines) {
      Text +=
          std::to_string(Line.At.Line) + " " + agreementName(Line.Judgement);
      for (const LineCause &Why : Line.Causes)
        for (const auto &[Kind, Name] : Names)
          if (Kind == Why.Kind)
            Text += std::string(", ") + Name;
      Text += "\n";
    }
  return Text;
}

TEST(Comparison, WhatIsMeasuredIsPredictedForAllBlocks) {
  Case C;
  C.predict(7, 32, 2);
  C.predict(9, 2, 2);
  C.measure(7, 64, 4);
  C.measure(9, 2, 2);
  C.measure(9, 2, 2);
  EXPECT_EQ(C.compare(), "7 agrees\n9 agrees\n");
  const Comparison Result = C.result();
  const ComparedKernel &Kernel = Result.Kernels.front();
  EXPECT_EQ(Kernel.BlockFrom, ShapeSource::Threads);
  EXPECT_EQ(Kernel.Blocks, 2);
}

TEST(Comparison, AnotherNumberDiffers) {
  Case C;
  C.predict(7, 32, 2);
  C.measure(7, 62, 4);
  EXPECT_EQ(C.compare(), "7 differs, not explained\n");
  Case OtherIdeal;
  OtherIdeal.predict(7, 4, 2);
  OtherIdeal.measure(7, 8, 2);
  EXPECT_EQ(OtherIdeal.compare(), "7 differs, not explained\n");
  // Of wide accesses it counts the bytes of the lanes.
  OtherIdeal.kernel().Lines.front().IsWide = true;
  EXPECT_EQ(OtherIdeal.compare(), "7 agrees, profiler's ideal\n");
}

TEST(Comparison, LaunchesOfOneShapeAreTakenTogether) {
  Case C;
  C.predict(7, 32, 2);
  C.measure(7, 64, 4);
  C.Measured.Launches.push_back(C.launch());
  EXPECT_EQ(C.compare(), "7 agrees\n");
  const Comparison Result = C.result();
  EXPECT_EQ(Result.Kernels.front().Launches, 2U);
  EXPECT_EQ(Result.Kernels.front().Lines.front().Measured->Wavefronts, 128);
}

TEST(Comparison, LaunchesThatPassOtherArgumentsAreNotToldApart) {
  Case C;
  C.predict(7, 32, 2);
  C.predict(9, 1, 1);
  C.measure(7, 320, 20);
  C.measure(9, 2, 2);
  EXPECT_EQ(C.compare(), "7 differs, not explained\n9 agrees\n");
  // The same kernel and block, with ten times as many iterations.
  PredictedKernel Other = C.kernel();
  Other.Lines[0].Wavefronts = Count(320);
  Other.Lines[0].Ideal = Count(20);
  C.Predicted.Kernels.push_back(Other);
  EXPECT_EQ(C.compare(), "7 within bounds, not known\n9 agrees\n");
  // Of neither.
  C.launch().Instructions.begin()->second.Wavefronts = 642;
  EXPECT_EQ(C.compare(), "7 differs, not explained\n9 agrees\n");
  // A line that one of them has alone.
  Case Alone;
  Alone.predict(7, 1, 1);
  Alone.measure(7, 2, 2);
  Alone.Predicted.Kernels.push_back(Alone.kernel());
  EXPECT_EQ(Alone.compare(), "7 agrees\n");
  Alone.predict(9, 4, 1);
  EXPECT_EQ(Alone.compare(), "7 agrees\n9 within bounds, not known\n");
  Alone.measure(9, 8, 2);
  EXPECT_EQ(Alone.compare(), "7 agrees\n9 within bounds, not known\n");
}

TEST(Comparison, AFormulaOfTheBlockIsSummedOverTheGrid) {
  Case C;
  PredictedLine &P = C.predict(7, 0, 0);
  // Of block 1 alone.
  P.Wavefronts = P.Ideal =
      Count(Formula::unknown("blockIdx.x", {0, INT64_MAX}));
  C.measure(7, 1, 1);
  EXPECT_EQ(C.compare(), "7 open, not known\n");
  C.launch().Block = {64, 1, 1};
  C.launch().Grid = {2, 1, 1};
  EXPECT_EQ(C.compare(), "7 agrees\n");
}

TEST(Comparison, BoundsMayHold) {
  Case C;
  PredictedLine &P = C.predict(7, 0, 0);
  P.IsExact = P.IsConflictFree = false;
  P.Wavefronts->Most = Formula(10);
  P.Ideal->Most = Formula(10);
  C.measure(7, 15, 15);
  EXPECT_EQ(C.compare(), "7 within bounds, not known\n");
  C.kernel().Lines.front().Wavefronts->Most = Formula(7);
  EXPECT_EQ(C.compare(), "7 differs, not explained\n");
  C.kernel().Lines.front().Wavefronts->Most.reset();
  EXPECT_EQ(C.compare(), "7 open, not known\n");
  C.kernel().Lines.front().Wavefronts->Least = Formula(8);
  EXPECT_EQ(C.compare(), "7 differs, not explained\n");
}

TEST(Comparison, ARequestMayBeKnownWithoutTheirNumber) {
  Case C;
  PredictedLine &P = C.predict(7, 0, 0);
  P.Wavefronts.reset();
  P.Ideal.reset();
  P.IsExact = P.IsConflictFree = false;
  P.IsConflict = true;
  P.Request = Cost{32, 1};
  C.measure(7, 32 * 17, 17);
  EXPECT_EQ(C.compare(), "7 agrees, only requests\n");
  // What certainly conflicts has to.
  C.launch().Instructions.begin()->second.Wavefronts = 17;
  EXPECT_EQ(C.compare(), "7 differs, not explained\n");
  // Another conflict is not what was said, nor refuted.
  C.launch().Instructions.begin()->second.Wavefronts = 18;
  EXPECT_EQ(C.compare(), "7 open, not known\n");
}

TEST(Comparison, WhatHardwareDoesTakesTheIdeal) {
  Case C;
  C.predict(7, 0, 0).IsByHardware = true;
  C.measure(7, 5, 5);
  EXPECT_EQ(C.compare(), "7 agrees\n");
  C.measure(7, 5, 4);
  EXPECT_EQ(C.compare(), "7 differs, not explained\n");
}

TEST(Comparison, MergedAccessesAgreeTogether) {
  Case C;
  C.predict(7, 2, 2);
  C.predict(9, 2, 2);
  C.predict(20, 1, 1);
  C.measure(9, 8, 8);
  C.measure(20, 2, 2);
  EXPECT_EQ(C.compare(),
            "7 explained, together\n9 explained, together\n20 agrees\n");
  // Another operation is no part of it.
  C.launch().Instructions.begin()->second.Operation = AccessOperation::Store;
  EXPECT_EQ(C.compare(), "7 differs, no instruction, not explained\n"
                         "9 differs, no instruction, not explained\n"
                         "9 differs, not reported\n20 agrees\n");
}

TEST(Comparison, InstructionsOfAHeaderAreFoundByWhatTheyTake) {
  Case C;
  C.predict(7, 16, 1);
  C.predict(9, 4, 1);
  C.measure({{"/usr/include/atomic.hpp", 107}}, 8, 2);
  C.measure({{"/usr/include/atomic.hpp", 107}}, 32, 2);
  EXPECT_EQ(C.compare(), "7 agrees, in header\n9 agrees, in header\n");
  C.launch().Instructions.begin()->second.Wavefronts = 9;
  EXPECT_EQ(C.compare(), "107 differs, not reported\n"
                         "7 differs, no instruction, not explained\n"
                         "9 differs, no instruction, not explained\n");
  // One of the two may be that of an access that nobody knows.
  PredictedLine &P = C.predict(11, 0, 0);
  P.Wavefronts.reset();
  P.IsExact = P.IsConflictFree = false;
  EXPECT_EQ(C.compare(), "7 open, among others\n9 open, among others\n"
                         "11 open, not known, among others\n");
}

TEST(Comparison, AnInlinedInstructionIsOfTheInnermostLine) {
  Case C;
  C.predict(5, 8, 1);
  C.predict(10, 1, 1).HasCalls = true;
  C.measure({{"/build/a.cu", 5}, {"/build/a.cu", 10}}, 16, 2);
  C.measure(10, 2, 2);
  EXPECT_EQ(C.compare(), "5 agrees\n10 agrees\n");
}

TEST(Comparison, OtherBlocksAreNotJudged) {
  Case C;
  C.predict(7, 32, 2);
  C.measure(7, 5, 5);
  C.launch().Threads = 96;
  EXPECT_EQ(C.compare(), "7 open, other shape\n");
  C.launch().Threads = 128;
  C.kernel().IsLaunched = false; // guessed
  EXPECT_EQ(C.compare(), "7 open, shape unknown\n");
  C.Predicted.Kernels.push_back(C.kernel());
  C.Predicted.Kernels.back().Block = {32, 1, 1};
  EXPECT_EQ(C.compare(), "7 open, shape unknown\n");
  C.launch().Block = {128, 1, 1};
  C.launch().Grid = {1, 1, 1};
  EXPECT_EQ(C.compare(), "7 open, other shape\n");
}

TEST(Comparison, OtherKernelsAreNamed) {
  Case C;
  C.predict(7, 32, 2);
  C.measure(7, 64, 4);
  C.Measured.Launches.push_back(C.launch());
  C.Measured.Launches.back().Kernel = "g(int *)";
  C.Predicted.Kernels.emplace_back().Name = "h(int *)";
  EXPECT_EQ(C.compare(), "7 agrees\n7 open, no kernel\n");
  EXPECT_EQ(C.result().NotProfiled, std::vector<std::string>{"h(int *)"});
}

TEST(Comparison, WhatNoWarpExecutesDiffersUnlessACondition) {
  Case C;
  C.predict(7, 32, 2).IsConditional = true;
  ProfiledInstruction &I = C.measure(7, 0, 0);
  EXPECT_EQ(C.compare(), "7 explained, not executed\n");
  I.Requests = 4; // with no lane
  I.Lanes = 0;
  EXPECT_EQ(C.compare(), "7 explained, not executed\n");
  C.kernel().Lines.front().IsConditional = false;
  EXPECT_EQ(C.compare(), "7 differs, not executed, not explained\n");
}

TEST(Comparison, WhatWasNotAnalysedIsOpen) {
  Case C;
  C.predict(7, 1, 1);
  C.measure(7, 2, 2);
  C.measure(12, 2, 2);
  EXPECT_EQ(C.compare(), "7 agrees\n12 differs, not reported\n");
  C.kernel().IsPart = true;
  EXPECT_EQ(C.compare(), "7 agrees\n12 open, part of kernel\n");
}

static std::string mistake(const Case &C) {
  Expected<Comparison> Compared = compareProfile(C.Measured, C.Predicted);
  return Compared ? "" : toString(Compared.takeError());
}

TEST(Comparison, AFileThatMayBeTwoIsNamed) {
  Case C;
  C.predict(7, 1, 1);
  C.Predicted.Files = {"a.cu", "old/a.cu"};
  Expected<Comparison> Compared = compareProfile(C.Measured, C.Predicted);
  ASSERT_FALSE(bool(Compared));
  EXPECT_EQ(toString(Compared.takeError()),
            "'/build/a.cu' of the profile may be any of 'a.cu', 'old/a.cu': "
            "compare it with one");
}

TEST(Comparison, DifferentProgramsAreRefused) {
  Case C;
  C.predict(7, 1, 1);
  C.measure(7, 2, 2);
  C.Measured.Files = {"/build/b.cu"};
  EXPECT_EQ(mistake(C), "no file is both in the profile and in the report: the "
                        "profile has '/build/b.cu', the report 'a.cu'");
  C.Measured.Files = {"/build/a.cu"};
  C.kernel().Name = "g(int *)";
  EXPECT_EQ(mistake(C), "no kernel is both in the profile and in the report: "
                        "the profile has 'f(int *)', the report 'g(int *)'");
  C.Predicted = {};
  EXPECT_EQ(mistake(C), "the report has no access to shared memory, and the "
                        "profile has some in 'f(int *)'");
}
