//===- AnalysedContents.cpp - What files held when analysed ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Edit/AnalysedContents.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;
using namespace banklint;

void AnalysedContents::note(StringRef File, StringRef Contents) {
  noteHash(File, xxh3_64bits(Contents));
}

void AnalysedContents::noteHash(StringRef File, uint64_t Hash) {
  if (std::vector<uint64_t> &Known = Hashes[File]; !is_contained(Known, Hash))
    Known.push_back(Hash);
}

void AnalysedContents::add(const AnalysedContents &Other) {
  for (const auto &[File, Seen] : Other.Hashes)
    for (uint64_t Hash : Seen)
      noteHash(File, Hash);
}

std::map<sys::fs::UniqueID, AnalysedContents::KnownFile>
AnalysedContents::byFile() const {
  std::map<sys::fs::UniqueID, KnownFile> Result;
  for (const auto &[File, Seen] : Hashes) {
    sys::fs::UniqueID Id;
    if (sys::fs::getUniqueID(File, Id))
      continue;
    append_range(Result[Id].Hashes, Seen);
    Result[Id].Names.push_back(File.str());
  }
  return Result;
}
