//===- PlainText.h - Markdown for a terminal --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_REPORT_PLAINTEXT_H
#define BANKLINT_REPORT_PLAINTEXT_H

#include "llvm/ADT/StringRef.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace banklint {

/// Writes a page of the documentation as it reads without its marks: headings
/// with a line below them, code indented by four columns, tables in columns,
/// links by their text.
///
///     ## The *fix*          The fix
///     See [it](it.md).  ->  -------
///                           See it.
void writePlainText(llvm::raw_ostream &OS, llvm::StringRef Markdown);

} // namespace banklint

#endif // BANKLINT_REPORT_PLAINTEXT_H
