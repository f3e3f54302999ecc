//===- DiffFuzzer.cpp - What git diff prints ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "Files/Changes.h"
#include <cstddef>
#include <cstdint>

using namespace banklint;

int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  Changes Read = Changes::parse(textOf(Data, Size), "/project");
  Read.touches("/project/a.cu", {3, 7});
  require(Read.touches("/elsewhere/a.cu", {1, 1}),
          "a file of another folder counts as changed");
  return 0;
}
