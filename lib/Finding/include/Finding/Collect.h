//===- Collect.h - From accesses to what a reader is warned about -*- C++
//-*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FINDING_COLLECT_H
#define BANKLINT_FINDING_COLLECT_H

#include "Finding/Finding.h"

namespace banklint {

/// One finding for each operation of the source that certainly conflicts,
/// however many kernels, instantiations and block shapes execute it: it tells
/// of the worst and notes the others. In the order of the accesses. With
/// `HasPossible` those that possibly conflict are findings too, unless they
/// certainly do in another kernel or block.
std::vector<Finding> collectFindings(const std::vector<Access> &Accesses,
                                     bool HasPossible = false);

} // namespace banklint

#endif // BANKLINT_FINDING_COLLECT_H
