//===- WholeFile.cpp - Files that are written whole or not at all ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Files/WholeFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/ErrorOr.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <system_error>

using namespace llvm;
using namespace banklint;

bool banklint::isReadOnly(StringRef File) {
  ErrorOr<sys::fs::perms> Permissions = sys::fs::getPermissions(File);
  return Permissions && ((*Permissions & sys::fs::perms::all_write) ==
                             sys::fs::perms::no_perms ||
                         sys::fs::access(File, sys::fs::AccessMode::Write));
}

/// Writes and empties the buffer: a full disk shows here, not later.
static std::error_code writeAll(raw_fd_ostream &OS, StringRef Text) {
  OS << Text;
  OS.flush();
  std::error_code EC = OS.error();
  OS.clear_error();
  return EC;
}

static std::error_code writeInPlace(StringRef File, StringRef Text) {
  std::error_code EC;
  raw_fd_ostream OS(File, EC, sys::fs::CD_OpenExisting);
  return EC ? EC : writeAll(OS, Text);
}

static std::error_code replace(StringRef File, StringRef Text,
                               sys::fs::perms Permissions) {
  Expected<sys::fs::TempFile> Temporary =
      sys::fs::TempFile::create(File + ".%%%%%%", Permissions);
  if (!Temporary)
    return errorToErrorCode(Temporary.takeError());
  raw_fd_ostream OS(Temporary->FD, /*shouldClose=*/false);
  std::error_code EC = writeAll(OS, Text);
  // What a new file may do is cut by the mask of the process.
  if (!EC)
    EC = sys::fs::setPermissions(Temporary->TmpName, Permissions);
  if (!EC)
    return errorToErrorCode(Temporary->keep(File));
  consumeError(Temporary->discard());
  return EC;
}

static std::error_code writeFile(StringRef File, StringRef Text) {
  if (File == "-")
    return writeAll(outs(), Text);
  sys::fs::file_status Status;
  if (!sys::fs::status(File, Status)) {
    if (Status.type() == sys::fs::file_type::directory_file)
      return std::make_error_code(std::errc::is_a_directory);
    // Behind a name in /dev may be whatever file a stream was sent to.
    if (Status.type() != sys::fs::file_type::regular_file ||
        File.starts_with("/dev/"))
      return writeInPlace(File, Text);
    if (isReadOnly(File))
      return std::make_error_code(std::errc::permission_denied);
    SmallString<128> Real;
    if (std::error_code EC = sys::fs::real_path(File, Real))
      return EC;
    return replace(Real, Text, Status.permissions());
  }
  StringRef Folder = sys::path::parent_path(File);
  if (!Folder.empty())
    if (std::error_code EC = sys::fs::create_directories(Folder))
      return EC;
  unsigned Mask = sys::fs::getUmask();
  return replace(
      File, Text,
      sys::fs::perms((sys::fs::all_read | sys::fs::all_write) & ~Mask));
}

Error banklint::writeWholeFile(StringRef File, StringRef Text) {
  if (std::error_code EC = writeFile(File, Text))
    return createStringError("cannot write '" + File + "': " + EC.message());
  return Error::success();
}
