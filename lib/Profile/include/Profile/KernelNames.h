//===- KernelNames.h - One kernel as several tools write it -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The profiler writes `void column<float, (int)32>(T1 *, const T1 *)` or
// `column`, and Clang `column<float, 32>(float *, const float *)`.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_PROFILE_KERNELNAMES_H
#define BANKLINT_PROFILE_KERNELNAMES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstddef>
#include <optional>
#include <string>

namespace banklint {

/// A kernel's name, part by part, without what tools write differently: spaces,
/// casts in front of numbers, suffixes of these, names of types that have two.
struct KernelName {
  std::string Base;       ///< "ns::column"
  std::string Arguments;  ///< "<float,32>", "" without
  std::string Parameters; ///< "(float*,constfloat*)", "" where none are written

  static KernelName parse(llvm::StringRef Written);
};

/// Which of the names means the kernel that a profiler writes so: by all of it,
/// else by name and template arguments, else by the name if its arguments may
/// be the same, as an enumerator and a number, or are not written. None where
/// no name does, or several do. Example: of {"f<1>(int *)", "f<2>(int *)"},
/// "void f<(int)2>(T1 *)" means the second.
std::optional<size_t> kernelNamed(llvm::StringRef Written,
                                  llvm::ArrayRef<std::string> Names);

} // namespace banklint

#endif // BANKLINT_PROFILE_KERNELNAMES_H
