//===- AccessVerdicts.h - What is said of each access -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_REPORT_ACCESSVERDICTS_H
#define BANKLINT_REPORT_ACCESSVERDICTS_H

#include "Finding/Finding.h"
#include <map>

namespace banklint {

/// What is said of a place, from what is said under each kernel and block: a
/// conflict if it is one for any of them, else possible, else unknown.
Verdict joined(Verdict A, Verdict B);

/// One verdict for each access of the source, however many kernels and blocks
/// reach it. What calls show again is left out.
class AccessVerdicts {
public:
  struct Judged {
    Verdict Judgement;
    /// What conflicts does so by lines of global memory alone.
    bool IsOfLines;
  };

  void add(const Access &A);

  /// How many accesses are judged so; of conflicts, those of banks.
  unsigned count(Verdict V) const;
  /// How many take more than their ideal by lines of global memory alone.
  unsigned countByLines() const;
  unsigned size() const { return unsigned(Known.size()); }
  auto begin() const { return Known.begin(); }
  auto end() const { return Known.end(); }

private:
  std::map<ArrayAccess, Judged> Known;
};

} // namespace banklint

#endif // BANKLINT_REPORT_ACCESSVERDICTS_H
