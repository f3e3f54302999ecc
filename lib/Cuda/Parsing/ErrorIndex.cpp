//===- ErrorIndex.cpp - The errors in a function --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parsing/ErrorIndex.h"
#include "Cuda/LostCode.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using namespace clang;

llvm::SmallVector<FileID> banklint::includersOf(FileID File,
                                                const SourceManager &Sources) {
  llvm::SmallVector<FileID> Result;
  for (FileID Id = File; Id.isValid();
       Id = Sources.getFileID(Sources.getIncludeLoc(Id)))
    Result.push_back(Id);
  std::reverse(Result.begin(), Result.end());
  return Result;
}

void ErrorIndex::add(const SourceError &E, const SourceManager &Sources) {
  if (E.Where.isInvalid())
    return;
  All.push_back(&E);
  const FileID File = Sources.getFileID(Sources.getExpansionLoc(E.Where));
  for (const FileID Includer : includersOf(File, Sources))
    ByFile[Includer].push_back(&E);
}

llvm::SmallVector<const SourceError *>
ErrorIndex::in(const FunctionDecl &Function) const {
  llvm::SmallVector<const SourceError *> Result;
  if (All.empty())
    return Result;
  const SourceManager &Sources = Function.getASTContext().getSourceManager();
  const SourceRange Range = wholeRangeOf(Function);
  // One that Clang declares itself has no text.
  if (Range.isInvalid())
    return Result;
  const FileID Begin =
      Sources.getFileID(Sources.getExpansionLoc(Range.getBegin()));
  const FileID End = Sources.getFileID(Sources.getExpansionLoc(Range.getEnd()));
  llvm::ArrayRef<const SourceError *> Near = All;
  if (Begin == End) {
    const auto Here = ByFile.find(Begin);
    if (Here == ByFile.end())
      return Result;
    Near = Here->second;
  }
  llvm::copy_if(Near, std::back_inserter(Result),
                [&](const SourceError *E) { return standsIn(*E, Function); });
  return Result;
}
