//===- SharedLayout.cpp - Where a kernel's shared arrays lie --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trace/SharedLayout.h"
#include "llvm/Support/MathExtras.h"

using namespace banklint;

SharedArray &SharedLayout::add(llvm::StringRef Name) {
  SharedArray &New = Storage.emplace_back();
  New.Name = Name;
  return New;
}

void SharedLayout::place(SharedArray &Array, int64_t AlignmentBytes) {
  assert(llvm::isPowerOf2_64(uint64_t(AlignmentBytes)) &&
         "alignments are powers of two");
  placeAt(Array, int64_t(llvm::alignTo(uint64_t(StaticBytes),
                                       uint64_t(AlignmentBytes))));
}

void SharedLayout::placeAt(SharedArray &Array, int64_t PlacementBytes) {
  assert(Array.isDeclared() && "a view has no place of its own");
  assert(PlacementBytes >= StaticBytes && "arrays do not overlap");
  Array.PlacementBytes = PlacementBytes;
  if (Array.SizeBytes)
    StaticBytes = Array.PlacementBytes + Array.SizeBytes;
  Placed.push_back(&Array);
}
