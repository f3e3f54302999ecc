//===- EditedSource.h - Whether fixes leave a source as it is ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fix is proved on the tree of the source that it edits, by what is known of
// each use of the array. Behind that, the text that its edits make is parsed
// and walked: its kernels have to do what they did, with the elements of the
// array in other places (Trace/SampledWalk.h). What the proof did not think of
// shows there.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CHECK_EDITEDSOURCE_H
#define BANKLINT_CHECK_EDITEDSOURCE_H

#include "Analysis/Kernel.h"
#include "Cuda/CompileCommand.h"
#include "Cuda/PrecompiledHeaders.h"
#include "Finding/Finding.h"

namespace banklint {

/// Takes the fixes from a report with whose edits its source would do something
/// else, which was parsed as `Command` says, and notes where. Parses it once
/// for all of them, as far as they do not overlap, and where that differs once
/// for each.
void refuteFixes(const CompileCommand &Command, clang::ASTContext &Context,
                 llvm::ArrayRef<SourceError> Errors,
                 const AnalysisOptions &Options,
                 PrecompiledHeaders *Precompiled, Report &R);

} // namespace banklint

#endif // BANKLINT_CHECK_EDITEDSOURCE_H
