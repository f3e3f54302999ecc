//===- WholeFile.cpp - Files that are written whole or not at all ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Files/WholeFile.h"
#include "Files/Paths.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/ErrorOr.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <unistd.h>
#include <utility>

using namespace llvm;
using namespace banklint;

/// What a file is called until it is whole. A program that is killed may leave
/// one, which is of no use then.
static constexpr StringLiteral TemporaryEnding = ".banklint-%%%%%%";

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
// Changes
//===----------------------------------------------------------------------===//

/// One file of a batch.
class FileBatch::Change {
public:
  explicit Change(StringRef File) : File(File) {}
  virtual ~Change() = default;

  virtual bool isInPlace() const { return false; }
  /// What has to be kept to take the change back.
  virtual std::error_code keepOld() { return std::error_code(); }
  virtual std::error_code make() = 0;
  virtual std::error_code takeBack() = 0;

  const std::string File;
};

namespace {
/// Another file takes the place of one, or of none.
class Replacement : public FileBatch::Change {
public:
  Replacement(StringRef File, bool IsNew)
      : FileBatch::Change(File), IsNew(IsNew) {}
  ~Replacement() override {
    if (Temporary)
      consumeError(Temporary->discard());
    if (!Old.empty())
      (void)sys::fs::remove(Old);
  }

  std::error_code prepare(StringRef Text, sys::fs::perms Permissions);
  std::error_code keepOld() override;
  std::error_code make() override;
  std::error_code takeBack() override;

private:
  bool IsNew;
  std::optional<sys::fs::TempFile> Temporary;
  std::string Old; ///< a second name of what is replaced
};

/// A file that keeps its names is written over.
class Rewriting : public FileBatch::Change {
public:
  using Change::Change;
  ~Rewriting() override {
    if (FD >= 0)
      ::close(FD);
  }

  bool isInPlace() const override { return true; }
  std::error_code prepare(StringRef Text);
  std::error_code make() override;
  std::error_code takeBack() override;

private:
  int FD = -1;
  std::string Before, After;
};
} // namespace

std::error_code Replacement::prepare(StringRef Text,
                                     sys::fs::perms Permissions) {
  Expected<sys::fs::TempFile> New =
      sys::fs::TempFile::create(File + TemporaryEnding, Permissions);
  if (!New)
    return errorToErrorCode(New.takeError());
  Temporary.emplace(std::move(*New));
  raw_fd_ostream OS(Temporary->FD, /*shouldClose=*/false);
  if (std::error_code EC = writeAll(OS, Text))
    return EC;
  // What a new file may do is cut by the mask of the process.
  return sys::fs::setPermissions(Temporary->TmpName, Permissions);
}

std::error_code Replacement::keepOld() {
  if (IsNew)
    return std::error_code();
  SmallString<128> Name;
  sys::fs::createUniquePath(File + TemporaryEnding, Name,
                            /*MakeAbsolute=*/false);
  std::error_code EC = sys::fs::create_hard_link(File, Name);
  if (EC) // not every file system has links
    EC = sys::fs::copy_file(File, Name);
  if (!EC)
    Old = Name.str().str();
  return EC;
}

std::error_code Replacement::make() {
  // TempFile would copy where it cannot rename, and that may end half way.
  if (std::error_code EC = sys::fs::rename(Temporary->TmpName, File))
    return EC;
  consumeError(Temporary->keep());
  Temporary.reset();
  return std::error_code();
}

std::error_code Replacement::takeBack() {
  if (IsNew)
    return sys::fs::remove(File);
  std::error_code EC = sys::fs::rename(Old, File);
  Old.clear(); // where that fails, the old file stays under this name
  return EC;
}

/// Writes a part of a file over.
static std::error_code writeAt(int FD, size_t Offset, StringRef Text) {
  while (!Text.empty()) {
    ssize_t Count = sys::RetryAfterSignal(-1, ::pwrite, FD, Text.data(),
                                          Text.size(), off_t(Offset));
    if (Count < 0)
      return errnoAsErrorCode();
    Offset += Count;
    Text = Text.drop_front(Count);
  }
  return std::error_code();
}

static std::error_code truncateTo(int FD, size_t Size) {
  return sys::RetryAfterSignal(-1, ::ftruncate, FD, off_t(Size)) < 0
             ? errnoAsErrorCode()
             : std::error_code();
}

std::error_code Rewriting::prepare(StringRef Text) {
  if (std::error_code EC = sys::fs::openFileForReadWrite(
          File, FD, sys::fs::CD_OpenExisting, sys::fs::OF_None))
    return EC;
  auto Buffer = MemoryBuffer::getFile(File, /*IsText=*/false,
                                      /*RequiresNullTerminator=*/false,
                                      /*IsVolatile=*/true);
  if (!Buffer)
    return Buffer.getError();
  Before = (*Buffer)->getBuffer().str();
  After = Text.str();
  return std::error_code();
}

/// First what takes room, behind the old end: without it nothing has changed.
std::error_code Rewriting::make() {
  size_t Shared = std::min(Before.size(), After.size());
  if (std::error_code EC =
          writeAt(FD, Shared, StringRef(After).substr(Shared))) {
    (void)truncateTo(FD, Before.size());
    return EC;
  }
  std::error_code EC = writeAt(FD, 0, StringRef(After).take_front(Shared));
  if (!EC)
    EC = truncateTo(FD, After.size());
  if (EC)
    (void)takeBack();
  return EC;
}

std::error_code Rewriting::takeBack() {
  std::error_code EC = writeAt(FD, 0, Before);
  std::error_code Cut = truncateTo(FD, Before.size());
  return EC ? EC : Cut;
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

/// How `File`, which `Status` is of, comes to hold `Text`.
static std::error_code prepare(StringRef File, StringRef Text,
                               const sys::fs::file_status &Status,
                               std::unique_ptr<FileBatch::Change> &Result) {
  if (!sys::fs::exists(Status)) {
    StringRef Folder = sys::path::parent_path(File);
    if (!Folder.empty())
      if (std::error_code EC = sys::fs::create_directories(Folder))
        return EC;
    auto New = std::make_unique<Replacement>(File, /*IsNew=*/true);
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
  SmallString<128> Real;
  if (std::error_code EC = sys::fs::real_path(File, Real))
    return EC;
  if (Status.getLinkCount() > 1) {
    auto Linked = std::make_unique<Rewriting>(Real);
    std::error_code EC = Linked->prepare(Text);
    Result = std::move(Linked);
    return EC;
  }
  auto Known = std::make_unique<Replacement>(Real, /*IsNew=*/false);
  std::error_code EC = Known->prepare(Text, Status.permissions());
  Result = std::move(Known);
  return EC;
}

Error FileBatch::add(StringRef File, StringRef Text) {
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
  // What is written in its place may still find no room.
  std::partition(Changes.begin(), Changes.end(),
                 [](const auto &C) { return C->isInPlace(); });
  if (Changes.size() > 1)
    for (const auto &C : drop_end(Changes))
      if (std::error_code EC = C->keepOld())
        return cannotWrite(C->File, EC);
  for (size_t I = 0; I != Changes.size(); ++I) {
    std::error_code EC = Changes[I]->make();
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

/// The work tree that a name lies in and leads out of, by a link that a commit
/// may have brought along; or "".
static std::string workTreeLeft(StringRef File) {
  const std::string Full = absolutePath(File);
  const StringRef Folder = sys::path::parent_path(Full);
  std::string Tree = workTreeAbove(Folder);
  SmallString<128> Real;
  if (Tree.empty())
    return "";
  sys::fs::file_status Status;
  const bool IsThere = !sys::fs::status(Full, Status, /*follow=*/false) &&
                       sys::fs::exists(Status);
  // Of a new file, or one in a new folder, what is there of its name counts.
  StringRef Known = IsThere ? StringRef(Full) : Folder;
  while (!IsThere && Known.size() > Tree.size() && !sys::fs::exists(Known))
    Known = sys::path::parent_path(Known);
  if (sys::fs::real_path(Known, Real))
    return Tree;
  const std::string RealTree = realPath(Tree);
  // git's own files are not of the tree, unless they are named as they are.
  const bool IsGits = pathBelow(Tree + "/.git", Full).empty() &&
                      (Real == RealTree + "/.git" ||
                       !pathBelow(RealTree + "/.git", Real).empty());
  const bool IsWithin = Real == RealTree || !pathBelow(RealTree, Real).empty();
  return IsWithin && !IsGits ? "" : Tree;
}

Error banklint::writeWholeFile(StringRef File, StringRef Text) {
  if (File != "-")
    if (std::string Tree = workTreeLeft(File); !Tree.empty())
      return createStringError("cannot write '" + shownPath(File) +
                               "': a link leads out of the work tree '" +
                               shownPath(Tree) + "'");
  if (File == "-" || isStream(File)) {
    std::error_code EC =
        File == "-" ? writeAll(outs(), Text) : writeInPlace(File, Text);
    return EC ? cannotWrite(File, EC) : Error::success();
  }
  FileBatch One;
  if (Error E = One.add(File, Text))
    return E;
  return One.commit();
}

Error banklint::replaceFile(StringRef File, StringRef Text) {
  Replacement New(File, /*IsNew=*/true);
  std::error_code EC =
      New.prepare(Text, sys::fs::owner_read | sys::fs::owner_write);
  if (!EC)
    EC = New.make();
  return EC ? cannotWrite(File, EC) : Error::success();
}
