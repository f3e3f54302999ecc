//===- TextRanges.h - Ranges of the text, by what stands in them -*- C++ -*-==//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which of all bodies, or of all values, a fix edits is asked for each fix, and
// so is in which bodies a launch stands: a look at each body for each of them
// would take the square of what the source takes.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FIX_TEXTRANGES_H
#define BANKLINT_FIX_TEXTRANGES_H

#include "Finding/Finding.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/StringMap.h"
#include <vector>

namespace banklint {

/// Ranges that go by the numbers in which they came: 0, 1, and so on.
class TextRanges {
public:
  TextRanges(llvm::ArrayRef<clang::SourceRange> Ranges,
             const clang::ASTContext &Context);

  /// The ranges around a place (`holds`), in their order.
  std::vector<size_t> around(clang::SourceLocation Where) const;
  /// The ranges in which a fix edits something, or right behind them
  /// (`EditedPlaces`), in their order.
  std::vector<size_t> editedBy(const Fix &Edits) const;

private:
  /// From one offset to another, both included.
  struct Span {
    unsigned Begin = 0, End = 0;
    size_t Number = 0;
    unsigned MostEnd = 0; ///< of this one and of all before it
  };
  using Spans = std::vector<Span>;
  static void sort(Spans &Of);
  static void collect(const Spans &Of, unsigned Offset,
                      std::vector<size_t> &Into);

  const clang::ASTContext &Context;
  std::vector<clang::SourceRange> Ranges;
  Spans Everywhere;              ///< offsets of all files, one after the other
  llvm::StringMap<Spans> OfFile; ///< with the last token
};

} // namespace banklint

#endif // BANKLINT_FIX_TEXTRANGES_H
