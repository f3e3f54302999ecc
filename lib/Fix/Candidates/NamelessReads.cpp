//===- NamelessReads.cpp - Members that are read without names ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Candidates/NamelessReads.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;
using llvm::isa;

/// Whether objects of a class have those of another one in them.
static bool holdsObject(const RecordDecl *Class, const RecordDecl *Inner) {
  Class = Class ? Class->getDefinition() : nullptr;
  if (!Class)
    return false;
  if (Class->getCanonicalDecl() == Inner->getCanonicalDecl())
    return true;
  const auto *Cxx = dyn_cast<CXXRecordDecl>(Class);
  return llvm::any_of(Class->fields(),
                      [&](const FieldDecl *Field) {
                        const QualType Type = Field->getType();
                        return !Type->isAnyPointerType() &&
                               !Type->isReferenceType() &&
                               holdsObject(classWithin(Type), Inner);
                      }) ||
         (Cxx && llvm::any_of(Cxx->bases(), [&](const CXXBaseSpecifier &Base) {
            return holdsObject(Base.getType()->getAsRecordDecl(), Inner);
          }));
}

/// Whether `==` or `<=>` of a class are those that Clang writes.
static bool comparesAllMembers(const RecordDecl *Class) {
  const auto *Cxx = dyn_cast<CXXRecordDecl>(Class->getDefinition());
  auto Compares = [](const Decl *D) {
    const auto *Function = dyn_cast_or_null<FunctionDecl>(D);
    return Function && Function->isDefaulted() &&
           (Function->getOverloadedOperator() == OO_EqualEqual ||
            Function->getOverloadedOperator() == OO_Spaceship);
  };
  return Cxx && (llvm::any_of(Cxx->methods(), Compares) ||
                 llvm::any_of(Cxx->friends(), [&](const FriendDecl *Friend) {
                   return Compares(Friend->getFriendDecl());
                 }));
}

/// Whether a conversion leaves an object what it is.
static bool keepsClass(CastKind Kind) {
  switch (Kind) {
  case CK_NoOp:
  case CK_LValueToRValue:
  case CK_DerivedToBase:
  case CK_UncheckedDerivedToBase:
  case CK_BaseToDerived:
  case CK_ConstructorConversion:
  case CK_UserDefinedConversion:
  case CK_ArrayToPointerDecay:
  case CK_NullToPointer:
  case CK_PointerToBoolean:
  case CK_ToVoid:
    return true;
  default:
    return false;
  }
}

/// Whether all that a function does with an argument is seen.
static bool isSeen(const FunctionDecl *Callee, const ASTContext &Context) {
  if (!Callee)
    return false;
  switch (Callee->getBuiltinID()) {
  case 0:
    break;
  case Builtin::BImove:
  case Builtin::BIforward:
  case Builtin::BIas_const:
  case Builtin::BIaddressof:
    return true;
  default:
    return false;
  }
  return Callee->isDefaulted() ||
         (Callee->hasBody() &&
          !Context.getSourceManager().isInSystemHeader(Callee->getLocation()));
}

/// Whether an object is taken for something else by what it is a part of.
static bool isTakenForOther(const Expr *Object, const SourceParent &Parent,
                            bool MayBeGiven, const ASTContext &Context) {
  const Stmt *Around = Parent.Statement;
  if (const auto *Cast = dyn_cast_or_null<CastExpr>(Around))
    return !keepsClass(Cast->getCastKind());
  if (MayBeGiven)
    return Around && isa<AsmStmt>(Around);
  if (const auto *Call = dyn_cast_or_null<CallExpr>(Around))
    return Object != Call->getCallee() &&
           !isSeen(Call->getDirectCallee(), Context);
  if (const auto *Made = dyn_cast_or_null<CXXConstructExpr>(Around))
    return !isSeen(Made->getConstructor(), Context);
  return Around && isa<AsmStmt>(Around);
}

/// Whether an object is made of other memory.
static bool isMadeOfOther(const Expr *Object) {
  if (const auto *Cast = dyn_cast<CastExpr>(Object))
    return !keepsClass(Cast->getCastKind());
  const auto *New = dyn_cast<CXXNewExpr>(Object);
  return New && New->getNumPlacementArgs() > 0;
}

/// Whether objects of a class, or those that hold them, are read otherwise than
/// by the names of members.
static bool areReadWithoutNames(const RecordDecl *Of, bool MayBeGiven,
                                const SourceMap &Map,
                                const ASTContext &Context) {
  return llvm::any_of(Map.classes(), [&](const RecordDecl *Class) {
    return holdsObject(Class, Of) &&
           (Class->isUnion() || comparesAllMembers(Class) ||
            llvm::any_of(Map.declaratorsOf(Class),
                         [](const DeclaratorDecl *D) {
                           return isa<DecompositionDecl>(D);
                         }) ||
            llvm::any_of(Map.expressionsOf(Class), [&](const Expr *Object) {
              return isMadeOfOther(Object) ||
                     llvm::any_of(Map.parentsOf(Object),
                                  [&](const SourceParent &Parent) {
                                    return isTakenForOther(Object, Parent,
                                                           MayBeGiven, Context);
                                  });
            }));
  });
}

bool banklint::mayBeReadWithoutName(const FieldDecl *Member,
                                    const SourceMap &Map,
                                    const ASTContext &Context) {
  return areReadWithoutNames(Member->getParent(), /*MayBeGiven=*/false, Map,
                             Context);
}

bool banklint::mayBeReadAsBytes(const CXXRecordDecl *Closure,
                                const SourceMap &Map,
                                const ASTContext &Context) {
  return areReadWithoutNames(Closure, /*MayBeGiven=*/true, Map, Context);
}

bool banklint::mayBeReadAsBytes(const ValueDecl *Pointer, const SourceMap &Map,
                                const ASTContext &Context) {
  if (const auto *Member = dyn_cast<FieldDecl>(Pointer))
    return mayBeReadWithoutName(Member, Map, Context);
  const auto *Captured = dyn_cast<VarDecl>(Pointer);
  const auto *Call = Captured && Captured->isInitCapture()
                         ? dyn_cast<CXXMethodDecl>(Captured->getDeclContext())
                         : nullptr;
  return Call && mayBeReadAsBytes(Call->getParent(), Map, Context);
}
