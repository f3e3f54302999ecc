//===- AssemblyAccess.h - What assembly does at an address ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   asm("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {...}, [%4];" : ... :
//   "r"(a));
//
// accesses shared memory at the number `a`, and nothing else is made of that:
// in its place may stand another address.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FIX_ASSEMBLYACCESS_H
#define BANKLINT_FIX_ASSEMBLYACCESS_H

#include "Ptx/Opcode.h"
#include "clang/AST/Stmt.h"
#include <cstdint>

namespace banklint {

/// Whether an instruction makes one value of others, an address among them,
/// without memory.
bool isMove(PtxOpcode Opcode);

/// What a statement does with an operand that holds an address.
struct AssemblyAccess {
  enum AccessKind {
    Exact, ///< it accesses shared memory there, and does nothing else with it
    Move,  ///< it only copies it to outputs, in another state space perhaps
    Other, ///< anything else, such as an access at some distance
  } Kind = Other;
  int64_t Bytes = 0; ///< that a lane accesses at once, at most
};

AssemblyAccess assemblyAccess(const clang::GCCAsmStmt &S,
                              const clang::Expr *Operand);

} // namespace banklint

#endif // BANKLINT_FIX_ASSEMBLYACCESS_H
