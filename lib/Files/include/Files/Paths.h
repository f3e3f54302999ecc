//===- Paths.h - Names of files as readers need them ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FILES_PATHS_H
#define BANKLINT_FILES_PATHS_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace banklint {

/// `Path` from the working folder, without `.` and `..`; symbolic links stay.
std::string absolutePath(llvm::StringRef Path);

/// The absolute name without links and dots; of a file that does not exist,
/// without dots.
std::string realPath(llvm::StringRef File);

/// `Real` as seen from the folder `Root`, both as `realPath` gives them:
/// "src/a.cu"; empty if it is not below.
llvm::StringRef pathBelow(llvm::StringRef Root, llvm::StringRef Real);

/// The name of a file in what people read: from the working folder where it
/// lies below that, else absolute, without dots. Symbolic links stay.
std::string shownPath(llvm::StringRef File);

/// The nearest folder that git has a repository for, at `Path` or above it, as
/// its name has it; "" where there is none: "/home/me/project".
std::string workTreeAbove(llvm::StringRef Path);

/// Names files as services do that know a repository: from its root.
class RepositoryPaths {
public:
  /// The repository around the current folder, or that folder itself where
  /// there is none.
  RepositoryPaths();

  /// With a slash at its end.
  const std::string &root() const { return Root; }

  /// "src/a.cu"; the absolute name of a file outside.
  std::string name(llvm::StringRef File) const;

private:
  std::string Root;
};

/// A name as part of a URI: "a%20b.cu". Slashes stay.
std::string uriOf(llvm::StringRef Name);

} // namespace banklint

#endif // BANKLINT_FILES_PATHS_H
