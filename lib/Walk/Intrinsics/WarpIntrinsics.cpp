//===- WarpIntrinsics.cpp - Barriers, votes, shuffles, registers ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bank/Gpu.h"
#include "Intrinsics/IntrinsicCall.h"
#include "State/AddressKinds.h"
#include "llvm/Support/MathExtras.h"

using namespace banklint;
using namespace clang;

std::optional<Scalar> Interpreter::IntrinsicCall::runWarp() {
  switch (Function) {
  case Intrinsic::Barrier:
    return barrier();
  case Intrinsic::BlockVote:
    evaluateAll();
    ++I.Recorded.Code.Fence;
    return unknown(true, ReasonKind::Vote);
  case Intrinsic::WarpVote: {
    // Lanes that name different members hear of different ones.
    bool IsOfAll = true;
    for (unsigned N = 0; N != argumentCount(); ++N) {
      const Scalar V = evaluate(N);
      IsOfAll &= N > 0 || argumentCount() == 1 || V.Number.isUniform();
    }
    ++I.Recorded.Code.Exchange;
    return unknown(IsOfAll, ReasonKind::Vote);
  }
  case Intrinsic::ActiveMask:
    return activeMask();
  case Intrinsic::ThreadRegister:
    if (!Callee)
      return std::nullopt;
    return Scalar(
        I.P.convert(I.specialRegister(specialRegisterOf(*Callee), Loc).Number,
                    {32, false}, I.Types.intType(Type)));
  case Intrinsic::ShuffleIndex:
  case Intrinsic::ShuffleUp:
  case Intrinsic::ShuffleDown:
  case Intrinsic::ShuffleXor:
    if (!Callee)
      return std::nullopt;
    return shuffle();
  default:
    llvm_unreachable("no function of the warp or the block");
  }
}

/// What keeps count in memory is asked there, with no measured rule.
void Interpreter::IntrinsicCall::recordCount() {
  const auto *Member = llvm::dyn_cast<CXXMemberCallExpr>(Call);
  const Expr *Named = Member            ? Member->getImplicitObjectArgument()
                      : argumentCount() ? argument(0)
                                        : nullptr;
  if (!Named)
    return;
  const QualType Pointee = Named->getType()->getPointeeType();
  const CXXRecordDecl *Class =
      (Pointee.isNull() ? Named->getType() : Pointee)->getAsCXXRecordDecl();
  if (!Class || !Class->hasDefinition() || !countsByAtomics(*Class))
    return;
  // A pipeline is an object of the thread, whose end tells the others.
  if (!Class->getName().contains("barrier"))
    return;
  const Pointer *At =
      Pointee.isNull() ? I.place(Named) : I.evaluate(Named).Address;
  if (!At || mayBeShared(*At))
    I.recordCount(*Class, Call);
}

Scalar Interpreter::IntrinsicCall::barrier() {
  recordCount();
  evaluateAll();
  ++I.Recorded.Code.Fence;
  if (Type->isVoidType() || Type->isRecordType())
    return I.nobody();
  return unknown(false, ReasonKind::BarrierResult);
}

Scalar Interpreter::IntrinsicCall::activeMask() {
  if (I.Active.Confidence == Certainty::Exact)
    return Value(int64_t(I.Active.Lanes));
  return unknown(true, ReasonKind::ActiveLanes);
}

unsigned Interpreter::IntrinsicCall::sourceLane(unsigned Lane, int64_t Operand,
                                                int64_t Width) const {
  Operand &= LaneCount - 1;
  int64_t Own = Lane, Segment = Own / Width * Width, From = Own;
  switch (Function) {
  case Intrinsic::ShuffleIndex:
    From = Segment + (Operand & (Width - 1));
    break;
  case Intrinsic::ShuffleUp:
    From = Own - Operand;
    break;
  case Intrinsic::ShuffleDown:
    From = Own + Operand;
    break;
  default:
    assert(Function == Intrinsic::ShuffleXor && "one of four shuffles");
    From = Own ^ Operand;
    // Segments in front may be read, those behind may not.
    return From >= Segment + Width ? Lane : unsigned(From);
  }
  return From < Segment || From >= Segment + Width ? Lane : unsigned(From);
}

Value Interpreter::IntrinsicCall::permute(const LaneNumbers &Numbers,
                                          const Value &Operand,
                                          int64_t Width) const {
  Lanes Each;
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
    Each[Lane] = Numbers[sourceLane(Lane, Operand.constant()[Lane], Width)];
  return I.P.lanes(Each);
}

/// __shfl_sync(mask, value, operand{, width}); without a mask for __shfl.
Scalar Interpreter::IntrinsicCall::shuffle() {
  unsigned First = Callee->getName().ends_with("_sync") ? 1 : 0;
  if (First)
    evaluate(0);
  if (argumentCount() < First + 2)
    return unknown(false, ReasonKind::Shuffled);
  Scalar V = evaluate(First);
  Value Operand = number(First + 1);
  Value Width = argumentCount() > First + 2 ? number(First + 2)
                                            : Value(int64_t(LaneCount));
  ++I.Recorded.Code.Exchange;
  if (V.Number.isUniform() && !V.Address)
    return V;
  // What differs between lanes has to be a number in each.
  bool IsPermutation =
      Operand.isKnown() && Width.isNumber() && Width.constant().same() > 0 &&
      llvm::all_of(V.Number.terms(),
                   [](const Term &T) { return T.What->IsUniform; });
  if (!IsPermutation || V.Address) {
    I.loseAddress(V);
    return unknown(false, ReasonKind::Shuffled);
  }
  int64_t Segment = Width.constant().same();
  // CUDA defines no other widths.
  if (Segment > int64_t(LaneCount) || !llvm::isPowerOf2_64(uint64_t(Segment)))
    return unknown(false, ReasonKind::Shuffled);
  Value Result = permute(V.Number.constant(), Operand, Segment);
  for (const Term &T : V.Number.terms())
    Result = I.P.add(Result, I.P.mul(permute(T.Factor, Operand, Segment),
                                     I.P.valueOf(T.What)));
  return Result;
}
