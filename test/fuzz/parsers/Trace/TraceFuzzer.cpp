//===- TraceFuzzer.cpp - Traces of a text ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "Trace/TraceText.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

using namespace banklint;

static std::string printed(const TextTraces &Traces) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  Traces.Kernel.print(OS);
  return Text;
}

/// What is printed reads back as what is printed.
int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  llvm::Expected<std::unique_ptr<TextTraces>> Read =
      readTraces(textOf(Data, Size));
  if (!Read) {
    requireSentence(Read.takeError());
    return 0;
  }
  std::string Once = printed(**Read);
  llvm::Expected<std::unique_ptr<TextTraces>> Again = readTraces(Once);
  if (!Again)
    requireSame(Once, toString(Again.takeError()),
                "what is printed can be read");
  else
    requireSame(Once, printed(**Again), "a trace prints as it did");
  return 0;
}
