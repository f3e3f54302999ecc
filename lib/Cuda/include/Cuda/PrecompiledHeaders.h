//===- PrecompiledHeaders.h - Headers that are parsed once ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Most of the time that a source takes goes into the headers of the toolkit and
// the system, which are the same for many sources and many runs:
//
//   -include <Clang's wrapper of the toolkit>     command line
//   #include <cuda_runtime.h>                     source, lines 1 to 3
//   #include <cub/cub.cuh>
//   #include "tile.h"                             a header of the user's
//
// The first includes of a source, up to the first header that is the user's or
// the first line that is no include, are compiled to a file; the parse of the
// source loads it and begins behind them (line 3). Sources that begin alike
// share one.
//
// A file is found by what Clang's frontend is told (architecture, language,
// macros, folders, ...), by the names of the includes, and by the program. It
// lists all headers that it was made of, with hashes of what they held, and all
// names under which Clang looked for one in vain; it is used if all of that is
// as it was. Only headers of the system are in it: all that banklint itself
// asks of the text, fixes for one, it asks of the user's files.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CUDA_PRECOMPILEDHEADERS_H
#define BANKLINT_CUDA_PRECOMPILEDHEADERS_H

#include "Cuda/CompileCommand.h"
#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace clang {
class CompilerInvocation;
} // namespace clang

namespace banklint {

/// A file, and what it held.
struct FileHash {
  std::string Name;  ///< as Clang opened it
  uint64_t Hash = 0; ///< xxh3 of the contents
};

struct PrecompiledHeader;

/// A folder of precompiled headers. May be used by several threads, and the
/// folder by several programs at a time: files are written at one stroke, and
/// while one is made the others wait for it.
class PrecompiledHeaders {
public:
  struct Options {
    std::string Folder;
    /// That makes and reads them: another build may read nothing of this one.
    std::string Executable;
    /// What the folder may hold; the files that were not used for longest go.
    uint64_t LargestBytes = uint64_t(2) << 30;
  };

  /// Opens the folder, and makes it if need be; null where it cannot be made.
  /// Fails with a sentence where what lies in it may be another's (see
  /// PrivateFolder.h): Clang believes what it reads there.
  static llvm::Expected<std::unique_ptr<PrecompiledHeaders>>
  open(Options Given);

  explicit PrecompiledHeaders(Options Given);
  ~PrecompiledHeaders();

  /// `$XDG_CACHE_HOME/banklint/headers`, or the same in `~/.cache`; nothing
  /// where there is neither.
  static std::optional<std::string> defaultFolder();

  /// Makes a parse load the headers of its first includes, and begin behind
  /// them. `Files` is what the parse reads from, and `Invocation` what Clang's
  /// frontend is told. Null, and nothing is changed, where the parse has to
  /// read everything itself: nothing is to be gained, or the folder cannot be
  /// written. The result has to outlive the parse.
  std::shared_ptr<const PrecompiledHeader>
  use(const CompileCommand &Command, clang::CompilerInvocation &Invocation,
      llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> &Files);

  /// Forgets one that Clang could not load.
  void discard(const PrecompiledHeader &Header);

private:
  struct Slot;

  std::shared_ptr<const PrecompiledHeader>
  find(const std::string &Key, const clang::CompilerInvocation &Invocation,
       llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files,
       llvm::StringRef Text, unsigned ImplicitIncludes);
  std::shared_ptr<const PrecompiledHeader>
  make(llvm::StringRef Key, llvm::function_ref<PrecompiledHeader()> Precompile,
       llvm::vfs::FileSystem &Files);
  Slot &slotOf(llvm::StringRef Key);
  void keep(std::shared_ptr<const PrecompiledHeader> Header);
  std::string pathOf(llvm::StringRef Key) const;

  Options Given;
  std::string Program; ///< what every key begins with
  std::mutex Lock;
  llvm::StringMap<std::unique_ptr<Slot>> Slots;
  std::deque<std::shared_ptr<const PrecompiledHeader>> Recent;
};

/// The headers that it was made of, without those that exist in memory only.
llvm::ArrayRef<FileHash> filesOf(const PrecompiledHeader &Header);

} // namespace banklint

#endif // BANKLINT_CUDA_PRECOMPILEDHEADERS_H
