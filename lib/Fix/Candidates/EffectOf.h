//===- EffectOf.h - What a layout leaves of an access -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FIX_EFFECTOF_H
#define BANKLINT_FIX_EFFECTOF_H

#include "Finding/Note.h"
#include "Layout/Layout.h"
#include "Layout/Replay.h"
#include <vector>

namespace banklint {

/// What is left of an access where a layout costs `Cost`, and the present one
/// `Before`. `Uses` are those that the costs are of.
LayoutEffect effectOn(const AccessKey &Where, const LayoutCost &Before,
                      const LayoutCost &Cost,
                      const std::vector<ArrayInKernel> &Uses);

} // namespace banklint

#endif // BANKLINT_FIX_EFFECTOF_H
