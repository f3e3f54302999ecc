//===- Patterns.h - Tables of requests --------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Requests as comma-separated text, so that the model can be held against
// measurements:
//
//   kind,bytes,active_mask,wavefronts,addr0,addr1,...,addr31
//   load,4,0xffffffff,32,0,128,...,3968
//
// A header names the columns, in any order; others are passed on. `wavefronts`
// is what was measured, and may be empty or missing. Kinds: load, load.generic,
// store, atomic, atomic.cas, atomic.inc, ldmatrix.xN and stmatrix.xN (N = 1, 2
// or 4, also with .trans), cp.async.ca, cp.async.cg.
//
// Of copies, columns from0,from1,...,from31 say where each lane reads global
// memory, from a base that is aligned to 128 bytes; without them, the lanes
// read neighbouring pieces from there on. `zero_mask` has the lanes that read
// nothing and write zeros; without it, all read.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_BANK_PATTERNS_H
#define BANKLINT_BANK_PATTERNS_H

#include "Bank/BankModel.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>
#include <vector>

namespace banklint {

/// One row of a table.
struct Pattern {
  Request Asked;
  std::optional<unsigned> Wavefronts; ///< measured
  unsigned Line = 0;                  ///< in the file, from 1
  llvm::StringRef Text;               ///< the row as it was read
};

/// The rows of one file, which refer to its text.
struct PatternTable {
  llvm::StringRef Header;
  unsigned PredictedColumn = 0; ///< where `writePredictions` puts its column
  std::vector<Pattern> Rows;
};

/// Reads a table; `Name` is the file's, for messages. Fails with a sentence
/// that names the line if a row is not a request that the model has a rule for.
/// Addresses of lanes that ask for nothing are not looked at.
llvm::Expected<PatternTable> readPatterns(llvm::StringRef Text,
                                          llvm::StringRef Name);

/// Writes the same rows with the model's wavefronts in a column `predicted`,
/// behind the column `wavefronts` or, without one, where that would stand.
void writePredictions(const PatternTable &Table, llvm::raw_ostream &Out);

} // namespace banklint

#endif // BANKLINT_BANK_PATTERNS_H
