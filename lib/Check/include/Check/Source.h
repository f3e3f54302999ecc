//===- Source.h - One source, from its file to its report -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CHECK_SOURCE_H
#define BANKLINT_CHECK_SOURCE_H

#include "Analysis/Kernel.h"
#include "Cuda/CompileCommand.h"
#include "Cuda/PrecompiledHeaders.h"
#include "Edit/AnalysedContents.h"
#include "Finding/Finding.h"

namespace banklint {

/// All that a run needs of one source, without Clang's tree: sources can be
/// checked beside each other, and in any order.
struct CheckedSource {
  Report Result; ///< suppressions applied; the totals are those of one file
  /// Clang finds no error, but in what CUDA allows.
  bool IsIntact = false;
  /// All files that it consists of, those of the system and the toolkit, too.
  std::vector<FileHash> Files;
  /// Every file that it asked for was found and read.
  bool IsComplete = false;

  /// The result, whose text names all of `Files`; to be taken once.
  Report takeReport();
  /// What `Files` held, for the fixes.
  AnalysedContents contents() const;
};

/// A source of which nothing is known, and why.
CheckedSource failedSource(llvm::StringRef File, const llvm::Twine &Reason);

/// Parses and checks the source of `Command`, and applies the suppressions that
/// its files ask for. Whatever goes wrong stands in the report's gaps. Headers
/// come from `Precompiled`, if there is one; the result is the same.
CheckedSource checkFile(const CompileCommand &Command,
                        const AnalysisOptions &Options,
                        PrecompiledHeaders *Precompiled = nullptr);

} // namespace banklint

#endif // BANKLINT_CHECK_SOURCE_H
