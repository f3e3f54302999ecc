//===- WholeFile.h - Files that are written whole or not at all -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FILES_WHOLEFILE_H
#define BANKLINT_FILES_WHOLEFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <vector>

namespace banklint {

/// True for a file without permission to write, also where the superuser asks,
/// who may write anywhere.
bool isReadOnly(llvm::StringRef File);

/// Makes `File` hold `Text`: at one stroke, so that nobody ever finds a part of
/// it, whatever happens in between. Folders that do not exist are made. A file
/// that is there keeps its permissions, and a symbolic link its target's place;
/// its other hard links keep the old text. Pipes and devices are written to as
/// they are; "-" is standard output. A read-only file is not replaced. Until it
/// is whole, the text lies beside it, as "FILE.banklint-1a2b3c"; what a run
/// that was killed has left there goes with the next one that writes the file.
/// No link leads out of a work tree, and nothing is written into a `.git`.
///
/// Fails with "cannot write 'FILE': REASON", and then leaves what was there.
llvm::Error writeWholeFile(llvm::StringRef File, llvm::StringRef Text);

/// Puts a new file that holds `Text` in the place of whatever is called `File`:
/// of a symbolic link, the link goes and its target stays as it is. The user
/// alone may read and write the file.
///
/// Fails with "cannot write 'FILE': REASON", and then leaves what was there.
llvm::Error replaceFile(llvm::StringRef File, llvm::StringRef Text);

/// Files that are written together: all of them or none, each as
/// `writeWholeFile` does. All that may fail for want of room or permission is
/// done before the first of them changes.
class FileBatch {
public:
  FileBatch();
  ~FileBatch();
  FileBatch(const FileBatch &) = delete;
  FileBatch &operator=(const FileBatch &) = delete;

  /// Makes ready that `File`, the real name of a regular file or of none yet,
  /// holds `Text`; nothing changes. No file may be added twice.
  llvm::Error add(llvm::StringRef File, llvm::StringRef Text);

  /// Puts all of them in their places. Where one fails, those before it are put
  /// back.
  llvm::Error commit();

  class Change;

private:
  std::vector<std::unique_ptr<Change>> Changes;
};

} // namespace banklint

#endif // BANKLINT_FILES_WHOLEFILE_H
