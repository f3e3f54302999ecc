//===- ExportTest.cpp - What Nsight Compute writes as CSV -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/Export.h"
#include "Source/AccessKey.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "gtest/gtest.h"
#include <array>
#include <optional>
#include <string>
#include <vector>

using namespace banklint;
using namespace llvm;

static Expected<Profile> read(ArrayRef<std::string> Files) {
  ProfileReader Reader;
  for (const std::string &Text : Files)
    if (Error E = Reader.add("p.csv", Text))
      return std::move(E);
  return Reader.take();
}

static std::string mistake(ArrayRef<std::string> Files) {
  Expected<Profile> Read = read(Files);
  return Read ? "" : toString(Read.takeError());
}

/// A table of a launch of `Kernel`, with these rows.
static std::string table(StringRef Kernel, StringRef Rows,
                         StringRef File = "/src/a.cu") {
  return ("\"File Path\",\"" + File + "\"\n\"Function Name\",\"" + Kernel +
          "\"\n"
          "\"Line No\",\"Source\",\"Address\",\"Source\",\"Instructions "
          "Executed\",\"Thread Instructions Executed\",\"L1 Wavefronts "
          "Shared\",\"L1 Wavefronts Shared Ideal\"\n" +
          Rows)
      .str();
}

static const std::string Load = "\"7\",\"x = s[t];\",\"-\",\"-\",\"9\",\"288\","
                                "\"64\",\"2\"\n"
                                "\"\",\"\",\"0x10\",\"S2R R0\",\"2\",\"64\","
                                "\"0\",\"0\"\n"
                                "\"\",\"\",\"0x20\",\"LDS R1, [R0]\",\"2\","
                                "\"64\",\"64\",\"2\"\n";

TEST(Export, AnInstructionHasItsCountersAndLines) {
  // Instructions are shown twice; those of other lines are left out.
  const std::string Twice = Load + "\"\",\"\",\"...\",\"...\",\"-\",\"-\",\"-"
                                   "\",\"-\"\n\"\",\"\",\"0x20\",\"LDS R1, "
                                   "[R0]\",\"2\",\"64\",\"64\",\"2\"\n";
  Expected<Profile> Read = read({table("f(int *)", Twice)});
  ASSERT_TRUE(bool(Read)) << toString(Read.takeError());
  ASSERT_EQ(Read->Launches.size(), 1U);
  const ProfiledLaunch &Launch = Read->Launches[0];
  EXPECT_EQ(Launch.Kernel, "f(int *)");
  EXPECT_EQ(Launch.Warps, 2);
  EXPECT_EQ(Launch.Threads, 64);
  EXPECT_EQ(Launch.Block, std::nullopt);
  ASSERT_EQ(Launch.Instructions.size(), 1U);
  const ProfiledInstruction &I = Launch.Instructions.at(0x20);
  EXPECT_EQ(I.Text, "LDS R1, [R0]");
  EXPECT_EQ(I.Operation, AccessOperation::Load);
  EXPECT_EQ(I.Requests, 2);
  EXPECT_EQ(I.Wavefronts, 64);
  EXPECT_EQ(I.Ideal, 2);
  EXPECT_EQ(I.Lanes, std::nullopt);
  ASSERT_EQ(I.Lines.size(), 1U);
  EXPECT_EQ(I.Lines[0], (ProfiledLine{"/src/a.cu", 7}));
}

TEST(Export, ColumnsAreFoundByName) {
  const std::string Text =
      "\"File Path\",\"/src/a.cu\"\r\n\"Function Name\",\"f\"\r\n"
      "\"memory_l1_wavefronts_shared_ideal\",\"new\",\"Address\",\"Source\","
      "\"memory_l1_wavefronts_shared\",\"Line No\",\"inst_executed\","
      "\"thread_inst_executed_true\",\"Source\"\r\n"
      "\"32\",\"?\",\"-\",\"-\",\"1,024\",\"7\",\"32\",\"5\",\"x = "
      "s[t];\"\r\n\"32\",\"?\",\"0x20\",\"LDS R1, "
      "[R0]\",\"1,024\",\"\",\"32\",\"5\",\"\"\r\n";
  Expected<Profile> Read = read({Text});
  ASSERT_TRUE(bool(Read)) << toString(Read.takeError());
  const ProfiledInstruction &I = Read->Launches[0].Instructions.at(0x20);
  EXPECT_EQ(I.Wavefronts, 1024);
  EXPECT_EQ(I.Ideal, 32);
  EXPECT_EQ(I.Requests, 32);
  EXPECT_EQ(I.Lanes, 5);
  EXPECT_EQ(I.Lines[0].Line, 7U);
}

TEST(Export, AnInlinedInstructionHasSeveralLines) {
  Expected<Profile> Read =
      read({table("f", Load) + table("f", Load, "/src/b.h")});
  ASSERT_TRUE(bool(Read)) << toString(Read.takeError());
  ASSERT_EQ(Read->Launches.size(), 1U);
  EXPECT_EQ(Read->Launches[0].Instructions.at(0x20).Lines.size(), 2U);
  EXPECT_EQ(Read->Files, (std::vector<std::string>{"/src/a.cu", "/src/b.h"}));
}

TEST(Export, TheTablesOfAFileAgainAreAnotherLaunch) {
  Expected<Profile> Read = read({table("f", Load) + table("f", Load)});
  ASSERT_TRUE(bool(Read)) << toString(Read.takeError());
  EXPECT_EQ(Read->Launches.size(), 2U);
}

TEST(Export, GenericInstructionsCountWhereSharedMemoryAnswers) {
  const std::string Rows =
      "\"7\",\"*p = *q;\",\"-\",\"-\",\"4\",\"128\",\"8\",\"2\"\n"
      "\"\",\"\",\"0x20\",\"LD.E R1, [R2]\",\"2\",\"64\",\"8\",\"2\"\n"
      "\"\",\"\",\"0x30\",\"ST.E [R2], R1\",\"2\",\"64\",\"0\",\"0\"\n";
  Expected<Profile> Read = read({table("f", Rows)});
  ASSERT_TRUE(bool(Read)) << toString(Read.takeError());
  EXPECT_EQ(Read->Launches[0].Instructions.size(), 1U);
}

static const std::string Raw =
    "\"ID\",\"Kernel Name\",\"Block Size\",\"Grid Size\","
    "\"l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum\",\"other.sum\"\n"
    "\"\",\"\",\"\",\"\",\"\",\"%\"\n";

TEST(Export, TheRawPageHasTheShapes) {
  Expected<Profile> Read =
      read({table("void f<(int)2>(T1 *)", Load) + table("g(int *)", Load),
            Raw + "\"0\",\"void f<2>(T1 *)\",\"(32, 8, 1)\",\"(1024, 1, "
                  "1)\",\"1,024\",\"5\"\n"
                  "\"1\",\"memset\",\"(1, 1, 1)\",\"(1, 1, 1)\",\"0\",\"5\"\n"
                  "\"2\",\"g\",\"(64, 1, 1)\",\"(2, 3, 1)\",\"0\",\"5\"\n"});
  ASSERT_TRUE(bool(Read)) << toString(Read.takeError());
  const ProfiledLaunch &First = Read->Launches[0], &Second = Read->Launches[1];
  EXPECT_EQ(First.Block, (std::array<unsigned, 3>{32, 8, 1}));
  EXPECT_EQ(First.Grid, (std::array<unsigned, 3>{1024, 1, 1}));
  ASSERT_EQ(First.Counters.size(), 1U);
  EXPECT_EQ(First.Counters[0].second, 1024);
  EXPECT_EQ(Second.Grid, (std::array<unsigned, 3>{2, 3, 1}));
}

TEST(Export, TheRawPageOfAnotherRunIsRefused) {
  for (StringRef Rows :
       {"\"0\",\"h\",\"(32, 1, 1)\",\"(1, 1, 1)\",\"0\",\"5\"\n",
        // Which of the two was it?
        "\"0\",\"f\",\"(32, 1, 1)\",\"(1, 1, 1)\",\"0\",\"5\"\n"
        "\"1\",\"f\",\"(64, 1, 1)\",\"(1, 1, 1)\",\"0\",\"5\"\n"})
    EXPECT_EQ(mistake({table("f", Load), Raw + Rows.str()}),
              "the raw page is of other launches than the source page: export "
              "both from one profile");
}

/// `Load` beside a row of the raw page with this block, grid and counters.
static std::string differenceFrom(StringRef Shape, StringRef Counters) {
  const std::string Row =
      ("\"0\",\"f\"," + Shape + "," + Counters + "\n").str();
  StringRef Text = StringRef(
      "\"ID\",\"Kernel Name\",\"Block Size\",\"Grid Size\",\"inst_executed\","
      "\"memory_l1_wavefronts_shared\",\"memory_l1_wavefronts_shared_ideal\""
      "\n");
  std::string Message = mistake({table("f", Load), Text.str() + Row});
  Text = Message;
  if (Text.consume_front("the raw page is not of what the source page shows: "
                         "'f' has ") &&
      Text.consume_back("; export both, and all rows, from one profile"))
    return Text.str();
  return Message;
}

TEST(Export, TheRawPageHasTheSumsOfTheLines) {
  // Two instructions of two warps, 64 wavefronts where 2 would do.
  const StringRef Two = "\"(32, 1, 1)\",\"(2, 1, 1)\"";
  EXPECT_EQ(differenceFrom(Two, "\"4\",\"64\",\"2\""), "");
  EXPECT_EQ(differenceFrom(Two, "\"4\",\"63\",\"2\""),
            "63 wavefronts, and its lines have 64");
  EXPECT_EQ(differenceFrom(Two, "\"4\",\"128\",\"2\""),
            "128 wavefronts, and its lines have 64");
  EXPECT_EQ(differenceFrom(Two, "\"4\",\"64\",\"4\""),
            "4 ideal wavefronts, and its lines have 2");
  EXPECT_EQ(differenceFrom(Two, "\"3\",\"64\",\"2\""),
            "3 instructions executed, and its lines have 4");
  EXPECT_EQ(differenceFrom(Two, "\"no data\",\"\",\"nan\""), "");
}

TEST(Export, TheRawPageHasTheWarpsOfTheLines) {
  const StringRef Counters = "\"4\",\"64\",\"2\"";
  EXPECT_EQ(differenceFrom("\"(32, 2, 1)\",\"(1, 1, 1)\"", Counters), "");
  EXPECT_EQ(differenceFrom("\"(32, 1, 1)\",\"(3, 1, 1)\"", Counters),
            "a grid of 3 blocks of 32, and its lines are executed by 2 "
            "warps of 64 threads");
  EXPECT_EQ(differenceFrom("\"(16, 1, 1)\",\"(2, 1, 1)\"", Counters),
            "a grid of 2 blocks of 16, and its lines are executed by 2 "
            "warps of 64 threads");
  EXPECT_EQ(
      differenceFrom("\"(32, 1, 1)\",\"(4294967295, 65535, 65535)\"", Counters),
      "a grid of 4294967295x65535x65535 blocks of 32, and its lines are "
      "executed by 2 warps of 64 threads");
  // Code without lines may be the first that is executed.
  EXPECT_EQ(
      differenceFrom("\"(32, 1, 1)\",\"(3, 1, 1)\"", "\"7\",\"64\",\"2\""), "");
}

TEST(Export, WhatToExportIsSaid) {
  EXPECT_NE(mistake({"\"Kernel Name\",\"f\",\n\"Address\",\"Source\","
                     "\"Instructions Executed\"\n"})
                .find("'p.csv' holds machine code without lines: export with "
                      "'--page source --print-source cuda,sass'"),
            std::string::npos);
  EXPECT_EQ(mistake({"\"File Name\",\"/src/a.cu\"\n\"Line No\",\"Source\"\n"}),
            "'p.csv' holds lines without counters: export with '--page source "
            "--print-source cuda,sass'");
  EXPECT_NE(mistake({Raw}).find("nothing of their lines"), std::string::npos);
  for (StringRef Text : {"", "a,b\n1,2\n", "hello\n"})
    EXPECT_NE(mistake({Text.str()}).find("'p.csv' is no profile: "),
              std::string::npos);
  EXPECT_EQ(mistake({"\"File Path\",\"/src/a.cu\"\n\"Function Name\",\"f\"\n"
                     "\"Line No\",\"Source\",\"Address\",\"Source\"\n"
                     "\"7\",\"\",\"-\",\"-\"\n"
                     "\"\",\"\",\"0x20\",\"LDS R1, [R0]\"\n"}),
            "'p.csv', line 5: an access to shared memory without its counters; "
            "profile with '--set full' or '--section SourceCounters'");
}

TEST(Export, CellsThatMakeNoSenseAreNamed) {
  const auto OfRow = [](StringRef Row) {
    return mistake({table("f", "\"7\",\"\",\"-\",\"-\",\"2\",\"64\",\"64\","
                               "\"2\"\n" +
                                   Row.str() + "\n")});
  };
  EXPECT_EQ(OfRow("\"\",\"\",\"0x20\",\"LDS R1\",\"2\",\"64\",\"-5\",\"2\""),
            "'p.csv', line 5: '-5' in column 'L1 Wavefronts Shared' is no "
            "count");
  EXPECT_EQ(OfRow("\"\",\"\",\"0x20\",\"LDS R1\",\"many\",\"64\",\"5\",\"2\""),
            "'p.csv', line 5: 'many' in column 'Instructions Executed' is no "
            "count");
  EXPECT_EQ(OfRow("\"\",\"\",\"0x20\",\"LDS "
                  "R1\",\"2\",\"64\",\"99999999999999999999\",\"2\""),
            "'p.csv', line 5: '99999999999999999999' in column 'L1 Wavefronts "
            "Shared' is no count");
  EXPECT_EQ(OfRow("\"\",\"\",\"here\",\"LDS R1\",\"2\",\"64\",\"5\",\"2\""),
            "'p.csv', line 5: 'here' is no address");
  EXPECT_EQ(OfRow("\"\",\"\",\"0x20\",\"LDS R1\""),
            "'p.csv', line 5: 4 cells in a table of 8 columns");
  EXPECT_EQ(
      OfRow("\"0\",\"\",\"-\",\"-\",\"2\",\"64\",\"0\",\"0\"").substr(0, 56),
      "'p.csv', line 4: a source line of 64 wavefronts, whose i");
  EXPECT_EQ(mistake({table("f", "\"\",\"\",\"0x20\",\"LDS\",\"2\",\"64\",\"5\","
                                "\"2\"\n")}),
            "'p.csv', line 4: an instruction without a line above it");
  EXPECT_EQ(mistake({table("f", "\"0\",\"\",\"-\",\"-\",\"2\",\"64\",\"5\","
                                "\"2\"\n")}),
            "'p.csv', line 4: no source has a line 0");
  EXPECT_EQ(mistake({Raw + "\"0\",\"f\",\"32\",\"(1, 1, 1)\",\"0\",\"5\"\n"}),
            "'p.csv', line 3: '32' in column 'Block Size' is no shape");
  for (StringRef Cell : {"-5", "1e300", "many", "1.5"})
    EXPECT_EQ(mistake({Raw + "\"0\",\"f\",\"(1, 1, 1)\",\"(1, 1, 1)\",\"" +
                       Cell.str() + "\",\"5\"\n"}),
              "'p.csv', line 3: '" + Cell.str() +
                  "' in column 'l1tex__data_bank_conflicts_pipe_lsu_mem_shared"
                  ".sum' is no count");
}

TEST(Export, MissingRowsAreNoticed) {
  const std::string Whole = table("f", Load);
  // Without its last row.
  const std::string Cut =
      StringRef(Whole).rtrim('\n').rsplit('\n').first.str() + "\n";
  EXPECT_EQ(mistake({Cut}),
            "'p.csv', line 4: a source line of 64 wavefronts, "
            "whose instructions below have 0: rows are missing");
  EXPECT_EQ(mistake({Whole}), "");
}

TEST(Export, NoPrefixOfAnExportEndsTheProgram) {
  const std::string Whole = table("f", Load) + Raw;
  for (size_t Size = 0; Size != Whole.size(); ++Size)
    mistake({Whole.substr(0, Size)});
}
