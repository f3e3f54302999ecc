//===- Conversation.h - What clangd answers, and banklint adds --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A check gives clangd diagnostics and edits. What else an editor asks for goes
// through here on its way: hovers get what is known of banks and wavefronts,
// and findings an action that explains them.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_TOOL_CLANGD_CONVERSATION_H
#define BANKLINT_TOOL_CLANGD_CONVERSATION_H

#include "OpenSources.h"
#include "Transport.h"
#include <memory>

namespace banklint {

/// clangd's connection, with what `Sources` say added to the answers.
std::unique_ptr<clang::clangd::Transport>
joinConversation(std::unique_ptr<clang::clangd::Transport> Clangd,
                 const OpenSources &Sources);

} // namespace banklint

#endif // BANKLINT_TOOL_CLANGD_CONVERSATION_H
