//===- Repository.h - What git says of a work tree --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A repository may not be the user's own: its configuration names programs that
// git runs (monitors, filters, hooks, commands that fetch), and its attributes
// say what of a file is compared. So git reads the objects, the index and the
// files of the repository, and its configuration and attributes are banklint's.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FILES_REPOSITORY_H
#define BANKLINT_FILES_REPOSITORY_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>
#include <vector>

namespace banklint {

/// The repository around the working folder, as git sees it.
class Repository {
public:
  /// Fails where there is no git, or no work tree.
  static llvm::Expected<Repository> ofWorkingFolder();

  Repository(Repository &&);
  ~Repository();

  /// The top folder of the work tree.
  llvm::StringRef root() const;

  /// The name of the commit that `Base` means, in hexadecimal digits. Fails
  /// where there is none; it is not fetched.
  llvm::Expected<std::string> commit(llvm::StringRef Base) const;

  /// Standard output of a git command, run at the root with nothing of the
  /// repository's configuration. Fails where git does, or takes too long.
  llvm::Expected<std::string>
  output(llvm::ArrayRef<llvm::StringRef> Arguments) const;

private:
  struct Private;
  explicit Repository(std::unique_ptr<Private> Of);
  std::unique_ptr<Private> Of;
};

} // namespace banklint

#endif // BANKLINT_FILES_REPOSITORY_H
