//===- RegisterTiles.cpp - Kernels that fill their registers --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Candidates/RegisterTiles.h"
#include "Cuda/CalledCode.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using namespace clang;

namespace {
/// Adds up the arrays that a thread has of its own.
class LocalArrays : public CalledCodeVisitor<LocalArrays> {
public:
  explicit LocalArrays(const ASTContext &Context) : Context(Context) {}

  bool VisitVarDecl(VarDecl *Variable) {
    const QualType Type = Variable->getType();
    // Tables of constants are no values of the thread.
    if (Variable->hasLocalStorage() && Type->isConstantArrayType() &&
        !Context.getBaseElementType(Type).isConstQualified() &&
        !Type->isDependentType() && !Type->isIncompleteType())
      Bytes += Context.getTypeSizeInChars(Type).getQuantity();
    return CalledCodeVisitor::VisitVarDecl(Variable);
  }
  void noteCallee(const FunctionDecl &Callee) {
    const FunctionDecl *Defined = nullptr;
    if (Callee.hasBody(Defined) && Entered.insert(Defined).second)
      visitDefinition(*Defined);
  }

  int64_t Bytes = 0;

private:
  const ASTContext &Context;
  llvm::DenseSet<const FunctionDecl *> Entered;
};
} // namespace

bool banklint::fillsRegisters(const DeclaredArray &Array,
                              const ASTContext &Context) {
  constexpr int64_t TileBytes = 64 * 4;
  // Of a kernel there is a use for each shape of its blocks.
  llvm::DenseSet<const FunctionDecl *> Seen;
  return llvm::any_of(Array.Uses, [&](const ArrayInKernel &Use) {
    const FunctionDecl *Kernel = walkOf(Use).Kernel;
    if (!Seen.insert(Kernel).second)
      return false;
    LocalArrays Locals(Context);
    Locals.noteCallee(*Kernel);
    return Locals.Bytes >= TileBytes;
  });
}
