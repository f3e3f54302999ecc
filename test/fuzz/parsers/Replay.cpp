//===- Replay.cpp - A corpus, input by input ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The main program of a fuzzer where libFuzzer is not linked: every build
// replays the inputs that the repository keeps.
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <cstddef>
#include <cstdint>
#include <string>
#include <system_error>
#include <vector>

using namespace llvm;

/// The files of a folder by name, so that a crash is always at the same one.
static std::vector<std::string> filesIn(StringRef Folder) {
  std::vector<std::string> Files;
  std::error_code EC;
  for (sys::fs::directory_iterator It(Folder, EC), End; It != End && !EC;
       It.increment(EC))
    Files.push_back(It->path());
  sort(Files);
  return Files;
}

int main() {
  std::vector<std::string> Files = filesIn(BANKLINT_CORPUS);
  for (const std::string &File : Files) {
    // Where the program ends too early, this is the input.
    outs() << File << '\n';
    outs().flush();
    auto Buffer = MemoryBuffer::getFile(File);
    if (!Buffer) {
      errs() << "cannot read it: " << Buffer.getError().message() << '\n';
      return 1;
    }
    // A copy without a zero behind it, so that reading too far is noticed.
    StringRef Text = (*Buffer)->getBuffer();
    std::vector<uint8_t> Bytes(Text.bytes_begin(), Text.bytes_end());
    LLVMFuzzerTestOneInput(Bytes.data(), Bytes.size());
  }
  if (Files.empty())
    errs() << "no inputs in " << BANKLINT_CORPUS << '\n';
  return Files.empty();
}
