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

  /// All contents that were seen of each file that is there, whatever names
  /// lead to it: one that two sources include may change between them.
  std::map<llvm::sys::fs::UniqueID, std::vector<uint64_t>> byFile() const;

private:
  llvm::StringMap<std::vector<uint64_t>> Hashes;
};

} // namespace banklint

#endif // BANKLINT_EDIT_ANALYSEDCONTENTS_H
