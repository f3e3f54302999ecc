//===- ReadFile.cpp - Files that are read whole ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Files/ReadFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/ErrorOr.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include <cstddef>
#include <cstdint>
#include <fcntl.h>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

using namespace llvm;
using namespace banklint;

namespace {
using Contents = Expected<std::unique_ptr<MemoryBuffer>>;

/// A file that is open for reading.
class OpenFile {
public:
  OpenFile() = default;
  OpenFile(const OpenFile &) = delete;
  OpenFile &operator=(const OpenFile &) = delete;
  ~OpenFile() {
    if (FD >= 0 && IsOwn)
      ::close(FD);
  }

  /// "-" is standard input.
  Error open(StringRef File, int Flags);
  /// What is no regular file is not opened: to open a device may already do
  /// something, and a pipe would wait for a writer.
  Error openRegular(StringRef File, uint64_t LimitBytes, int Flags = 0);
  bool isRegular() const { return IsNull || S_ISREG(Status.st_mode); }
  Contents readStream(StringRef Name, uint64_t LimitBytes) const;

  int FD = -1;
  struct stat Status = {};

  Error checkRegular(uint64_t LimitBytes) const;

private:
  Error checkNoFolder() const;

  bool IsOwn = true;
  bool IsNull = false; ///< whoever asks for /dev/null by name means no text
};
} // namespace

namespace {
/// The regular files that were read. clangd reads in threads.
class FilesRead {
public:
  void add(const OpenFile &Open) {
    if (!S_ISREG(Open.Status.st_mode))
      return;
    std::lock_guard<std::mutex> Guard(Lock);
    Ids.insert({Open.Status.st_dev, Open.Status.st_ino});
  }
  bool contains(sys::fs::UniqueID Id) {
    std::lock_guard<std::mutex> Guard(Lock);
    return Ids.count(Id) != 0;
  }

private:
  std::mutex Lock;
  std::set<sys::fs::UniqueID> Ids;
};
} // namespace

static FilesRead &filesRead() {
  static FilesRead Known;
  return Known;
}

bool banklint::wasRead(sys::fs::UniqueID File) {
  return filesRead().contains(File);
}

static Error tooLarge(uint64_t LimitBytes) {
  const bool IsSmall = LimitBytes < uint64_t(1) << 20;
  return createStringError("it is larger than " +
                           Twine(LimitBytes >> (IsSmall ? 10 : 20)) +
                           (IsSmall ? " KB" : " MB"));
}

static Error lastError() { return errorCodeToError(errnoAsErrorCode()); }

Error OpenFile::open(StringRef File, int Flags) {
  IsNull = File == "/dev/null";
  if (File == "-") {
    FD = STDIN_FILENO;
    IsOwn = false;
  } else {
    SmallString<128> Name(File);
    FD = sys::RetryAfterSignal(-1, ::open, Name.c_str(),
                               O_RDONLY | O_CLOEXEC | Flags);
  }
  if (FD < 0 || ::fstat(FD, &Status) != 0)
    return lastError();
  return checkNoFolder();
}

Error OpenFile::openRegular(StringRef File, uint64_t LimitBytes, int Flags) {
  IsNull = File == "/dev/null";
  const std::string Name = File.str();
  if (::stat(Name.c_str(), &Status) != 0)
    return lastError();
  if (Error E = checkRegular(LimitBytes))
    return E;
  if (Error E = open(File, Flags | O_NONBLOCK))
    return E;
  return checkRegular(LimitBytes);
}

Error OpenFile::checkNoFolder() const {
  if (S_ISDIR(Status.st_mode))
    return errorCodeToError(std::make_error_code(std::errc::is_a_directory));
  return Error::success();
}

Error OpenFile::checkRegular(uint64_t LimitBytes) const {
  if (Error E = checkNoFolder())
    return E;
  if (!isRegular())
    return createStringError("it is not a regular file");
  if (uint64_t(Status.st_size) > LimitBytes)
    return tooLarge(LimitBytes);
  return Error::success();
}

/// To its end: a pipe has no size.
Contents OpenFile::readStream(StringRef Name, uint64_t LimitBytes) const {
  static constexpr size_t PieceBytes = size_t(1) << 20;
  SmallVector<char, 0> Text;
  while (true) {
    const size_t Before = Text.size();
    Text.resize_for_overwrite(Before + PieceBytes);
    const ssize_t Count =
        sys::RetryAfterSignal(-1, ::read, FD, Text.data() + Before, PieceBytes);
    if (Count < 0)
      return lastError();
    Text.truncate(Before + size_t(Count));
    if (Count == 0)
      break;
    if (Text.size() > LimitBytes)
      return tooLarge(LimitBytes);
  }
  return std::make_unique<SmallVectorMemoryBuffer>(std::move(Text), Name);
}

/// By the size that it had when it was opened. A file that is mapped and cut
/// off meanwhile would end the program.
static Contents readOpen(const OpenFile &Open, StringRef Name, bool MayMap) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> Buffer = MemoryBuffer::getOpenFile(
      Open.FD, Name, uint64_t(Open.Status.st_size),
      /*RequiresNullTerminator=*/!MayMap, /*IsVolatile=*/!MayMap);
  if (!Buffer)
    return errorCodeToError(Buffer.getError());
  return std::move(*Buffer);
}

Contents banklint::readRegularFile(StringRef File, uint64_t LimitBytes) {
  OpenFile Open;
  if (Error E = Open.openRegular(File, LimitBytes))
    return std::move(E);
  filesRead().add(Open);
  return readOpen(Open, File, /*MayMap=*/false);
}

Contents banklint::readNamedFile(StringRef File, uint64_t LimitBytes) {
  OpenFile Open;
  if (Error E = Open.open(File, /*Flags=*/0))
    return std::move(E);
  filesRead().add(Open);
  // Standard input may be a file that somebody has read a part of.
  if (!Open.isRegular() || File == "-")
    return Open.readStream(File, LimitBytes);
  if (Error E = Open.checkRegular(LimitBytes))
    return std::move(E);
  return readOpen(Open, File, /*MayMap=*/false);
}

Contents banklint::readOwnFile(StringRef File, uint64_t LimitBytes) {
  OpenFile Open;
  if (Error E = Open.openRegular(File, LimitBytes, O_NOFOLLOW))
    return std::move(E);
  if (Open.Status.st_uid != ::geteuid() ||
      (Open.Status.st_mode & (S_IWGRP | S_IWOTH)))
    return createStringError("others may have written it");
  return readOpen(Open, File, /*MayMap=*/true);
}

Error banklint::checkRegularFile(StringRef File, uint64_t LimitBytes) {
  return OpenFile().openRegular(File, LimitBytes);
}
