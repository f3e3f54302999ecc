//===- HostParse.cpp - A source parsed once more as its host did ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostParse.h"
#include "Check/EditedSource.h"
#include "Cuda/LineMarkers.h"
#include "Cuda/Parse.h"
#include "DiagnosticRelay.h"
#include "Edit/EditSet.h"
#include "Source/EditedFiles.h"
#include "Tidy/RescueAction.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/LangStandard.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/FrontendOptions.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/HeaderSearchOptions.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

using namespace banklint;
using namespace clang;

//===----------------------------------------------------------------------===//
// The parser's errors.
//===----------------------------------------------------------------------===//

namespace {
/// Notes the errors.
class ErrorListener : public DiagnosticRelay {
public:
  ErrorListener(DiagnosticsEngine &Engine,
                std::shared_ptr<std::vector<SourceError>> Errors)
      : DiagnosticRelay(Engine), Errors(std::move(Errors)) {}

  void HandleDiagnostic(DiagnosticsEngine::Level Level,
                        const Diagnostic &Info) override {
    if (auto Error = sourceErrorFrom(Level, Info))
      Errors->push_back(std::move(*Error));
    DiagnosticRelay::HandleDiagnostic(Level, Info);
  }

private:
  std::shared_ptr<std::vector<SourceError>> Errors;
};
} // namespace

std::shared_ptr<std::vector<SourceError>>
banklint::listenForErrors(Preprocessor &PP) {
  distrustLineMarkers(PP);
  auto Errors = std::make_shared<std::vector<SourceError>>();
  DiagnosticsEngine &Engine = PP.getDiagnostics();
  Engine.setClient(new ErrorListener(Engine, Errors));
  return Errors;
}

//===----------------------------------------------------------------------===//
// The second parse.
//===----------------------------------------------------------------------===//

namespace {
/// Hands the tree on.
class TreeReceiver : public ASTConsumer {
public:
  TreeReceiver(Preprocessor &PP, ParsedSourceCallback Parsed)
      : PP(PP), Parsed(Parsed), Errors(listenForErrors(PP)) {}
  void HandleTranslationUnit(ASTContext &Context) override {
    for (SourceError &E : *Errors)
      E.Macros = &PP;
    Parsed(Context, *Errors);
  }

private:
  Preprocessor &PP;
  ParsedSourceCallback Parsed;
  std::shared_ptr<std::vector<SourceError>> Errors;
};

class ParseAction : public ASTFrontendAction {
public:
  explicit ParseAction(ParsedSourceCallback Parsed) : Parsed(Parsed) {}

protected:
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &Compiler,
                                                 llvm::StringRef) override {
    std::vector<std::unique_ptr<ASTConsumer>> Both;
    Both.push_back(
        std::make_unique<TreeReceiver>(Compiler.getPreprocessor(), Parsed));
    Both.push_back(rescueConsumer(Compiler));
    return std::make_unique<MultiplexConsumer>(std::move(Both));
  }

private:
  ParsedSourceCallback Parsed;
};

/// Loads no module that the host has not loaded, and makes none.
class Instance : public CompilerInstance {
public:
  using CompilerInstance::CompilerInstance;
  ModuleLoadResult loadModule(SourceLocation, ModuleIdPath,
                              Module::NameVisibilityKind, bool) override {
    return ModuleLoadResult();
  }
  void createModuleFromSource(SourceLocation, llvm::StringRef,
                              llvm::StringRef) override {}
};
} // namespace

/// What the host was told. A preamble that ends behind the first edit is read
/// again.
static std::shared_ptr<CompilerInvocation>
invocationOf(const Preprocessor &Host, llvm::StringRef Main,
             size_t UntouchedBytes) {
  auto Result = std::make_shared<CompilerInvocation>();
  Result->getLangOpts() = Host.getLangOpts();
  Result->getTargetOpts() = Host.getTargetInfo().getTargetOpts();
  Result->getHeaderSearchOpts() =
      Host.getHeaderSearchInfo().getHeaderSearchOpts();
  Result->getFileSystemOpts() = Host.getFileManager().getFileSystemOpts();
  PreprocessorOptions &Options = Result->getPreprocessorOpts();
  Options = Host.getPreprocessorOpts();
  Options.clearRemappedFiles();
  if (Options.PrecompiledPreambleBytes.first > UntouchedBytes) {
    Options.ImplicitPCHInclude.clear();
    Options.PrecompiledPreambleBytes = {0, false};
    Options.UsePredefines = true;
  }
  FrontendOptions &Frontend = Result->getFrontendOpts();
  Frontend.ProgramAction = frontend::ParseSyntaxOnly;
  Frontend.DisableFree = false;
  Frontend.Inputs = {FrontendInputFile(Main, InputKind(Language::CUDA))};
  if (const TargetInfo *Other = Host.getAuxTargetInfo())
    Frontend.AuxTriple = Other->getTriple().str();
  return Result;
}

llvm::Error banklint::parseAsHost(const Preprocessor &Host,
                                  const EditedParts &Edits,
                                  ParsedSourceCallback Parsed) {
  const SourceManager &Sources = Host.getSourceManager();
  FileManager &Files = Host.getFileManager();
  const auto Main = Sources.getFileEntryRefForID(Sources.getMainFileID());
  if (!Main)
    return llvm::createStringError("the source is no file");
  // An editor may not have saved it.
  const llvm::StringRef Text = Sources.getBufferData(Sources.getMainFileID());
  EditedFiles Edited = {{Main->getName().str(), Text.str()}};
  size_t UntouchedBytes = Text.size();
  for (const auto &[Name, Set] : Edits) {
    const auto File = Files.getOptionalFileRef(Name);
    const bool IsMain = File && &File->getFileEntry() == &Main->getFileEntry();
    std::unique_ptr<llvm::MemoryBuffer> Header;
    if (File && !IsMain)
      if (auto Read = Files.getBufferForFile(*File))
        Header = std::move(*Read);
    if (!IsMain && !Header)
      return llvm::createStringError("'" + Name + "' cannot be read");
    const llvm::StringRef Before = IsMain ? Text : Header->getBuffer();
    if (Before.size() < Set.endBytes())
      return llvm::createStringError("'" + Name + "' is another file now");
    Edited[File->getName().str()] = Set.applyTo(Before);
    // Of another file, the preamble may hold what it was.
    UntouchedBytes = std::min<size_t>(
        UntouchedBytes, IsMain ? Set.edits().front().OffsetBytes : 0);
  }
  Instance Compiler(invocationOf(Host, Main->getName(), UntouchedBytes));
  Compiler.setVirtualFileSystem(
      overlayFiles(Files.getVirtualFileSystemPtr(), Edited));
  Compiler.createDiagnostics(new IgnoringDiagConsumer());
  bool IsParsed = false;
  auto Receive = [&](ASTContext &Context, llvm::ArrayRef<SourceError> Errors) {
    IsParsed = true;
    Parsed(Context, Errors);
  };
  ParseAction Act(Receive);
  Compiler.ExecuteAction(Act);
  return IsParsed ? llvm::Error::success()
                  : llvm::createStringError("the source cannot be parsed");
}
