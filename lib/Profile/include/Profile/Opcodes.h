//===- Opcodes.h - What a machine instruction does --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_PROFILE_OPCODES_H
#define BANKLINT_PROFILE_OPCODES_H

#include "Source/AccessKey.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace banklint {

/// An instruction that may access shared memory.
struct SharedOpcode {
  AccessOperation Operation = AccessOperation::Load;
  /// It names the address space at run time only, as LD and ATOM do: it is one
  /// of shared memory where that answered.
  bool IsGeneric = false;
};

/// What the text of a machine instruction, "@!P0 LDS.64 R4, [R4]", does to
/// shared memory; none where it cannot access any. A load that no lane ever
/// makes,
/// "@!PT LDS", is a way to wait, and none.
std::optional<SharedOpcode> sharedOpcode(llvm::StringRef Instruction);

} // namespace banklint

#endif // BANKLINT_PROFILE_OPCODES_H
