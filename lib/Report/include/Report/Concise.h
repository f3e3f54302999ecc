//===- Concise.h - A line for each finding ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_REPORT_CONCISE_H
#define BANKLINT_REPORT_CONCISE_H

#include "Finding/Finding.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"

namespace banklint {

/// Writes findings as Clang's first lines are, without notes and sources:
///
///   x.cu:9:12: warning: 32-way bank conflict in ..., ideal 1 [RULE] (and 2
///   more)
void writeConcise(llvm::raw_ostream &OS, llvm::ArrayRef<Finding> Findings,
                  bool UseColors);

} // namespace banklint

#endif // BANKLINT_REPORT_CONCISE_H
