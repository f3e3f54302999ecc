//===- TokenWatcher.h - Several watchers of one preprocessor ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CUDA_TOKENWATCHER_H
#define BANKLINT_CUDA_TOKENWATCHER_H

#include "llvm/ADT/FunctionExtras.h"

namespace clang {
class Preprocessor;
class Token;
} // namespace clang

namespace banklint {

using TokenWatcher = llvm::unique_function<void(const clang::Token &)>;

/// Has `Added` see each token that goes to the parser, once the watcher that
/// `Source` has already, which may be a host's, has seen it.
void addTokenWatcher(clang::Preprocessor &Source, TokenWatcher Added);

} // namespace banklint

#endif // BANKLINT_CUDA_TOKENWATCHER_H
