//===- PtxFuzzer.cpp - The text of inline assembly ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "Ptx/Opcode.h"
#include "Ptx/Ptx.h"
#include <cstddef>
#include <cstdint>

using namespace banklint;

int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  PtxText Read = parsePtx(textOf(Data, Size), {"out", "in", ""});
  require(Read.Instructions.size() <= Size, "an instruction has a letter");
  for (const PtxInstruction &I : Read.Instructions) {
    require(!I.Parts.empty(), "an instruction has an opcode");
    require(I.Opcode == ptxOpcode(I.Parts.front()), "the opcode is the first");
    require(I.Guard.size() <= 1, "there is one guard at most");
    require(I.startsWith(I.text()), "an instruction starts with itself");
    effectOf(I.Opcode);
    I.lastType();
    I.vectorLength();
    I.space();
  }
  return 0;
}
