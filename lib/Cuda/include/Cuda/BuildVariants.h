//===- BuildVariants.h - Other builds that a source knows -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A parse sees a source as one build does. Its text says what else a build may
// ask of it:
//
//   #ifdef USE_DOUBLE            -DUSE_DOUBLE
//   #if MODE == 2                -DMODE=2
//   #if __CUDA_ARCH__ < 800      --gpu-arch=sm_75
//
// What is to hold for the text, as a fix does, is proved in each of these.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CUDA_BUILDVARIANTS_H
#define BANKLINT_CUDA_BUILDVARIANTS_H

#include "Cuda/CompileCommand.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace clang {
class Preprocessor;
} // namespace clang

namespace banklint {

/// What a build may ask for in place of what the parse was asked for.
struct BuildVariant {
  /// What macros are defined as; nothing for those that are not defined.
  std::map<std::string, std::optional<std::string>> Macros;
  std::string GpuArch; ///< "sm_75"; empty: as it is
  /// The text names its macros, but maybe for builds of their own: where it
  /// does not compile, it is none.
  bool IsGuess = false;

  /// As options: "-DMODE=2 -UFAST --gpu-arch=sm_75".
  std::string text() const;
  /// The command with these options behind its own.
  CompileCommand applyTo(CompileCommand Command) const;
  bool operator<(const BuildVariant &Other) const {
    return std::tie(Macros, GpuArch) < std::tie(Other.Macros, Other.GpuArch);
  }
};

/// To look at one takes a parse, and sources that tell more of them apart are
/// few.
inline constexpr size_t MostBuildVariants = 32;

/// Other builds that the conditions of the user's files tell from the one that
/// `Macros` has read: each macro that they ask for by itself, those of one
/// condition and of the ones around it together, all, and, of up to three, in
/// pairs. Nothing where these are more than MostBuildVariants.
///
/// A condition counts if it stands in a file with device code or launches, or
/// if what it chooses may give another meaning to a name in one: a header with
/// helpers for the host asks for much that no kernel notices.
///
/// A macro counts if a command line decides what it is. Those that the compiler
/// or a header of the system defines do not, nor do those that the text defines
/// whatever a build says, or those whose value the text uses and does not know.
std::optional<std::vector<BuildVariant>>
buildVariantsOf(const clang::Preprocessor &Macros);

} // namespace banklint

#endif // BANKLINT_CUDA_BUILDVARIANTS_H
