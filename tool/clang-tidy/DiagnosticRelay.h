//===- DiagnosticRelay.h - Between the parser and its host ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_TOOL_DIAGNOSTICRELAY_H
#define BANKLINT_TOOL_DIAGNOSTICRELAY_H

#include "clang/Basic/Diagnostic.h"
#include <memory>

namespace banklint {

/// Passes all that an engine says to the consumer that the host had given it,
/// which stays the host's if it was. To be made the engine's client at once.
class DiagnosticRelay : public clang::DiagnosticConsumer {
public:
  explicit DiagnosticRelay(clang::DiagnosticsEngine &Engine)
      : Host(Engine.getClient()), Owned(Engine.takeClient()) {
    NumErrors = Host->getNumErrors();
    NumWarnings = Host->getNumWarnings();
  }

  void clear() override {
    DiagnosticConsumer::clear();
    Host->clear();
  }
  void BeginSourceFile(const clang::LangOptions &Language,
                       const clang::Preprocessor *PP) override {
    Host->BeginSourceFile(Language, PP);
  }
  void EndSourceFile() override { Host->EndSourceFile(); }
  void finish() override { Host->finish(); }
  bool IncludeInDiagnosticCounts() const override {
    return Host->IncludeInDiagnosticCounts();
  }
  void HandleDiagnostic(clang::DiagnosticsEngine::Level Level,
                        const clang::Diagnostic &Info) override {
    DiagnosticConsumer::HandleDiagnostic(Level, Info);
    Host->HandleDiagnostic(Level, Info);
  }

private:
  clang::DiagnosticConsumer *Host;
  std::unique_ptr<clang::DiagnosticConsumer> Owned; ///< if it was the engine's
};

} // namespace banklint

#endif // BANKLINT_TOOL_DIAGNOSTICRELAY_H
