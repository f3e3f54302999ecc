//===- WholeFile.cpp - Files that are written whole or not at all ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Files/WholeFile.h"
#include "Files/Paths.h"
#include "Files/WritePlace.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/ErrorOr.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <cerrno>
#include <fcntl.h>
#include <memory>
#include <optional>
#include <string>
#include <sys/file.h>
#include <system_error>
#include <unistd.h>
#include <utility>

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

//===----------------------------------------------------------------------===//
// Files that lie beside others
//===----------------------------------------------------------------------===//

/// What a file is called until it is whole. A program that is killed may leave
/// one, which is of no use then.
static constexpr StringLiteral BesideName = ".banklint-", UniquePart = "%%%%%%";

/// Locks a file as one that a run has in use. False where another run takes it
/// for left, or has taken it away. Where the file system has no locks, no file
/// counts as left.
static bool hold(int FD, StringRef Name) {
  if (::flock(FD, LOCK_SH | LOCK_NB) != 0)
    return errno != EWOULDBLOCK;
  return sys::fs::exists(Name);
}

/// Takes away what runs that were killed have left beside `File`: the system
/// has ended their locks.
static void clearLeft(StringRef File) {
  const StringRef Folder = sys::path::parent_path(File);
  std::error_code EC;
  for (sys::fs::directory_iterator It(Folder.empty() ? "." : Folder, EC), End;
       It != End && !EC; It.increment(EC)) {
    StringRef Unique = sys::path::filename(It->path());
    if (!Unique.consume_front(sys::path::filename(File)) ||
        !Unique.consume_front(BesideName) ||
        Unique.size() != UniquePart.size() || !all_of(Unique, isHexDigit))
      continue;
    const int FD = ::open(It->path().c_str(),
                          O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (FD < 0)
      continue;
    if (::flock(FD, LOCK_EX | LOCK_NB) == 0)
      (void)sys::fs::remove(It->path());
    ::close(FD);
  }
}

//===----------------------------------------------------------------------===//
// Changes
//===----------------------------------------------------------------------===//

/// Another file takes the place of one, or of none.
class FileBatch::Change {
public:
  Change(StringRef File, bool IsNew) : File(File), IsNew(IsNew) {}
  Change(const Change &) = delete;
  Change &operator=(const Change &) = delete;
  ~Change() {
    if (Temporary)
      consumeError(Temporary->discard());
    if (!Old.empty())
      (void)sys::fs::remove(Old);
    if (OldFD >= 0)
      ::close(OldFD);
  }

  std::error_code prepare(StringRef Text, sys::fs::perms Permissions);
  /// What has to be kept to take the change back.
  std::error_code keepOld();
  std::error_code make();
  std::error_code takeBack();

  const std::string File;

private:
  std::error_code makeTemporary(sys::fs::perms Permissions);

  bool IsNew;
  std::optional<sys::fs::TempFile> Temporary;
  std::string Old; ///< a second name of what is replaced
  int OldFD = -1;
};

std::error_code FileBatch::Change::makeTemporary(sys::fs::perms Permissions) {
  for (unsigned Try = 0; Try != 3; ++Try) {
    if (Temporary)
      consumeError(Temporary->discard());
    Temporary.reset();
    Expected<sys::fs::TempFile> New =
        sys::fs::TempFile::create(File + BesideName + UniquePart, Permissions);
    if (!New)
      return errorToErrorCode(New.takeError());
    Temporary.emplace(std::move(*New));
    if (hold(Temporary->FD, Temporary->TmpName))
      break;
  }
  return std::error_code();
}

std::error_code FileBatch::Change::prepare(StringRef Text,
                                           sys::fs::perms Permissions) {
  if (std::error_code EC = makeTemporary(Permissions))
    return EC;
  raw_fd_ostream OS(Temporary->FD, /*shouldClose=*/false);
  if (std::error_code EC = writeAll(OS, Text))
    return EC;
  // What a new file may do is cut by the mask of the process.
  return sys::fs::setPermissions(Temporary->TmpName, Permissions);
}

std::error_code FileBatch::Change::keepOld() {
  if (IsNew)
    return std::error_code();
  SmallString<128> Name;
  sys::fs::createUniquePath(File + BesideName + UniquePart, Name,
                            /*MakeAbsolute=*/false);
  std::error_code EC = sys::fs::create_hard_link(File, Name);
  if (EC) // not every file system has links
    EC = sys::fs::copy_file(File, Name);
  if (EC)
    return EC;
  Old = Name.str().str();
  if (!sys::fs::openFileForRead(Old, OldFD))
    (void)hold(OldFD, Old);
  return std::error_code();
}

std::error_code FileBatch::Change::make() {
  // TempFile would copy where it cannot rename, and that may end half way.
  if (std::error_code EC = sys::fs::rename(Temporary->TmpName, File))
    return EC;
  consumeError(Temporary->keep());
  Temporary.reset();
  return std::error_code();
}

std::error_code FileBatch::Change::takeBack() {
  if (IsNew)
    return sys::fs::remove(File);
  std::error_code EC = sys::fs::rename(Old, File);
  Old.clear(); // where that fails, the old file stays under this name
  return EC;
}

//===----------------------------------------------------------------------===//
// Batches
//===----------------------------------------------------------------------===//

FileBatch::FileBatch() = default;
FileBatch::~FileBatch() = default;

static Error cannotWrite(StringRef File, std::error_code EC,
                         const Twine &Rest = "") {
  return createStringError("cannot write '" + shownPath(File) +
                           "': " + EC.message() + Rest);
}

static Error cannotWrite(StringRef File, Error Reason) {
  return createStringError("cannot write '" + shownPath(File) +
                           "': " + toString(std::move(Reason)));
}

/// How `File`, which `Status` is of, comes to hold `Text`.
static std::error_code prepare(StringRef File, StringRef Text,
                               const sys::fs::file_status &Status,
                               std::unique_ptr<FileBatch::Change> &Result) {
  if (!sys::fs::exists(Status)) {
    StringRef Folder = sys::path::parent_path(File);
    if (!Folder.empty())
      if (std::error_code EC = sys::fs::create_directories(Folder))
        return EC;
    clearLeft(File);
    auto New = std::make_unique<FileBatch::Change>(File, /*IsNew=*/true);
    unsigned Mask = sys::fs::getUmask();
    std::error_code EC = New->prepare(
        Text, sys::fs::perms((sys::fs::all_read | sys::fs::all_write) & ~Mask));
    Result = std::move(New);
    return EC;
  }
  if (Status.type() == sys::fs::file_type::directory_file)
    return std::make_error_code(std::errc::is_a_directory);
  if (Status.type() != sys::fs::file_type::regular_file)
    return std::make_error_code(std::errc::invalid_argument);
  if (isReadOnly(File))
    return std::make_error_code(std::errc::permission_denied);
  clearLeft(File);
  auto Known = std::make_unique<FileBatch::Change>(File, /*IsNew=*/false);
  // The new file is the user's: it runs as nobody else.
  std::error_code EC =
      Known->prepare(Text, Status.permissions() & sys::fs::all_all);
  Result = std::move(Known);
  return EC;
}

/// A real name has no link in it. One that came since leads elsewhere.
static std::error_code checkReal(StringRef File) {
  return writePlace(File) == File
             ? std::error_code()
             : std::make_error_code(std::errc::too_many_symbolic_link_levels);
}

Error FileBatch::add(StringRef File, StringRef Text) {
  if (std::error_code EC = checkReal(File))
    return cannotWrite(File, EC);
  if (Error E = checkWritePlace(File))
    return cannotWrite(File, std::move(E));
  sys::fs::file_status Status;
  std::error_code EC = sys::fs::status(File, Status);
  std::unique_ptr<Change> New;
  if (!EC || EC == std::errc::no_such_file_or_directory)
    EC = prepare(File, Text, Status, New);
  if (EC)
    return cannotWrite(File, EC);
  Changes.push_back(std::move(New));
  return Error::success();
}

Error FileBatch::commit() {
  if (Changes.size() > 1)
    for (const auto &C : drop_end(Changes))
      if (std::error_code EC = C->keepOld())
        return cannotWrite(C->File, EC);
  for (size_t I = 0; I != Changes.size(); ++I) {
    std::error_code EC = checkReal(Changes[I]->File);
    if (!EC)
      EC = Changes[I]->make();
    if (!EC)
      continue;
    std::string Lost;
    for (size_t Made = I; Made-- != 0;)
      if (Changes[Made]->takeBack())
        Lost += "; '" + shownPath(Changes[Made]->File) + "' cannot be put back";
    return cannotWrite(Changes[I]->File, EC, Lost);
  }
  return Error::success();
}

//===----------------------------------------------------------------------===//
// One file
//===----------------------------------------------------------------------===//

/// Whether a file is written to as it is: a pipe or a device. Behind a name in
/// /dev may be whatever file a stream was sent to.
static bool isStream(StringRef File) {
  sys::fs::file_status Status;
  return !sys::fs::status(File, Status) &&
         Status.type() != sys::fs::file_type::directory_file &&
         (Status.type() != sys::fs::file_type::regular_file ||
          File.starts_with("/dev/"));
}

Error banklint::writeWholeFile(StringRef File, StringRef Text) {
  if (File != "-")
    if (Error E = checkWritePlace(File))
      return cannotWrite(File, std::move(E));
  if (File == "-" || isStream(File)) {
    std::error_code EC =
        File == "-" ? writeAll(outs(), Text) : writeInPlace(File, Text);
    return EC ? cannotWrite(File, EC) : Error::success();
  }
  const std::string Place = writePlace(File);
  if (Place.empty())
    return cannotWrite(
        File, std::make_error_code(std::errc::no_such_file_or_directory));
  FileBatch One;
  if (Error E = One.add(Place, Text))
    return E;
  return One.commit();
}

Error banklint::replaceFile(StringRef File, StringRef Text) {
  FileBatch::Change New(File, /*IsNew=*/true);
  std::error_code EC =
      New.prepare(Text, sys::fs::owner_read | sys::fs::owner_write);
  if (!EC)
    EC = New.make();
  return EC ? cannotWrite(File, EC) : Error::success();
}
