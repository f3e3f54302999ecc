//===- CommonStrides.cpp - Row strides of all instances -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Candidates/CommonStrides.h"
#include "Proof/BlockExtents.h"
#include "Text/Edits.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using namespace clang;

static std::vector<SourceLocation> locationsOf(const RowStride &S) {
  std::vector<SourceLocation> Result;
  for (const auto &[Factor, How] : S.Factors)
    Result.push_back(Factor->getBeginLoc());
  llvm::sort(Result);
  Result.erase(llvm::unique(Result), Result.end());
  return Result;
}

/// Whether two declarations have factors in one place.
static bool haveCommon(llvm::ArrayRef<SourceLocation> A,
                       llvm::ArrayRef<SourceLocation> B) {
  return llvm::any_of(
      A, [&](SourceLocation Place) { return llvm::is_contained(B, Place); });
}

std::vector<CommonStride> banklint::commonStrides(const DeclaredArray &Array,
                                                  const SourceMap &Map,
                                                  const ASTContext &Context,
                                                  bool HasOuter) {
  llvm::SetVector<const FunctionDecl *> Kernels;
  for (const ArrayInKernel &Use : Array.Uses)
    Kernels.insert(walkOf(Use).Kernel);
  const BlockExtents Blocks(Kernels, Map);
  std::vector<CommonStride> Result;
  std::vector<std::vector<SourceLocation>> Places; // of each
  for (const VarDecl *Instance : Array.Instances) {
    for (RowStride &S : rowStridesOf(Array.usesOf(Instance), Map, Context,
                                     &Blocks, HasOuter)) {
      std::vector<SourceLocation> Here = locationsOf(S);
      if (Instance == Array.Instances.front()) {
        Result.emplace_back().insert({Instance, std::move(S)});
        Places.push_back(std::move(Here));
        continue;
      }
      for (auto [Common, There] : llvm::zip_equal(Result, Places))
        if (Array.AreApart ? haveCommon(Here, There) : Here == There)
          Common.insert({Instance, S});
    }
  }
  llvm::erase_if(Result, [&](const CommonStride &S) {
    return S.size() != Array.Instances.size();
  });
  return Result;
}

llvm::SmallVector<SourceLocation, 4>
banklint::competingFactors(const CommonStride &Strides,
                           const ASTContext &Context) {
  assert(!Strides.empty() && "an array has an instance");
  const RowStride &S = Strides.front().second;
  auto Compete = [&](const Expr *A, const Expr *B) {
    return S.IndexOf.lookup(A) == S.IndexOf.lookup(B) &&
           textOf(A->IgnoreParenImpCasts(), Context) !=
               textOf(B->IgnoreParenImpCasts(), Context);
  };
  llvm::SmallVector<SourceLocation, 4> Result;
  for (const auto &[Factor, How] : llvm::reverse(S.Factors))
    if (How.Rows == 1 &&
        llvm::any_of(S.Factors, [&, F = Factor](const auto &Other) {
          return Other.second.Rows == 1 && Compete(F, Other.first);
        }))
      Result.push_back(Factor->getBeginLoc());
  return Result;
}

CommonStride banklint::withoutFactorsAt(const CommonStride &Strides,
                                        SourceLocation Place) {
  CommonStride Result = Strides;
  for (auto &[Instance, S] : Result)
    S.Factors.remove_if(
        [&](const auto &Entry) { return Entry.first->getBeginLoc() == Place; });
  return Result;
}
