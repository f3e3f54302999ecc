//===- DatabaseFuzzer.cpp - compile_commands.json -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "Cuda/Database.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/Path.h"
#include <cstddef>
#include <cstdint>

using namespace banklint;

int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  llvm::Expected<Database> Commands =
      Database::parse("/project/compile_commands.json", textOf(Data, Size));
  if (!Commands) {
    requireSentence(Commands.takeError());
    return 0;
  }
  for (const DatabaseEntry &Entry : Commands->cudaEntries()) {
    require(!Entry.CommandLine.empty(), "every entry has a command");
    require(!Commands->entriesOf(Entry.File).empty(),
            "a file is found by its name");
  }
  return 0;
}
