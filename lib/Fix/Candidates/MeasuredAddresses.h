//===- MeasuredAddresses.h - What addresses become numbers ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FIX_MEASUREDADDRESSES_H
#define BANKLINT_FIX_MEASUREDADDRESSES_H

#include "clang/AST/Stmt.h"

namespace banklint {

class SourceMap;

/// What is made of an address: an integer, or its distance from another one in
/// shared memory.
enum class AddressUse { Number, Distance };

/// Whether such a thing is made of the address of an object, or of a place in
/// it. Distances are looked for either way.
bool isMeasured(const clang::Stmt *S, AddressUse Use, const SourceMap &Map);

} // namespace banklint

#endif // BANKLINT_FIX_MEASUREDADDRESSES_H
