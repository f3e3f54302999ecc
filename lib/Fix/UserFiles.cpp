//===- UserFiles.cpp - The files of the user that a parse has read --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UserFiles.h"
#include "Cuda/BundledHeaders.h"
#include "Cuda/Locations.h"
#include "Finding/CompiledText.h"
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

std::optional<std::string> banklint::repeatedFileOf(llvm::ArrayRef<Edit> Edits,
                                                    const ASTContext &Context) {
  const SourceManager &Sources = Context.getSourceManager();
  llvm::StringSet<> Edited;
  for (const Edit &E : Edits)
    Edited.insert(E.File);
  for (const auto &[File, Entered] : userFilesOf(Sources)) {
    const auto [Id, Count] = Entered;
    std::string Name = pointOf(Sources.getLocForStartOfFile(Id), Context).File;
    if (Count > 1 && Edited.contains(Name))
      return Name;
  }
  return std::nullopt;
}
