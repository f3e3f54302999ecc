//===- OpcodesTest.cpp - What a machine instruction does ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/Opcodes.h"
#include "Source/AccessKey.h"
#include "llvm/ADT/StringRef.h"
#include "gtest/gtest.h"
#include <optional>
#include <string>

using namespace banklint;
using namespace llvm;

/// "load", "generic atomic", "".
static std::string meaning(StringRef Instruction) {
  std::optional<SharedOpcode> Opcode = sharedOpcode(Instruction);
  if (!Opcode)
    return "";
  return (Opcode->IsGeneric ? "generic " : "") +
         std::string(operationName(Opcode->Operation));
}

TEST(Opcodes, TellTheOperation) {
  EXPECT_EQ(meaning("      LDS.64 R4, [R4]"), "load");
  EXPECT_EQ(meaning("@!P1  STS [R2], R3"), "store");
  EXPECT_EQ(meaning("ATOMS.POPC.INC.32 RZ, [R6+URZ]"), "atomic");
  EXPECT_EQ(meaning("LDSM.16.M88.4 R4, [R4]"), "ldmatrix");
  EXPECT_EQ(meaning("STSM.16.M88.4 [R23], R16"), "stmatrix");
  EXPECT_EQ(meaning("LDGSTS.E.BYPASS.128 desc[UR6][R2.64], [R7]"), "cp.async");
  EXPECT_EQ(meaning("SYNCS.PHASECHK.TRANS64.TRYWAIT P0, [R2]"), "load");
  EXPECT_EQ(meaning("SYNCS.ARRIVE.TRANS64 RZ, [R2]"), "atomic");
  EXPECT_EQ(meaning("SYNCS.EXCH.64 URZ, [UR4]"), "store");
}

TEST(Opcodes, GenericOnesAnswerAtRunTime) {
  EXPECT_EQ(meaning("LD.E.128 R4, desc[UR4][R2.64]"), "generic load");
  EXPECT_EQ(meaning("ST.E desc[UR4][R2.64], R5"), "generic store");
  EXPECT_EQ(meaning("ATOM.E.ADD R2, desc[UR4][R2.64], R5"), "generic atomic");
}

TEST(Opcodes, OthersAccessNoSharedMemory) {
  for (StringRef Text :
       {"LDG.E R0, desc[UR6][R2.64]", "LDC R1, c[0x0][0x28]", "LDL R1, [R2]",
        "STG.E desc[UR6][R2.64], R9", "REDUX.SUM UR4, R2", "EXIT", "", "@P0",
        "@!PT LDS RZ, [RZ]", "SYNCS"})
    EXPECT_EQ(meaning(Text), "") << Text.str();
}
