//===- Proof.h - What was proved of a layout --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_LAYOUT_PROOF_H
#define BANKLINT_LAYOUT_PROOF_H

#include "Layout/Replay.h"

namespace banklint {

/// An access that a layout makes worse, in wavefronts a request.
struct Loser {
  AccessKey Where;
  double Before = 0, After = 0;
};

/// A layout with what was proved of it.
struct Proof {
  Layout NewLayout;
  LayoutCost Cost;
  int64_t ExtraBytes = 0; ///< of the largest instance

  /// The accesses that get worse in some kernel, instance or block, or of which
  /// that is not known.
  std::vector<Loser> losers(const LayoutCost &Before) const;
};

} // namespace banklint

#endif // BANKLINT_LAYOUT_PROOF_H
