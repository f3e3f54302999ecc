//===- LaunchSizes.cpp - Dynamic memory that has to grow ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchSizes.h"
#include "BlockMemory.h"
#include "Edits.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using namespace clang;

/// What the text of a size is also compiled to: in an instance of a template
/// that launches something else, say. Null if there is nothing.
static const Expr *otherInstance(const LaunchSizes &Sizes,
                                 const SourceMap &Map) {
  llvm::DenseSet<const Expr *> Ours;
  for (const auto &Entry : Sizes)
    Ours.insert(Entry.first->IgnoreImplicit());
  for (const Expr *Size : Ours)
    for (const Expr *E : Map.expressionsAt(Size->getExprLoc()))
      if (E == E->IgnoreImplicit() && !Ours.contains(E) &&
          E->getBeginLoc() == Size->getBeginLoc() &&
          E->getEndLoc() == Size->getEndLoc())
        return E;
  return nullptr;
}

LaunchSizes banklint::findLaunchSizes(RowForm &Form, const DeclaredArray &Array,
                                      const SourceMap &Map,
                                      const ASTContext &Context) {
  LaunchSizes Found;
  if (Array.any().SizeBytes)
    return Found;
  for (auto [Use, Original] : llvm::zip_equal(Form.Uses, Array.Uses)) {
    auto Sizes = launchBytes(walkOf(Use).Kernel, Map);
    for (const Expr *Size :
         Sizes ? *Sizes : llvm::SmallVector<const Expr *, 2>()) {
      std::optional<int64_t> Number = constantValueOf(Size, Context);
      if (!Number || *Number % Use.RowBytes) {
        Sizes.reset();
        break;
      }
      Use.DynamicBytes = std::max(Use.DynamicBytes, *Number);
      Found.insert({Size, &Original});
    }
    if (!Sizes)
      Form.Obstacles.push_back(
          {ObstacleKind::UnnamedSizeOfLaunch, walkOf(Use).Shape.Where});
  }
  if (const Expr *Other = otherInstance(Found, Map))
    Form.Obstacles.push_back(
        {ObstacleKind::SharedInstantiation, Other->getSourceRange()});
  return Found;
}

bool banklint::canGrow(const Expr *Size, const ASTContext &Context) {
  return !isPromoted(Size, Context) &&
         !Context.isPromotableIntegerType(Size->getType());
}
