//===- LeadingIncludes.cpp - What a source begins with --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Toolkits/LeadingIncludes.h"
#include "Cuda/BundledHeaders.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Lex/HeaderSearch.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"
#include "llvm/TargetParser/Triple.h"
#include <optional>

using namespace banklint;
using namespace clang;

/// `<cstdio>` or `"mma.h"`, if the rest of a directive's line is no more than
/// that and a comment.
static std::optional<llvm::StringRef> nameIn(llvm::StringRef Line) {
  Line = Line.trim();
  if (Line.empty() || Line.contains('\\') || Line.contains("/*"))
    return std::nullopt;
  const char Close = Line.front() == '<' ? '>' : '"';
  if (Line.front() != '<' && Line.front() != '"')
    return std::nullopt;
  const size_t End = Line.find(Close, 1);
  if (End == llvm::StringRef::npos || End == 1)
    return std::nullopt;
  llvm::StringRef Behind = Line.drop_front(End + 1).ltrim();
  if (!Behind.empty() && !Behind.starts_with("//"))
    return std::nullopt;
  return Line.take_front(End + 1);
}

std::vector<LeadingInclude>
banklint::leadingIncludes(llvm::StringRef Text, const LangOptions &Language) {
  std::vector<LeadingInclude> Result;
  Lexer Raw(SourceLocation(), Language, Text.begin(), Text.begin(), Text.end());
  while (true) {
    Token Token;
    if (Raw.LexFromRawLexer(Token) || Token.isNot(tok::hash) ||
        !Token.isAtStartOfLine())
      return Result;
    if (Raw.LexFromRawLexer(Token) || Token.isNot(tok::raw_identifier) ||
        Token.isAtStartOfLine() || Token.needsCleaning())
      return Result;
    const size_t Begin = Raw.getCurrentBufferOffset();
    const size_t End = Text.find('\n', Begin);
    if (End == llvm::StringRef::npos)
      return Result;
    const llvm::StringRef Line = Text.slice(Begin, End);
    if (Token.getRawIdentifier() == "include") {
      const std::optional<llvm::StringRef> Name = nameIn(Line);
      if (!Name)
        return Result;
      Result.push_back({Name->str(), unsigned(End + 1)});
    } else if (Token.getRawIdentifier() != "pragma" || Line.trim() != "once") {
      return Result;
    }
    Raw.seek(End + 1, /*IsAtStartOfLine=*/true);
  }
}

bool banklint::isKeptByClang(llvm::StringRef Path) {
  llvm::SmallString<128> Kept(Path);
  return llvm::sys::path::is_absolute(Path) &&
         !llvm::sys::path::remove_dots(Kept) && Kept == Path;
}

namespace {
/// Finds headers as a parse would.
class HeaderFinder {
public:
  HeaderFinder(const CompilerInvocation &Invocation,
               llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FileSystem)
      : Files(llvm::makeIntrusiveRefCnt<FileManager>(
            Invocation.getFileSystemOpts(), std::move(FileSystem))),
        Diagnostics(DiagnosticIDs::create(), Options,
                    new IgnoringDiagConsumer()),
        Sources(Diagnostics, *Files),
        Search(Invocation.getHeaderSearchOpts(), Sources, Diagnostics,
               Invocation.getLangOpts(), /*Target=*/nullptr) {
    ApplyHeaderSearchOptions(Search, Invocation.getHeaderSearchOpts(),
                             Invocation.getLangOpts(),
                             llvm::Triple(Invocation.getTargetOpts().Triple));
  }

  /// Whether an include in a file of `Folder` names a header of the system's.
  bool isOfSystem(llvm::StringRef Name, llvm::StringRef Folder);

  FileManager &files() { return *Files; }

private:
  llvm::IntrusiveRefCntPtr<FileManager> Files;
  DiagnosticOptions Options;
  DiagnosticsEngine Diagnostics;
  SourceManager Sources;
  HeaderSearch Search;
};
} // namespace

bool HeaderFinder::isOfSystem(llvm::StringRef Name, llvm::StringRef Folder) {
  const bool IsAngled = Name.front() == '<';
  const llvm::StringRef Path = Name.drop_front().drop_back();
  if (isInMemory(Path))
    return true;
  llvm::SmallVector<std::pair<OptionalFileEntryRef, DirectoryEntryRef>, 1>
      Includers;
  if (auto Around = Files->getOptionalDirectoryRef(Folder))
    Includers.emplace_back(std::nullopt, *Around);
  ConstSearchDirIterator Found = nullptr;
  OptionalFileEntryRef Header = Search.LookupFile(
      Path, SourceLocation(), IsAngled, /*FromDir=*/nullptr, &Found, Includers,
      /*SearchPath=*/nullptr, /*RelativePath=*/nullptr,
      /*RequestingModule=*/nullptr, /*SuggestedModule=*/nullptr,
      /*IsMapped=*/nullptr, /*IsFrameworkFound=*/nullptr);
  return Header && Found && Found->getDirCharacteristic() != SrcMgr::C_User &&
         (isInMemory(Header->getName()) || isKeptByClang(Header->getName()));
}

std::vector<LeadingInclude> banklint::leadingSystemIncludes(
    const CompilerInvocation &Invocation,
    llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FileSystem) {
  std::vector<LeadingInclude> Result;
  HeaderFinder Finder(Invocation, std::move(FileSystem));
  for (llvm::StringRef Name : Invocation.getPreprocessorOpts().Includes) {
    std::string Quoted = ("\"" + Name + "\"").str();
    if (!Finder.isOfSystem(Quoted, "."))
      return Result;
    Result.push_back({std::move(Quoted), 0});
  }
  const llvm::StringRef Source =
      Invocation.getFrontendOpts().Inputs.front().getFile();
  auto Text = Finder.files().getVirtualFileSystem().getBufferForFile(Source);
  if (!Text)
    return Result;
  llvm::StringRef Folder = llvm::sys::path::parent_path(Source);
  if (Folder.empty())
    Folder = ".";
  for (LeadingInclude &Include :
       leadingIncludes((*Text)->getBuffer(), Invocation.getLangOpts())) {
    if (!Finder.isOfSystem(Include.Name, Folder))
      break;
    Result.push_back(std::move(Include));
  }
  return Result;
}
