//===- UserFiles.cpp - The files of the user that a parse has read --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/UserFiles.h"
#include "Cuda/BundledHeaders.h"
#include "Cuda/Locations.h"
#include "clang/AST/ASTContext.h"

using namespace banklint;
using namespace clang;

UserFiles banklint::userFilesOf(const SourceManager &Sources) {
  UserFiles Files;
  for (unsigned I = 0; I != Sources.local_sloc_entry_size(); ++I) {
    const SrcMgr::SLocEntry &Entry = Sources.getLocalSLocEntry(I);
    if (!Entry.isFile() ||
        Entry.getFile().getFileCharacteristic() != SrcMgr::C_User)
      continue;
    OptionalFileEntryRef File = Entry.getFile().getContentCache().OrigEntry;
    if (!File || isInMemory(File->getName()))
      continue;
    auto &[Id, Count] = Files[&File->getFileEntry()];
    Id = Sources.getFileID(
        SourceLocation::getFromRawEncoding(Entry.getOffset()));
    ++Count;
  }
  return Files;
}

llvm::StringSet<> banklint::repeatedFilesOf(const ASTContext &Context) {
  const SourceManager &Sources = Context.getSourceManager();
  llvm::StringSet<> Result;
  for (const auto &[File, Entered] : userFilesOf(Sources))
    if (const auto [Id, Count] = Entered; Count > 1)
      Result.insert(pointOf(Sources.getLocForStartOfFile(Id), Context).File);
  return Result;
}
