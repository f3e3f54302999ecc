//===- PrivateFolder.h - Folders that only their user writes ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FILES_PRIVATEFOLDER_H
#define BANKLINT_FILES_PRIVATEFOLDER_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <system_error>

namespace banklint {

/// Makes a folder, and those above it, for this user alone; one that is there
/// stays as it is. In a work tree of git nothing is made.
std::error_code makePrivateFolder(llvm::StringRef Folder);

/// Whether what lies in the folder can be taken for what this user's runs have
/// left there. Fails with a reason where it cannot: "it is a symbolic link".
///
/// It has to be a folder, no symbolic link to one, of this user, on which
/// nobody else has permissions, and outside of each work tree of git: a commit
/// brings files along, and a checkout makes them the user's own.
llvm::Error checkPrivateFolder(llvm::StringRef Folder);

} // namespace banklint

#endif // BANKLINT_FILES_PRIVATEFOLDER_H
