//===- Pipeline.h - What nvcc makes of a trace, pass by pass ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nvcc stands between the accesses of the source and the requests of the
// machine. Each pass that matters to these is imitated by a file, in this
// order:
//
//   on code, before and during a walk (Nvcc/Source)
//     SCCP, ScalarEvolution, LoopUnroll, LICM, SimplifyCFG, Sink, ValueTracking
//
//   on the traces of a block, then on each trace: applyRegions
//     PartedWarps                what all warps of a block have in common
//     LLVM/SimplifyCFG           stores that both arms end with are one
//     LLVM/LICM                  loads that are the same in all iterations
//     LLVM/SROA                  members that are used, not whole objects
//
//   on the accesses of a trace: mergeAccesses
//     Addresses, MergeItems      each address as a numbered shape and an offset
//     LLVM/GVN, DSE, LICM, SROA  without repeated loads, forwarded loads and
//     dead
//                                stores; OtherArms says where arms leave it
//                                open
//     Ptxas/AddressRegisters     what is known of an address in all iterations
//     LLVM/LoadStoreVectorizer   neighbours of one basic block, in arrays of a
//                                declared alignment
//     Ptxas/Vectorizer           what is left: loads between two stores or
//                                barriers, runs of stores; VectorizerCuts makes
//                                aligned blocks of these
//     Requests                   what comes out, in program order
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
// What only the launch decides is no constant: to nvcc, n is at anything even
// where every launch passes 0. And of dynamic memory it knows more than of
// static arrays: places of one base stay apart whatever happens to the others
// of that base, or in static arrays.
//
// The rules were read off the machine code that nvcc 13.0 (-O3, sm_90) made of
// some 6,000 small kernels.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_NVCC_PASSES_PIPELINE_H
#define BANKLINT_NVCC_PASSES_PIPELINE_H

#include "Nvcc/Passes/Requests.h"
#include "Trace/Trace.h"

namespace banklint {

/// Applies the regions of a trace to its records, in order, and then clears
/// them; gives up the block in which a step budget ended the walk. All
/// other passes expect a trace that went through it.
void applyRegions(Trace &T);

/// The requests that the machine makes of one walk's accesses, in program
/// order.
///
/// Each access of the source that takes part in a request has an entry there:
/// `IsPartOf` is set for all but the one that stands for it. Accesses that are
/// dropped without a request of their own keep an entry with a `Share` of 0.
///
/// `Records` are those of the plan, which may have other places. O(n log n) in
/// their number.
std::vector<MachineRequest> mergeAccesses(AddressShapes &Shapes,
                                          const MergePlan &Plan,
                                          llvm::ArrayRef<AccessRecord> Records);

} // namespace banklint

#endif // BANKLINT_NVCC_PASSES_PIPELINE_H
