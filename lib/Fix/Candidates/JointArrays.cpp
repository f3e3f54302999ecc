//===- JointArrays.cpp - Arrays that change together ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Candidates/JointArrays.h"
#include "clang/AST/Attr.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;

using Variables = llvm::SetVector<const VarDecl *>;

/// The shared arrays that an address is perhaps made of.
static void addArrays(const Expr *Address, Variables &To) {
  const Expr *E = Address->IgnoreParenImpCasts();
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E)) {
    addArrays(Choice->getTrueExpr(), To);
    addArrays(Choice->getFalseExpr(), To);
    return;
  }
  const auto *D = dyn_cast_or_null<VarDecl>(baseOfAddress(E));
  if (D && D->hasAttr<CUDASharedAttr>())
    To.insert(D);
}

/// Whether declarations of one name in several functions repeat its rows, as
/// `extern __shared__ float s[][32];` does: they are of one variable.
static bool isRepeated(const DeclaredArray &Array) {
  return !Array.any().SizeBytes && Array.any().Extents.size() > 1;
}

/// All arrays that pointers, the name of a type, or that of dynamic memory
/// connect with one.
static Variables connectedWith(const DeclaredArray &Array,
                               const SourceMap &Map) {
  Variables Result(Array.Instances.begin(), Array.Instances.end());
  for (const VarDecl *Instance : Array.Instances)
    for (const ValueDecl *Pointer : Array.usesOf(Instance).Pointers)
      for (const Expr *Value : Map.valuesOf(Pointer))
        addArrays(Value, Result);
  for (const VarDecl *Instance : Array.Instances)
    if (const TypedefNameDecl *Name = typeNameOf(Instance))
      Result.insert_range(Map.arraysOf(Name));
  if (isRepeated(Array))
    for (const VarDecl *Instance : Array.Instances)
      Result.insert_range(Instance->redecls());
  return Result;
}

/// All arrays that instances of one template are given in the place of this
/// one.
static Variables sharingTemplates(const DeclaredArray &Array,
                                  const SourceMap &Map) {
  Variables Result(Array.Instances.begin(), Array.Instances.end());
  for (const VarDecl *Instance : Array.Instances)
    for (const ValueDecl *Pointer : Array.usesOf(Instance).Pointers) {
      const auto *Parameter = dyn_cast<ParmVarDecl>(Pointer);
      const auto *Function =
          Parameter ? dyn_cast<FunctionDecl>(Parameter->getDeclContext())
                    : nullptr;
      const FunctionDecl *Pattern =
          Function ? Function->getTemplateInstantiationPattern() : nullptr;
      if (!Pattern)
        continue;
      for (const FunctionDecl *Other :
           Map.functionsNamed(Function->getDeclName()))
        if (Other->getTemplateInstantiationPattern() == Pattern &&
            Other->getNumParams() == Function->getNumParams())
          for (const Expr *Value : Map.valuesOf(
                   Other->getParamDecl(Parameter->getFunctionScopeIndex())))
            addArrays(Value, Result);
    }
  return Result;
}

static bool isAlike(const SharedArray &A, const SharedArray &B) {
  return (A.SizeBytes != 0) == (B.SizeBytes != 0) && !A.Extents.empty() &&
         A.Extents.size() == B.Extents.size() &&
         A.StrideBytes.back() == B.StrideBytes.back() &&
         (A.Extents.size() == 1 || llvm::ArrayRef(A.Extents).drop_front() ==
                                       llvm::ArrayRef(B.Extents).drop_front());
}

bool banklint::mayBeJoint(const DeclaredArray &Array) {
  return isRepeated(Array) ||
         llvm::any_of(Array.Instances, [&](const VarDecl *Instance) {
           return typeNameOf(Instance) ||
                  !Array.usesOf(Instance).Pointers.empty();
         });
}

/// Rows of their own, which only their indices make.
static bool areFlat(const SharedArray &A, const SharedArray &B) {
  return A.SizeBytes && B.SizeBytes && A.Extents.size() == 1 &&
         B.Extents.size() == 1;
}

/// Several arrays by what connects each with others; nothing where there is
/// one, or some cannot change together.
static std::optional<DeclaredArray>
joined(const DeclaredArray &Array, const std::map<ArrayKey, DeclaredArray> &All,
       bool AreApart, const SourceMap &Map, ASTContext &Context) {
  const auto &Connected = AreApart ? sharingTemplates : connectedWith;
  const auto &AreAlike = AreApart ? areFlat : isAlike;
  std::set<const DeclaredArray *> Members;
  Variables Wanted = Connected(Array, Map);
  for (size_t I = 0; I != Wanted.size(); ++I) {
    if (Array.Instances.contains(Wanted[I]))
      continue;
    auto Found = llvm::find_if(All, [&](const auto &Entry) {
      return Entry.second.Instances.contains(Wanted[I]);
    });
    if (Found == All.end() || !AreAlike(Found->second.any(), Array.any()))
      return std::nullopt;
    if (Members.insert(&Found->second).second)
      Wanted.insert_range(Connected(Found->second, Map));
  }
  if (Members.empty())
    return std::nullopt;
  DeclaredArray Joint(Map, Context);
  Joint.IsJoint = true;
  Joint.AreApart = AreApart;
  Joint.Uses = Array.Uses;
  Joint.Instances = Array.Instances;
  for (const auto &[Key, Member] : All) // in a certain order
    if (Members.count(&Member)) {
      llvm::append_range(Joint.Uses, Member.Uses);
      Joint.Instances.insert(Member.Instances.begin(), Member.Instances.end());
    }
  return Joint;
}

std::optional<DeclaredArray>
banklint::jointArray(const DeclaredArray &Array,
                     const std::map<ArrayKey, DeclaredArray> &All,
                     const SourceMap &Map, ASTContext &Context) {
  auto Together = joined(Array, All, /*AreApart=*/false, Map, Context);
  return Together ? std::move(Together)
                  : joined(Array, All, /*AreApart=*/true, Map, Context);
}
