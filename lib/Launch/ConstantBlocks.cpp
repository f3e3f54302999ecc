//===- ConstantBlocks.cpp - Blocks that a launch itself says --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ConstantBlocks.h"
#include "Bank/Gpu.h"
#include "Cuda/KernelCalls.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;

namespace {
/// Counts where a variable is named, and where it is only read.
class Uses : public RecursiveASTVisitor<Uses> {
public:
  explicit Uses(const VarDecl &Of) : Of(Of) {}
  bool shouldVisitImplicitCode() const { return true; }
  bool VisitDeclRefExpr(const DeclRefExpr *E) {
    All += E->getDecl() == &Of;
    return true;
  }
  bool VisitImplicitCastExpr(const ImplicitCastExpr *E) {
    const Expr *From = E->getSubExpr()->IgnoreParens();
    if (const auto *Member = dyn_cast<MemberExpr>(From);
        Member && !Member->isArrow())
      From = Member->getBase()->IgnoreParens();
    const auto *Name = dyn_cast<DeclRefExpr>(From);
    const bool IsRead =
        E->getCastKind() == CK_LValueToRValue ||
        (E->getCastKind() == CK_NoOp && E->getType().isConstQualified());
    Reads += IsRead && Name && Name->getDecl() == &Of;
    return true;
  }

  unsigned All = 0, Reads = 0;

private:
  const VarDecl &Of;
};

class BlockReader {
public:
  explicit BlockReader(const FunctionDecl &In)
      : Context(In.getASTContext()), In(In) {}

  std::optional<std::array<unsigned, 3>> block(const Expr *E) const;

private:
  std::optional<unsigned> extent(const Expr *E) const;
  const Expr *initializerOf(const Expr *Name) const;

  const ASTContext &Context;
  const FunctionDecl &In;
};
} // namespace

/// What a local variable holds for as long as it is there; null for others.
const Expr *BlockReader::initializerOf(const Expr *Name) const {
  const auto *Ref = dyn_cast<DeclRefExpr>(Name->IgnoreParenImpCasts());
  const auto *Variable = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!Variable || !Variable->isLocalVarDecl() || !Variable->getInit() ||
      Variable->getType()->isReferenceType())
    return nullptr;
  Uses Found(*Variable), Own(*Variable);
  Found.TraverseStmt(In.getBody());
  // `dim3 b = b;`
  Own.TraverseStmt(
      const_cast<Expr *>(Variable->getInit())); // NOLINT(*-const-cast)
  return Found.All == Found.Reads && Own.All == 0 ? Variable->getInit()
                                                  : nullptr;
}

std::optional<unsigned> BlockReader::extent(const Expr *E) const {
  if (E->isInstantiationDependent() || E->containsErrors())
    return std::nullopt;
  Expr::EvalResult Result;
  if (E->EvaluateAsInt(Result, Context)) {
    const llvm::APSInt Number = Result.Val.getInt();
    return Number > 0 && Number <= MaxBlockThreads
               ? std::optional(unsigned(Number.getZExtValue()))
               : std::nullopt;
  }
  const Expr *Value = initializerOf(E);
  return Value && Value->EvaluateAsInt(Result, Context) ? extent(Value)
                                                        : std::nullopt;
}

std::optional<std::array<unsigned, 3>> BlockReader::block(const Expr *E) const {
  E = E->IgnoreUnlessSpelledInSource();
  if (E->getType()->isIntegralOrUnscopedEnumerationType()) {
    const std::optional<unsigned> X = extent(E);
    return X ? std::optional(std::array<unsigned, 3>{*X, 1, 1}) : std::nullopt;
  }
  if (const Expr *Value = initializerOf(E))
    return block(Value);
  const auto *Made = dyn_cast<CXXConstructExpr>(E);
  if (!Made || Made->getNumArgs() != 3 ||
      Made->getConstructor()->isCopyOrMoveConstructor())
    return std::nullopt;
  std::array<unsigned, 3> Block;
  for (unsigned D = 0; D != 3; ++D) {
    const Expr *Argument = Made->getArg(D);
    if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(Argument))
      Argument = Default->getExpr();
    const std::optional<unsigned> Extent = extent(Argument);
    if (!Extent)
      return std::nullopt;
    Block[D] = *Extent;
  }
  return Block[0] * Block[1] * Block[2] <= MaxBlockThreads
             ? std::optional(Block)
             : std::nullopt;
}

std::optional<std::array<unsigned, 3>>
banklint::constantBlock(const CallExpr &Launch, const FunctionDecl &In) {
  const auto *Call = dyn_cast<CUDAKernelCallExpr>(&Launch);
  const auto Config = Call ? configurationOf(*Call) : std::nullopt;
  return Config && In.hasBody() ? BlockReader(In).block(Config->Block)
                                : std::nullopt;
}
