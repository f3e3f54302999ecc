//===- Copies.h - Both sides of an asynchronous copy ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// cp.async moves pieces of 4, 8 or 16 bytes from global to shared memory. What
// that takes depends on where each lane's piece lies in its 128-byte line of
// either side. `costOf` says the rules; docs/bank-conflicts.md, what they were
// held against.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_BANK_COPIES_H
#define BANKLINT_BANK_COPIES_H

#include "Bank/BankModel.h"

namespace banklint {

/// What cp.async.ca takes ideally: the lines that the bytes of all active lanes
/// would fill.
unsigned idealThroughCache(const Request &R);

/// The passes of one phase of cp.async.ca. Where the global side is not known,
/// those that the shared side takes alone: the fewest that it can be.
unsigned wavefrontsThroughCache(const Request &R, uint32_t Phase);

/// What that is at least, wherever the lanes write: only lanes that write one
/// piece have one place in any layout.
unsigned leastThroughCache(const Request &R, uint32_t Phase);

/// What cp.async.cg takes.
RequestCost costPastCache(const Request &R);

} // namespace banklint

#endif // BANKLINT_BANK_COPIES_H
