//===- PassedOptions.h - Which of Clang's options are passed on -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The arguments of a project come from whoever wrote it. Clang's driver has
// some 3,600 options, and those that write a file, load one of Clang's own
// formats or run something have many spellings. So this is a list of what is
// let through, and nothing but what changes the meaning of a source stands in
// it.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CUDA_PASSEDOPTIONS_H
#define BANKLINT_CUDA_PASSEDOPTIONS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

namespace llvm::opt {
class Arg;
} // namespace llvm::opt

namespace banklint {

enum class Passage {
  Passed,   ///< changes the meaning of the source: `-DN=4`, `-std=c++20`
  Needless, ///< is another stage's, or has banklint's own in its place: `-O2`
  Refused,  ///< may do anything: `-fplugin=x.so`, `-Xclang -stats-file=x`
};

/// What becomes of an argument that Clang's driver would read.
Passage passageOf(const llvm::opt::Arg &Argument);

/// Whether an option of the host compiler, given to nvcc, says something about
/// the meaning of the source to the device.
bool isMeaningfulOfHost(const llvm::opt::Arg &Argument);

/// Whether the option's value is a path, relative to the folder of the
/// compiler; that of `-include` is searched there first.
bool isPath(const llvm::opt::Arg &Argument);

/// Calls `Use` with each argument that this one hands to another stage, as if
/// it stood alone: "-DN=4" of `-Wp,-MD,x,-DN=4` and of `-Xarch_device -DN=4`.
/// Whether it is one of those.
bool forEachHandedOn(const llvm::opt::Arg &Argument,
                     llvm::function_ref<void(llvm::StringRef)> Use);

} // namespace banklint

#endif // BANKLINT_CUDA_PASSEDOPTIONS_H
