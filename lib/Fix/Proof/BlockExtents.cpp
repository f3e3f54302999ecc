//===- BlockExtents.cpp - Extents that all blocks have --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Proof/BlockExtents.h"
#include "Cuda/Intrinsics.h"
#include "Cuda/KernelCalls.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;
using llvm::isa;

/// Whether an object has the value that it was initialized with: only whole
/// copies of it are made, and its members loaded.
static bool isOnlyRead(const VarDecl *D, const SourceMap &Map) {
  auto IsLoad = [](const SourceParent &Parent) {
    const auto *Cast = dyn_cast_or_null<CastExpr>(Parent.Statement);
    return Cast && Cast->getCastKind() == CK_LValueToRValue;
  };
  auto IsRead = [&](const SourceParent &Parent) {
    if (const auto *Member = dyn_cast_or_null<MemberExpr>(Parent.Statement))
      return llvm::all_of(Map.parentsOf(Member), IsLoad);
    const auto *Cast = dyn_cast_or_null<CastExpr>(Parent.Statement);
    return isa_and_nonnull<CXXConstructExpr>(Parent.Statement) ||
           (Cast && Cast->getCastKind() == CK_NoOp);
  };
  return D->hasInit() && !Map.isChanged(D) && Map.valuesOf(D).size() == 1 &&
         llvm::all_of(Map.referencesTo(D), [&](const Expr *Ref) {
           return llvm::all_of(Map.parentsOf(Ref), IsRead);
         });
}

static bool isOfDim3(const CXXConstructExpr &Made) {
  const CXXRecordDecl *Class = Made.getConstructor()->getParent();
  return Class->getIdentifier() && Class->getName() == "dim3";
}

static const Expr *argumentOf(const CXXConstructExpr &Made, unsigned Which) {
  const Expr *Argument = Made.getArg(Which);
  const auto *Default = dyn_cast<CXXDefaultArgExpr>(Argument);
  return Default ? Default->getExpr() : Argument;
}

/// A component of an expression of type `dim3`.
static std::optional<int64_t> componentOf(const Expr *Block, unsigned Which,
                                          const SourceMap &Map) {
  llvm::SmallPtrSet<const ValueDecl *, 4> Seen; // `dim3 b = b;`
  while (true) {
    Block = Block->IgnoreImplicit()->IgnoreParenCasts();
    if (const ValueDecl *D = namedBy(Block)) {
      const auto *Variable = dyn_cast<VarDecl>(D);
      if (!Variable || isa<ParmVarDecl>(Variable) ||
          !isOnlyRead(Variable, Map) || !Seen.insert(D).second)
        return std::nullopt;
      Block = Map.valuesOf(Variable)[0];
      continue;
    }
    const auto *Made = dyn_cast<CXXConstructExpr>(Block);
    if (!Made)
      return std::nullopt;
    if (Made->getConstructor()->isCopyOrMoveConstructor()) {
      Block = Made->getArg(0);
      continue;
    }
    if (!isOfDim3(*Made) || Made->getNumArgs() <= Which)
      return std::nullopt;
    return Map.constantOf(argumentOf(*Made, Which));
  }
}

llvm::SmallVector<const Expr *, 2>
banklint::extentsOfBlock(const Expr *Block, unsigned Dimension,
                         const SourceMap &Map) {
  llvm::SmallVector<const Expr *, 2> Result;
  llvm::SmallVector<const Expr *, 4> Left{Block};
  llvm::SmallPtrSet<const ValueDecl *, 4> Seen;
  while (!Left.empty()) {
    const Expr *E = Left.pop_back_val();
    E = E->IgnoreImplicit()->IgnoreParenCasts();
    const auto *Made = dyn_cast<CXXConstructExpr>(E);
    if (const ValueDecl *D = namedBy(E)) {
      if (!Seen.insert(D).second)
        continue;
      llvm::append_range(Left, Map.valuesOf(D));
      llvm::append_range(Result, Map.changesOf(D));
      // `block.x = 64`
      if (const RecordDecl *Class = D->getType()->getAsRecordDecl())
        for (const FieldDecl *Field : Class->fields())
          if (Field->getFieldIndex() == Dimension) {
            llvm::append_range(Result, Map.valuesOf(Field));
            llvm::append_range(Result, Map.changesOf(Field));
          }
      if (Map.valuesOf(D).empty())
        Result.push_back(E);
    } else if (Made && Made->getNumArgs() == 1 &&
               Made->getConstructor()->isCopyOrMoveConstructor())
      Left.push_back(Made->getArg(0));
    else if (Made && isOfDim3(*Made) && Made->getNumArgs() > Dimension)
      Result.push_back(argumentOf(*Made, Dimension));
    else
      Result.push_back(E);
  }
  return Result;
}

BlockExtents::BlockExtents(const llvm::SetVector<const FunctionDecl *> &Kernels,
                           const SourceMap &Map) {
  bool IsFirst = true;
  for (const FunctionDecl *Kernel : Kernels) {
    llvm::ArrayRef<const CallExpr *> Calls = Map.callsOf(Kernel);
    const auto *Name = cast<ValueDecl>(Kernel->getCanonicalDecl());
    if (Calls.empty() || Map.referencesTo(Name).size() != Calls.size()) {
      Extents = {}; // a launch may be hidden
      return;
    }
    for (const CallExpr *Call : Calls) {
      const auto *Launch = dyn_cast<CUDAKernelCallExpr>(Call);
      auto Configuration = Launch ? configurationOf(*Launch) : std::nullopt;
      for (unsigned D = 0; D != 3; ++D) {
        std::optional<int64_t> Extent =
            Configuration ? componentOf(Configuration->Block, D, Map)
                          : std::nullopt;
        if (IsFirst)
          Extents[D] = Extent;
        else if (Extents[D] != Extent)
          Extents[D] = std::nullopt;
      }
      IsFirst = false;
    }
  }
}

BuiltinComponent banklint::builtinComponentOf(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  BuiltinComponent Result;
  if (const auto *Property = dyn_cast<PseudoObjectExpr>(E);
      Property && Property->getResultExpr())
    E = Property->getResultExpr()->IgnoreParenImpCasts();
  if (const auto *Call = dyn_cast<CallExpr>(E); Call && Call->getDirectCallee())
    Result.Variable =
        builtinVariableOf(*Call->getDirectCallee(), Result.Component);
  if (const auto *Member = dyn_cast<MemberExpr>(E)) {
    const auto *Base =
        dyn_cast<DeclRefExpr>(Member->getBase()->IgnoreParenImpCasts());
    const auto *D = Base ? dyn_cast<VarDecl>(Base->getDecl()) : nullptr;
    if (D && D->hasExternalStorage() && D->getIdentifier() &&
        Member->getMemberDecl()->getIdentifier() &&
        Member->getMemberDecl()->getName().size() == 1) {
      Result.Variable = D->getName();
      Result.Component = Member->getMemberDecl()->getName()[0];
    }
  }
  const bool IsOfBlocks = Result.Component >= 'x' && Result.Component <= 'z';
  return IsOfBlocks ? Result : BuiltinComponent();
}

std::optional<int64_t> BlockExtents::valueOf(const Expr *E) const {
  const BuiltinComponent Read = builtinComponentOf(E);
  return Read.Variable == "blockDim" ? Extents[Read.dimension()] : std::nullopt;
}
