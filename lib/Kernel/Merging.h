//===- Merging.h - Which accesses become one request ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compiler stands between the accesses of the source and the requests of
// the machine. nvcc drops loads of what it already holds, and stores that
// nothing reads; ptxas then joins neighbours of straight-line code into
// accesses of 8 and 16 bytes a lane:
//
//   records, in program order
//     -> without repeated loads, forwarded loads and dead stores
//     -> loads between two stores or barriers, by base; runs of stores
//     -> of each, aligned blocks of four and of two elements
//     -> requests
//
// The *base* of an address is its array and all of it that is not constant; the
// constant rest is the *offset*. Elements merge where their offsets fall in one
// aligned block and the alignment of the base is known to be that of the block:
//
//   s[4 * t + 1], s[4 * t + 2], s[4 * t + 3]    16 bytes: 3 of the block of 4
//   s[3 * t], s[3 * t + 1]                      not merged: 12 * t is at 4
//   s[4 * t + n], s[4 * t + n + 1]              not merged: n is at anything
//   s[2 * t] = ..., q[2 * t] = ..., s[2 * t + 1] = ...   a run is unbroken
//
// What only the launch decides is no constant: to the compiler, n is at
// anything even where every launch passes 0. And of dynamic memory it knows
// more than of static arrays: places of one base stay apart whatever happens to
// the others of that base, or in static arrays.
//
// The rules were read off the machine code that nvcc 13.0 (-O3, sm_90) made of
// some 6,000 small kernels.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_KERNEL_MERGING_H
#define BANKLINT_KERNEL_MERGING_H

#include "Kernel/Requests.h"

namespace banklint {

/// The requests that the machine makes of one walk's accesses, in program
/// order.
///
/// Each access of the source that takes part in a request has a record there:
/// the one that machine code names (of loads the first, of stores the last)
/// stands for the request, the others have `IsPartOf` set. Accesses that are
/// dropped without a request of their own keep a record with a `Share` of 0.
///
/// `Only` leaves out the accesses of other arrays; they still stand between
/// those of this one. O(n log n) in the number of records.
std::vector<AccessRecord> mergeAccesses(Pool &P,
                                        llvm::ArrayRef<AccessRecord> Records,
                                        llvm::ArrayRef<LoopPiece> Pieces,
                                        const Object *Only = nullptr);

} // namespace banklint

#endif // BANKLINT_KERNEL_MERGING_H
