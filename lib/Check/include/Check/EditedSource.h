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
#include "Cuda/Parse.h"
#include "Cuda/PrecompiledHeaders.h"
#include "Edit/EditSet.h"
#include "Finding/Finding.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <utility>

namespace banklint {

/// Edits by file.
using EditedParts = std::map<std::string, EditSet>;

/// Parses a source with edits, and hands its tree on. Fails where it cannot.
using EditedParse = llvm::function_ref<llvm::Error(
    const EditedParts &Edits, ParsedSourceCallback Parsed)>;

/// Such a parse, of what a command compiles.
llvm::Error parseEdited(const CompileCommand &Command, const EditedParts &Edits,
                        ParsedSourceCallback Parsed,
                        PrecompiledHeaders *Precompiled = nullptr);

/// Edits that were found to leave a source as it is, and the text that this
/// depends on: of an editor, who changes one kernel, those of the others hold
/// still.
class EditMemory {
public:
  /// The hash of a text.
  using Key = std::pair<uint64_t, uint64_t>;
  bool holds(const Key &Edits);
  void keep(const Key &Edits);

private:
  static constexpr size_t MaxEdits = 4096;
  std::mutex Lock;
  std::set<Key> Held;
};

/// What is remembered from one parse of a source to the next.
struct RememberedEdits {
  EditMemory *Memory = nullptr; ///< nothing is remembered where it is null
  /// Tells apart all that a parse depends on beside the main file.
  std::string Surroundings;
};

/// Takes the fixes from a report with whose edits its source would do something
/// else, and notes where. `Parse` is how the source itself was parsed; it is
/// called once for all fixes, as far as they do not overlap, and where that
/// differs once for each.
void refuteFixes(EditedParse Parse, clang::ASTContext &Context,
                 llvm::ArrayRef<SourceError> Errors,
                 const AnalysisOptions &Options, Report &R,
                 const RememberedEdits &Remembered = {});

} // namespace banklint

#endif // BANKLINT_CHECK_EDITEDSOURCE_H
