//===- OptionFilesFuzzer.cpp - Option and response files ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "Cuda/NvccArguments.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <cstddef>
#include <cstdint>
#include <string>
#include <system_error>
#include <tuple>
#include <utility>

using namespace banklint;
using llvm::StringRef;

namespace {
/// A folder of its own, which goes with the program.
class OptionFolder {
public:
  OptionFolder() {
    require(!llvm::sys::fs::createUniqueDirectory("banklint-options", Path),
            "a folder can be made");
  }
  ~OptionFolder() { llvm::sys::fs::remove_directories(Path); }

  void write(StringRef Name, StringRef Text) const {
    llvm::SmallString<128> File(Path);
    llvm::sys::path::append(File, Name);
    std::error_code EC;
    llvm::raw_fd_ostream OS(File, EC);
    require(!EC, "a file can be written");
    OS << Text;
  }
  StringRef path() const { return Path; }

private:
  llvm::SmallString<128> Path;
};
} // namespace

/// An input is the files `a`, `b` and `c`, each ended by a line of "==" and the
/// last by the input. They may name each other.
int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  static const OptionFolder Folder;
  StringRef Rest = textOf(Data, Size);
  for (StringRef Name : {"a", "b", "c"}) {
    auto [Text, Others] = Rest.split("==\n");
    Folder.write(Name, Text);
    Rest = Others;
  }
  for (auto [Argument, Style] : {std::pair("-optf=a", CompilerStyle::Nvcc),
                                 std::pair("@a", CompilerStyle::Nvcc),
                                 std::pair("@a", CompilerStyle::Clang)}) {
    std::string Word = Argument;
    auto Translated = translateArguments(Word, Folder.path(), Style);
    if (!Translated)
      require(!toString(Translated.takeError()).empty(),
              "an error says something");
  }
  return 0;
}
