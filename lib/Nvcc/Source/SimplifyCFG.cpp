//===- SimplifyCFG.cpp - What both arms of an if store --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Nvcc/Source/SimplifyCFG.h"
#include "Nvcc/Source/SameText.h"
#include "Stores.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using namespace clang;
using llvm::ArrayRef;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;
using llvm::isa;

/// A place that the text computes: what the thread keeps in an array of its own
/// counts as well, since both arms name it alike.
static bool isSubscriptOrDereference(const Expr *E) {
  E = E->IgnoreParens();
  const auto *Unary = dyn_cast<UnaryOperator>(E);
  return isa<ArraySubscriptExpr>(E) ||
         (Unary && Unary->getOpcode() == UO_Deref);
}

static const Stmt *lastOf(const Stmt *S) {
  while (const auto *Block = llvm::dyn_cast_or_null<CompoundStmt>(S))
    S = Block->body_empty() ? nullptr : Block->body_back();
  return S;
}

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

/// Whether destructors that do something run in there, where no text says so.
static bool endsObjects(const Stmt *S) {
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

/// The assignments to computed places that an arm ends with, the last first, up
/// to one whose value is made right before it.
static llvm::SmallVector<Store, 4> storesAtEnd(const Stmt *Arm) {
  llvm::SmallVector<Store, 4> Result;
  if (endsObjects(Arm))
    return Result;
  ArrayRef<const Stmt *> Parts(Arm);
  while (!Parts.empty()) {
    if (const auto *Block = dyn_cast<CompoundStmt>(Parts.back())) {
      if (!Result.empty())
        break;
      Parts = ArrayRef(Block->body_begin(), Block->size());
      continue;
    }
    const std::optional<Store> Last = storeOf(Parts.back());
    if (!Last ||
        !(isSubscriptOrDereference(Last->Place) || isInMemory(Last->Place)))
      break;
    Result.push_back(*Last);
    if (Last->isCompound() || Last->IsObject || !isAtHand(Last->Value))
      break;
    Parts = Parts.drop_back();
  }
  return Result;
}

llvm::SmallVector<ExprPair, 4>
banklint::storesBothEndWith(const IfStmt *S, const ASTContext &Context) {
  llvm::SmallVector<ExprPair, 4> Result;
  if (!S->getElse())
    return Result;
  for (const auto &[Then, Else] :
       llvm::zip(storesAtEnd(S->getThen()), storesAtEnd(S->getElse()))) {
    // An object that comes from memory is copied in its own arm.
    const bool IsCopiedInOne =
        Then.IsObject && isInMemory(Then.Value) != isInMemory(Else.Value);
    if (Then.IsObject != Else.IsObject || IsCopiedInOne ||
        isConstructed(Then) || !areSameText(Then.Place, Else.Place, Context) ||
        knowledgeOfPlace(Then.Place, S->getCond(), Context) != Knowledge::None)
      break;
    Result.push_back({Then.Place, Else.Place});
  }
  return Result;
}

/// Whether a variable gets its value there.
static bool isSetIn(const VarDecl *Variable, const Stmt *S) {
  if (!S)
    return false;
  if (const auto *Declared = dyn_cast<DeclStmt>(S);
      Declared && llvm::is_contained(Declared->decls(), Variable))
    return true;
  if (const auto *Binary = dyn_cast<BinaryOperator>(S);
      Binary && Binary->isAssignmentOp())
    if (const auto *Ref =
            dyn_cast<DeclRefExpr>(Binary->getLHS()->IgnoreParens());
        Ref && Ref->getDecl() == Variable)
      return true;
  return llvm::any_of(S->children(), [&](const Stmt *Child) {
    return isSetIn(Variable, Child);
  });
}

/// Whether instructions of the arm make a value.
static bool isMadeIn(const Expr *E, const Stmt *Arm) {
  if (!isAtHand(E))
    return true;
  const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenCasts());
  const auto *Variable = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return Variable && isSetIn(Variable, Arm);
}

bool banklint::keepsStoreOfZero(const IfStmt *S) {
  if (!S->getElse())
    return false;
  auto Then = storesAtEnd(S->getThen()), Else = storesAtEnd(S->getElse());
  if (Then.empty() || Else.empty())
    return false;
  if (Then.front().IsObject)
    return false;
  const Expr *OfThen = Then.front().Value, *OfElse = Else.front().Value;
  if (isZero(OfElse))
    return isMadeIn(OfThen, S->getThen());
  // Of a condition that compares for equality LLVM may swap the arms.
  const auto *Compared =
      dyn_cast<BinaryOperator>(S->getCond()->IgnoreParenImpCasts());
  return Compared && Compared->isEqualityOp() && isZero(OfThen) &&
         isMadeIn(OfElse, S->getElse());
}

llvm::SmallVector<const IfStmt *, 2> banklint::ifsThatEndArms(const IfStmt *S) {
  llvm::SmallVector<const IfStmt *, 2> Result;
  for (const Stmt *Arm : {S->getThen(), S->getElse()})
    if (const auto *Last = llvm::dyn_cast_or_null<IfStmt>(lastOf(Arm)))
      Result.push_back(Last);
  return Result;
}
