//===- NvccOptions.h - The table of nvcc's options --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table that NvccOptions.td describes, for LLVM's option library, and what
// that cannot read: its lists break at every comma, whatever quotes it, and the
// tokenizers for response files take single quotes for quotes.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CUDA_NVCCOPTIONS_H
#define BANKLINT_CUDA_NVCCOPTIONS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Option/OptTable.h"
#include <string>
#include <vector>

namespace banklint {

namespace nvcc {
enum ID {
  OPT_INVALID = 0,
#define OPTION(...) LLVM_MAKE_OPT_ID(__VA_ARGS__),
#include "NvccOptions.inc"
#undef OPTION
};
} // namespace nvcc

/// The table, made once.
const llvm::opt::OptTable &nvccOptTable();

/// The values of a list: "a,b" is two. A comma in double quotes or behind a
/// backslash separates nothing, and neither does one in parentheses: nvcc does
/// split `F(a,b)=a`, but no compiler takes the halves. The quotes stay; a
/// backslash in front of a comma or a quote goes.
std::vector<std::string> splitNvccList(llvm::StringRef List);

/// The arguments that an options file holds. Only double quotes quote, and a
/// quote that is escaped goes, too.
std::vector<std::string> tokenizeNvccOptionsFile(llvm::StringRef Text);

} // namespace banklint

#endif // BANKLINT_CUDA_NVCCOPTIONS_H
