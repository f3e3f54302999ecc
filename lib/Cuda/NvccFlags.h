//===- NvccFlags.h - The table of nvcc's flags ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one place that knows the names of nvcc's flags and how their values are
// written, for nvcc 11.8 to 13.x. Where the help text is silent, the table says
// what `nvcc --dryrun` of 13.0 does.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CUDA_NVCCFLAGS_H
#define BANKLINT_CUDA_NVCCFLAGS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace banklint {

/// What becomes of a flag.
enum class NvccAction {
  Drop,          ///< says nothing about the source
  DropValue,     ///< the same, and takes a value
  NoCode,        ///< nothing is compiled: the source is printed, say
  Replace,       ///< becomes `Clang`
  Value,         ///< becomes `Clang` followed by the value
  Values,        ///< the same for each value of a list
  IfFalse,       ///< becomes `Clang` if the value is false
  Language,      ///< of all inputs: c, c++ or cu
  Arch,          ///< names the architectures
  HostOptions,   ///< a list of options for the host compiler
  OptionsFile,   ///< a list of files that hold further options
  DefaultStream, ///< a macro for the headers
};

struct NvccFlag {
  llvm::StringLiteral Long, Short; ///< without dashes; Short may be empty
  NvccAction Do;
  llvm::StringLiteral Clang = "";
  bool IsJoined = false; ///< the value may follow Short at once: -DX

  bool takesValue() const;
};

/// All flags, in the order of `nvcc --help`.
llvm::ArrayRef<NvccFlag> nvccFlags();

/// The row of an argument, and in `Value` what follows the flag in the same
/// argument: nothing, or a value behind `=` or, for joined flags, at once. nvcc
/// takes a long name behind two dashes and a short one behind one; here either
/// may stand behind either. Null for what is no flag of nvcc's.
const NvccFlag *findNvccFlag(llvm::StringRef Argument,
                             std::optional<llvm::StringRef> &Value);

/// The values of a list: "a,b" is two. A comma in double quotes or behind a
/// backslash separates nothing, and neither does one in parentheses: nvcc does
/// split `F(a,b)=a`, but no compiler takes the halves. The quotes stay; a
/// backslash in front of a comma or a quote goes.
std::vector<std::string> splitNvccList(llvm::StringRef List);

/// The arguments that an options file holds. Only double quotes quote, and a
/// quote that is escaped goes, too.
std::vector<std::string> tokenizeNvccOptionsFile(llvm::StringRef Text);

} // namespace banklint

#endif // BANKLINT_CUDA_NVCCFLAGS_H
