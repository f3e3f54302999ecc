//===- LICM.cpp - Whether loads move in front of a loop -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Nvcc/Source/LICM.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/Builtins.h"

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;

static bool beginsWithOneOf(llvm::StringRef Name,
                            llvm::ArrayRef<llvm::StringRef> Beginnings) {
  return llvm::any_of(Beginnings, [&](llvm::StringRef Beginning) {
    return Name.starts_with(Beginning);
  });
}

/// Functions of CUDA that order memory, or let lanes wait for each other.
static bool ordersMemory(llvm::StringRef Name) {
  return beginsWithOneOf(Name, {"__shfl",
                                "__sync",
                                "__threadfence",
                                "__ballot",
                                "__any",
                                "__all",
                                "__match",
                                "__reduce",
                                "__activemask",
                                "__nanosleep",
                                "__nvvm_shfl",
                                "__nvvm_bar",
                                "__nvvm_membar",
                                "__nvvm_vote",
                                "__nvvm_match",
                                "__nvvm_fence",
                                "__nvvm_redux",
                                "__nvvm_activemask",
                                "__nvvm_mbarrier",
                                "printf",
                                "vprintf",
                                "malloc",
                                "free",
                                "__assert",
                                "clock"});
}

/// Those that compute, or change global memory alone.
static bool isKnownToCompute(llvm::StringRef Name) {
  return beginsWithOneOf(Name, {"__nv_", "__nvvm_", "__fetch_builtin", "atomic",
                                "__ldg", "__ldc"});
}

Hoisting HoistingFinder::ofCall(const FunctionDecl *Callee) {
  if (!Callee)
    return Hoisting::Unknown;
  const llvm::StringRef Name =
      Callee->getIdentifier() ? Callee->getName() : llvm::StringRef();
  if (ordersMemory(Name))
    return Hoisting::Never;
  const FunctionDecl *Defined = nullptr;
  if (Callee->hasBody(Defined)) {
    if (Defined->hasAttr<NoInlineAttr>())
      return Hoisting::Never;
    // One that calls itself is not known while it is gone through.
    auto [Known, IsNew] = Functions.try_emplace(Defined, Hoisting::Unknown);
    if (!IsNew)
      return Known->second;
    const Hoisting Found = ofParts(Defined->getBody());
    return Functions[Defined] = Found;
  }
  const unsigned Builtin = Callee->getBuiltinID();
  const bool IsPure = Builtin && (Context.BuiltinInfo.isConst(Builtin) ||
                                  Context.BuiltinInfo.isPure(Builtin));
  // Members of the compiler's own making copy.
  const bool IsImplicit = Callee->isImplicit() || Callee->isDefaulted();
  return IsPure || IsImplicit || isKnownToCompute(Name) ? Hoisting::Happens
                                                        : Hoisting::Unknown;
}

Hoisting HoistingFinder::ofParts(const Stmt *S) {
  if (!S || llvm::isa<LambdaExpr>(S))
    return Hoisting::Happens;
  Hoisting Found = Hoisting::Happens;
  if (const auto *Assembly = dyn_cast<GCCAsmStmt>(S)) {
    if (Assembly->isVolatile())
      Found = Hoisting::Never;
    for (unsigned I = 0; I != Assembly->getNumClobbers(); ++I)
      if (Assembly->getClobber(I) == "memory")
        Found = Hoisting::Never;
  } else if (const auto *Call = dyn_cast<CallExpr>(S)) {
    Found = ofCall(Call->getDirectCallee());
  } else if (const auto *Made = dyn_cast<CXXConstructExpr>(S)) {
    Found = ofCall(Made->getConstructor());
  } else if (llvm::isa<CXXNewExpr, CXXDeleteExpr>(S)) {
    Found = Hoisting::Never;
  }
  for (const Stmt *Child : S->children()) {
    if (Found == Hoisting::Never)
      break;
    Found = std::max(Found, ofParts(Child));
  }
  return Found;
}

Hoisting HoistingFinder::of(const Stmt *Loop) {
  auto Known = Loops.find(Loop);
  if (Known != Loops.end())
    return Known->second;
  const Hoisting Found = ofParts(Loop);
  return Loops[Loop] = Found;
}
