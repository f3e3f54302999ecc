//===- RescueAction.h - Shared objects in the hosts' parses -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A check hears of a source once it is parsed. What keeps shared variables with
// constructors alive has to stand beside the parser: as one of Clang's plugins,
// which every tool that Clang's frontend runs in asks for, clang-tidy and
// clangd too, and for clangd's preambles.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_TOOL_RESCUEACTION_H
#define BANKLINT_TOOL_RESCUEACTION_H

#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/FrontendAction.h"
#include "llvm/ADT/StringRef.h"
#include <memory>
#include <string>
#include <vector>

namespace banklint {

/// Sees the parse of one source, and keeps errors from the host that are none in
/// CUDA.
std::unique_ptr<clang::ASTConsumer>
rescueConsumer(clang::CompilerInstance &Compiler);

/// Runs `SharedVariableRescue` and `NvccAssembly` beside the main action on
/// CUDA sources, reads lists of launches, and hides the errors in code that
/// CUDA allows.
class RescueAction : public clang::PluginASTAction {
public:
  ActionType getActionType() override { return AddBeforeMainAction; }

protected:
  /// False where there is nothing to do.
  bool ParseArgs(const clang::CompilerInstance &Compiler,
                 const std::vector<std::string> &) override;
  std::unique_ptr<clang::ASTConsumer>
  CreateASTConsumer(clang::CompilerInstance &Compiler,
                    llvm::StringRef) override;
};

} // namespace banklint

#endif // BANKLINT_TOOL_RESCUEACTION_H
