//===- Precompile.cpp - Clang's tree of headers ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cuda/BundledHeaders.h"
#include "Cuda/NvccSyntax.h"
#include "Cuda/Parse.h"
#include "Parsing/SkippedBodies.h"
#include "Toolkits/LeadingIncludes.h"
#include "Toolkits/PrecompiledHeader.h"
#include "clang/AST/ASTContext.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Serialization/ASTWriter.h"
#include "clang/Serialization/PCHContainerOperations.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"
#include "llvm/Support/xxhash.h"
#include <algorithm>

using namespace banklint;
using namespace llvm;

namespace {
/// Notes which names a parse looked for, and whether they were there.
class WatchedFiles : public vfs::ProxyFileSystem {
public:
  using ProxyFileSystem::ProxyFileSystem;

  ErrorOr<vfs::Status> status(const Twine &Path) override {
    auto Result = ProxyFileSystem::status(Path);
    note(Path, bool(Result), Result && !Result->isDirectory());
    return Result;
  }
  ErrorOr<std::unique_ptr<vfs::File>>
  openFileForRead(const Twine &Path) override {
    auto Result = ProxyFileSystem::openFileForRead(Path);
    note(Path, bool(Result), bool(Result));
    return Result;
  }

  StringSet<> Absent, Present;

private:
  void note(const Twine &Path, bool IsThere, bool IsFile) {
    SmallString<128> Storage;
    const StringRef Name = Path.toStringRef(Storage);
    if (isInMemory(Name))
      return;
    if (!IsThere)
      Absent.insert(Name);
    else if (IsFile)
      Present.insert(Name);
  }
};

/// Finds the first include that leads to an error.
class FirstFault : public clang::DiagnosticConsumer {
public:
  void HandleDiagnostic(clang::DiagnosticsEngine::Level Level,
                        const clang::Diagnostic &Info) override;

  /// How many includes stand in the text before it; nothing without an error.
  std::optional<unsigned> Before;
  /// Whether an include of the command line leads to one, or nobody knows what.
  bool IsImplicit = false;
};

class Consumer : public clang::ASTConsumer {
public:
  explicit Consumer(const clang::SourceManager &Sources) : Skipped(Sources) {}
  bool HandleTopLevelDecl(clang::DeclGroupRef Group) override {
    for (clang::Decl *D : Group)
      allowOnDevice(D);
    return true;
  }
  bool shouldSkipFunctionBody(clang::Decl *D) override {
    return Skipped.contains(D);
  }

private:
  SkippedBodies Skipped;
};

class Action : public clang::ASTFrontendAction {
public:
  explicit Action(std::vector<FileHash> &Read) : Read(Read) {}

  std::shared_ptr<clang::PCHBuffer> Tree = std::make_shared<clang::PCHBuffer>();
  bool KeepsNames = true;

private:
  clang::TranslationUnitKind getTranslationUnitKind() override {
    return clang::TU_Prefix;
  }
  bool hasASTFileSupport() const override { return false; }
  bool BeginSourceFileAction(clang::CompilerInstance &Compiler) override {
    Compiler.getLangOpts().CompilingPCH = true;
    return true;
  }
  std::unique_ptr<clang::ASTConsumer>
  CreateASTConsumer(clang::CompilerInstance &Compiler, StringRef) override;
  void EndSourceFileAction() override;

  std::vector<FileHash> &Read;
};
} // namespace

void FirstFault::HandleDiagnostic(clang::DiagnosticsEngine::Level Level,
                                  const clang::Diagnostic &Info) {
  if (!sourceErrorFrom(Level, Info))
    return;
  if (!Info.hasSourceManager() || Info.getLocation().isInvalid()) {
    IsImplicit = true;
    return;
  }
  const clang::SourceManager &Sources = Info.getSourceManager();
  clang::SourceLocation Where = Sources.getExpansionLoc(Info.getLocation());
  while (!Sources.isInMainFile(Where)) {
    Where = Sources.getIncludeLoc(Sources.getFileID(Where));
    if (Where.isInvalid()) {
      IsImplicit = true;
      return;
    }
  }
  const unsigned Line = Sources.getSpellingLineNumber(Where);
  Before = std::min(Before.value_or(Line - 1), Line - 1);
}

std::unique_ptr<clang::ASTConsumer>
Action::CreateASTConsumer(clang::CompilerInstance &Compiler, StringRef) {
  std::vector<std::unique_ptr<clang::ASTConsumer>> Consumers;
  Consumers.push_back(std::make_unique<Consumer>(Compiler.getSourceManager()));
  Consumers.push_back(std::make_unique<clang::PCHGenerator>(
      Compiler.getPreprocessor(), Compiler.getModuleCache(),
      PrecompiledTreeFile, /*isysroot=*/"", Tree, Compiler.getCodeGenOpts(),
      ArrayRef<std::shared_ptr<clang::ModuleFileExtension>>(),
      /*AllowASTWithErrors=*/false, /*IncludeTimestamps=*/false));
  return std::make_unique<clang::MultiplexConsumer>(std::move(Consumers));
}

void Action::EndSourceFileAction() {
  const clang::SourceManager &Sources =
      getCompilerInstance().getSourceManager();
  for (auto It = Sources.fileinfo_begin(); It != Sources.fileinfo_end(); ++It) {
    auto Buffer = It->second->getBufferDataIfLoaded();
    const StringRef Name = It->first.getName();
    if (!Buffer || isInMemory(Name))
      continue;
    KeepsNames &= isKeptByClang(Name);
    Read.push_back({Name.str(), xxh3_64bits(*Buffer)});
  }
}

static std::vector<std::string> sorted(const StringSet<> &Names) {
  std::vector<std::string> Result;
  for (StringRef Name : Names.keys())
    Result.push_back(Name.str());
  sort(Result);
  return Result;
}

PrecompiledHeader
banklint::precompile(const clang::CompilerInvocation &Invocation,
                     IntrusiveRefCntPtr<vfs::FileSystem> Files, StringRef Text,
                     unsigned ImplicitIncludes) {
  auto Memory = makeIntrusiveRefCnt<vfs::InMemoryFileSystem>();
  Memory->addFile(PrecompiledSourceFile, 0,
                  MemoryBuffer::getMemBufferCopy(Text));
  auto Overlay = makeIntrusiveRefCnt<vfs::OverlayFileSystem>(std::move(Files));
  Overlay->pushOverlay(std::move(Memory));
  auto Watched = makeIntrusiveRefCnt<WatchedFiles>(std::move(Overlay));

  auto Own = std::make_shared<clang::CompilerInvocation>(Invocation);
  clang::FrontendOptions &Frontend = Own->getFrontendOpts();
  const clang::InputKind Kind = Frontend.Inputs.front().getKind();
  Frontend.Inputs = {{PrecompiledSourceFile, Kind}};
  // Made of the source's name, and of no use to a parse.
  Own->getLangOpts().CUID.clear();
  Own->getPreprocessorOpts().Includes.resize(ImplicitIncludes);

  PrecompiledHeader Result;
  FirstFault Fault;
  Action Act(Result.Files);
  clang::CompilerInstance Compiler(std::move(Own));
  Compiler.setVirtualFileSystem(Watched);
  Compiler.createDiagnostics(&Fault, /*ShouldOwnClient=*/false);
  Compiler.getDiagnostics().setFatalsAsError(true);
  Compiler.ExecuteAction(Act);

  Result.Absent = sorted(Watched->Absent);
  for (const FileHash &File : Result.Files)
    Watched->Present.erase(File.Name);
  Result.Present = sorted(Watched->Present);
  const bool IsFaulty = Fault.IsImplicit || Fault.Before;
  // Behind them all, what one of them opens is not closed: nobody knows which.
  const bool IsInInclude =
      Fault.Before && *Fault.Before < unsigned(Text.count('\n'));
  if (!Fault.IsImplicit && IsInInclude && Act.KeepsNames) {
    Result.Fewer = ImplicitIncludes + *Fault.Before;
  } else if (IsFaulty || !Act.KeepsNames || !Act.Tree->IsComplete) {
    Result.Fewer = 0;
  } else {
    auto Storage = std::make_unique<SmallVectorMemoryBuffer>(
        std::move(Act.Tree->Data), /*RequiresNullTerminator=*/false);
    Result.Tree = Storage->getBuffer();
    Result.Storage = std::move(Storage);
  }
  return Result;
}
