//===- Place.h - Places in source files -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_SOURCE_PLACE_H
#define BANKLINT_SOURCE_PLACE_H

#include <string>
#include <tuple>

namespace banklint {

/// A place in a source file as compilers print it. Lines and columns count
/// from 1, columns in bytes; line 0 means "no place".
struct SourcePoint {
  std::string File;
  unsigned Line = 0;
  unsigned Column = 0;

  /// In the order of the files' names, then of their text.
  friend bool operator<(const SourcePoint &A, const SourcePoint &B) {
    return std::tie(A.File, A.Line, A.Column) <
           std::tie(B.File, B.Line, B.Column);
  }
  friend bool operator==(const SourcePoint &A, const SourcePoint &B) {
    return A.File == B.File && A.Line == B.Line && A.Column == B.Column;
  }
};

/// A stretch of one file, from `Begin` up to, and not including, the end
/// column of the end line.
struct SourceSpan {
  SourcePoint Begin;
  unsigned EndLine = 0;
  unsigned EndColumn = 0;
};

} // namespace banklint

#endif // BANKLINT_SOURCE_PLACE_H
