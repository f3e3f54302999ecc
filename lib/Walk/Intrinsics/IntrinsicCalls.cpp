//===- IntrinsicCalls.cpp - Calls of functions known by name --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Intrinsics/IntrinsicCall.h"
#include "Nvcc/Source/SlowPaths.h"

using namespace banklint;
using namespace clang;

std::optional<Scalar> Interpreter::callIntrinsic(const CallExpr *E,
                                                 Intrinsic What) {
  return IntrinsicCall(*this, E, What).run();
}

Interpreter::IntrinsicCall::IntrinsicCall(Interpreter &I, const CallExpr *Call,
                                          Intrinsic Function)
    : I(I), Call(Call), Callee(Call->getDirectCallee()), Function(Function),
      Type(Call->getType()), Loc(Call->getBeginLoc()) {}

void Interpreter::IntrinsicCall::evaluateAll() {
  for (const Expr *Argument : Call->arguments())
    I.evaluate(Argument);
}

Scalar Interpreter::IntrinsicCall::unknown(bool IsUniform, const Reason &What) {
  return I.unknownOf(Type, IsUniform, What, Loc);
}

std::optional<Scalar> Interpreter::IntrinsicCall::run() {
  switch (Function) {
  case Intrinsic::None:
    return std::nullopt;
  case Intrinsic::Min:
  case Intrinsic::Max:
  case Intrinsic::Abs:
  case Intrinsic::Mul24:
  case Intrinsic::MulHigh:
  case Intrinsic::PopCount:
  case Intrinsic::LeadingZeros:
  case Intrinsic::FirstSet:
  case Intrinsic::ReverseBits:
    return runInteger();
  case Intrinsic::Barrier:
  case Intrinsic::BlockVote:
  case Intrinsic::WarpVote:
  case Intrinsic::ActiveMask:
  case Intrinsic::ShuffleIndex:
  case Intrinsic::ShuffleUp:
  case Intrinsic::ShuffleDown:
  case Intrinsic::ShuffleXor:
  case Intrinsic::ThreadRegister:
    return runWarp();
  case Intrinsic::CachedLoad:
  case Intrinsic::CachedStore:
  case Intrinsic::AtomicInteger:
  case Intrinsic::AtomicAdd:
  case Intrinsic::AtomicCas:
  case Intrinsic::SharedAddress:
  case Intrinsic::GenericAddress:
  case Intrinsic::ClusterAddress:
  case Intrinsic::IsShared:
  case Intrinsic::IsGlobal:
  case Intrinsic::PipelineCopy:
  case Intrinsic::GroupCopy:
  case Intrinsic::BulkCopy:
  case Intrinsic::MemoryCopy:
  case Intrinsic::MemorySet:
  case Intrinsic::MatrixLoad:
  case Intrinsic::MatrixStore:
    return runMemory();
  case Intrinsic::NoEffect:
  case Intrinsic::AssertFail:
  case Intrinsic::Stop:
  case Intrinsic::SameValue:
    return runOther();
  }
  llvm_unreachable("all intrinsics are of one family");
}

std::optional<Scalar> Interpreter::IntrinsicCall::runOther() {
  switch (Function) {
  case Intrinsic::NoEffect: {
    evaluateAll();
    const SlowPath Path = slowPathOf(*Callee, I.Context);
    I.Recorded.Code.SlowPath += Path != SlowPath::None;
    I.Recorded.Code.Exchange += Path == SlowPath::InIr;
    return I.unknownOf(Type->isVoidType() ? I.Context.IntTy : Type, false,
                       ReasonKind::FunctionResult, Loc);
  }
  case Intrinsic::AssertFail:
    evaluateAll();
    I.refuse();
    return I.nobody();
  case Intrinsic::Stop:
    evaluateAll();
    I.refuse();
    I.Active.Lanes = 0;
    return I.nobody();
  case Intrinsic::SameValue:
    if (argumentCount() == 0)
      return std::nullopt;
    if (Call->isGLValue() ||
        (Type->isPointerType() && argument(0)->isGLValue()))
      return Scalar(I.place(argument(0)));
    return evaluate(0);
  default:
    llvm_unreachable("no function of this family");
  }
}
