//===- EditSet.cpp - Edits of one file that can all be made ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Edit/EditSet.h"
#include "llvm/ADT/STLExtras.h"
#include <cassert>
#include <iterator>

using namespace llvm;
using namespace banklint;

static size_t endOf(const Edit &E) {
  return size_t(E.OffsetBytes) + E.LengthBytes;
}

bool banklint::overlap(const Edit &A, const Edit &B) {
  if (A.LengthBytes == 0 && B.LengthBytes == 0)
    return A.OffsetBytes == B.OffsetBytes && A.Text + B.Text != B.Text + A.Text;
  return A.OffsetBytes < endOf(B) && B.OffsetBytes < endOf(A);
}

bool EditSet::contains(const Edit &E) const {
  return std::binary_search(Edits.begin(), Edits.end(), E);
}

/// Only neighbours can: what others replace ends before, or begins behind.
bool EditSet::allows(const Edit &New) const {
  auto Next = partition_point(Edits, [&](const Edit &Known) {
    return Known.OffsetBytes < New.OffsetBytes;
  });
  if (Next != Edits.begin() && overlap(*std::prev(Next), New))
    return false;
  for (; Next != Edits.end() && Next->OffsetBytes <= endOf(New); ++Next)
    if (!(*Next == New) && overlap(*Next, New))
      return false;
  return true;
}

bool EditSet::add(Edit New) {
  if (contains(New))
    return true;
  if (!allows(New))
    return false;
  Edits.insert(upper_bound(Edits, New), std::move(New));
  assert(is_sorted(Edits) && "edits are sorted by offset");
  return true;
}

size_t EditSet::endBytes() const {
  return Edits.empty() ? 0 : endOf(Edits.back());
}

std::string EditSet::applyTo(StringRef Before) const {
  assert(endBytes() <= Before.size() && "an edit lies behind the end");
  std::string After;
  size_t Copied = 0;
  for (const Edit &E : Edits) {
    assert(Copied <= E.OffsetBytes && "edits overlap");
    After += Before.slice(Copied, E.OffsetBytes);
    After += E.Text;
    Copied = endOf(E);
  }
  After += Before.drop_front(Copied);
  return After;
}
