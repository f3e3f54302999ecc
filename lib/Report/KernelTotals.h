//===- KernelTotals.h - What a block of each kernel does --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_REPORT_KERNELTOTALS_H
#define BANKLINT_REPORT_KERNELTOTALS_H

#include "Finding/Finding.h"
#include <array>
#include <map>
#include <string>
#include <vector>

namespace banklint {

/// What is said of a place, from what is said under each kernel and block: a
/// conflict if it is one for any of them, else possible, else unknown.
Verdict joined(Verdict A, Verdict B);

/// A kernel under one block shape.
struct KernelTotals {
  std::string Kernel; ///< as `Access::ShortKernel`
  std::array<unsigned, 3> Block = {0, 0, 0};
  /// How many operations of the source are judged so.
  std::map<Verdict, unsigned> Accesses = {};
  /// Of a block: over all accesses whose requests and wavefronts are known.
  double Requests = 0, Wavefronts = 0, Ideal = 0;
  /// Of some access they are not, so that a block may make more.
  bool IsLeast = false;
  /// Some of these are made under a condition that is not known, so that a block
  /// may make fewer.
  bool IsMost = false;
};

/// In the order of the source. What calls show again is counted once.
std::vector<KernelTotals> kernelTotals(const Report &R);

} // namespace banklint

#endif // BANKLINT_REPORT_KERNELTOTALS_H
