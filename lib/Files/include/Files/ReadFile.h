//===- ReadFile.h - Files that are read whole -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a project brings along may be a link to anything: a device that never
// ends, a pipe that nobody writes to. Whoever reads a file whole reads it by
// one of these.
//
// All of them fail with a reason, to which the caller says what it was about:
//
//   auto Buffer = readRegularFile(File);
//   if (!Buffer)
//     return createStringError("cannot read '" + File +
//                              "': " + toString(Buffer.takeError()));
//
// "No such file or directory", "it is not a regular file", "it is larger than
// 256 MB".
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FILES_READFILE_H
#define BANKLINT_FILES_READFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem/UniqueID.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cstdint>
#include <memory>

namespace banklint {

/// More than any source, database or report has.
inline constexpr uint64_t MaxFileBytes = uint64_t(256) << 20;

/// More than settings have that are written by hand. All of their patterns are
/// held against each source.
inline constexpr uint64_t MaxSettingsBytes = uint64_t(256) << 10;

/// More than any list of a compiler's options has.
inline constexpr uint64_t MaxOptionsBytes = uint64_t(4) << 20;

/// What a regular file holds; never waits. Symbolic links are followed, and
/// "/dev/null" is empty.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readRegularFile(llvm::StringRef File, uint64_t LimitBytes = MaxFileBytes);

/// The same of a file that the user names, who may also name a pipe, as
/// `<(git show HEAD:old.json)` is one: that is read to its end, or to the
/// limit.
/// "-" is standard input.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readNamedFile(llvm::StringRef File, uint64_t LimitBytes = MaxFileBytes);

/// Whether this is a regular file that one of these two has read, by whatever
/// name: its text would be lost to the user if an output took its place.
bool wasRead(llvm::sys::fs::UniqueID File);

/// What a file holds that this user has made, and nobody else may change: it is
/// no symbolic link, either. The buffer may map the file.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readOwnFile(llvm::StringRef File, uint64_t LimitBytes);

/// Whether a regular file can be opened for reading.
llvm::Error checkRegularFile(llvm::StringRef File,
                             uint64_t LimitBytes = MaxFileBytes);

} // namespace banklint

#endif // BANKLINT_FILES_READFILE_H
