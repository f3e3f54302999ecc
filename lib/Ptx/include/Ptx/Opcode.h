//===- Opcode.h - The opcodes of PTX and their effects ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_PTX_OPCODE_H
#define BANKLINT_PTX_OPCODE_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace banklint {

enum class PtxOpcode : uint8_t {
  Unknown, ///< not in Opcodes.def
#define PTX_OPCODE(NAME, SPELLING, EFFECT) NAME,
#include "Ptx/Opcodes.def"
};

/// What can be said of an instruction by its opcode alone.
enum class PtxEffect : uint8_t {
  Pure,    ///< the result is a function of the operands
  Varying, ///< shared memory is not accessed; the lanes' results may differ
  Uniform, ///< shared memory is not accessed; all lanes get one result
  Unknown, ///< it may access what its operands point to
};

/// `Unknown` for a spelling that is not in the table.
PtxOpcode ptxOpcode(llvm::StringRef Spelling);
PtxEffect effectOf(PtxOpcode Opcode);

} // namespace banklint

#endif // BANKLINT_PTX_OPCODE_H
