//===- StrideChecks.cpp - What else a row's factors serve for -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Candidates/StrideChecks.h"
#include "Candidates/NamelessReads.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;
using llvm::isa;

/// Whether one of the places lies in the range.
static bool holdsAny(SourceRange Range, llvm::ArrayRef<SourceLocation> Places,
                     const SourceManager &Sources) {
  SourceLocation Begin = Range.getBegin(), End = Range.getEnd();
  // Within a file the order is that of the encodings; thousands of places make
  // asking the source manager slow.
  bool IsOfFile = Begin.isFileID() && End.isFileID() &&
                  Sources.getFileID(Begin) == Sources.getFileID(End);
  return llvm::any_of(Places, [&](SourceLocation At) {
    if (IsOfFile && At.isFileID())
      return !(At < Begin) && !(End < At);
    return !Sources.isBeforeInTranslationUnit(At, Begin) &&
           !Sources.isBeforeInTranslationUnit(End, At);
  });
}

static bool namesAny(const Stmt *S,
                     const llvm::DenseSet<const ValueDecl *> &Variables) {
  const auto *E = dyn_cast<Expr>(S);
  const ValueDecl *D = E ? namedBy(E) : nullptr;
  return (D && Variables.contains(D)) ||
         llvm::any_of(S->children(), [&](const Stmt *Child) {
           return Child && namesAny(Child, Variables);
         });
}

void banklint::checkVariables(RowStride &S, const IndexNames &Names,
                              const SourceMap &Map, const ASTContext &Context) {
  llvm::SmallSetVector<SourceLocation, 8> Places;
  for (const auto &[Factor, How] : S.Factors)
    if (!How.IsInValue)
      Places.insert(Factor->getBeginLoc());
  for (const auto &[Load, Value] : S.Written)
    if (!Value.IsInValue)
      Places.insert(Load->getBeginLoc());
  auto IsPartOfFactor = [&](const ValueDecl *D) {
    return llvm::any_of(Map.valuesOf(D), [&](const Expr *Value) {
      return holdsAny(Value->getSourceRange(), Places.getArrayRef(),
                      Context.getSourceManager());
    });
  };
  // Those whose values change, if only by what they are made of.
  llvm::DenseSet<const ValueDecl *> Carrying;
  for (bool Grows = true; Grows;) {
    Grows = false;
    for (const ValueDecl *D : Names.SeenThrough)
      if (!Carrying.contains(D) &&
          (IsPartOfFactor(D) ||
           llvm::any_of(Map.valuesOf(D), [&](const Expr *Value) {
             return namesAny(Value, Carrying);
           })))
        Grows |= Carrying.insert(D).second;
  }
  for (const ValueDecl *D : Names.SeenThrough) {
    if (!Carrying.contains(D))
      continue;
    if (const auto *Member = dyn_cast<FieldDecl>(D);
        Member && mayBeReadWithoutName(Member, Map, Context))
      return S.Obstacles.push_back(
          {ObstacleKind::MemberWithoutName, Member->getSourceRange(), Member});
    for (const Expr *Ref : Map.referencesTo(D))
      if (!Names.Seen.contains(Ref))
        return S.Obstacles.push_back(
            {ObstacleKind::SharedFactor, Ref->getSourceRange(), D});
  }
  for (const FunctionDecl *Function : Names.EnteredFunctions) {
    if (Map.isCalledUnseen(Function))
      return S.Obstacles.push_back(
          {ObstacleKind::UnseenCalls, Function->getLocation(), Function});
    for (const CallExpr *Call : Map.callsOf(Function))
      if (!Names.SeenCalls.contains(Call))
        return S.Obstacles.push_back(
            {ObstacleKind::SharedFactor, Call->getSourceRange(), Function});
  }
}

/// Whether a value comes to a variable or member later than the others that are
/// made with it.
static bool isAssigned(const Expr *Value, const SourceMap &Map) {
  return llvm::any_of(Map.parentsOf(Value), [](const SourceParent &Parent) {
    const auto *Binary = dyn_cast_or_null<BinaryOperator>(Parent.Statement);
    return Binary && Binary->isAssignmentOp();
  });
}

/// Code that also reads another array through the same pointer cannot change
/// for one of them.
void banklint::checkPointers(RowStride &S, const ArrayUses &Uses,
                             const SourceMap &Map) {
  llvm::SmallPtrSet<const DeclContext *, 8> Functions, Classes;
  for (const auto &[Factor, How] : S.Factors)
    for (const FunctionDecl *Around : Map.functionsAround(Factor)) {
      Functions.insert(Around);
      Classes.insert(Around->getParent());
    }
  for (const ValueDecl *Pointer : Uses.Pointers) {
    const auto &Places = isa<FieldDecl>(Pointer) ? Classes : Functions;
    llvm::ArrayRef<const Expr *> Values = Map.valuesOf(Pointer);
    const bool IsInPlace = Places.contains(Pointer->getDeclContext());
    const auto *Foreign = llvm::find_if(Values, [&](const Expr *Value) {
      return !Uses.Followed.contains(Value) &&
             (IsInPlace || isAssigned(Value, Map));
    });
    if (!IsInPlace && isa<ParmVarDecl>(Pointer))
      continue; // of each call its own
    if (Foreign != Values.end())
      return S.Obstacles.push_back(
          {ObstacleKind::SharedPointer, (*Foreign)->getSourceRange(), Pointer});
  }
}
