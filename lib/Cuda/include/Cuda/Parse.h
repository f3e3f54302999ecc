//===- Parse.h - From a CUDA source to Clang's tree -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CUDA_PARSE_H
#define BANKLINT_CUDA_PARSE_H

#include "Cuda/CompileCommand.h"
#include "Cuda/PrecompiledHeaders.h"
#include "Source/Place.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
class Preprocessor;
} // namespace clang

namespace banklint {

/// An error that Clang found in a source.
struct SourceError {
  clang::SourceLocation Where;   ///< of the expansion; invalid if it has none
  clang::SourceLocation InMacro; ///< the same, in the macro that has made it
  std::string Message;           ///< "use of undeclared identifier 'x'"
  SourcePoint Place;             ///< the same; line 0 without a location
  bool IsMissingHeader = false;
  std::string Header;    ///< that is missing, as it is asked for: "a/b.h"
  bool IsQuoted = false; ///< it is asked for in quotes, not in `<` and `>`
  bool IsInLaunchBounds = false; ///< of a kernel, which then has none
  /// nvcc takes it, as `__shared__ cuda::barrier<...> b;`, whose uses stand.
  bool IsAcceptedByNvcc = false;
  /// A name that nobody declares, and that no compiler keeps for itself: nvcc
  /// rejects it, too.
  bool IsUndeclaredName = false;
  /// The same of a name like `LIMIT`, which a command line may define.
  bool IsUndefinedMacro = false;
  /// The text itself refuses what it is built for: `#error`, `static_assert`,
  /// a macro that puts a number in the place of a name.
  bool IsRefusal = false;
  std::string Redefined; ///< a name that is defined a second time, or ""
  /// That read the source; null where it is not known what macros stand for.
  const clang::Preprocessor *Macros = nullptr;
};

/// What a diagnostic of Clang's says, if it is an error that costs part of the
/// tree. A warning that is an error by default (narrowing, say) leaves it
/// whole, and nvcc lets most of them pass.
std::optional<SourceError> sourceErrorFrom(clang::DiagnosticsEngine::Level,
                                           const clang::Diagnostic &Info);

/// True for an error of Clang's in code that nvcc accepts.
bool isAcceptedByNvcc(const clang::Diagnostic &Info);

/// How many of the errors nvcc has, too.
unsigned countFaults(llvm::ArrayRef<SourceError> Errors);

/// What a parse knows beside the tree.
struct ParseDetails {
  /// Headers that were read for precompiled ones, and stand in no source
  /// manager.
  std::vector<FileHash> Loaded;
  /// What files hold that were read with their launches written otherwise.
  std::vector<FileHash> AsWritten;
  /// What conditions leave out, from one directive to the next.
  std::vector<clang::SourceRange> LeftOut;
  /// That has read the source; valid while it is received.
  const clang::Preprocessor *Macros = nullptr;
};

/// Receives the tree of the device pass and the errors met on the way, in the
/// order of the source.
using ParsedSourceCallback =
    llvm::function_ref<void(clang::ASTContext &, llvm::ArrayRef<SourceError>)>;

/// Asked of the errors that a source has as Clang reads it: whether there is no
/// use in going on with it.
using FirstErrorsCallback =
    llvm::function_ref<bool(llvm::ArrayRef<SourceError>)>;

/// Asked of functions of the source's own: whether a parse can do without their
/// bodies.
using SkippedBodyCallback =
    llvm::function_ref<bool(const clang::FunctionDecl *)>;

/// Fails with one sentence ("cannot read 'x.cu': no such file") unless `File`
/// is a readable regular file.
llvm::Error checkReadable(llvm::StringRef File);

/// Parses one source as the device sees it, and calls `Parsed` once, at the end
/// of the file, also where the source has errors: Clang goes on behind them,
/// and many kernels are intact then. Warnings are dropped and nothing is
/// printed. Bodies of functions in system headers are skipped where they cannot
/// matter to a kernel.
///
/// With `Precompiled`, headers come from there, if they can. `Details` are
/// those of the parse that `Parsed` receives.
///
/// Fails, without calling `Parsed`, where the file cannot be read or the
/// arguments make no sense to Clang. Without a failure it is not called,
/// either, where `IsInVain` says so.
llvm::Error parseDevicePass(const CompileCommand &Command,
                            ParsedSourceCallback Parsed,
                            PrecompiledHeaders *Precompiled = nullptr,
                            ParseDetails *Details = nullptr,
                            FirstErrorsCallback IsInVain = nullptr,
                            SkippedBodyCallback Skips = nullptr);

/// What only preprocessing the same pass meets: in a fraction of the time, all
/// headers that are missing.
std::vector<SourceError> preprocessorErrors(const CompileCommand &Command);

} // namespace banklint

#endif // BANKLINT_CUDA_PARSE_H
