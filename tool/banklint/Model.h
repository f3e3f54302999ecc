//===- Model.h - banklint model: a calculator of banks ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The verb that asks the bank model without any source:
//
//   banklint model --patterns FILE                      wavefronts of requests
//   banklint model --type float --extent 4x33 [--map]   banks of an array
//   banklint model --type float4 --stride 8             cost of one request
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_TOOL_MODEL_H
#define BANKLINT_TOOL_MODEL_H

#include "llvm/Support/CommandLine.h"

namespace banklint {

extern llvm::cl::SubCommand ModelCommand;

/// Does what the options of `ModelCommand` ask, once they are parsed, and
/// returns the exit status: 2 with a sentence on standard error if they make no
/// sense, else 0.
int runModel();

} // namespace banklint

#endif // BANKLINT_TOOL_MODEL_H
