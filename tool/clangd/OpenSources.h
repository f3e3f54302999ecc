//===- OpenSources.h - What was found in the files that are open -*- C++ -*-==//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// clangd parses in threads of its own and answers from them. What the check
// finds in a file is kept until that is parsed again, for what an editor may
// ask beside the diagnostics.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_TOOL_CLANGD_OPENSOURCES_H
#define BANKLINT_TOOL_CLANGD_OPENSOURCES_H

#include "Finding/Finding.h"
#include "Report/Explain.h"
#include "Report/Hover.h"
#include "Source/Place.h"
#include "Tidy/BankConflictCheck.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace banklint {

/// A name of a shared array in a source.
struct ArrayName {
  SourceSpan Span;
  SourcePoint Declared;
};

/// One parse of a source. Places have the name `File`.
struct OpenSource {
  std::string File, Text;
  Report Result;
  std::vector<ArrayName> Names;
  /// By their declarations, each layout once.
  std::map<SourcePoint, std::vector<DeclaredArray>> Arrays;

  /// A line of it, from 1 on; empty where there is none.
  llvm::StringRef line(unsigned Number) const;

  /// What is to be shown over a place, and what that is; nothing where no
  /// shared memory is accessed or named. Columns count bytes from 1.
  std::optional<std::pair<SourceSpan, std::string>>
  hover(unsigned Line, unsigned Column, HoverForm Form) const;

  /// What `banklint explain` says of a line, but for what a fix would change;
  /// empty where nothing in it accesses shared memory.
  std::string explanation(unsigned Line) const;
};

/// All of them. Safe to call from several threads.
class OpenSources : public CheckListener {
public:
  void begin(llvm::StringRef File) override;
  void end(llvm::StringRef File, clang::ASTContext &Context,
           const Report &Found) override;

  /// Null where the last parse found nothing to check.
  std::shared_ptr<const OpenSource> find(llvm::StringRef File) const;

private:
  mutable std::mutex OneAtATime;
  llvm::StringMap<std::shared_ptr<const OpenSource>> Sources;
};

/// Those of this server.
OpenSources &openSources();

} // namespace banklint

#endif // BANKLINT_TOOL_CLANGD_OPENSOURCES_H
