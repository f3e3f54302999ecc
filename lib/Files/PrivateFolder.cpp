//===- PrivateFolder.cpp - Folders that only their user writes ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Files/PrivateFolder.h"
#include "Files/Paths.h"
#include "Files/WritePlace.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include <string>
#include <system_error>
#include <unistd.h>

using namespace llvm;
using namespace banklint;

/// The work tree that a folder lies in by its name, or behind links; or "".
static std::string workTreeAround(StringRef Folder) {
  const std::string Full = absolutePath(Folder);
  std::string Tree = workTreeAbove(Full);
  return Tree.empty() ? workTreeAbove(writePlace(Full)) : Tree;
}

std::error_code banklint::makePrivateFolder(StringRef Folder) {
  if (!workTreeAround(Folder).empty())
    return std::error_code();
  return sys::fs::create_directories(absolutePath(Folder),
                                     /*IgnoreExisting=*/true,
                                     sys::fs::owner_all);
}

Error banklint::checkPrivateFolder(StringRef Folder) {
  if (std::string Tree = workTreeAround(Folder); !Tree.empty())
    return createStringError("it lies in '" + Tree +
                             "', where git checks out files");
  const std::string Full = absolutePath(Folder);
  sys::fs::file_status Status;
  if (std::error_code EC = sys::fs::status(Full, Status, /*follow=*/false))
    return errorCodeToError(EC);
  if (Status.type() == sys::fs::file_type::symlink_file)
    return createStringError("it is a symbolic link");
  if (Status.type() != sys::fs::file_type::directory_file)
    return createStringError("it is not a folder");
  if (Status.getUser() != ::geteuid())
    return createStringError("it belongs to another user");
  // What git or tar lays out does not have the permissions of what was made
  // here.
  if (Status.permissions() & (sys::fs::group_all | sys::fs::others_all))
    return createStringError("others have permissions on it (chmod 700)");
  return Error::success();
}
