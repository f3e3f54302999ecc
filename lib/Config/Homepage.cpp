//===- Homepage.cpp - Where banklint is published -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Config/Homepage.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include <string>

using namespace llvm;
using namespace banklint;

StringRef banklint::homepage() { return BANKLINT_HOMEPAGE; }

std::string banklint::pageAddress(StringRef Homepage, StringRef Rule) {
  if (Homepage.empty())
    return "";
  return (Homepage.rtrim('/') + "/blob/v" BANKLINT_VERSION "/docs/rules/" +
          Rule + ".md")
      .str();
}
