//===- PtxTest.cpp - The text of inline assembly --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ptx/Ptx.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <gtest/gtest.h>
#include <string>

using namespace banklint;
using llvm::StringRef;

/// Writes an operand back: "#0" is the first operand of the statement.
static std::string print(const PtxOperand &O) {
  std::string Text = O.IsNegated ? "!" : "";
  auto Parts = [&] {
    std::string List;
    for (const PtxOperand &Part : O.Parts)
      List += (List.empty() ? "" : " ") + print(Part);
    return List;
  };
  switch (O.Kind) {
  case PtxOperand::Placeholder:
    return Text + "#" + std::to_string(O.Number);
  case PtxOperand::Register:
  case PtxOperand::Special:
    return Text + O.Name;
  case PtxOperand::Immediate:
    return Text + std::to_string(O.Number);
  case PtxOperand::Address:
    return Text + "[" + Parts() + " + " + std::to_string(O.Number) + "]";
  case PtxOperand::Vector:
    return Text + "{" + Parts() + "}";
  case PtxOperand::Other:
    return Text + "?" + O.Name + Parts();
  }
  return "";
}

/// One instruction a line.
static std::string parsed(StringRef Text,
                          llvm::ArrayRef<StringRef> Names = {}) {
  std::string All;
  for (const PtxInstruction &In : parsePtx(Text, Names).Instructions) {
    All += All.empty() ? "" : "\n";
    if (!In.Guard.empty())
      All += "@" + print(In.Guard[0]) + " ";
    All += In.text();
    for (const PtxOperand &O : In.Operands)
      All += ", " + print(O);
  }
  return All;
}

TEST(Ptx, SplitsInstructionsAtSemicolons) {
  EXPECT_EQ(parsed("ld.shared.f32 %0, [%1];"), "ld.shared.f32, #0, [#1 + 0]");
  EXPECT_EQ(parsed("add.u32 %0, %1, 4;\n\tmov.b32 %2, %0;"),
            "add.u32, #0, #1, 4\nmov.b32, #2, #0");
  EXPECT_EQ(parsed("bar.sync 0"), "bar.sync, 0");
  EXPECT_EQ(parsed(""), "");
}

TEST(Ptx, ReadsVectorsAndOffsets) {
  EXPECT_EQ(
      parsed("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0,%1}, [%2+16];"),
      "ldmatrix.sync.aligned.m8n8.x2.shared.b16, {#0 #1}, [#2 + 16]");
  EXPECT_EQ(parsed("ld.shared.u32 %0, [%1 + 0x10 - 4];"),
            "ld.shared.u32, #0, [#1 + 12]");
  EXPECT_EQ(parsed("ld.shared.u32 %0, [ %1 + -8 ];"),
            "ld.shared.u32, #0, [#1 + -8]");
  EXPECT_EQ(parsed("st.shared.b32 [addr], 7;"), "st.shared.b32, [addr + 0], 7");
  // Coordinates of a tensor are not part of the address.
  EXPECT_EQ(parsed("cp.async.bulk.tensor.2d.shared::cluster.global [%0], [%1, "
                   "{%2, %3}], [%4];"),
            "cp.async.bulk.tensor.2d.shared::cluster.global, [#0 + 0], "
            "[#1 + 0], [#4 + 0]");
}

TEST(Ptx, PassesOverScopesDirectivesAndComments) {
  EXPECT_EQ(parsed("{ .reg .pred p; // why\n"
                   "  setp.ne.b32 p, %0, 0; /* and\n so */\n"
                   "  @!p mov.b32 %1, -1; }"),
            "setp.ne.b32, p, #0, 0\n@!p mov.b32, #1, -1");
  EXPECT_EQ(parsed("{ .reg .b32 %%t; mov.b32 %%t, %0; }"), "mov.b32, %t, #0");
}

TEST(Ptx, KnowsRegistersOfTheMachine) {
  EXPECT_EQ(parsed("mov.u32 %0, %%laneid;"), "mov.u32, #0, %laneid");
  EXPECT_EQ(parsed("mov.u32 %0, %%tid.x;"), "mov.u32, #0, %tid.x");
  // nvcc takes one percent sign too.
  EXPECT_EQ(parsed("mov.u32 %0, %ctaid.y;"), "mov.u32, #0, %ctaid.y");
}

TEST(Ptx, FindsOperandsByName) {
  EXPECT_EQ(parsed("add.u32 %[sum], %[a], %1;", {"sum", "", "a"}),
            "add.u32, #0, #2, #1");
}

TEST(Ptx, ReadsNumbers) {
  EXPECT_EQ(parsed("x 1, 0x1F, 010, 3U, -2;"), "x, 1, 31, 8, 3, -2");
  EXPECT_EQ(parsed("mov.f32 %0, 0f3F800000;"), "mov.f32, #0, ?0f3F800000");
  EXPECT_EQ(parsed("mov.f32 %0, 1.5;"), "mov.f32, #0, ?1");
}

TEST(Ptx, ReadsPairsAndGroups) {
  EXPECT_EQ(parsed("setp.lt.s32 p|q, %0, %1;"), "setp.lt.s32, {p q}, #0, #1");
  EXPECT_EQ(parsed("call (r), f, (a, b);"), "call, ?r, f, ?a b");
}

TEST(Ptx, NoticesLabels) {
  PtxText Loop = parsePtx("WAIT:\n mbarrier.try_wait.b64 p, [%0], %1;\n"
                          "@p bra DONE;\n bra WAIT;\nDONE:",
                          {});
  EXPECT_TRUE(Loop.HasLabels);
  ASSERT_EQ(Loop.Instructions.size(), 3u);
  EXPECT_TRUE(parsePtx("L_%=: bra L_%=;", {}).HasLabels);
  EXPECT_FALSE(parsePtx("ld.shared::cta.b32 %0, [%1];", {}).HasLabels);
}

TEST(Ptx, EndsOnAnyText) {
  for (StringRef Text :
       {"{",   "}",   "@",    "@p",  "ld",      "[",   "ld [", "x {%0",
        "%",   "x %", "x %[", "/*",  "x 1 2 3", ";;;", "x ,,", "]",
        "x )", "\"",  ".reg", "a:b", "x -",     "x !", "x |"})
    parsePtx(Text, {});
}

TEST(Ptx, ComparesWords) {
  PtxInstruction In =
      parsePtx("cp.async.bulk.commit_group;", {}).Instructions[0];
  EXPECT_EQ(In.Opcode, PtxOpcode::Cp);
  EXPECT_TRUE(In.has("bulk"));
  EXPECT_TRUE(In.startsWith("cp.async"));
  EXPECT_FALSE(In.startsWith("cp.as"));
}

TEST(Ptx, NamesOpcodes) {
  PtxText Text = parsePtx("@p ld.shared.u32 %0, [%1]; ldx.u32 %0, %1;", {});
  ASSERT_EQ(Text.Instructions.size(), 2u);
  EXPECT_EQ(Text.Instructions[0].Opcode, PtxOpcode::Ld);
  EXPECT_EQ(Text.Instructions[1].Opcode, PtxOpcode::Unknown);
  EXPECT_EQ(ptxOpcode("and"), PtxOpcode::And);
  EXPECT_EQ(ptxOpcode("AND"), PtxOpcode::Unknown);
  EXPECT_EQ(ptxOpcode(""), PtxOpcode::Unknown);
}

TEST(Ptx, KnowsEffectsByOpcode) {
  EXPECT_EQ(effectOf(PtxOpcode::Lop3), PtxEffect::Pure);
  EXPECT_EQ(effectOf(PtxOpcode::Vote), PtxEffect::Uniform);
  EXPECT_EQ(effectOf(PtxOpcode::Shfl), PtxEffect::Varying);
  EXPECT_EQ(effectOf(PtxOpcode::Unknown), PtxEffect::Unknown);
}

TEST(Ptx, NamesStateSpaces) {
  auto SpaceOf = [](StringRef Text) {
    return parsePtx(Text, {}).Instructions[0].space();
  };
  EXPECT_EQ(SpaceOf("ld.f32 %0, [%1];"), PtxSpace::Generic);
  EXPECT_EQ(SpaceOf("ld.shared.f32 %0, [%1];"), PtxSpace::Shared);
  EXPECT_EQ(SpaceOf("ld.shared::cta.f32 %0, [%1];"), PtxSpace::Shared);
  EXPECT_EQ(SpaceOf("ld.shared::cluster.f32 %0, [%1];"), PtxSpace::Cluster);
  EXPECT_EQ(SpaceOf("ld.param::entry.f32 %0, [%1];"), PtxSpace::Other);
}

TEST(Ptx, NamesTypesOfInstructions) {
  PtxInstruction In =
      parsePtx("cvt.rn.s16.v4.u32 %0, %1; exit;", {}).Instructions[0];
  ASSERT_EQ(In.types().size(), 2u);
  EXPECT_EQ(In.types()[0].Bits, 16u);
  EXPECT_EQ(In.lastType().Bits, 32u);
  EXPECT_EQ(In.vectorLength(), 4u);
  PtxInstruction Exit = parsePtx("exit;", {}).Instructions[0];
  EXPECT_TRUE(Exit.types().empty());
  EXPECT_EQ(Exit.lastType().Bits, 64u);
  EXPECT_EQ(Exit.vectorLength(), 1u);
}

TEST(Ptx, NamesTypes) {
  EXPECT_EQ(ptxType("b64").Bits, 64u);
  EXPECT_TRUE(ptxType("s16").IsSigned);
  EXPECT_TRUE(ptxType("f16x2").IsFloat);
  EXPECT_EQ(ptxType("pred").Bits, 1u);
  EXPECT_EQ(ptxType("shared").Bits, 0u);
  EXPECT_EQ(ptxType("s").Bits, 0u);
  EXPECT_EQ(ptxType("b17").Bits, 0u);
}

TEST(Ptx, ComputesWithNumbersOf64Bits) {
  EXPECT_EQ(parsed("mov.s64 %0, -9223372036854775808;"),
            "mov.s64, #0, -9223372036854775808");
  EXPECT_EQ(parsed("mov.u64 %0, 18446744073709551615;"), "mov.u64, #0, -1");
  EXPECT_EQ(parsed("mov.u64 %0, 18446744073709551616;"),
            "mov.u64, #0, ?18446744073709551616");
  EXPECT_EQ(parsed("ld.u8 %0, [%1+9223372036854775807+1];"),
            "ld.u8, #0, [#1 + -9223372036854775808]");
  EXPECT_EQ(parsed("ld.u8 %0, [%1 - -9223372036854775808];"),
            "ld.u8, #0, [#1 + -9223372036854775808]");
}

TEST(Ptx, ANumberThatIsTooLargeNamesNoOperand) {
  EXPECT_EQ(parsed("mov.u32 %99999999999999999999, %0;"),
            "mov.u32, ?99999999999999999999, #0");
}

TEST(Ptx, WhatNestsTooDeepIsNotUnderstood) {
  EXPECT_EQ(parsed("mov.u32 %0, {{{%1}}};"), "mov.u32, #0, {{{#1}}}");
  for (const char *Opener : {"(", "{", "[", "!", "-", "[+-"}) {
    std::string Text = "ld.u32 %0, ";
    for (unsigned I = 0; I != 100000; ++I)
      Text += Opener;
    PtxText Read = parsePtx(Text, {});
    ASSERT_EQ(Read.Instructions.size(), 1u);
    const PtxOperand *Inner = &Read.Instructions[0].Operands[1];
    while (!Inner->Parts.empty())
      Inner = &Inner->Parts.front();
    EXPECT_EQ(Inner->Kind, PtxOperand::Other);
    EXPECT_TRUE(Read.Instructions[0].IsTooDeep);
  }
  PtxText Deepest = parsePtx("mov.b64 %0, {{{%1}}}; add.u32 %0, %0, 1;", {});
  for (const PtxInstruction &In : Deepest.Instructions)
    EXPECT_FALSE(In.IsTooDeep);
}
