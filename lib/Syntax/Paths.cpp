//===- Paths.cpp - The paths through a statement --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Paths.h"
#include "Syntax/Jumps.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <utility>

using namespace banklint;
using namespace clang;
using llvm::ArrayRef;
using llvm::cast;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;
using llvm::isa;
using llvm::SmallVector;

static bool runsDestructor(QualType Type) {
  Type = QualType(Type->getBaseElementTypeUnsafe(), 0);
  const CXXRecordDecl *Class = Type->getAsCXXRecordDecl();
  if (Type.isDestructedType() != QualType::DK_cxx_destructor || !Class)
    return false;
  const CXXDestructorDecl *Destructor = Class->getDestructor();
  const auto *Body = Destructor
                         ? dyn_cast_or_null<CompoundStmt>(Destructor->getBody())
                         : nullptr;
  const bool IsSilent =
      !Destructor || Destructor->isDefaulted() || (Body && Body->body_empty());
  return !IsSilent ||
         llvm::any_of(Class->bases(),
                      [](const CXXBaseSpecifier &Base) {
                        return runsDestructor(Base.getType());
                      }) ||
         llvm::any_of(Class->fields(), [](const FieldDecl *Field) {
           return runsDestructor(Field->getType());
         });
}

bool banklint::endsObjects(const Stmt *S) {
  if (!S)
    return false;
  if (const auto *Temporary = dyn_cast<CXXBindTemporaryExpr>(S);
      Temporary && runsDestructor(Temporary->getType()))
    return true;
  if (const auto *Declared = dyn_cast<DeclStmt>(S))
    for (const Decl *D : Declared->decls())
      if (const auto *Variable = dyn_cast<VarDecl>(D);
          Variable && Variable->hasLocalStorage() &&
          runsDestructor(Variable->getType()))
        return true;
  return llvm::any_of(S->children(), endsObjects);
}

/// The statements of a block, without the blocks in it.
static void flatten(const Stmt *S, PathSteps &Into) {
  if (const auto *Block = dyn_cast_or_null<CompoundStmt>(S))
    for (const Stmt *Child : Block->body())
      flatten(Child, Into);
  else if (S && !isa<NullStmt>(S))
    Into.push_back(S);
}

namespace {
/// Lists what the paths do, one after the other.
class PathLister {
public:
  /// False where the paths are not understood.
  bool listBranch(const Stmt *S);
  /// Of what a function does from here on; each path returns.
  bool listReturns(ArrayRef<const Stmt *> Code);

  std::vector<PathSteps> Paths;
  SmallVector<const Stmt *, 2> Inner;

private:
  bool listArm(const Stmt *Arm);
  bool listEnd(PathSteps Arm);
  bool listSwitch(const SwitchStmt *S);
};
} // namespace

/// The last statement may branch again.
bool PathLister::listEnd(PathSteps Arm) {
  const Stmt *Last = Arm.empty() ? nullptr : Arm.back();
  if (Last && (isa<IfStmt>(Last) || isa<SwitchStmt>(Last))) {
    Inner.push_back(Last);
    return listBranch(Last);
  }
  // What leaves does not go on behind the branch.
  if (!Last || !isJump(Last))
    Paths.push_back(std::move(Arm));
  return true;
}

bool PathLister::listArm(const Stmt *Arm) {
  PathSteps Code;
  flatten(Arm, Code);
  return listEnd(std::move(Code));
}

/// Of `x & 3`, and of `x % 4` where x has no sign, the number of values from 0
/// on; 0 of anything else.
static uint64_t valueCount(const Expr *E) {
  const auto *Operator = dyn_cast<BinaryOperator>(E->IgnoreParenImpCasts());
  const auto *Literal =
      Operator
          ? dyn_cast<IntegerLiteral>(Operator->getRHS()->IgnoreParenImpCasts())
          : nullptr;
  if (!Literal)
    return 0;
  const uint64_t Number = Literal->getValue().getLimitedValue(UINT32_MAX);
  if (Operator->getOpcode() == BO_And)
    return llvm::isPowerOf2_64(Number + 1) ? Number + 1 : 0;
  return Operator->getOpcode() == BO_Rem &&
                 Operator->getType()->isUnsignedIntegerType()
             ? Number
             : 0;
}

/// Whether the selector of a switch without a default always has a case.
static bool hasAllCases(const SwitchStmt *S) {
  const uint64_t Values = valueCount(S->getCond());
  uint64_t Met = 0;
  for (const SwitchCase *Label = S->getSwitchCaseList(); Label;
       Label = Label->getNextSwitchCase()) {
    const auto *Case = dyn_cast<CaseStmt>(Label);
    const auto *Number =
        Case ? dyn_cast<ConstantExpr>(Case->getLHS()) : nullptr;
    if (!Number || Case->getRHS() || !Number->hasAPValueResult())
      return false;
    Met += Number->getResultAsAPSInt().getZExtValue() < Values;
  }
  return Values && Met == Values;
}

/// The statements from each label to its `break`. `HasDefault` tells whether
/// all values of the selector lead to one of them.
static bool casesOf(const SwitchStmt *S, std::vector<PathSteps> &Cases,
                    bool &HasDefault) {
  PathSteps Body;
  flatten(S->getBody(), Body);
  bool IsInCase = false; // whose jump has not been met
  size_t LabelsMet = 0;
  auto Take = [&](const Stmt *Step) {
    if (IsInCase && !isa<BreakStmt>(Step))
      Cases.back().push_back(Step);
    IsInCase &= !isJump(Step);
  };
  for (const Stmt *Step : Body) {
    if (isa<SwitchCase>(Step)) {
      if (std::exchange(IsInCase, true))
        return false;
      Cases.emplace_back();
      while (const auto *Label = dyn_cast<SwitchCase>(Step)) {
        HasDefault |= isa<DefaultStmt>(Label);
        ++LabelsMet;
        Step = Label->getSubStmt();
      }
      PathSteps First;
      flatten(Step, First);
      for (const Stmt *Of : First)
        Take(Of);
    } else {
      Take(Step);
    }
  }
  HasDefault |= hasAllCases(S);
  // Others stand inside of statements, or behind labels of another kind.
  size_t Labels = 0;
  for (const SwitchCase *Label = S->getSwitchCaseList(); Label;
       Label = Label->getNextSwitchCase())
    ++Labels;
  return LabelsMet == Labels;
}

bool PathLister::listSwitch(const SwitchStmt *S) {
  std::vector<PathSteps> Cases;
  bool HasDefault = false;
  if (!casesOf(S, Cases, HasDefault))
    return false;
  if (!HasDefault)
    Cases.emplace_back();
  bool IsUnderstood = true;
  for (PathSteps &Case : Cases)
    IsUnderstood &= listEnd(std::move(Case));
  return IsUnderstood;
}

bool PathLister::listBranch(const Stmt *S) {
  if (const auto *Switch = dyn_cast<SwitchStmt>(S))
    return listSwitch(Switch);
  const auto *If = cast<IfStmt>(S);
  bool IsUnderstood = listArm(If->getThen());
  return listArm(If->getElse()) && IsUnderstood;
}

bool PathLister::listReturns(ArrayRef<const Stmt *> Code) {
  for (size_t I = 0; I != Code.size(); ++I) {
    if (isa<ReturnStmt>(Code[I])) {
      Paths.push_back({Code[I]});
      return true;
    }
    std::vector<PathSteps> Arms;
    bool GoesOn = false;
    if (const auto *If = dyn_cast<IfStmt>(Code[I])) {
      flatten(If->getThen(), Arms.emplace_back());
      if (If->getElse())
        flatten(If->getElse(), Arms.emplace_back());
      GoesOn = !If->getElse();
    } else if (const auto *Switch = dyn_cast<SwitchStmt>(Code[I])) {
      bool HasDefault = false;
      if (!casesOf(Switch, Arms, HasDefault))
        return false;
      GoesOn = !HasDefault;
    } else {
      continue;
    }
    if (!llvm::all_of(Arms,
                      [&](const PathSteps &Arm) { return listReturns(Arm); }))
      return false;
    if (!GoesOn)
      return true;
  }
  return false; // a path without a value
}

BranchPaths banklint::pathsOf(const Stmt *Branch) {
  PathLister Lister;
  const bool AreUnderstood = Lister.listBranch(Branch) && !endsObjects(Branch);
  return {std::move(Lister.Paths), std::move(Lister.Inner), AreUnderstood};
}

BranchPaths banklint::returnsOf(const Stmt *Body) {
  PathLister Lister;
  PathSteps Code;
  flatten(Body, Code);
  // Objects of the whole body end behind all of its returns.
  const bool EndsInner = llvm::any_of(Body->children(), [](const Stmt *Child) {
    return !isa<DeclStmt>(Child) && endsObjects(Child);
  });
  const bool AreUnderstood = Lister.listReturns(Code) && !EndsInner;
  return {std::move(Lister.Paths), {}, AreUnderstood};
}
