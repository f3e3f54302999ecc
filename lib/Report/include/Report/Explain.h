//===- Explain.h - One access in full ---------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_REPORT_EXPLAIN_H
#define BANKLINT_REPORT_EXPLAIN_H

#include "Finding/Finding.h"
#include "Source/Place.h"
#include "Source/SourceTexts.h"
#include "llvm/Support/raw_ostream.h"
#include <vector>

namespace banklint {

/// One operation of the source, under every kernel and block that executes it.
struct Explanation {
  std::vector<const Access *> Accesses;
  const Fix *Proposed = nullptr;
  const Finding *Reported = nullptr; ///< of the worst; null where there is none
  /// Accesses of the worst's kernel that stand elsewhere, and whose requests it
  /// makes.
  std::vector<SourcePoint> MergedWith = {};
  /// The worst of the accesses as it is after the fix; null if there is none.
  const Access *AfterFix = nullptr;

  /// With the most wavefronts over ideal; the first where none is known.
  const Access &worst() const;
};

/// The operations whose access stands in the line, as the source has them, and
/// what the functions do that are called there; those nearest to the column, if
/// there is one. With their finding and its fix; they point into `R`.
std::vector<Explanation> explanationsAt(const SourcePoint &Where,
                                        const Report &R);

/// Writes what the 32 lanes of the worst request address, the words that its
/// worst phase asks of each bank, now and after the fix, why it costs what it
/// costs, where its requests stand if not there, why there is no fix, and what
/// the other launches make of it. In the stream's colours, where it has some.
void writeExplanation(llvm::raw_ostream &OS, const Explanation &E,
                      SourceTexts &Texts);

} // namespace banklint

#endif // BANKLINT_REPORT_EXPLAIN_H
