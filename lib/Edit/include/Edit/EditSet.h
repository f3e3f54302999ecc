//===- EditSet.h - Edits of one file that can all be made -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The counterpart of clang::tooling::Replacements for a part that does without
// Clang.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_EDIT_EDITSET_H
#define BANKLINT_EDIT_EDITSET_H

#include "Finding/CompiledText.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace banklint {

/// Whether the result of two different edits of one file depends on their
/// order: they replace a common byte, or one inserts inside of what the other
/// replaces, or both insert at one offset. Two insertions whose concatenation
/// is the same in both orders, as of "(" and "((", do not overlap.
bool overlap(const Edit &A, const Edit &B);

/// Edits of one file, sorted by offset. No two of them overlap.
class EditSet {
public:
  /// Adds an edit; one that the set holds counts once. Does nothing and returns
  /// false where it overlaps another.
  bool add(Edit New);
  /// Whether it holds this edit, or could.
  bool allows(const Edit &New) const;

  llvm::ArrayRef<Edit> edits() const { return Edits; }
  bool contains(const Edit &E) const;
  /// The file has at least so many bytes.
  size_t endBytes() const;
  /// What the file holds after all edits. Edits count bytes, so that line ends
  /// stay as they are.
  std::string applyTo(llvm::StringRef Before) const;

private:
  std::vector<Edit> Edits;
};

} // namespace banklint

#endif // BANKLINT_EDIT_EDITSET_H
