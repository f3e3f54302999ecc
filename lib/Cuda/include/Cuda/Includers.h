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
#include <string>
#include <vector>

namespace banklint {

/// What a file includes, whatever conditions stand around it.
struct IncludedNames {
  std::vector<std::string> Names; ///< as they are written
  bool AreOpen = false;           ///< a macro writes one, or nobody can tell
};

/// What files include, kept from one question to the next; by their paths.
using IncludeTable = llvm::StringMap<IncludedNames>;

enum class Inclusion { No, Open, Yes };

/// Whether a source reads a header, by `#include` or by its command, also
/// through other headers. `Open`: it does not by what is written, but includes
/// what a macro names. Costs a reading of all that it includes, once a table.
Inclusion inclusionOf(const DatabaseEntry &Source, llvm::StringRef Header,
                      IncludeTable &Table);

} // namespace banklint

#endif // BANKLINT_CUDA_INCLUDERS_H
