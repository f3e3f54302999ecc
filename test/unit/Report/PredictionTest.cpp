//===- PredictionTest.cpp - What a JSON report predicts -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/Prediction.h"
#include "Formulas/Formula.h"
#include "Profile/Prediction.h"
#include "Source/AccessKey.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "gtest/gtest.h"
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

using namespace banklint;
using namespace llvm;

/// An access of line 7, with some fields replaced.
static std::string accessWith(StringRef Fields = "{}") {
  json::Value Access = cantFail(json::parse(R"({
    "file": "a.cu", "line": 7, "column": 3, "kernel": "f<1>", "array": "s",
    "operation": "load", "bytes": 4, "block": [32, 8, 1],
    "block_source": "launch at a.cu:20", "verdict": "conflict", "reason": null,
    "wavefronts": 2, "ideal": 1, "exact": true, "requests": 8,
    "conditional": false, "at_call": false})"));
  json::Value Other = cantFail(json::parse(Fields));
  for (auto &[Key, Value] : *Other.getAsObject())
    (*Access.getAsObject())[Key] = Value;
  return formatv("{0}", Access).str();
}

/// A report of accesses, and of what else is given.
static std::string reportOf(ArrayRef<std::string> Accesses,
                            StringRef More = "") {
  return ("{\"version\": 1, \"accesses\": [" + join(Accesses, ",") + "]" +
          More + "}")
      .str();
}

static Expected<Prediction> read(StringRef Report) {
  return readPrediction("r.json", Report);
}

static std::string mistake(StringRef Report) {
  Expected<Prediction> Read = read(Report);
  return Read ? "" : toString(Read.takeError());
}

TEST(Prediction, AccessesOfALineAreTakenTogether) {
  Expected<Prediction> Read =
      read(reportOf({accessWith(), accessWith(R"({"array": "t", "bytes": 8})"),
                     accessWith(R"({"operation": "store", "requests": null})"),
                     accessWith(R"({"line": 9, "wavefronts": 4})"),
                     accessWith(R"({"line": 9, "wavefronts": 1})")}));
  ASSERT_TRUE(bool(Read)) << toString(Read.takeError());
  EXPECT_EQ(Read->Files, std::vector<std::string>{"a.cu"});
  ASSERT_EQ(Read->Kernels.size(), 1U);
  const PredictedKernel &Kernel = Read->Kernels[0];
  EXPECT_EQ(Kernel.Name, "f<1>");
  EXPECT_EQ(Kernel.Block, (std::array<unsigned, 3>{32, 8, 1}));
  EXPECT_TRUE(Kernel.IsLaunched);
  ASSERT_EQ(Kernel.Lines.size(), 3U);
  const PredictedLine &Loads = Kernel.Lines[0];
  EXPECT_EQ(Loads.Arrays, (std::vector<std::string>{"s", "t"}));
  ASSERT_TRUE(Loads.Block.has_value());
  EXPECT_EQ(Loads.Block->Wavefronts, 32); // 2 x 8 requests of 2
  EXPECT_EQ(Loads.Request->Wavefronts, 2);
  EXPECT_TRUE(Loads.IsWide);
  EXPECT_TRUE(Loads.IsConflict);
  EXPECT_FALSE(Loads.IsConflictFree);
  EXPECT_FALSE(Loads.Wavefronts.has_value()); // the report has no counts
  // How many requests there are is not known, or what each of them takes.
  EXPECT_EQ(Kernel.Lines[1].Operation, AccessOperation::Store);
  EXPECT_FALSE(Kernel.Lines[1].Block.has_value());
  EXPECT_TRUE(Kernel.Lines[1].Request.has_value());
  EXPECT_EQ(Kernel.Lines[2].Block->Wavefronts, 40);
  EXPECT_FALSE(Kernel.Lines[2].Request.has_value());
}

TEST(Prediction, WhatStandsAtACallIsNoLineOfItsOwn) {
  Expected<Prediction> Read = read(
      reportOf({accessWith(R"({"at_call": true})"),
                accessWith(R"({"at_call": true, "line": 9})"), accessWith()}));
  ASSERT_TRUE(bool(Read)) << toString(Read.takeError());
  ASSERT_EQ(Read->Kernels[0].Lines.size(), 1U);
  EXPECT_TRUE(Read->Kernels[0].Lines[0].HasCalls);
}

/// `Tree` as the least and the most of a count.
static std::string countOf(StringRef Tree) {
  return formatv(R"({{"exact": true, "least": {{"text": "?", "tree": {0}},
                  "most": {{"text": "?", "tree": {0}}, "reason": null,
                  "where": []})",
                 Tree)
      .str();
}

static std::string reportWithCount(StringRef Tree) {
  return reportOf({accessWith()}, formatv(R"(, "kernels": [{{
      "kernel": "f<1>", "block": [32, 8, 1], "grid": [4, 1, 1],
      "complete": false, "accesses": [{{
        "file": "a.cu", "line": 7, "operation": "load", "array": "s",
        "memory_l1_wavefronts_shared": {0},
        "memory_l1_wavefronts_shared_ideal": {1}}]}])",
                                          countOf(Tree), countOf("8"))
                                      .str());
}

/// What the formula is for n = 5; nothing where it has no number.
static std::optional<int64_t> valueOf(StringRef Tree) {
  Expected<Prediction> Read = read(reportWithCount(Tree));
  EXPECT_TRUE(bool(Read)) << toString(Read.takeError());
  return Read->Kernels[0].Lines[0].Wavefronts->Least.evaluate(
      [](StringRef Name) -> std::optional<int64_t> {
        return Name == "n" ? std::optional<int64_t>(5) : std::nullopt;
      });
}

/// An operation on n and what else is given.
static std::optional<int64_t> ofN(StringRef Op, StringRef Others = "") {
  return valueOf(
      ("{\"op\": \"" + Op + "\", \"of\": [{\"unknown\": \"n\"}" + Others + "]}")
          .str());
}

TEST(Prediction, CountsAreFormulas) {
  EXPECT_EQ(valueOf("12"), 12);
  EXPECT_EQ(valueOf(R"({"unknown": "m"})"), std::nullopt);
  EXPECT_EQ(ofN("+", R"(, {"op": "*", "of": [3, {"unknown": "n"}]}, 4)"), 24);
  EXPECT_EQ(ofN("floor", ", 2"), 2);
  EXPECT_EQ(ofN("ceil", ", 2"), 3);
  EXPECT_EQ(ofN("log2"), 2);
  EXPECT_EQ(ofN("min", ", 7, 4"), 4);
  EXPECT_EQ(ofN("max", ", 7, 4"), 7);
  EXPECT_EQ(ofN("gcd", ", 10"), 5);
  EXPECT_EQ(ofN("<", ", 5"), 0);
  EXPECT_EQ(ofN("<=", ", 5"), 1);
  EXPECT_EQ(ofN(">", ", 4"), 1);
  EXPECT_EQ(ofN(">=", ", 6"), 0);
  EXPECT_EQ(ofN("=", ", 5"), 1);
  EXPECT_EQ(ofN("!=", ", 5"), 0);
  EXPECT_EQ(valueOf(R"({"op": "if", "of": [{"op": "<", "of": [{"unknown": "n"},
                        5]}, 1, 2]})"),
            2);
  EXPECT_EQ(valueOf(R"({"op": "sum", "counter": "i", "of": [{"unknown": "n"},
                        {"counter": "i"}]})"),
            10);
}

TEST(Prediction, AKernelHasItsGridAndGaps) {
  Expected<Prediction> Read = read(reportWithCount("12"));
  ASSERT_TRUE(bool(Read)) << toString(Read.takeError());
  ASSERT_EQ(Read->Kernels.size(), 1U);
  EXPECT_EQ(Read->Kernels[0].Grid, (std::array<int64_t, 3>{4, 1, 1}));
  EXPECT_TRUE(Read->Kernels[0].IsPart);
  EXPECT_TRUE(Read->Kernels[0].Lines[0].Ideal->isExact());
}

TEST(Prediction, WhatIsNoReportIsRefused) {
  EXPECT_EQ(mistake(R"({"version": 2})"),
            "'r.json' is no JSON report: expected 1 at report.version");
  EXPECT_EQ(mistake(R"({"version": 1})"),
            "'r.json' is no JSON report: expected array at report.accesses");
  EXPECT_EQ(mistake(reportOf({accessWith(R"({"operation": "jump"})")})),
            "'r.json' is no JSON report: expected the name of an operation at "
            "report.accesses[0].operation");
  EXPECT_EQ(mistake(reportOf({accessWith(R"({"block": [32]})")})),
            "'r.json' is no JSON report: expected 3 extents at "
            "report.accesses[0].block");
  EXPECT_EQ(
      mistake(reportOf({accessWith()}, R"(, "summary": {"accesses": 2})")),
      "'r.json' is no JSON report: lists conflicts alone, make the report "
      "with --all-accesses at report.accesses");
}

TEST(Prediction, NumbersOutOfRangeAreNamed) {
  const auto OfField = [](StringRef Name, StringRef Value) {
    return mistake(
        reportOf({accessWith(("{\"" + Name + "\": " + Value + "}").str())}));
  };
  const auto Expect = [&](StringRef Name, StringRef Value, StringRef Range,
                          StringRef At = "") {
    EXPECT_EQ(OfField(Name, Value),
              ("'r.json' is no JSON report: expected " + Range +
               " at report.accesses[0]." + Name + At)
                  .str());
  };
  for (StringRef Value : {"-1", "2147483648", "1099511627776", "1e300", "1.5"})
    for (StringRef Name : {"line", "column", "bytes"})
      Expect(Name, Value, "a whole number from 0 to 2147483647");
  for (StringRef Value : {"-32", "1e300", "\"many\""})
    for (StringRef Name : {"wavefronts", "ideal", "requests"})
      Expect(Name, Value, "a number from 0 to 2^53");
  Expect("block", "[32, -8, 1]", "a whole number from 1 to 2147483647", "[1]");
  Expect("block", "[0, 1, 1]", "a whole number from 1 to 2147483647", "[0]");
  Expect("block", "[32, 1]", "3 extents");
  EXPECT_EQ(OfField("wavefronts", "1.5"), "");
  EXPECT_EQ(OfField("line", "2147483647"), "");
  EXPECT_EQ(
      mistake(reportOf({accessWith()},
                       R"(, "kernels": [{"kernel": "f<1>", "block": [32, 8, 1],
                   "grid": [1, -1, 1], "complete": true, "accesses": []}])")),
      "'r.json' is no JSON report: expected a whole number from 1 to "
      "2147483647 at report.kernels[0].grid[1]");
}

TEST(Prediction, WhatIsNoFormulaIsRefused) {
  for (StringRef Tree :
       {R"({"op": "power", "of": [2, 3]})", R"({"op": "floor", "of": [1]})",
        R"({"op": "floor", "of": [1, 0]})", R"({"op": "ceil", "of": [1, -2]})",
        R"({"op": "if", "of": [1, 2]})", R"({"op": "log2", "of": [1, 2]})",
        R"({"op": "+", "of": ["x"]})", R"({"op": "+", "of": []})", "{}",
        "null"})
    EXPECT_EQ(mistake(reportWithCount(Tree)),
              "'r.json' is no JSON report: expected a formula at "
              "report.kernels[0].accesses[0].memory_l1_wavefronts_shared.least")
        << Tree.str();
}
