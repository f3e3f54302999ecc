//===- MemoryIntrinsics.cpp - Loads, copies, address spaces ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bank/BankModel.h"
#include "Bank/Gpu.h"
#include "Intrinsics/GroupCopy.h"
#include "Intrinsics/IntrinsicCall.h"
#include "State/AddressKinds.h"
#include "Values/Limits.h"

using namespace banklint;
using namespace clang;

std::optional<Scalar> Interpreter::IntrinsicCall::runMemory() {
  switch (Function) {
  case Intrinsic::CachedLoad:
    return argumentCount() == 1 ? std::optional(cachedLoad()) : std::nullopt;
  case Intrinsic::CachedStore:
    return Callee && argumentCount() == 2 ? std::optional(cachedStore())
                                          : std::nullopt;
  case Intrinsic::AtomicInteger:
  case Intrinsic::AtomicAdd:
  case Intrinsic::AtomicCas:
    return atomic();
  case Intrinsic::SharedAddress:
  case Intrinsic::GenericAddress:
    return evaluate(0);
  case Intrinsic::ClusterAddress:
    return clusterAddress();
  case Intrinsic::IsShared:
  case Intrinsic::IsGlobal:
    return isInSpace();
  case Intrinsic::GroupCopy: {
    GroupCopy Copy(I, llvm::to_vector(Call->arguments()), Call);
    // A body distributes the accesses itself, if their size is known.
    if (Callee && Callee->hasBody() && Copy.hasKnownSize())
      return std::nullopt;
    Copy.run();
    return I.nobody();
  }
  case Intrinsic::BulkCopy:
    bulkCopy();
    return I.nobody();
  case Intrinsic::PipelineCopy:
    return pipelineCopy();
  case Intrinsic::MemoryCopy:
    return argumentCount() == 3 ? std::optional(memoryCopy()) : std::nullopt;
  case Intrinsic::MemorySet:
    return memorySet();
  case Intrinsic::MatrixLoad:
  case Intrinsic::MatrixStore:
    matrixAccess();
    return I.nobody();
  default:
    llvm_unreachable("no function of memory");
  }
}

Scalar Interpreter::IntrinsicCall::cachedLoad() {
  Scalar Address = evaluate(0);
  if (Type->isRecordType())
    return I.unknownOf(I.Context.IntTy, false, ReasonKind::LoadedFromMemory,
                       Loc);
  return I.load(I.dereference(Address, argument(0)), Type, Call);
}

Scalar Interpreter::IntrinsicCall::cachedStore() {
  // Clang's own builtin takes the value first.
  unsigned To = Callee->getBuiltinID() ? 1 : 0;
  Scalar Address = evaluate(To);
  Scalar V = evaluate(1 - To);
  I.store(I.dereference(Address, argument(To)), argument(1 - To)->getType(), V,
          Call);
  return I.nobody();
}

/// __cluster_map_shared_rank(address, rank). What lies there are the arrays of
/// another block, or of this one: loads and stores take a generic address to
/// the network of the cluster, at a cost that has not been measured. The other
/// block's array looks as this one does, so that its layout is no more free.
Scalar Interpreter::IntrinsicCall::clusterAddress() {
  const Scalar Own = evaluate(0);
  for (unsigned N = 1; N < argumentCount(); ++N)
    evaluate(N);
  if (isShared(Own))
    I.letEscape(*Own.Address->Base->Array);
  return Scalar(I.lost(ReasonKind::ClusterMemory));
}

/// __isShared, __isGlobal
Scalar Interpreter::IntrinsicCall::isInSpace() {
  Scalar V = evaluate(0);
  if (!V.Address || V.Address->Base->Kind == Object::Lost)
    return I.P.symbol(ReasonKind::PointerSpace, SymbolKind::Choice, {0, 1});
  return Value(
      V.Address->Base->Kind ==
      (Function == Intrinsic::IsShared ? Object::Shared : Object::Foreign));
}

//===----------------------------------------------------------------------===//
// memcpy, memset
//===----------------------------------------------------------------------===//

/// What an argument of type `void *` points to, before the conversion.
static QualType pointeeOf(const Expr *Argument, const ASTContext &Context) {
  QualType Pointer = Argument->IgnoreParenCasts()->getType();
  if (const auto *Array = Context.getAsArrayType(Pointer))
    return Array->getElementType();
  return Pointer->isPointerType() ? Pointer->getPointeeType() : Context.CharTy;
}

/// What a copy may rely on, in bytes: the alignment of the elements that the
/// pointer is declared to point to, or that of the place in its array, which
/// can be seen behind a `void *`.
int64_t Interpreter::IntrinsicCall::alignmentOf(const Scalar &Address,
                                                QualType Element) {
  const int64_t OfElement = I.Types.alignmentOf(Element);
  if (!isShared(Address))
    return OfElement;
  const Value Offset = I.flatten(Address.Address)->WithinBytes;
  int64_t OfPlace = Address.Address->Base->Array->DeclaredAlignment;
  auto Lower = [&](int64_t Bytes) {
    while (Bytes % OfPlace != 0)
      OfPlace /= 2;
  };
  if (!Offset.isKnown())
    Lower(I.P.termsMultipleOf(Offset));
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
    Lower(Offset.constant()[Lane]);
  return std::max(OfElement, OfPlace);
}

/// Whether the accesses of a copy are recorded one by one. Where they are not,
/// one stands for them.
bool Interpreter::IntrinsicCall::hasRecordedSize(const CopiedRange &Range,
                                                 const Value &Bytes) {
  const bool IsKnown = Bytes.isNumber();
  if (IsKnown && Bytes.constant().same() <= limits::InlineCopyBytes)
    return true;
  const Reason Why =
      IsKnown ? I.P.reason(ReasonKind::LongCopy, limits::InlineCopyBytes)
              : ReasonKind::CopyOfUnknownSize;
  I.record(Range.Operation, Range.kind(), I.lost(I.why(Why, Loc)),
           UnknownSizeBytes, false, Call);
  return false;
}

void Interpreter::IntrinsicCall::recordCopied(const CopiedRange &Range,
                                              const Value &Bytes) {
  if (!mayBeShared(Range.Address) || !hasRecordedSize(Range, Bytes))
    return;
  const int64_t SizeBytes = Bytes.constant().same();
  int64_t AccessBytes =
      std::min(alignmentOf(Range.Address, Range.Element), MaxAccessBytes);
  assert(AccessBytes > 0 && "types have an alignment");
  for (int64_t Offset = 0; Offset < SizeBytes; Offset += AccessBytes) {
    // What is left at the end takes narrower accesses.
    while (AccessBytes > SizeBytes - Offset)
      AccessBytes /= 2;
    I.record(Range.Operation, Range.kind(),
             I.stepBytes(Range.Address.Address, Offset), unsigned(AccessBytes),
             false, Call);
  }
}

/// memmove is a loop over bytes: that of libcu++ is one, and stays as it is.
void Interpreter::IntrinsicCall::recordMoved(const CopiedRange &From,
                                             const CopiedRange &To,
                                             const Value &Bytes) {
  llvm::SmallVector<const CopiedRange *, 2> Sides;
  for (const CopiedRange *Range : {&From, &To})
    if (mayBeShared(Range->Address) && hasRecordedSize(*Range, Bytes))
      Sides.push_back(Range);
  if (Sides.empty())
    return;
  for (int64_t Offset = 0; Offset < Bytes.constant().same(); ++Offset)
    for (const CopiedRange *Range : Sides)
      I.record(Range->Operation, Range->kind(),
               I.stepBytes(Range->Address.Address, Offset), 1,
               /*IsVolatile=*/true, Call);
}

/// One of the elements of an array that lies in local memory.
void Interpreter::IntrinsicCall::copyElement(const Pointer *From,
                                             const Pointer *To,
                                             QualType Element) {
  if (TypeLayouts::isInParts(Element))
    I.copy(From, To, Element, Call, Call);
  else
    I.storeLocal(To, Element, I.loadLocal(From, Element, {}));
}

/// memcpy, memmove
Scalar Interpreter::IntrinsicCall::memoryCopy() {
  const Scalar To = evaluate(0), From = evaluate(1);
  const Value Bytes = number(2);
  const CopiedRange Read = {From, pointeeOf(argument(1), I.Context),
                            AccessOperation::Load};
  const CopiedRange Written = {To, pointeeOf(argument(0), I.Context),
                               AccessOperation::Store};
  const size_t First = I.Recorded.size();
  if (Callee && Callee->getName().contains("memmove")) {
    recordMoved(Read, Written, Bytes);
  } else {
    recordCopied(Read, Bytes);
    // Where the other side's alignment is not known, bytes are written there,
    // and some of them may be loaded once more.
    if (!isLocal(To) && !mayBeShared(To))
      I.Recorded.noteLimit(First, ReasonKind::CopiedElsewhere);
    recordCopied(Written, Bytes);
  }
  if (!isLocal(To))
    return To;
  const int64_t ElementBytes = I.Types.sizeOf(Written.Element);
  // Host code copies lists of sizes.
  const int64_t Most = I.IsHost ? limits::LoopIterations : 1;
  const bool IsWhole = isLocal(From) && Bytes.isNumber() && ElementBytes > 0 &&
                       Bytes.constant().same() % ElementBytes == 0 &&
                       Bytes.constant().same() > 0 &&
                       Bytes.constant().same() / ElementBytes <= Most;
  if (IsWhole)
    for (int64_t At = 0; At != Bytes.constant().same(); At += ElementBytes)
      copyElement(I.stepBytes(From.Address, At), I.stepBytes(To.Address, At),
                  Written.Element);
  else
    I.forgetLocal(*To.Address->Base, I.why(ReasonKind::CopiedFromMemory, Loc));
  return To;
}

Scalar Interpreter::IntrinsicCall::memorySet() {
  Scalar To = evaluate(0);
  for (unsigned N = 1; N < argumentCount(); ++N)
    evaluate(N);
  if (isLocal(To))
    I.forgetLocal(*To.Address->Base, I.why(ReasonKind::SetByMemset, Loc));
  else if (mayBeShared(To))
    I.record(AccessOperation::Store, RequestKind::Store,
             I.lost(I.why(ReasonKind::MemorySet, Loc)), 1, false, Call);
  return To;
}

//===----------------------------------------------------------------------===//
// Asynchronous copies of a thread
//===----------------------------------------------------------------------===//

/// __pipeline_memcpy_async(shared, global, bytes{, bytes that are zero})
Scalar Interpreter::IntrinsicCall::pipelineCopy() {
  Scalar To = evaluate(0);
  Scalar From = evaluate(1);
  Value Bytes = number(2);
  Value ZeroBytes = argumentCount() > 3 ? number(3) : Value(0);
  const Pointer *At = I.dereference(To, argument(0));
  if (!mayBeShared(*At))
    return I.nobody();
  bool IsKnown = Bytes.isNumber(4) || Bytes.isNumber(8) || Bytes.isNumber(16);
  AccessRecord *New = I.record(
      AccessOperation::CpAsync,
      Bytes.isNumber(16) ? RequestKind::CpAsyncBypass : RequestKind::CpAsync,
      IsKnown ? At : I.lost(I.why(ReasonKind::CopyOfUnknownSize, Loc)),
      IsKnown ? unsigned(Bytes.constant().same()) : UnknownSizeBytes, false,
      Call);
  I.Recorded.noteSource(New, From.Address, I.P.sub(Bytes, ZeroBytes));
  return I.nobody();
}

void Interpreter::IntrinsicCall::bulkCopy() {
  for (const Expr *Argument : Call->arguments()) {
    if (Argument->getType()->isRecordType())
      continue;
    if (mayBeShared(I.evaluate(Argument)))
      I.record(AccessOperation::CpAsync, RequestKind::CpAsync,
               I.lost(ReasonKind::BulkCopy), UnknownSizeBytes, false, Call);
  }
}
