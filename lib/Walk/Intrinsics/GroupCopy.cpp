//===- GroupCopy.cpp - memcpy_async by a group of threads -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Intrinsics/GroupCopy.h"
#include "Bank/BankModel.h"
#include "Expressions/RejectedCode.h"
#include "State/AddressKinds.h"
#include "Values/Limits.h"

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;

/// What cp.async can copy, in bytes a lane.
static constexpr int64_t MinAsyncBytes = 4, MaxAsyncBytes = 16;

static constexpr IntType UInt32 = {32, false};
static constexpr IntType UInt64 = {64, false};

static bool isPointer(const Expr *E) {
  return E->getType()->isPointerType() || E->getType()->isArrayType();
}

/// The pointer's element, or the array's.
static QualType elementOf(const Expr *Address) {
  QualType Type = Address->getType();
  return Type->isPointerType() ? Type->getPointeeType()
                               : QualType(Type->getBaseElementTypeUnsafe(), 0);
}

Interpreter::GroupCopy::GroupCopy(Interpreter &I,
                                  llvm::ArrayRef<const Expr *> Arguments,
                                  const Expr *Site)
    : I(I), Arguments(Arguments), Site(Site),
      AccessBytes(std::min(promisedAlignment(), MaxAsyncBytes)) {}

/// That of the elements, or of `cuda::aligned_size_t<N>`.
int64_t Interpreter::GroupCopy::promisedAlignment() const {
  int64_t Bytes = 1;
  for (const Expr *Argument : Arguments) {
    if (Argument->isTypeDependent())
      continue;
    if (isPointer(Argument))
      Bytes = std::max(Bytes, I.Types.alignmentOf(elementOf(Argument)));
    const auto *Class = llvm::dyn_cast_or_null<ClassTemplateSpecializationDecl>(
        Argument->getType()->getAsCXXRecordDecl());
    if (!Class || Class->getName() != "aligned_size_t")
      continue;
    const TemplateArgument &Promise = Class->getTemplateArgs()[0];
    if (Promise.getKind() == TemplateArgument::Integral)
      Bytes = std::max(Bytes, Promise.getAsIntegral().getExtValue());
  }
  return Bytes;
}

bool Interpreter::GroupCopy::hasKnownSize() const {
  return AccessBytes >= MinAsyncBytes;
}

void Interpreter::GroupCopy::recordUnknown(const Reason &Why) {
  I.record(AccessOperation::CpAsync, RequestKind::CpAsync, I.lost(Why),
           UnknownSizeBytes, false, Site);
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

/// The group, if any, is the first argument.
void Interpreter::GroupCopy::evaluateGroup() {
  if (Arguments.empty() || isPointer(Arguments[0]))
    return;
  Group = Arguments[0]->getType()->getAsCXXRecordDecl();
  I.evaluateForEffect(Arguments[0]);
  Arguments.erase(Arguments.begin());
}

void Interpreter::GroupCopy::classifyArguments() {
  for (const Expr *Argument : Arguments) {
    const CXXRecordDecl *Class = Argument->getType()->getAsCXXRecordDecl();
    if (Argument->isTypeDependent())
      HasBarrier |= !Pointers.empty() && isRejectedBarrier(Argument);
    else if (isPointer(Argument))
      Pointers.push_back(Argument);
    else if (!Class || Class->getName() == "aligned_size_t")
      Sizes.push_back(Argument);
    else
      HasBarrier |= Class->getName() == "barrier";
  }
}

Scalar Interpreter::GroupCopy::addressOf(const Expr *E) {
  return E->isGLValue() && E->getType()->isArrayType() ? Scalar(I.place(E))
                                                       : I.evaluate(E);
}

/// The size in bytes, or the lesser of two counts of elements.
Value Interpreter::GroupCopy::sizeInBytes() {
  assert(!Sizes.empty() && "a copy has a size");
  Value Bytes;
  for (const Expr *Size : Sizes) {
    Value V;
    if (Size->getType()->isRecordType()) {
      const Pointer *At = I.temporary(Size->getType(), "a size");
      I.evaluateInto(Size, At);
      V = I.loadLocal(At, I.Context.UnsignedLongTy, Size->getBeginLoc()).Number;
    } else {
      V = I.number(Size);
    }
    Bytes = Size == Sizes[0] ? V : I.P.min(Bytes, V, Int64);
  }
  if (Sizes.size() > 1)
    Bytes = I.P.mul(Bytes, Value(I.Types.sizeOf(elementOf(Pointers[0]))));
  return Bytes;
}

//===----------------------------------------------------------------------===//
// The group's threads
//===----------------------------------------------------------------------===//

Value Interpreter::GroupCopy::special(llvm::StringRef Register) {
  return I.specialRegister(Register, Site->getBeginLoc()).Number;
}

Value Interpreter::GroupCopy::rankInBlock() {
  Pool &P = I.P;
  return P.add(
      special("%tid.x"),
      P.mul(special("%ntid.x"),
            P.add(special("%tid.y"),
                  P.mul(special("%ntid.y"), special("%tid.z"), UInt32), UInt32),
            UInt32),
      UInt32);
}

std::optional<Interpreter::GroupCopy::Membership>
Interpreter::GroupCopy::membership() {
  if (!Group) // a thread copies for itself
    return Membership();
  Pool &P = I.P;
  Membership Thread;
  Thread.Rank = rankInBlock();
  if (Group->getName() == "thread_block") {
    Thread.Threads =
        P.mul(P.mul(special("%ntid.x"), special("%ntid.y"), UInt32),
              special("%ntid.z"), UInt32);
    return Thread;
  }
  const auto *Tile = dyn_cast<ClassTemplateSpecializationDecl>(Group);
  if (Group->getName() != "thread_block_tile" || !Tile ||
      Tile->getTemplateArgs()[0].getKind() != TemplateArgument::Integral)
    return std::nullopt;
  Thread.Threads = Tile->getTemplateArgs()[0].getAsIntegral().getExtValue();
  Thread.Rank = P.rem(Thread.Rank, Thread.Threads, UInt32);
  return Thread;
}

//===----------------------------------------------------------------------===//
// The accesses
//===----------------------------------------------------------------------===//

void Interpreter::GroupCopy::recordAccesses(const Pointer *At,
                                            const Pointer *From,
                                            bool IsIntoShared,
                                            const Membership &Thread,
                                            const Value &Accesses) {
  assert(hasKnownSize() && "the size of an access is known");
  Pool &P = I.P;
  AccessOperation Operation =
      IsIntoShared ? AccessOperation::CpAsync : AccessOperation::Load;
  RequestKind Kind = !IsIntoShared                  ? RequestKind::Load
                     : AccessBytes == MaxAsyncBytes ? RequestKind::CpAsyncBypass
                                                    : RequestKind::CpAsync;
  const Activity Before = I.Active;
  for (unsigned Iteration = 0; !I.stopped() && I.spend(); ++Iteration) {
    if (Iteration == limits::GroupCopyAccesses) {
      if (I.Recorded.isOn())
        I.Gaps.push_back(
            {Site->getBeginLoc(),
             I.P.reason(ReasonKind::RestOfCopy, limits::GroupCopyAccesses)});
      break;
    }
    Value Index = P.add(
        Thread.Rank, P.mul(Thread.Threads, Value(int64_t(Iteration)), UInt32));
    Split Copying = I.decideHere(P.less(Index, Accesses, UInt64));
    if (!Copying.True)
      break;
    I.Active.Lanes = Copying.True;
    I.Active.Confidence = worse(Before.Confidence, Copying.Confidence);
    if (!Copying.isKnown()) {
      I.Active.IsRepeated = true;
      I.Active.Times =
          I.Recorded.Scopes.unknown(I.Active.Times, CountDoubt::LoopLength);
    }
    AccessRecord *New =
        I.record(Operation, Kind, I.step(At, Index, AccessBytes),
                 unsigned(AccessBytes), false, Site);
    if (IsIntoShared)
      I.Recorded.noteSource(New, From ? I.step(From, Index, AccessBytes) : From,
                            AccessBytes);
    I.Active = Before;
    if (!Copying.isKnown()) // one iteration represents all
      break;
  }
  I.Active = Before;
}

void Interpreter::GroupCopy::run() {
  evaluateGroup();
  classifyArguments();
  if (Pointers.size() != 2 || Sizes.empty())
    return recordUnknown(ReasonKind::GroupCopy);
  Scalar To = addressOf(Pointers[0]), From = addressOf(Pointers[1]);
  Value Bytes = sizeInBytes();
  if (!mayBeShared(To) && !mayBeShared(From))
    return;
  if (!hasKnownSize())
    return recordUnknown(ReasonKind::GroupCopyAlignment);
  if (HasBarrier && AccessBytes == MaxAsyncBytes)
    return recordUnknown(ReasonKind::BulkCopy);
  std::optional<Membership> Thread = membership();
  if (!Thread)
    return recordUnknown(ReasonKind::GroupCopyMembers);
  bool IsIntoShared = mayBeShared(To);
  const Pointer *At = IsIntoShared ? To.Address : From.Address;
  Value Accesses = I.P.div(Bytes, Value(AccessBytes), UInt64);
  bool IsOneAccess =
      Thread->Threads.isNumber(1) && I.P.range(Accesses).Max <= 1;
  if (At->Array && !At->Array->StrideBytes.empty() && !IsOneAccess)
    I.letEscape(*At->Base->Array); // it is filled as a whole
  recordAccesses(At, From.Address, IsIntoShared, *Thread, Accesses);
  if (Bytes.isNumber() && Bytes.constant().same() % AccessBytes != 0)
    recordUnknown(I.P.reason(ReasonKind::GroupCopyEnd, AccessBytes));
}
