//===- DeclaredArray.cpp - One declaration of a shared array --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DeclaredArray.h"
#include "Cuda/Locations.h"

using namespace banklint;
using namespace clang;

std::map<ArrayKey, DeclaredArray>
banklint::declaredArrays(const Analysis &Found, const SourceMap &Map,
                         ASTContext &Context,
                         const std::set<ArrayKey> *Wanted) {
  std::map<ArrayKey, DeclaredArray> Arrays;
  for (const WalkedKernel &Walked : Found.Walked)
    for (const SharedArray *Known : Walked.Memory->arrays()) {
      const VarDecl *Declaration = Walked.Memory->declarationOf(*Known);
      ArrayKey Key = {pointOf(Declaration->getLocation(), Context),
                      Known->Name.str()};
      if (Wanted && !Wanted->count(Key))
        continue;
      DeclaredArray &Array = Arrays[Key];
      Array.Uses.push_back({&Walked, Known});
      if (!Array.Instances.contains(Declaration))
        Array.Instances.insert(
            {Declaration, usesOf(Declaration, Map, Context)});
    }
  return Arrays;
}

bool banklint::leadsInto(const Stmt *S, const ArrayUses &Uses) {
  const auto *E = llvm::dyn_cast_or_null<Expr>(S);
  return E && (Uses.Followed.contains(E) ||
               llvm::any_of(E->children(), [&](const Stmt *Child) {
                 return leadsInto(Child, Uses);
               }));
}
