//===- IntrinsicCall.h - Calls of functions known by name -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One call of a function whose meaning is CUDA's; see Cuda/Intrinsics.h. The
// arguments are evaluated, the accesses to shared memory recorded, and the
// result is computed where it can be part of an address.
//
// IntrinsicCalls.cpp     dispatch; functions without an access
// IntegerIntrinsics.cpp  functions of integers
// WarpIntrinsics.cpp     barriers, votes, shuffles, registers
// MemoryIntrinsics.cpp   loads, stores, memcpy, memset, address spaces
// AtomicIntrinsics.cpp   atomics
// MatrixIntrinsics.cpp   wmma fragments
// GroupCopy.cpp          memcpy_async
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_WALK_INTRINSICS_INTRINSICCALL_H
#define BANKLINT_WALK_INTRINSICS_INTRINSICCALL_H

#include "Bank/BankModel.h"
#include "Cuda/Fragments.h"
#include "Interpreter.h"

namespace banklint {

class Interpreter::IntrinsicCall {
public:
  IntrinsicCall(Interpreter &I, const clang::CallExpr *Call,
                Intrinsic Function);

  /// The result. Nothing, and nothing is evaluated, where the call has not the
  /// form that is known: then it is a call like any other.
  std::optional<Scalar> run();

private:
  //===--- Families -------------------------------------------------------===//

  std::optional<Scalar> runInteger();
  std::optional<Scalar> runWarp();
  std::optional<Scalar> runMemory();
  std::optional<Scalar> runOther();

  //===--- Integers -------------------------------------------------------===//

  std::optional<Scalar> extremum();
  std::optional<Scalar> absolute();
  Scalar highProduct();
  Scalar bitFunction();
  Scalar bitsOfUnknown(const Value &V, unsigned Bits);
  std::optional<Scalar> reversedParts(const Value &V, unsigned Bits);

  //===--- The warp and the block -----------------------------------------===//

  Scalar barrier();
  void recordCount();
  Scalar activeMask();
  Scalar shuffle();
  /// The lane that one reads from, in segments of `Width` lanes.
  unsigned sourceLane(unsigned Lane, int64_t Operand, int64_t Width) const;
  Value permute(const LaneNumbers &Numbers, const Value &Operand,
                int64_t Width) const;

  //===--- Memory ---------------------------------------------------------===//

  Scalar cachedLoad();
  Scalar cachedStore();
  Scalar clusterAddress();
  Scalar isInSpace();
  void copyElement(const Pointer *From, const Pointer *To,
                   clang::QualType Element);
  Scalar memoryCopy();
  /// One of the two address operands of a copy.
  /// One side of a copy of bytes.
  struct CopiedRange {
    Scalar Address;
    clang::QualType Element; ///< what it is declared to consist of
    AccessOperation Operation;
    RequestKind kind() const {
      return Operation == AccessOperation::Load ? RequestKind::Load
                                                : RequestKind::Store;
    }
  };
  int64_t alignmentOf(const Scalar &Address, clang::QualType Element);
  bool hasRecordedSize(const CopiedRange &Range, const Value &Bytes);
  void recordCopied(const CopiedRange &Range, const Value &Bytes);
  void recordMoved(const CopiedRange &From, const CopiedRange &To,
                   const Value &Bytes);
  Scalar memorySet();
  Scalar pipelineCopy();
  void bulkCopy();

  Scalar atomic();
  void recordAtomic(const Pointer *At, const Value &Operand);
  RequestKind atomicKind(const Value &Operand, clang::QualType Type) const;
  bool isCombinable(RequestKind Kind, clang::QualType Type) const;
  Combination combinationOf(RequestKind Kind, clang::QualType Element,
                            const Pointer &At, const Value &Operand) const;

  void matrixAccess();
  void recordFragment(const Pointer *Address, const FragmentAccess &Access,
                      FragmentLayout Layout, const Value &LeadingDimension);

  //===--- Arguments ------------------------------------------------------===//

  unsigned argumentCount() const { return Call->getNumArgs(); }
  const clang::Expr *argument(unsigned N) const { return Call->getArg(N); }
  Scalar evaluate(unsigned N) { return I.evaluate(argument(N)); }
  Value number(unsigned N) { return I.number(argument(N)); }
  void evaluateAll();
  Scalar unknown(bool IsUniform, const Reason &What);

  Interpreter &I;
  const clang::CallExpr *Call;
  /// Null for a call through a pointer.
  const clang::FunctionDecl *Callee;
  const Intrinsic Function;
  const clang::QualType Type;
  const clang::SourceLocation Loc;
};

} // namespace banklint

#endif // BANKLINT_WALK_INTRINSICS_INTRINSICCALL_H
