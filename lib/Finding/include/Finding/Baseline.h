//===- Baseline.h - Old findings, kept in a file ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One finding a line, sorted, so that two branches that change different
// findings merge by themselves:
//
//   # comments, and empty lines, mean nothing
//   0123456789abcdef banklint-bank-conflict load 's' in 'columns': s[i]
//
// Only the fingerprint counts; what follows is for readers. The same line
// stands twice where two files hold the same code.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FINDING_BASELINE_H
#define BANKLINT_FINDING_BASELINE_H

#include "Finding/Finding.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace banklint {

/// Fingerprints of findings that are not to be reported again.
class Baseline {
public:
  /// Reads the file; `Text` is what it holds. Fails with a sentence that names
  /// the line where one begins with no fingerprint.
  static llvm::Expected<Baseline> parse(llvm::StringRef File,
                                        llvm::StringRef Text);

  /// All findings of a report but its errors.
  static Baseline of(const Report &R);

  /// Silences the findings of `R` that are in here, each entry once, and counts
  /// them in its totals. Findings have fingerprints by then.
  void apply(Report &R) const;

private:
  llvm::StringMap<unsigned> Counts;
};

/// Writes the findings of a report as a file that `Baseline::parse` reads.
void writeBaseline(llvm::raw_ostream &OS, const Report &R);

} // namespace banklint

#endif // BANKLINT_FINDING_BASELINE_H
