//===- Includers.h - Which source includes a header -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CUDA_INCLUDERS_H
#define BANKLINT_CUDA_INCLUDERS_H

#include "Cuda/Database.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include <map>
#include <string>
#include <vector>

namespace banklint {

/// What a file includes, whatever conditions stand around it.
struct IncludedNames {
  std::vector<std::string> Names; ///< as they are written
  bool AreOpen = false;           ///< a macro writes one, or nobody can tell
};

/// What files include, kept from one question to the next.
struct IncludeTable {
  llvm::StringMap<IncludedNames> Names; ///< by paths
  /// Files that include neither a header nor what a macro names, themselves or
  /// through others; by the header and the folders that are searched.
  std::map<std::pair<std::string, std::vector<std::string>>, llvm::StringSet<>>
      Apart;
  /// The names in folders: most places where a file may be have none.
  llvm::StringMap<llvm::StringSet<>> Listings;
};

enum class Inclusion { No, Open, Yes };

/// Whether a source reads a header, by `#include` or by its command, also
/// through other headers. `Open`: it does not by what is written, but includes
/// what a macro names. Of the files that a table's sources include, with the
/// same folders to be searched, each is looked at once.
Inclusion inclusionOf(const DatabaseEntry &Source, llvm::StringRef Header,
                      IncludeTable &Table);

} // namespace banklint

#endif // BANKLINT_CUDA_INCLUDERS_H
