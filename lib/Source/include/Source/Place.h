//===- Place.h - Places in source files -------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_SOURCE_PLACE_H
#define BANKLINT_SOURCE_PLACE_H

#include <string>

namespace banklint {

/// A place in a source file as compilers print it. Lines and columns count
/// from 1, columns in bytes; line 0 means "no place".
struct SourcePoint {
  std::string File;
  unsigned Line = 0;
  unsigned Column = 0;
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
