//===- Changes.h - What has changed since a commit --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FILES_CHANGES_H
#define BANKLINT_FILES_CHANGES_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace banklint {

/// Lines, counted from 1. Where `Last` is one less than `First`, the gap
/// between them.
struct LineRange {
  unsigned First = 1, Last = 0;
};

/// The lines of a work tree that a commit does not have.
class Changes {
public:
  /// Asks git, in the repository around the current folder, what has changed
  /// between the commit `Base` and the files as they lie there. A renamed file
  /// has changed where its text has; one that git does not track, and does not
  /// ignore, everywhere, and so has one that differs without showing where, and
  /// all of a submodule that stands at another commit. Neither attributes nor
  /// the configuration of the repository have a say, and git runs nothing for
  /// it. Fails with a sentence where there is no git, no repository or no such
  /// commit.
  static llvm::Expected<Changes> since(llvm::StringRef Base);

  /// Reads what `git diff --patch-with-raw -U0` prints for the repository in
  /// the folder `Root`.
  static Changes parse(llvm::StringRef Diff, llvm::StringRef Root);

  /// True if one of the lines is changed, or a link that the name leads
  /// through. Nothing is known of a file outside of the repository: true.
  bool touches(llvm::StringRef File, LineRange Lines) const;

private:
  bool leadsThroughChange(llvm::StringRef File) const;
  void addWhole(llvm::StringRef Name);
  /// Adds the file of a line of the list in front of the hunks, if it has none.
  void addUnshown(llvm::StringRef Entry);
  /// What lies where a file lay, which git may say nothing of.
  void addFolderAt(llvm::StringRef Name);
  /// The files whose lines git counts otherwise than Clang.
  void addMiscounted();

  std::string Root;
  llvm::StringSet<> Submodules; ///< that stand at another commit
  llvm::StringMap<std::vector<LineRange>> ByFile; ///< by name below the root
};

} // namespace banklint

#endif // BANKLINT_FILES_CHANGES_H
