//===- RescueAction.cpp - Shared objects in the hosts' parses -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tidy/RescueAction.h"
#include "Cuda/LaunchSyntax.h"
#include "Cuda/NvccAssembly.h"
#include "Cuda/NvccSyntax.h"
#include "Cuda/Parse.h"
#include "Cuda/SharedVariableRescue.h"
#include "DiagnosticRelay.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/ADT/StringRef.h"
#include <memory>
#include <string>
#include <utility>
#include <vector>

using namespace banklint;
using namespace clang;

namespace {
/// Sees the parse of one source.
class RescueConsumer : public ASTConsumer {
public:
  explicit RescueConsumer(CompilerInstance &Compiler)
      : Rescue(std::make_shared<SharedVariableRescue>(Compiler)),
        Assembly(Compiler.getPreprocessor()) {
    // clangd sets a watcher of its own later, which takes the place of these.
    readListsOfLaunches(Compiler.getPreprocessor());
    DiagnosticsEngine &Engine = Compiler.getDiagnostics();
    Engine.setClient(new Listener(Engine, Rescue));
  }

  bool HandleTopLevelDecl(DeclGroupRef Group) override {
    for (Decl *D : Group) {
      Rescue->parsed(D);
      allowOnDevice(D);
    }
    return true;
  }

private:
  class Listener : public DiagnosticRelay {
  public:
    Listener(DiagnosticsEngine &Engine,
             std::weak_ptr<SharedVariableRescue> Rescue)
        : DiagnosticRelay(Engine), Rescue(std::move(Rescue)) {}

    /// Keeps the error from the host, with the notes that go with it.
    void HandleDiagnostic(DiagnosticsEngine::Level Level,
                          const Diagnostic &Info) override {
      if (Level != DiagnosticsEngine::Note)
        IsHidden = isAcceptedByNvcc(Info);
      if (!IsHidden)
        return DiagnosticRelay::HandleDiagnostic(Level, Info);
      if (auto Alive = Rescue.lock(); Alive && Level != DiagnosticsEngine::Note)
        Alive->rejected(Info.getLocation());
    }

  private:
    bool IsHidden = false;
    std::weak_ptr<SharedVariableRescue> Rescue; ///< the parse may have ended
  };

  std::shared_ptr<SharedVariableRescue> Rescue;
  NvccAssembly Assembly;
};
} // namespace

std::unique_ptr<ASTConsumer>
banklint::rescueConsumer(CompilerInstance &Compiler) {
  return std::make_unique<RescueConsumer>(Compiler);
}

bool RescueAction::ParseArgs(const CompilerInstance &Compiler,
                             const std::vector<std::string> &) {
  return Compiler.getLangOpts().CUDA;
}

std::unique_ptr<ASTConsumer>
RescueAction::CreateASTConsumer(CompilerInstance &Compiler, llvm::StringRef) {
  return rescueConsumer(Compiler);
}
