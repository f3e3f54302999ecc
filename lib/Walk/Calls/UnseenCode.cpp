//===- UnseenCode.cpp - What is given to code that is not seen ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function without a body, a call that a limit keeps from being followed, an
// expression that is not understood, text that Clang rejects: what such code
// does with an address that it is given is not known. It may load and store
// there, keep the address, and do the same with every address that it finds
// there. So shared memory that it can come to has an unknown access, and local
// objects that it can come to are unknown afterwards.
//
//===----------------------------------------------------------------------===//

#include "Interpreter.h"
#include "Nvcc/Source/SlowPaths.h"
#include "State/AddressKinds.h"

using namespace banklint;
using namespace clang;
using llvm::dyn_cast_or_null;
using llvm::isa;

/// Code is given an address. `Known` are the objects that it was given before;
/// with `IsConst` it does not write to the first of them.
void Interpreter::passOn(const Pointer *At, const Expr *Site, const Unseen &By,
                         llvm::SmallPtrSetImpl<const Object *> &Known,
                         bool IsConst) {
  Object &O = *At->Base;
  if (mayBeShared(*At)) {
    loseAddress(Scalar(At));
    record(AccessOperation::Load, RequestKind::Load, lost(By.Accessed),
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
    passOn(Inner, Site, By, Known);
  if (!IsConst)
    forgetLocal(O, By.Written);
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// A function of the toolkit that gives back what it computes, as those of
/// mathematics do: it touches no memory but what it is pointed to. Clocks are
/// read in their place.
static bool isComputation(const FunctionDecl &Callee,
                          const SourceManager &Sources) {
  bool IsOfToolkit =
      Callee.getBuiltinID() || Sources.isInSystemHeader(Callee.getLocation());
  llvm::StringRef Name = Callee.getIdentifier() ? Callee.getName() : "";
  return IsOfToolkit && !Name.contains("clock") && !Name.contains("timer") &&
         (!Callee.getReturnType()->isVoidType() ||
          llvm::any_of(Callee.parameters(), [](const ParmVarDecl *P) {
            return P->getType()->isPointerType();
          }));
}

/// Evaluates what a function is given that is not entered.
Interpreter::Given Interpreter::givenTo(const FunctionDecl *Callee,
                                        unsigned Position,
                                        const Expr *Argument) {
  bool IsReference = false, IsConst = false;
  if (Callee && Position < Callee->getNumParams()) {
    QualType Type = Callee->getParamDecl(Position)->getType();
    IsReference = Type->isReferenceType();
    IsConst = (Type->isPointerType() || IsReference) &&
              Type->getPointeeType().isConstQualified();
  }
  if (Argument->isGLValue())
    return {Scalar(place(Argument)), IsReference && IsConst};
  // A copy of an object, whatever is done to it.
  if (TypeLayouts::isInParts(Argument->getType()) && Argument->isPRValue()) {
    const Pointer *Copied = temporary(Argument->getType(), "an argument");
    evaluateInto(Argument, Copied);
    noteObject(Temporaries, Argument->getType(), Copied, Argument);
    return {Scalar(Copied),
            /*IsConst=*/!Argument->getType().isDestructedType()};
  }
  return {evaluate(Argument), IsConst};
}

/// An address, if it is one, goes where nobody sees what is done with it.
void Interpreter::passToUnknown(const Given &Passed, const Expr *Site,
                                const UnseenCall &To) {
  const Pointer *At = Passed.What.Address;
  if (!At)
    return Recorded.count(Passed.What.Number, Active.Lanes, Site);
  if (At->Base->Kind != Object::Local)
    ++Recorded.Code.Fence;
  Reason Why = To.IsPassedOver ? ReasonKind::PassedOverUnnamed
                               : ReasonKind::PassedUnseenUnnamed;
  if (To.Callee)
    Why = P.reason(To.IsPassedOver ? ReasonKind::PassedOver
                                   : ReasonKind::PassedUnseen,
                   To.Callee->getNameAsString());
  llvm::SmallPtrSet<const Object *, 8> Known;
  passOn(At, Site,
         {why(Why, To.Where),
          why(ReasonKind::PassedToUnknownCode, Site->getBeginLoc())},
         Known, Passed.IsConst);
}

/// A function whose body is not seen: what it is given may change. True where
/// it computes the same in all lanes, since it is given the same numbers; what
/// takes no number may read a register.
bool Interpreter::callUnknown(const CallExpr *E, const Pointer *This,
                              bool IsPassedOver) {
  const FunctionDecl *Callee = E->getDirectCallee();
  const UnseenCall To = {Callee, E->getBeginLoc(), IsPassedOver};
  bool Computes = Callee && isComputation(*Callee, Context.getSourceManager());
  bool IsUniform =
      Computes && !isa<CXXMethodDecl>(Callee) && E->getNumArgs() > 0;
  if (!Computes)
    ++Recorded.Code.Fence;
  // The first operand of a member operator is its object.
  const bool IsOfObject = This && isa<CXXOperatorCallExpr>(E);
  for (unsigned I = IsOfObject; I < E->getNumArgs(); ++I) {
    const Expr *Argument = E->getArg(I);
    const Given Passed = givenTo(Callee, I - IsOfObject, Argument);
    IsUniform &= Argument->getType()->isArithmeticType() &&
                 !Passed.What.Address && Passed.What.Number.isUniform();
    passToUnknown(Passed, Argument, To);
  }
  if (const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Callee); This) {
    // The system's classes change themselves, and nothing that holds them.
    if (IsHost && Method &&
        Context.getSourceManager().isInSystemHeader(Method->getLocation())) {
      if (!Method->isConst())
        forgetBytes(
            This,
            Types.sizeOf(Context.getCanonicalTagType(Method->getParent())),
            why(ReasonKind::PassedToUnknownCode, E->getBeginLoc()));
    } else {
      passToUnknown({Scalar(This), Method && Method->isConst()}, E, To);
    }
  }
  const SlowPath Path = Callee ? slowPathOf(*Callee, Context) : SlowPath::None;
  Recorded.Code.SlowPath += Path != SlowPath::None;
  Recorded.Code.Exchange +=
      Path == SlowPath::InIr || (Callee && isInlineAssembly(*Callee));
  return IsUniform;
}
