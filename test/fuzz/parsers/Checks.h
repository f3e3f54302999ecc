//===- Checks.h - What every input has to keep ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fuzzer looks for more than crashes: what is refused is refused with a
// sentence, and what is accepted comes back as it was. These checks hold in
// builds without assertions, too.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_TEST_FUZZ_PARSERS_CHECKS_H
#define BANKLINT_TEST_FUZZ_PARSERS_CHECKS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <utility>

/// What libFuzzer calls for each input, and Replay.cpp for each of a corpus.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size);

namespace banklint {

inline llvm::StringRef textOf(const uint8_t *Data, size_t Size) {
  return {reinterpret_cast<const char *>(Data), Size};
}

/// Ends the program where a promise is broken.
inline void require(bool Holds, llvm::StringRef Promise) {
  if (Holds)
    return;
  llvm::errs() << "broken promise: " << Promise << '\n';
  std::abort();
}

/// What is refused is refused with one line.
inline void requireSentence(llvm::Error Refused) {
  std::string Sentence = toString(std::move(Refused));
  require(!Sentence.empty(), "an error says something");
  require(Sentence.find('\n') == std::string::npos, "an error is one line");
}

/// Both texts are the same.
inline void requireSame(llvm::StringRef First, llvm::StringRef Second,
                        llvm::StringRef Promise) {
  if (First == Second)
    return;
  llvm::errs() << "first:\n" << First << "\nthen:\n" << Second << '\n';
  require(false, Promise);
}

} // namespace banklint

#endif // BANKLINT_TEST_FUZZ_PARSERS_CHECKS_H
