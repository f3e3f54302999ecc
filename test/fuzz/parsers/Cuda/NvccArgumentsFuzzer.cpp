//===- NvccArgumentsFuzzer.cpp - Command lines of compilers ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "Cuda/NvccArguments.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

using namespace banklint;

/// An input holds a word a line, the compiler's first. Words with a zero in
/// them are no arguments that a program can get.
int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  std::vector<std::string> Words;
  for (llvm::StringRef Word : llvm::split(textOf(Data, Size), '\n'))
    Words.push_back(Word.take_until([](char C) { return C == 0; }).str());
  CompilerCall Call = findCompiler(Words);
  require(Call.FirstArgument <= Words.size(), "the compiler is a word");
  llvm::ArrayRef<std::string> Arguments =
      llvm::ArrayRef(Words).drop_front(Call.FirstArgument);
  for (CompilerStyle Style : {CompilerStyle::Nvcc, CompilerStyle::Clang}) {
    auto Translated = translateArguments(Arguments, "/no/such/folder", Style);
    if (!Translated) {
      requireSentence(Translated.takeError());
      continue;
    }
    knownGpuArch(Translated->GpuArch);
    for (const std::string &Input : Translated->Inputs)
      Translated->isCuda(Input);
  }
  return 0;
}
