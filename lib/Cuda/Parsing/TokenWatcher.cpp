//===- TokenWatcher.cpp - Several watchers of one preprocessor ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parsing/TokenWatcher.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/Token.h"
#include <utility>

using namespace banklint;

namespace {
/// A preprocessor has one watcher, and tells nobody which: clangd has set its
/// own. Only an explicit instantiation may name a private member.
template <TokenWatcher clang::Preprocessor::*Member> struct WatcherMember {
  friend TokenWatcher &watcherOf(clang::Preprocessor &Source) {
    return Source.*Member;
  }
};
TokenWatcher &watcherOf(clang::Preprocessor &Source);
template struct WatcherMember<&clang::Preprocessor::OnToken>;
} // namespace

void banklint::addTokenWatcher(clang::Preprocessor &Source,
                               TokenWatcher Added) {
  Source.setTokenWatcher(
      [Added = std::move(Added), Other = std::move(watcherOf(Source))](
          const clang::Token &Token) mutable {
        if (Other)
          Other(Token);
        Added(Token);
      });
}
