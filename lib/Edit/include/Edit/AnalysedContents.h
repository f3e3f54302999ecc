//===- AnalysedContents.h - What files held when analysed -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_EDIT_ANALYSEDCONTENTS_H
#define BANKLINT_EDIT_ANALYSEDCONTENTS_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem/UniqueID.h"
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace banklint {

/// What the files held when they were analysed: a hash of the contents by name.
/// Offsets of edits hold for these contents only.
class AnalysedContents {
public:
  void note(llvm::StringRef File, llvm::StringRef Contents);
  /// The same where the xxh3 hash of the contents is known.
  void noteHash(llvm::StringRef File, uint64_t Hash);

  /// Adds what another source noted.
  void add(const AnalysedContents &Other);

  /// What was seen of a file.
  struct KnownFile {
    /// One that two sources include may change between them.
    std::vector<uint64_t> Hashes;
    std::vector<std::string> Names;
  };
  /// All files that are there.
  std::map<llvm::sys::fs::UniqueID, KnownFile> byFile() const;

private:
  llvm::StringMap<std::vector<uint64_t>> Hashes;
};

} // namespace banklint

#endif // BANKLINT_EDIT_ANALYSEDCONTENTS_H
