//===- Words.cpp - The words of a text ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Source/Words.h"
#include "llvm/ADT/StringExtras.h"

using namespace banklint;

void banklint::addWords(llvm::StringRef Text, llvm::StringSet<> &To) {
  while (!Text.empty()) {
    const llvm::StringRef Word =
        Text.take_while([](char C) { return llvm::isAlnum(C) || C == '_'; });
    if (!Word.empty())
      To.insert(Word);
    Text = Text.drop_front(std::max<size_t>(1, Word.size()));
  }
}
