//===- OtherInstances.h - Instantiations without the conflict ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A template with a parameter for its padding is cured where it is launched.
// Whoever has launched it with another value has the cure already.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FIX_OTHERINSTANCES_H
#define BANKLINT_FIX_OTHERINSTANCES_H

#include "Finding/Note.h"
#include "Layout/Layout.h"
#include "Layout/Replay.h"
#include "clang/AST/ASTContext.h"
#include <optional>
#include <vector>

namespace banklint {

/// The instantiation that differs from the costliest one at `Where` in one
/// number, which nothing but the declaration of the array depends on, and that
/// accesses the array without a conflict in blocks of the same shapes.
std::optional<note::OtherInstance>
instanceWithoutConflict(const AccessKey &Where, const LayoutCost &Now,
                        const std::vector<ArrayInKernel> &Uses,
                        const clang::ASTContext &Context);

} // namespace banklint

#endif // BANKLINT_FIX_OTHERINSTANCES_H
