//===- CompiledText.h - Which text a source compiled ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fix is proved on the tree of one source and edits text that others may
// compile as well: a header's function that they call for other memory, a
// template that they instantiate otherwise, a kernel that they launch. This is
// what each source says of itself, so that a run can tell.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FINDING_COMPILEDTEXT_H
#define BANKLINT_FINDING_COMPILEDTEXT_H

#include "Config/LaunchesElsewhere.h"
#include "Source/Place.h"
#include "llvm/ADT/ArrayRef.h"
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace banklint {

/// Replaces `LengthBytes` bytes of a file, from `OffsetBytes` on, by `Text`.
struct Edit {
  std::string File;
  unsigned OffsetBytes = 0;
  unsigned LengthBytes = 0;
  std::string Text;

  /// By place in the file; the name of the file does not count.
  bool operator<(const Edit &Other) const {
    return std::tie(OffsetBytes, LengthBytes, Text) <
           std::tie(Other.OffsetBytes, Other.LengthBytes, Other.Text);
  }
  bool operator==(const Edit &Other) const {
    return std::tie(OffsetBytes, LengthBytes, Text) ==
           std::tie(Other.OffsetBytes, Other.LengthBytes, Other.Text);
  }
};

/// What is edited in which files, in any order: two fixes are the same if these
/// are.
using FileEdits = std::set<std::pair<std::string, Edit>>;

/// The edits under the names that their files have.
inline FileEdits fileEditsOf(llvm::ArrayRef<Edit> Edits) {
  FileEdits Result;
  for (const Edit &E : Edits)
    Result.emplace(E.File, E);
  return Result;
}

/// A kernel whose shared memory a fix makes larger.
struct KernelGrowth {
  std::string Kernel; ///< as Clang prints it, with parameters
  SourcePoint Where;  ///< the kernel's declaration
  int64_t ExtraBytes = 0;
  /// What all fixes together may add.
  int64_t RoomBytes = 0;

  bool operator<(const KernelGrowth &Other) const {
    return std::tie(Where, Kernel, ExtraBytes, RoomBytes) <
           std::tie(Other.Where, Other.Kernel, Other.ExtraBytes,
                    Other.RoomBytes);
  }
};

/// From one offset in bytes up to, but not including, another.
struct TextRange {
  unsigned Begin = 0, End = 0;
};

/// A file that a source read. All of its text counts as compiled, but for what
/// certainly means nothing in this source.
struct CompiledFile {
  std::string Name;
  /// Bodies of functions that nothing refers to, and of templates that nothing
  /// instantiates; in another build, what its conditions leave out.
  std::vector<TextRange> Unused;
};

/// The edits of a fix that one source proposes: they are proved for it if all
/// of them are made, and no others in text that it compiles.
struct ProvedEdits {
  std::vector<Edit> Edits;
  std::vector<std::string> Symbols; ///< as in the fix
  bool IsSafe = false;
  bool IsHalfRead = false;           ///< as in the fix
  std::vector<KernelGrowth> Kernels; ///< as in the fix
};

/// What another build knows of edits.
struct OtherProof {
  std::vector<ProvedEdits> Proved;
  /// An array that they change could only change otherwise, or an index leaves
  /// its row: what is not proved may be wrong.
  bool Contradicts = false;
};

/// One parse of a source.
struct CompiledText {
  std::string Source; ///< as the run names it
  /// Another build of it, "'-DUSE_DOUBLE'"; empty for one that the run asks
  /// for.
  std::string Build;
  /// False where nothing is known of it: it could not be parsed.
  bool IsKnown = false;
  /// Clang rejects some of it.
  bool HasErrors = false;
  std::vector<CompiledFile> Files;
  /// External names of functions that it calls, launches or takes the address
  /// of, and does not define.
  std::vector<std::string> Undefined;
  std::vector<ProvedEdits> Proposed;
  LaunchLinks Links; ///< what it tells other sources of launches
};

} // namespace banklint

#endif // BANKLINT_FINDING_COMPILEDTEXT_H
