//===- SharedText.cpp - Text that serves for something else, too ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/SharedText.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
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

/// Adds the functions that evaluate an expression: the one around it, or those
/// that read the constant or make the objects whose initializer it is in.
static void addEvaluating(const Expr *E, const SourceMap &Map,
                          llvm::SmallPtrSetImpl<const Decl *> &Seen,
                          llvm::SetVector<const FunctionDecl *> &To) {
  if (llvm::ArrayRef<const FunctionDecl *> Around = Map.functionsAround(E);
      !Around.empty()) {
    To.insert_range(Around);
    return;
  }
  for (const SourceParent &Parent : Map.parentsOf(E)) {
    if (const auto *Outer = dyn_cast_or_null<Expr>(Parent.Statement)) {
      addEvaluating(Outer, Map, Seen, To);
      continue;
    }
    const auto *D = dyn_cast_or_null<ValueDecl>(Parent.Declaration);
    if (!D || !Seen.insert(D).second)
      continue;
    if (const auto *Field = llvm::dyn_cast<FieldDecl>(D)) {
      for (const Expr *Object : Map.expressionsOf(Field->getParent()))
        To.insert_range(Map.functionsAround(Object));
      if (const auto *Class = llvm::dyn_cast<CXXRecordDecl>(Field->getParent()))
        To.insert_range(Class->ctors());
    }
    for (const Expr *Read :
         Map.referencesTo(llvm::cast<ValueDecl>(D->getCanonicalDecl())))
      addEvaluating(Read, Map, Seen, To);
  }
}

/// Calls of a function of which it is not known who makes them.
static std::optional<SourceObstacle> unseenCaller(const FunctionDecl &Function,
                                                  const SourceMap &Map) {
  if (Map.isCalledUnseen(&Function))
    return SourceObstacle{ObstacleKind::UnseenCalls, Function.getLocation(),
                          &Function};
  // Objects end, are copied and converted in libraries and by compilers.
  const auto *Method = llvm::dyn_cast<CXXMethodDecl>(&Function);
  const auto *Constructor = llvm::dyn_cast<CXXConstructorDecl>(&Function);
  if (isa<CXXDestructorDecl, CXXConversionDecl>(Function) ||
      (Constructor && Constructor->isCopyOrMoveConstructor()) ||
      (Method && (Method->isCopyAssignmentOperator() ||
                  Method->isMoveAssignmentOperator())))
    return SourceObstacle{ObstacleKind::NamelessCalls, Function.getLocation(),
                          &Function};
  if (std::optional<SourceLocation> Where =
          Map.callers().namedOutside(&Function))
    return SourceObstacle{ObstacleKind::NamedOutside, *Where, &Function};
  return std::nullopt;
}

/// Who executes text beside the kernels of the array, whose walks prove what
/// becomes of it there.
static std::optional<SourceObstacle>
otherCaller(llvm::ArrayRef<const Expr *> Edited, const DeclaredArray &Array,
            const SourceMap &Map) {
  llvm::DenseSet<const FunctionDecl *> Kernels;
  for (const ArrayInKernel &Use : Array.Uses)
    Kernels.insert(walkOf(Use).Kernel->getCanonicalDecl());
  llvm::SetVector<const FunctionDecl *> Evaluating;
  llvm::SmallPtrSet<const Decl *, 4> Seen;
  for (const Expr *E : Edited)
    addEvaluating(E, Map, Seen, Evaluating);
  for (const FunctionDecl *Function :
       Map.callers().leadingTo(Evaluating.getArrayRef())) {
    const bool IsKernel = Function->hasAttr<CUDAGlobalAttr>();
    if (!IsKernel)
      if (std::optional<SourceObstacle> Unseen = unseenCaller(*Function, Map))
        return Unseen;
    // What Clang makes of a class is for the device if its callers are.
    const bool IsOurs = IsKernel ? Kernels.contains(Function)
                                 : Function->hasAttr<CUDADeviceAttr>() ||
                                       Function->isDefaulted();
    if (!IsOurs)
      return SourceObstacle{ObstacleKind::OtherCaller, Function->getLocation(),
                            Function};
  }
  return std::nullopt;
}

std::optional<SourceObstacle>
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
      return SourceObstacle{ObstacleKind::SharedInstantiation, Where};
  return otherCaller(Edited, Array, Map);
}
