//===- PathGlobs.h - Files that are left out --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FILES_PATHGLOBS_H
#define BANKLINT_FILES_PATHGLOBS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/GlobPattern.h"
#include <memory>
#include <string>
#include <vector>

namespace banklint {

/// A glob for paths, as somebody wrote it.
struct PathGlob {
  std::string Text;
  std::string Folder; ///< from which paths are seen; "" for the current one
  std::string Source; ///< who says so: "--exclude", or a file
};

/// Globs for paths, in which `*` matches slashes, too. Each sees a file from
/// its folder, or from the nearest folder above both. It matches the path, the
/// path of a folder above the file, or the end of either behind a slash:
/// `third_party`, `*_test.cu` and `src/old/*` all do. One that begins with `/`,
/// `./` or `../` matches no mere end. `**/` stands for some folders or none.
class PathGlobs {
public:
  /// Fails where a glob makes no sense: "invalid glob '[': ...".
  static llvm::Expected<PathGlobs> create(llvm::ArrayRef<PathGlob> Globs);

  /// The first glob that matches `File`, or null.
  const PathGlob *match(llvm::StringRef File) const;

  bool empty() const { return Globs.empty(); }

private:
  struct Compiled {
    std::shared_ptr<const PathGlob> Origin;
    std::shared_ptr<const std::string> Plain; ///< without `**/`
    llvm::GlobPattern Pattern;                ///< refers to `Plain`
    std::string Folder;                       ///< absolute
    bool IsWhole;                             ///< no mere end of a path
    bool matches(llvm::StringRef Full) const;
  };
  std::vector<Compiled> Globs;
};

} // namespace banklint

#endif // BANKLINT_FILES_PATHGLOBS_H
