//===- RejectedCode.cpp - Expressions that Clang rejects ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang rejects some code that is CUDA all the same, such as a shared variable
// with a constructor. What uses it is then a RecoveryExpr: a list of its
// operands. What such an expression does with the shared memory that it names
// is unknown. Where Clang has no more of a statement than its text, see
// Cuda/LostCode.h, it may do anything with what the text names.
//
//===----------------------------------------------------------------------===//

#include "Expressions/RejectedCode.h"
#include "Bank/BankModel.h"
#include "Intrinsics/GroupCopy.h"
#include "State/AddressKinds.h"
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

void Interpreter::recordCount(const CXXRecordDecl &Class, const Expr *Site) {
  const bool IsBarrier = Class.getName().contains("barrier");
  record(AccessOperation::Atomic, RequestKind::Atomic,
         lost(P.reason(ReasonKind::UnmeasuredInstruction,
                       IsBarrier ? "cuda::barrier" : "cuda::pipeline")),
         UnknownSizeBytes, false, Site);
}

/// An access of some kind to a variable with a constructor.
void Interpreter::recordRejected(const VarDecl &Variable, const Expr *Site) {
  const CXXRecordDecl *Class =
      Variable.getType()->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
  if (!Variable.hasAttr<CUDASharedAttr>())
    return;
  // Barriers and pipelines only order accesses, and keep count.
  if (Class && isOfCudaLibrary(*Class)) {
    if (countsByAtomics(*Class))
      recordCount(*Class, Site);
    return;
  }
  record(AccessOperation::Load, RequestKind::Load,
         lost(P.reason(ReasonKind::RejectedConstructor, Variable.getName())),
         UnknownSizeBytes, false, Site);
}

//===----------------------------------------------------------------------===//
// Lost statements
//===----------------------------------------------------------------------===//

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
  // It may read there, write, and keep the address.
  auto Pass = [&](const Pointer *At, const Expr *Named) {
    const SourceLocation Where = Named->getBeginLoc();
    passOn(At, Named,
           {why(ReasonKind::UsedInRejectedCode, Where),
            why(ReasonKind::WrittenInLostCode, Where)},
           Known);
  };
  for (const Expr *Named : E->subExpressions()) {
    if (llvm::isa<CXXThisExpr>(Named)) {
      Pass(thisObject(Named), Named);
      continue;
    }
    const auto *Ref = dyn_cast<DeclRefExpr>(Named);
    const auto *Variable = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (!Variable)
      continue;
    if (const Pointer *At = variableOfLost(*Variable))
      Pass(At, Named);
    if (Top->Captures.contains(Variable) && Top->Closure)
      Pass(placeOfVariable(Ref), Named);
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

/// It holds what is not known, if its own type is.
void Interpreter::makeRejected(const VarDecl &Variable) {
  if (const Expr *Init = Variable.getInit())
    evaluateRejected(Init);
  const QualType Type = Variable.getType();
  if (Type->isDependentType() || Type->isUndeducedType())
    return;
  Object &O = makeObject(Object::Local, Variable.getName(), Type);
  O.Lanes = Active.Lanes;
  Top->Locals[&Variable] = &O;
  if (Type->isReferenceType())
    return writeCell(
        O, 0, lost(why(ReasonKind::RejectedByClang, Variable.getLocation())));
  forgetLocal(O, why(ReasonKind::RejectedByClang, Variable.getLocation()));
}

Scalar Interpreter::evaluateRejected(const Expr *E) {
  auto Unknown = [&] {
    return unknownOf(Context.IntTy, false, ReasonKind::RejectedByClang,
                     E->getBeginLoc());
  };
  if (const VarDecl *Variable = rejectedVariable(E)) {
    recordRejected(*Variable, E);
    return Unknown();
  }
  // Beside what a launch passes, its shapes may be known.
  if (const auto *Launch = dyn_cast<CUDAKernelCallExpr>(E); Launch && IsHost)
    evaluateLaunch(Launch);
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
    if (V.Address)
      passOn(V.Address, Operand,
             {why(ReasonKind::UsedInRejectedCode, E->getBeginLoc()),
              why(ReasonKind::WrittenInLostCode, E->getBeginLoc())});
  }
  return Unknown();
}
