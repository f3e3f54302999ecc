//===- LineMarkers.cpp - What a text says of its own origin ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cuda/LineMarkers.h"
#include "clang/Basic/SourceLocation.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Basic/SourceManagerInternals.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/DenseSet.h"
#include <memory>

using namespace clang;

namespace {
/// Is told of each marker right behind it.
class LineMarkers : public PPCallbacks {
public:
  explicit LineMarkers(SourceManager &Sources) : Sources(Sources) {}

  void FileChanged(SourceLocation Where, FileChangeReason Reason,
                   SrcMgr::CharacteristicKind, FileID) override {
    const FileID File = Sources.getFileID(Where);
    // Libraries that are found like the project's own have this pragma.
    if (Reason == SystemHeaderPragma)
      BySystemPragma.insert(File);
    else if (!BySystemPragma.contains(File))
      takeBack(File);
  }

private:
  void takeBack(FileID File) {
    const SrcMgr::FileInfo &Info = Sources.getSLocEntry(File).getFile();
    // What Clang defines itself is in no file, and has markers of Clang's.
    if (!Info.hasLineDirectives() || !Sources.getFileEntryRefForID(File))
      return;
    for (auto &[Marked, Entries] : Sources.getLineTable())
      if (Marked == File)
        Entries.back().FileKind = Info.getFileCharacteristic();
  }

  SourceManager &Sources;
  llvm::DenseSet<FileID> BySystemPragma;
};
} // namespace

void banklint::distrustLineMarkers(Preprocessor &Source) {
  Source.addPPCallbacks(
      std::make_unique<LineMarkers>(Source.getSourceManager()));
}

bool banklint::isSystemByPragma(SourceLocation Where,
                                const SourceManager &Sources) {
  bool Result = false;
  while (Where.isValid() && Sources.isInSystemHeader(Where)) {
    const SrcMgr::FileInfo &Info =
        Sources.getSLocEntry(Sources.getFileID(Sources.getExpansionLoc(Where)))
            .getFile();
    Result = Info.getFileCharacteristic() == SrcMgr::C_User;
    Where = Info.getIncludeLoc();
  }
  return Result;
}
