//===- Transport.h - How clangd sends and receives messages -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An interface of clangd 22, whose headers are not installed: the order of its
// functions is clangd's.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_TOOL_CLANGD_TRANSPORT_H
#define BANKLINT_TOOL_CLANGD_TRANSPORT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

namespace clang::clangd {

/// A connection to a client. Messages may be sent while one is handled, but two
/// are never sent at a time.
class Transport {
public:
  virtual ~Transport() = default;
  virtual void notify(llvm::StringRef Method, llvm::json::Value Params) = 0;
  virtual void call(llvm::StringRef Method, llvm::json::Value Params,
                    llvm::json::Value ID) = 0;
  virtual void reply(llvm::json::Value ID,
                     llvm::Expected<llvm::json::Value> Result) = 0;

  /// Takes what the client sends. False ends the conversation.
  class MessageHandler {
  public:
    virtual ~MessageHandler() = default;
    virtual bool onNotify(llvm::StringRef Method, llvm::json::Value Params) = 0;
    virtual bool onCall(llvm::StringRef Method, llvm::json::Value Params,
                        llvm::json::Value ID) = 0;
    virtual bool onReply(llvm::json::Value ID,
                         llvm::Expected<llvm::json::Value> Result) = 0;
  };

  virtual llvm::Error loop(MessageHandler &Handler) = 0;
};

} // namespace clang::clangd

#endif // BANKLINT_TOOL_CLANGD_TRANSPORT_H
