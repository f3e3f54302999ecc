//===- Opcode.cpp - The opcodes of PTX and their effects ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ptx/Opcode.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/ErrorHandling.h"

using namespace banklint;

PtxOpcode banklint::ptxOpcode(llvm::StringRef Spelling) {
  return llvm::StringSwitch<PtxOpcode>(Spelling)
#define PTX_OPCODE(NAME, SPELLING, EFFECT) .Case(SPELLING, PtxOpcode::NAME)
#include "Ptx/Opcodes.def"
      .Default(PtxOpcode::Unknown);
}

PtxEffect banklint::effectOf(PtxOpcode Opcode) {
  switch (Opcode) {
  case PtxOpcode::Unknown:
    return PtxEffect::Unknown;
#define PTX_OPCODE(NAME, SPELLING, EFFECT)                                     \
  case PtxOpcode::NAME:                                                        \
    return PtxEffect::EFFECT;
#include "Ptx/Opcodes.def"
  }
  llvm_unreachable("an opcode is one of the table");
}
