//===- RejectedCode.cpp - Expressions that Clang rejects ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nvcc accepts some code that Clang does not, such as a shared variable with a
// constructor. What uses it is then a RecoveryExpr: a list of its operands.
// What such an expression does with the shared memory that it names is unknown.
// Where Clang has no more of a statement than its text, see Cuda/LostCode.h, it
// may do anything with what the text names.
//
//===----------------------------------------------------------------------===//

#include "RejectedCode.h"
#include "AddressKinds.h"
#include "Bank/BankModel.h"
#include "GroupCopy.h"
#include "clang/AST/Attr.h"

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;

static const VarDecl *rejectedVariable(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  if (const auto *Broken = dyn_cast<RecoveryExpr>(E))
    return Broken->subExpressions().size() == 1
               ? rejectedVariable(Broken->subExpressions()[0])
               : nullptr;
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *Variable = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return Variable && Variable->isInvalidDecl() ? Variable : nullptr;
}

bool banklint::isRejectedBarrier(const Expr *E) {
  const VarDecl *Variable = rejectedVariable(E);
  const CXXRecordDecl *Class =
      Variable ? Variable->getType()->getAsCXXRecordDecl() : nullptr;
  return Class && Class->getName() == "barrier";
}

static bool isAsyncCopy(const CallExpr &Call) {
  const auto *Named = dyn_cast<OverloadExpr>(Call.getCallee()->IgnoreParens());
  return Named && Named->getName().isIdentifier() &&
         Named->getName().getAsString() == "memcpy_async";
}

/// An access of some kind to a variable with a constructor.
void Interpreter::recordRejected(const VarDecl &Variable, const Expr *Site) {
  const CXXRecordDecl *Class =
      Variable.getType()->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  // Barriers and pipelines only order accesses.
  if (!Variable.hasAttr<CUDASharedAttr>() || (Class && isOfCudaLibrary(*Class)))
    return;
  record(AccessOperation::Load, RequestKind::Load,
         lost(P.reason(ReasonKind::RejectedConstructor, Variable.getName())),
         UnknownSizeBytes, false, Site);
}

//===----------------------------------------------------------------------===//
// Lost statements
//===----------------------------------------------------------------------===//

/// What lost text may do with an address that it has: read there, write, keep
/// it. What is behind further addresses there, too.
void Interpreter::passToLost(const Pointer *At, const Expr *Site,
                             llvm::SmallPtrSetImpl<const Object *> &Known) {
  Object &O = *At->Base;
  if (O.Kind == Object::Shared) {
    loseAddress(Scalar(At));
    record(AccessOperation::Load, RequestKind::Load,
           lost(why(ReasonKind::UsedInRejectedCode, Site->getBeginLoc())),
           UnknownSizeBytes, false, Site);
    return;
  }
  if (O.Kind != Object::Local || !Known.insert(&O).second)
    return;
  llvm::SmallVector<const Pointer *, 4> Held;
  auto Collect = [&](const Object &From) {
    for (const auto &[OffsetBytes, V] : From.Cells)
      if (V.Address)
        Held.push_back(V.Address);
  };
  Collect(O);
  for (const Object *Other : O.StandsFor)
    Collect(*Other);
  for (const Pointer *Inner : Held)
    passToLost(Inner, Site, Known);
  forgetLocal(O, why(ReasonKind::WrittenInLostCode, Site->getBeginLoc()));
}

/// A variable that lost text names: of this function, or of one around the
/// lambda that it stands in.
const Pointer *Interpreter::variableOfLost(const VarDecl &Variable) {
  if (Variable.hasAttr<CUDASharedAttr>())
    return &Memory.object(&Variable, Context).Begin;
  for (const Frame *F = Top; F; F = F->Caller)
    if (const Object *Known = F->Locals.lookup(&Variable))
      return &Known->Begin;
  return nullptr;
}

/// Code that Clang rejects, of which the tree has no more than what its text
/// names: see Cuda/LostCode.h.
Scalar Interpreter::evaluateLost(const RecoveryExpr *E) {
  ++Recorded.Code.Fence;
  llvm::SmallPtrSet<const Object *, 8> Known;
  for (const Expr *Named : E->subExpressions()) {
    if (llvm::isa<CXXThisExpr>(Named)) {
      passToLost(thisObject(Named), Named, Known);
      continue;
    }
    const auto *Ref = dyn_cast<DeclRefExpr>(Named);
    const auto *Variable = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (!Variable)
      continue;
    if (const Pointer *At = variableOfLost(*Variable))
      passToLost(At, Named, Known);
    if (Top->Captures.contains(Variable) && Top->Closure)
      passToLost(placeOfVariable(Ref), Named, Known);
  }
  const QualType Type = E->getType();
  if (E->isGLValue() || Type->isPointerType())
    return lost(why(ReasonKind::RejectedByClang, E->getBeginLoc()));
  return unknownOf(Type, /*IsUniform=*/false, ReasonKind::RejectedByClang,
                   E->getBeginLoc());
}

//===----------------------------------------------------------------------===//
// Expressions that Clang has in part
//===----------------------------------------------------------------------===//

Scalar Interpreter::evaluateRejected(const Expr *E) {
  auto Unknown = [&] {
    return unknownOf(Context.IntTy, false, ReasonKind::RejectedByClang,
                     E->getBeginLoc());
  };
  if (const VarDecl *Variable = rejectedVariable(E)) {
    recordRejected(*Variable, E);
    return Unknown();
  }
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    ++Recorded.Code.Fence;
    if (isAsyncCopy(*Call)) {
      GroupCopy(*this, llvm::to_vector(Call->arguments()), E).run();
      return Unknown();
    }
  }
  for (const Stmt *Child : E->children()) {
    const auto *Operand = llvm::dyn_cast_or_null<Expr>(Child);
    if (!Operand || llvm::isa<OverloadExpr>(Operand))
      continue;
    if (Operand->isTypeDependent()) {
      evaluateRejected(Operand);
      continue;
    }
    Scalar V =
        Operand->isGLValue() ? Scalar(place(Operand)) : evaluate(Operand);
    if (!isShared(V))
      continue;
    loseAddress(V);
    record(AccessOperation::Load, RequestKind::Load,
           lost(why(ReasonKind::UsedInRejectedCode, E->getBeginLoc())),
           UnknownSizeBytes, false, Operand);
  }
  return Unknown();
}
