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
      DeclaredArray &Array =
          Arrays.try_emplace(Key, Map, Context).first->second;
      Array.Uses.push_back({&Walked, Known});
      Array.Instances.insert(Declaration);
    }
  return Arrays;
}

const ArrayUses &DeclaredArray::usesOf(const VarDecl *Instance) const {
  assert(Instances.contains(Instance) && "a variable of another declaration");
  auto Found = Known.find(Instance);
  if (Found == Known.end())
    Found = Known.emplace(Instance, banklint::usesOf(Instance, *Map, *Context))
                .first;
  return Found->second;
}

bool banklint::leadsInto(const Stmt *S, const ArrayUses &Uses) {
  const auto *E = llvm::dyn_cast_or_null<Expr>(S);
  return E && (Uses.Followed.contains(E) ||
               llvm::any_of(E->children(), [&](const Stmt *Child) {
                 return leadsInto(Child, Uses);
               }));
}
