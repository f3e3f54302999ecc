//===- SharedText.cpp - Text that serves for something else, too ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedText.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using namespace clang;
using llvm::dyn_cast_or_null;
using llvm::isa;

namespace {
/// Compares the text of expressions with what it is compiled to.
class SharedText {
public:
  SharedText(const DeclaredArray &Array,
             const llvm::DenseSet<const FunctionDecl *> &IndexFunctions,
             const SourceMap &Map);

  bool servesOthers(SourceLocation Where,
                    llvm::ArrayRef<const Expr *> Edited) const;

private:
  bool isOurs(const Expr *Address) const;
  bool isWithin(const Expr *Part, const Expr *Whole) const;
  bool movesOnlyOurs(const Expr *Part) const;

  const DeclaredArray &Array;
  const SourceMap &Map;
  llvm::DenseSet<const FunctionDecl *> Functions;
};
} // namespace

SharedText::SharedText(
    const DeclaredArray &Array,
    const llvm::DenseSet<const FunctionDecl *> &IndexFunctions,
    const SourceMap &Map)
    : Array(Array), Map(Map), Functions(IndexFunctions) {
  for (const VarDecl *Instance : Array.Instances)
    for (const Expr *E : Array.usesOf(Instance).Followed)
      Functions.insert_range(Map.functionsAround(E));
}

bool SharedText::isOurs(const Expr *Address) const {
  return llvm::any_of(Array.Instances, [&](const VarDecl *Instance) {
    return Array.usesOf(Instance).Followed.contains(Address);
  });
}

bool SharedText::isWithin(const Expr *Part, const Expr *Whole) const {
  return Part == Whole ||
         llvm::any_of(Map.parentsOf(Part), [&](const SourceParent &Parent) {
           const auto *Around = dyn_cast_or_null<Expr>(Parent.Statement);
           return Around && isWithin(Around, Whole);
         });
}

/// Whether all addresses that an expression is added to lie in the array:
/// instances share what depends on no parameter. What becomes of variables,
/// arguments and results is looked at where these are followed.
bool SharedText::movesOnlyOurs(const Expr *Part) const {
  return llvm::all_of(Map.parentsOf(Part), [&](const SourceParent &Parent) {
    const auto *Around = dyn_cast_or_null<Expr>(Parent.Statement);
    if (!Around)
      return true;
    if (isa<ArraySubscriptExpr>(Around) ||
        (isa<BinaryOperator>(Around) && Around->getType()->isPointerType()))
      return isOurs(Around);
    return !isa<BinaryOperator, UnaryOperator, CastExpr, ParenExpr,
                ConditionalOperator, FullExpr, SubstNonTypeTemplateParmExpr>(
               Around) ||
           movesOnlyOurs(Around);
  });
}

/// Whether something else is made at a place than these expressions, their
/// parts, and what they are a part of.
bool SharedText::servesOthers(SourceLocation Where,
                              llvm::ArrayRef<const Expr *> Edited) const {
  auto IsOther = [&](const Expr *Made) {
    return llvm::none_of(Edited, [&](const Expr *E) {
      return isWithin(Made, E) || isWithin(E, Made);
    });
  };
  auto IsElsewhere = [&](const FunctionDecl *Function) {
    return !Functions.contains(Function);
  };
  return !llvm::all_of(Edited, [&](const Expr *E) {
    return movesOnlyOurs(E);
  }) || llvm::any_of(Map.expressionsAt(Where), [&](const Expr *Made) {
    return IsOther(Made) ||
           llvm::any_of(Map.functionsAround(Made), IsElsewhere);
  });
}

SourceLocation
banklint::sharedText(llvm::ArrayRef<const Expr *> Edited,
                     const DeclaredArray &Array,
                     const llvm::DenseSet<const FunctionDecl *> &IndexFunctions,
                     const SourceMap &Map) {
  llvm::MapVector<SourceLocation, llvm::SmallVector<const Expr *, 2>> Places;
  for (const Expr *E : Edited)
    if (E->getBeginLoc().isValid()) // default arguments have no text there
      Places[E->IgnoreParenCasts()->getExprLoc()].push_back(E);
  const SharedText Text(Array, IndexFunctions, Map);
  for (const auto &[Where, Expressions] : Places)
    if (Text.servesOthers(Where, Expressions))
      return Where;
  return {};
}
