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
#include "Source/Place.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/ArrayRef.h"
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace clang {
class ASTContext;
class Preprocessor;
class SourceManager;
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
  /// It is for machines with a header that need not be on this one.
  bool MayLackHeaders = false;

  /// Any other value would do as well: what is not proved with this one need
  /// not be wrong, unless an index then leaves its row.
  bool IsOfAnyValue = false;

  /// A directive that is met, or not met, whatever it asks.
  struct Decided {
    unsigned Begin = 0, End = 0; ///< offsets in bytes
    bool IsFirst = false;        ///< of its condition
    bool IsMet = false;
  };
  /// Where no macro does, these choose the text behind the directive at `Begin`
  /// of a file.
  std::vector<Decided> Decisions;
  std::string File; ///< as it is opened
  SourcePoint At;   ///< the same place in words of a report
  unsigned Begin = 0;

  /// As options, "'-DMODE=2 -UFAST --gpu-arch=sm_75'"; or "the code below
  /// a.cu:12".
  std::string text() const;
  /// The command with these options behind its own.
  CompileCommand applyTo(CompileCommand Command) const;
  bool operator<(const BuildVariant &Other) const {
    return std::tie(Macros, GpuArch, File, Begin) <
           std::tie(Other.Macros, Other.GpuArch, Other.File, Other.Begin);
  }
};

/// To look at one takes a parse, and sources that tell more of them apart are
/// few.
inline constexpr size_t MostBuildVariants = 32;

/// Other builds that the conditions in the files of the user tell from the one
/// that a preprocessor has read.
///
/// A condition counts if it stands in a file with device code or launches, or
/// if what it chooses may give another meaning to a name in one: a header with
/// helpers for the host asks for much that no kernel notices.
///
/// A macro counts if a command line decides what it is. Those that are built in,
/// or that a header of the system defines, do not, nor do those that the text defines
/// whatever a build says, or those whose value the text uses and does not know.
struct KnownBuilds {
  /// Each macro that is asked for by itself, those of one condition and of the
  /// ones around it together, all, and, of up to four, each combination; and
  /// other values of macros with defaults. Nothing where these are more than
  /// MostBuildVariants.
  std::optional<std::vector<BuildVariant>> Variants;

  /// Builds that decide conditions whatever these ask, for what the parse
  /// leaves out: other compilers, versions and languages, a header that is
  /// there, numbers that are reckoned with, the host's part of code that is not
  /// for devices alone. Those that `#if 0` disables are none.
  std::vector<BuildVariant> Decided;
};

/// `LeftOut` is what the parse left out.
KnownBuilds knownBuilds(const clang::Preprocessor &Macros,
                        const clang::ASTContext &Context,
                        llvm::ArrayRef<clang::SourceRange> LeftOut);

/// Whether the text that such a build is for is in what a parse leaves out.
bool isLeftOut(const BuildVariant &Decided, clang::SourceRange LeftOut,
               const clang::SourceManager &Sources);

} // namespace banklint

#endif // BANKLINT_CUDA_BUILDVARIANTS_H
