//===- Finding.cpp - What banklint says about a source --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Finding/Finding.h"
#include "llvm/Support/ErrorHandling.h"

const char *banklint::verdictName(Verdict V) {
  switch (V) {
  case Verdict::ConflictFree:
    return "conflict-free";
  case Verdict::Conflict:
    return "conflict";
  case Verdict::Possible:
    return "possible";
  case Verdict::Unknown:
    return "unknown";
  }
  llvm_unreachable("a verdict without a name");
}
