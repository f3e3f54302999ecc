//===- RegularFiles.cpp - What a parse may open ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cuda/RegularFiles.h"
#include "Files/ReadFile.h"
#include <memory>
#include <string>
#include <system_error>

using namespace llvm;
using namespace banklint;

namespace {
class RegularFiles : public vfs::ProxyFileSystem {
public:
  using ProxyFileSystem::ProxyFileSystem;

  /// Asked first: to open a pipe would wait for a writer.
  ErrorOr<std::unique_ptr<vfs::File>>
  openFileForRead(const Twine &Path) override {
    ErrorOr<vfs::Status> Status = status(Path);
    if (!Status)
      return Status.getError();
    const bool IsFolder = Status->isDirectory(); // which fails as it does
    if (!IsFolder && !Status->isRegularFile() && Path.str() != "/dev/null")
      return std::make_error_code(std::errc::not_supported);
    if (!IsFolder && Status->getSize() > MaxFileBytes)
      return std::make_error_code(std::errc::file_too_large);
    return ProxyFileSystem::openFileForRead(Path);
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
