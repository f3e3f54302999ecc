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
#include <array>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace banklint {

/// The kernels that access an array, and what that costs each of them.
class OtherInstances {
public:
  /// `Uses` are those that the costs `Now` are of, and outlive this.
  OtherInstances(const LayoutCost &Now, const std::vector<ArrayInKernel> &Uses);

  /// The instantiation that differs from the costliest one at `Where` in one
  /// number, which nothing but the declaration of the array depends on, and
  /// that accesses the array without a conflict in blocks of the same shapes.
  std::optional<note::OtherInstance>
  withoutConflict(const AccessKey &Where,
                  const clang::ASTContext &Context) const;

private:
  /// What all accesses of a kernel to the array come to.
  struct KernelCost {
    std::set<std::array<unsigned, 3>> Shapes;
    bool HasConflict = false;
  };
  /// The use that has most wavefronts in excess at an access.
  struct Costliest {
    double Excess = 0;
    const ArrayInKernel *Use = nullptr;
  };

  const std::vector<ArrayInKernel> &Uses;
  std::map<const clang::FunctionDecl *, KernelCost> Kernels;
  std::map<AccessKey, Costliest> Accesses; ///< empty where one kernel is all
};

} // namespace banklint

#endif // BANKLINT_FIX_OTHERINSTANCES_H
