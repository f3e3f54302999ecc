//===- IntrinsicCalls.cpp - Functions whose meaning is CUDA's ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cuda/Fragments.h"
#include "Interpreter.h"
#include "clang/AST/Attr.h"
#include "llvm/ADT/bit.h"

using namespace banklint;
using namespace clang;
using llvm::cast;
using llvm::dyn_cast;

Scalar Interpreter::callIntrinsic(const CallExpr *E, Intrinsic What,
                                  bool &Handled) {
  QualType Type = E->getType();
  SourceLocation Where = E->getBeginLoc();
  unsigned Count = E->getNumArgs();
  auto EvaluateAll = [&] {
    bool IsUniform = true;
    for (const Expr *Argument : E->arguments())
      IsUniform &= evaluate(Argument).Number.isUniform();
    return IsUniform;
  };
  auto BitFunction =
      [&](llvm::function_ref<int64_t(uint64_t, unsigned)> F) -> Scalar {
    Value V = number(E->getArg(0));
    unsigned Bits = Types.intType(E->getArg(0)->getType()).Bits;
    if (!V.isKnown())
      return unknownOf(Type, V.isUniform(), "computed from unknown bits",
                       Where);
    Lanes Each;
    for (unsigned Lane = 0; Lane != WarpLanes; ++Lane)
      Each[Lane] = F(uint64_t(V.constant()[Lane]) &
                         (Bits == 64 ? ~0ull : (1ull << Bits) - 1),
                     Bits);
    return P.lanes(Each);
  };
  switch (What) {
  case Intrinsic::Min:
  case Intrinsic::Max: {
    if (Count != 2 || E->isGLValue() || !Types.isInteger(Type))
      break;
    Value A = number(E->getArg(0)), B = number(E->getArg(1));
    return What == Intrinsic::Min ? P.min(A, B, Types.intType(Type))
                                  : P.max(A, B, Types.intType(Type));
  }
  case Intrinsic::Abs: {
    if (Count != 1 || !Types.isInteger(Type))
      break;
    Value A = number(E->getArg(0));
    return P.max(A, P.negate(A, Types.intType(Type)), Types.intType(Type));
  }
  case Intrinsic::Mul24: {
    Value A = number(E->getArg(0)), B = number(E->getArg(1));
    return P.mul(A, B, Types.intType(Type));
  }
  case Intrinsic::MulHigh: {
    Value A = number(E->getArg(0)), B = number(E->getArg(1));
    IntType T = Types.intType(Type);
    if (T.Bits > 32)
      return unknownOf(Type, A.isUniform() && B.isUniform(), "a high product",
                       Where);
    return P.shr(P.mul(A, B, {64, T.IsSigned}), Value(32), {64, T.IsSigned});
  }
  case Intrinsic::PopCount:
    return BitFunction([](uint64_t N, unsigned) { return llvm::popcount(N); });
  case Intrinsic::LeadingZeros:
    return BitFunction([](uint64_t N, unsigned Bits) {
      return int64_t(llvm::countl_zero(N)) - (64 - int64_t(Bits));
    });
  case Intrinsic::FirstSet:
    return BitFunction([](uint64_t N, unsigned) {
      return N ? int64_t(llvm::countr_zero(N)) + 1 : 0;
    });
  case Intrinsic::ReverseBits:
    return BitFunction([](uint64_t N, unsigned Bits) {
      uint64_t Reversed = 0;
      for (unsigned Bit = 0; Bit != Bits; ++Bit)
        Reversed |= (N >> Bit & 1) << (Bits - 1 - Bit);
      return int64_t(Reversed);
    });
  case Intrinsic::Barrier:
    EvaluateAll();
    ++Recorded.Code.Fence;
    return Type->isVoidType() || Type->isRecordType()
               ? Scalar()
               : unknownOf(Type, true, "a barrier's result", Where);
  case Intrinsic::ThreadRegister:
    return P.convert(
        specialRegister(specialRegisterOf(*E->getDirectCallee()), Where).Number,
        {32, false}, Types.intType(Type));
  case Intrinsic::BlockVote:
    EvaluateAll();
    ++Recorded.Code.Fence;
    return unknownOf(Type, true, "a vote", Where);
  case Intrinsic::WarpVote:
    EvaluateAll();
    ++Recorded.Code.Exchange;
    return unknownOf(Type, true, "a vote", Where);
  case Intrinsic::ActiveMask:
    if (Active.How == Certainty::Exact)
      return Value(int64_t(Active.Lanes));
    return unknownOf(Type, true, "the active lanes", Where);
  case Intrinsic::ShuffleIndex:
  case Intrinsic::ShuffleUp:
  case Intrinsic::ShuffleDown:
  case Intrinsic::ShuffleXor:
    return callShuffle(E, What);
  case Intrinsic::CachedLoad: {
    if (Count != 1)
      break;
    Scalar Address = evaluate(E->getArg(0));
    if (Type->isRecordType())
      return unknownOf(Context.IntTy, false, "loaded from memory", Where);
    return load(dereference(Address, E->getArg(0)), Type, E);
  }
  case Intrinsic::CachedStore: {
    if (Count != 2)
      break;
    // Clang's own has the value in front.
    unsigned To = E->getDirectCallee()->getBuiltinID() ? 1 : 0;
    Scalar Address = evaluate(E->getArg(To));
    Scalar V = evaluate(E->getArg(1 - To));
    store(dereference(Address, E->getArg(To)), E->getArg(1 - To)->getType(), V,
          E);
    return {};
  }
  case Intrinsic::AtomicAdd:
  case Intrinsic::AtomicInteger:
    return callAtomic(E, RequestKind::Atomic);
  case Intrinsic::AtomicCas:
    return callAtomic(E, RequestKind::AtomicCas);
  case Intrinsic::SharedAddress:
  case Intrinsic::GenericAddress:
    return evaluate(E->getArg(0));
  case Intrinsic::IsShared:
  case Intrinsic::IsGlobal: {
    Scalar V = evaluate(E->getArg(0));
    if (!V.Address || V.Address->Base->Kind == Object::Lost)
      return P.symbol("a pointer's space", SymbolKind::Choice, {0, 1});
    return Value(
        V.Address->Base->Kind ==
        (What == Intrinsic::IsShared ? Object::Shared : Object::Foreign));
  }
  case Intrinsic::GroupCopy: {
    llvm::SmallVector<const Expr *, 6> Arguments(E->arguments());
    // A body knows best how the pieces are dealt out, if their size is known.
    if (E->getDirectCallee()->hasBody() && pieceOfCopy(Arguments) >= 4)
      break;
    return copyByGroup(Arguments, E);
  }
  case Intrinsic::BulkCopy:
    for (const Expr *Argument : E->arguments()) {
      Scalar V =
          Argument->getType()->isRecordType() ? Scalar() : evaluate(Argument);
      if (V.Address && V.Address->Base->Kind == Object::Shared)
        record(AccessOperation::CpAsync, RequestKind::CpAsync,
               lost("bulk copy: it has no addresses of a warp"), 4, false, E);
    }
    return {};
  case Intrinsic::PipelineCopy: {
    Scalar To = evaluate(E->getArg(0));
    evaluate(E->getArg(1));
    Value Bytes = number(E->getArg(2));
    const Pointer *At = dereference(To, E->getArg(0));
    if (At->Base->Kind == Object::Shared || At->Base->Kind == Object::Lost) {
      bool IsKnown =
          Bytes.isNumber(4) || Bytes.isNumber(8) || Bytes.isNumber(16);
      record(AccessOperation::CpAsync,
             Bytes.isNumber(16) ? RequestKind::CpAsyncBypass
                                : RequestKind::CpAsync,
             IsKnown ? At : lost(why("copy of an unknown size", Where)),
             IsKnown ? unsigned(Bytes.constant().same()) : 4, false, E);
    }
    return {};
  }
  case Intrinsic::MemoryCopy: {
    if (Count != 3)
      break;
    Scalar To = evaluate(E->getArg(0)), From = evaluate(E->getArg(1));
    Value Bytes = number(E->getArg(2));
    auto Pointee = [&](const Expr *Argument) {
      QualType Pointer = Argument->IgnoreParenCasts()->getType();
      if (const auto *Array = Context.getAsArrayType(Pointer))
        return Array->getElementType();
      return Pointer->isPointerType() ? Pointer->getPointeeType()
                                      : Context.CharTy;
    };
    auto Side = [&](const Scalar &Address, unsigned Argument,
                    AccessOperation Operation) {
      if (!Address.Address || (Address.Address->Base->Kind != Object::Shared &&
                               Address.Address->Base->Kind != Object::Lost))
        return;
      RequestKind Kind = Operation == AccessOperation::Load
                             ? RequestKind::Load
                             : RequestKind::Store;
      QualType ElementType = Pointee(E->getArg(Argument));
      int64_t Piece = Types.alignmentOf(ElementType);
      if (!Bytes.isNumber() || Bytes.constant().same() > 4096) {
        record(Operation, Kind, lost(why("copy of an unknown size", Where)), 4,
               false, E);
        return;
      }
      Piece = std::min<int64_t>(Piece, 16);
      for (int64_t Offset = 0; Offset + Piece <= Bytes.constant().same();
           Offset += Piece)
        record(Operation, Kind, stepBytes(Address.Address, Offset),
               unsigned(Piece), false, E);
    };
    Side(From, 1, AccessOperation::Load);
    Side(To, 0, AccessOperation::Store);
    if (To.Address && To.Address->Base->Kind == Object::Local) {
      bool IsWhole =
          From.Address && From.Address->Base->Kind == Object::Local &&
          Bytes.isNumber() &&
          Bytes.constant().same() == Types.sizeOf(Pointee(E->getArg(0)));
      if (IsWhole)
        copy(From.Address, To.Address, Pointee(E->getArg(0)), E, E);
      else
        forgetLocal(*To.Address->Base, why("copied from memory", Where));
    }
    return To;
  }
  case Intrinsic::MemorySet: {
    Scalar To = evaluate(E->getArg(0));
    for (unsigned I = 1; I < Count; ++I)
      evaluate(E->getArg(I));
    if (To.Address && To.Address->Base->Kind == Object::Local)
      forgetLocal(*To.Address->Base, why("set by memset", Where));
    else if (To.Address && To.Address->Base->Kind == Object::Shared)
      record(AccessOperation::Store, RequestKind::Store,
             lost(why("memset of shared memory", Where)), 1, false, E);
    return To;
  }
  case Intrinsic::MatrixLoad:
  case Intrinsic::MatrixStore:
    callFragment(E, What == Intrinsic::MatrixLoad);
    return {};
  case Intrinsic::NoEffect:
    EvaluateAll();
    return unknownOf(Type->isVoidType() ? Context.IntTy : Type, true,
                     "a result", Where);
  case Intrinsic::AssertFail:
    EvaluateAll();
    refuse();
    return {};
  case Intrinsic::Stop:
    EvaluateAll();
    refuse();
    Active.Lanes = 0;
    return {};
  case Intrinsic::SameValue:
    if (Count == 0)
      break;
    if (E->isGLValue())
      return Scalar(place(E->getArg(0)));
    return Type->isPointerType() && E->getArg(0)->isGLValue()
               ? Scalar(place(E->getArg(0)))
               : evaluate(E->getArg(0));
  case Intrinsic::None:
    break;
  }
  Handled = false;
  return {};
}

/// Lane l gets the number of another lane, where that lane is known.
Scalar Interpreter::callShuffle(const CallExpr *E, Intrinsic What) {
  const FunctionDecl *Callee = E->getDirectCallee();
  unsigned First = Callee->getName().ends_with("_sync") ? 1 : 0;
  if (First)
    evaluate(E->getArg(0));
  if (E->getNumArgs() < First + 2)
    return unknownOf(E->getType(), false, "shuffled", E->getBeginLoc());
  Scalar V = evaluate(E->getArg(First));
  Value Other = number(E->getArg(First + 1));
  Value Width =
      E->getNumArgs() > First + 2 ? number(E->getArg(First + 2)) : Value(32);
  ++Recorded.Code.Exchange;
  if (V.Number.isUniform() && !V.Address)
    return V;
  bool IsKnown = Other.isKnown() && Width.isNumber() &&
                 Width.constant().same() > 0 &&
                 llvm::all_of(V.Number.terms(),
                              [](const Term &T) { return T.What->IsUniform; });
  if (!IsKnown || V.Address)
    return unknownOf(E->getType(), false, "shuffled", E->getBeginLoc());
  int64_t W = Width.constant().same();
  auto Source = [&](int64_t Lane) {
    int64_t Segment = Lane / W * W, By = Other.constant()[unsigned(Lane)];
    int64_t From = What == Intrinsic::ShuffleIndex  ? Segment + (By & (W - 1))
                   : What == Intrinsic::ShuffleUp   ? Lane - By
                   : What == Intrinsic::ShuffleDown ? Lane + By
                                                    : Lane ^ By;
    return From < Segment || From >= Segment + W ? Lane : From;
  };
  auto Permuted = [&](const LaneNumbers &Numbers) {
    Lanes Each;
    for (unsigned Lane = 0; Lane != WarpLanes; ++Lane)
      Each[Lane] = Numbers[unsigned(Source(Lane))];
    return P.lanes(Each);
  };
  Value Result = Permuted(V.Number.constant());
  for (const Term &T : V.Number.terms())
    Result = P.add(Result, P.mul(Permuted(T.Factor), P.valueOf(T.What)));
  return Result;
}
