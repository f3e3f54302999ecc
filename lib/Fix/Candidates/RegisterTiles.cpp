//===- RegisterTiles.cpp - Kernels that fill their registers --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Candidates/RegisterTiles.h"
#include "Cuda/CalledCode.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using namespace clang;

namespace {
/// Adds up the variables that a thread has of its own.
class LocalValues : public CalledCodeVisitor<LocalValues> {
public:
  explicit LocalValues(const ASTContext &Context) : Context(Context) {}

  bool VisitVarDecl(VarDecl *Variable) {
    const QualType Type = Variable->getType();
    // Tables of constants are no values of the thread.
    if (Variable->hasLocalStorage() && !Type->isDependentType() &&
        !Type->isIncompleteType() &&
        !Context.getBaseElementType(Type).isConstQualified()) {
      const int64_t Bytes = Context.getTypeSizeInChars(Type).getQuantity();
      (Type->isConstantArrayType() ? ArrayBytes : OtherBytes) += Bytes;
    }
    return CalledCodeVisitor::VisitVarDecl(Variable);
  }
  void noteCallee(const FunctionDecl &Callee) {
    const FunctionDecl *Defined = nullptr;
    if (Callee.hasBody(Defined) && Entered.insert(Defined).second)
      visitDefinition(*Defined);
  }

  int64_t ArrayBytes = 0, OtherBytes = 0;

private:
  const ASTContext &Context;
  llvm::DenseSet<const FunctionDecl *> Entered;
};
} // namespace

/// Whether a block has more threads than may have 128 registers each, and no one
/// has said so: with one register too many it cannot be launched.
static bool isLargeBlock(const WalkedKernel &Walked) {
  constexpr unsigned MostThreads = 512;
  const auto &Block = Walked.Shape.Block;
  return !Walked.Kernel->hasAttr<CUDALaunchBoundsAttr>() &&
         Block[0] * Block[1] * Block[2] > MostThreads;
}

bool banklint::fillsRegisters(const DeclaredArray &Array,
                              const ASTContext &Context) {
  constexpr int64_t TileBytes = 64 * 4, LeastOfLarge = 32 * 4;
  // Of a kernel there is a use for each shape of its blocks.
  llvm::DenseMap<const FunctionDecl *, LocalValues> Known;
  return llvm::any_of(Array.Uses, [&](const ArrayInKernel &Use) {
    const WalkedKernel &Walked = walkOf(Use);
    auto [Locals, IsNew] = Known.try_emplace(Walked.Kernel, Context);
    if (IsNew)
      Locals->second.noteCallee(*Walked.Kernel);
    const int64_t Arrays = Locals->second.ArrayBytes;
    return Arrays >= TileBytes ||
           (isLargeBlock(Walked) &&
            Arrays + Locals->second.OtherBytes >= LeastOfLarge);
  });
}
