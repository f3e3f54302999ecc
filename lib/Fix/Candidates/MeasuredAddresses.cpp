//===- MeasuredAddresses.cpp - What addresses become numbers --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Candidates/MeasuredAddresses.h"
#include "Cuda/Intrinsics.h"
#include "Text/SourceMap.h"
#include "clang/AST/Attr.h"

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;

/// Whether code names memory that the threads of a block share.
static bool namesSharedMemory(const Stmt *S) {
  const auto *Name = dyn_cast<DeclRefExpr>(S);
  return (Name && Name->getDecl()->hasAttr<CUDASharedAttr>()) ||
         llvm::any_of(S->children(), [](const Stmt *Child) {
           return Child && namesSharedMemory(Child);
         });
}

bool banklint::isMeasured(const Stmt *S, AddressUse Use, const SourceMap &Map) {
  return llvm::any_of(Map.parentsOf(S), [&](const SourceParent &Parent) {
    const Stmt *Around = Parent.Statement;
    bool IsNumber = false;
    if (const auto *Cast = dyn_cast_or_null<CastExpr>(Around)) {
      IsNumber = Cast->getCastKind() == CK_PointerToIntegral;
      // What lies there is no address.
      if (Cast->getCastKind() == CK_LValueToRValue &&
          Cast->getType()->isArithmeticType())
        return false;
    } else if (const auto *Call = dyn_cast_or_null<CallExpr>(Around)) {
      const FunctionDecl *Callee = Call->getDirectCallee();
      // Or by somebody's own wrapper, by its name.
      IsNumber = Callee && (intrinsicOf(*Callee) == Intrinsic::SharedAddress ||
                            (Callee->getIdentifier() &&
                             Callee->getName().contains("_to_shared")));
      if (!IsNumber)
        return false;
    } else if (const auto *Binary = dyn_cast_or_null<BinaryOperator>(Around)) {
      if (Binary->getOpcode() == BO_Sub &&
          namesSharedMemory(Binary->getLHS() == S ? Binary->getRHS()
                                                  : Binary->getLHS()))
        return true;
    } else if (!llvm::isa_and_nonnull<ParenExpr, UnaryOperator, MemberExpr,
                                      ArraySubscriptExpr>(Around)) {
      return false;
    }
    return (IsNumber && Use == AddressUse::Number) ||
           isMeasured(Around, Use, Map);
  });
}
