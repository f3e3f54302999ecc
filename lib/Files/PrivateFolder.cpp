//===- PrivateFolder.cpp - Folders that only their user writes ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Files/PrivateFolder.h"
#include "Files/Paths.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include <string>
#include <system_error>
#include <unistd.h>

using namespace llvm;
using namespace banklint;

std::error_code banklint::makePrivateFolder(StringRef Folder) {
  return sys::fs::create_directories(absolutePath(Folder),
                                     /*IgnoreExisting=*/true,
                                     sys::fs::owner_all);
}

Error banklint::checkPrivateFolder(StringRef Folder) {
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
  for (const std::string &Name : {Full, realPath(Full)})
    if (std::string Tree = workTreeAbove(Name); !Tree.empty())
      return createStringError("it lies in '" + Tree +
                               "', where git checks out files");
  return Error::success();
}
