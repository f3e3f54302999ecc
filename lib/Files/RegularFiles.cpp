//===- RegularFiles.cpp - What a parse may open ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Files/RegularFiles.h"
#include "Files/ReadFile.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/ErrorOr.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <cstdint>
#include <fcntl.h>
#include <memory>
#include <string>
#include <system_error>
#include <unistd.h>
#include <utility>

using namespace llvm;
using namespace banklint;

namespace {
/// A file that is open, and what was found behind its descriptor.
class OpenRegularFile : public vfs::File {
public:
  OpenRegularFile(int FD, vfs::Status Found)
      : FD(FD), Found(std::move(Found)) {}
  ~OpenRegularFile() override {
    // Nothing was written.
    static_cast<void>(close());
  }

  ErrorOr<vfs::Status> status() override { return Found; }
  ErrorOr<std::unique_ptr<MemoryBuffer>>
  getBuffer(const Twine &Name, int64_t SizeBytes, bool RequiresNullTerminator,
            bool /*IsVolatile*/) override {
    return MemoryBuffer::getOpenFile(FD, Name, uint64_t(SizeBytes),
                                     RequiresNullTerminator,
                                     /*IsVolatile=*/true);
  }
  std::error_code close() override {
    const int Open = std::exchange(FD, -1);
    return Open >= 0 && ::close(Open) != 0 ? errnoAsErrorCode()
                                           : std::error_code();
  }

private:
  int FD;
  vfs::Status Found;
};

std::error_code checkKind(const sys::fs::file_status &Status, StringRef Name) {
  if (sys::fs::is_directory(Status)) // fails when read
    return std::error_code();
  if (!sys::fs::is_regular_file(Status) && Name != "/dev/null")
    return std::make_error_code(std::errc::not_supported);
  return Status.getSize() > MaxFileBytes
             ? std::make_error_code(std::errc::file_too_large)
             : std::error_code();
}

class RegularFiles : public vfs::ProxyFileSystem {
public:
  using ProxyFileSystem::ProxyFileSystem;

  ErrorOr<std::unique_ptr<vfs::File>>
  openFileForRead(const Twine &Path) override {
    // To open a device may already do something, as a watchdog's does.
    const std::string Name = Path.str();
    sys::fs::file_status Status;
    if (std::error_code EC = sys::fs::status(Name, Status))
      return EC;
    if (std::error_code EC = checkKind(Status, Name))
      return EC;
    // To open a pipe would wait for a writer.
    const int FD = sys::RetryAfterSignal(-1, ::open, Name.c_str(),
                                         O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (FD < 0)
      return errnoAsErrorCode();
    if (std::error_code EC = sys::fs::status(FD, Status)) {
      ::close(FD);
      return EC;
    }
    auto Open = std::make_unique<OpenRegularFile>(
        FD, vfs::Status::copyWithNewName(Status, Path));
    if (std::error_code EC = checkKind(Status, Name))
      return EC;
    return Open;
  }

  /// Overlays take it for granted that there is one.
  ErrorOr<std::string> getCurrentWorkingDirectory() const override {
    ErrorOr<std::string> Here = ProxyFileSystem::getCurrentWorkingDirectory();
    return Here ? Here : std::string("/");
  }
};
} // namespace

IntrusiveRefCntPtr<vfs::FileSystem> banklint::regularFiles() {
  return makeIntrusiveRefCnt<RegularFiles>(vfs::getRealFileSystem());
}
