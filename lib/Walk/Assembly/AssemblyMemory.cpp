//===- AssemblyMemory.cpp - Loads, stores and atomics of PTX --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Assembly/Assembly.h"
#include "Bank/BankModel.h"
#include "Nvcc/Rules/Modes.h"
#include "State/AddressKinds.h"

using namespace banklint;
using namespace clang;

//===----------------------------------------------------------------------===//
// Records
//===----------------------------------------------------------------------===//

AccessRecord *Interpreter::Assembly::record(AccessOperation Operation,
                                            RequestKind Kind, const Pointer *At,
                                            unsigned Bytes, bool IsVolatile,
                                            const PtxOperand &Address,
                                            unsigned Matrices) {
  assert(Bytes && "an access has a size");
  const Expr *Site = siteOf(Address);
  AccessRecord *New =
      I.record(Operation, Kind, At, Bytes, IsVolatile, Site, Matrices);
  if (!New)
    return nullptr;
  // Accesses of assembly stay as they are.
  New->IsVolatile = true;
  const SourceManager &Sources = I.Context.getSourceManager();
  bool IsAtLine = Address.Kind == PtxOperand::Address &&
                  Site->getBeginLoc().isValid() &&
                  Sources.getExpansionLineNumber(Site->getBeginLoc()) ==
                      Sources.getExpansionLineNumber(LineTableRange.getBegin());
  // An access in a system header is shown at the call.
  if (!IsAtLine && New->Site == I.Recorded.Sites.at(Site))
    New->ShownAt = I.Recorded.Sites.at(LineTableRange);
  return New;
}

static bool isOfPtxLibrary(const FunctionDecl &Function) {
  const auto *Space =
      dyn_cast<NamespaceDecl>(Function.getEnclosingNamespaceContext());
  while (Space && Space->isInline())
    Space = dyn_cast<NamespaceDecl>(Space->getParent());
  return Space && Space->getName() == "ptx" && isOfCudaLibrary(Function);
}

/// The operations inside `cuda::barrier` and the like order accesses, and touch
/// shared memory only to keep count; those that are asked for by name are the
/// program's.
void Interpreter::Assembly::recordBarrier(AccessOperation Operation,
                                          const PtxInstruction &In) {
  const Frame *Asking = I.Top;
  while (Asking && isOfPtxLibrary(*Asking->Function))
    Asking = Asking->Caller;
  if (!Asking || !isOfCudaLibrary(*Asking->Function))
    recordUnknown(Operation, In, ReasonKind::BarrierObject);
}

void Interpreter::Assembly::recordUnknown(AccessOperation Operation,
                                          const PtxInstruction &In,
                                          const Reason &Why) {
  auto Address = llvm::find_if(In.Operands, [](const PtxOperand &O) {
    return O.Kind == PtxOperand::Address;
  });
  RequestKind Kind = Operation == AccessOperation::Load ? RequestKind::Load
                                                        : RequestKind::Store;
  // Some instructions go from memory to memory.
  for (const PtxOperand &O : In.Operands) {
    if (O.Kind != PtxOperand::Address || &O == &*Address || O.Parts.empty())
      continue;
    const Scalar Other = read(O.Parts.front(), PtxWord64);
    if (isShared(Other))
      I.letEscape(*Other.Address->Base->Array);
  }
  record(Operation, Kind, I.lost(Why), UnknownSizeBytes, false,
         Address != In.Operands.end() ? *Address : PtxOperand());
}

/// mapa: a place in the same array of another block, or of this one by its own
/// number.
void Interpreter::Assembly::mapAddress(const PtxInstruction &In) {
  if (In.Operands.size() > 1) {
    const Scalar Own = read(In.Operands[1], PtxWord64);
    if (isShared(Own))
      I.letEscape(*Own.Address->Base->Array);
    if (isShared(Own) && In.Operands.size() > 2 &&
        read(In.Operands[2], PtxWord32).Number == I.ClusterRank)
      return write(In.Operands[0], Own, PtxWord64);
  }
  if (!In.Operands.empty())
    write(In.Operands[0], Scalar(I.lost(ReasonKind::ClusterMemory)), PtxWord64);
}

/// Whether an address of ".shared::cluster" is one of this block. What accesses
/// it makes the requests of an access whose space is known (measured: LD.E,
/// ST.E and ATOM.E of 4, 8 and 16 bytes, with 13 patterns each).
bool Interpreter::Assembly::isOwnPlace(const PtxOperand &Address) {
  return isShared(*addressOf(Address, PtxSpace::Cluster));
}

/// ld, st, atom and red of ".shared::cluster", where another block may answer.
void Interpreter::Assembly::accessCluster(AccessOperation Operation,
                                          const PtxInstruction &In) {
  recordUnknown(Operation, In, ReasonKind::ClusterMemory);
  performOther(In);
}

//===----------------------------------------------------------------------===//
// Loads and stores
//===----------------------------------------------------------------------===//

/// Nothing merges with these.
static bool isStrong(const PtxInstruction &In) {
  return In.has("volatile") || In.has("relaxed") || In.has("acquire") ||
         In.has("release") || In.has("mmio");
}

/// A predicate takes a byte.
static unsigned elementBytesOf(PtxType T) { return std::max(1u, T.Bits / 8); }

void Interpreter::Assembly::load(const PtxInstruction &In) {
  if (In.Operands.size() < 2)
    return;
  const PtxOperand &To = In.Operands[0], &From = In.Operands[1];
  if (In.space() == PtxSpace::Cluster && !isOwnPlace(From))
    return accessCluster(AccessOperation::Load, In);
  const Pointer *At = addressOf(From, In.space());
  PtxType T = In.lastType();
  unsigned Bytes = elementBytesOf(T);
  bool IsShared =
      In.space() == PtxSpace::Shared || In.space() == PtxSpace::Cluster;
  if (mayBeShared(*At))
    record(AccessOperation::Load,
           IsShared ? RequestKind::Load : RequestKind::GenericLoad, At,
           In.vectorLength() * Bytes, isStrong(In), From);
  auto Loaded = [&](unsigned Element) {
    if (isLocal(*At))
      return I.load(I.stepBytes(At, Element * Bytes), typeFor(T), siteOf(From));
    return unknown(T,
                   At->Base->Kind != Object::Lost &&
                       I.flatten(At)->WithinBytes.isUniform(),
                   IsShared ? ReasonKind::LoadedFromSharedMemory
                            : ReasonKind::LoadedFromMemory);
  };
  if (To.Kind != PtxOperand::Vector)
    return write(To, Loaded(0), T);
  for (unsigned Element = 0; Element != To.Parts.size(); ++Element)
    write(To.Parts[Element], Loaded(Element), T);
}

void Interpreter::Assembly::store(const PtxInstruction &In) {
  if (In.Operands.size() < 2)
    return;
  const PtxOperand &To = In.Operands[0], &From = In.Operands[1];
  if (In.has("async") || In.has("bulk") ||
      (In.space() == PtxSpace::Cluster && !isOwnPlace(To)))
    return accessCluster(AccessOperation::Store, In);
  const Pointer *At = addressOf(To, In.space());
  PtxType T = In.lastType();
  unsigned Length = In.vectorLength(), Bytes = elementBytesOf(T);
  if (mayBeShared(*At)) {
    record(AccessOperation::Store, RequestKind::Store, At, Length * Bytes,
           isStrong(In), To);
    return;
  }
  if (!isLocal(*At))
    return;
  for (unsigned Element = 0; Element != Length; ++Element)
    I.storeLocal(I.stepBytes(At, Element * Bytes), typeFor(T),
                 From.Kind != PtxOperand::Vector ? read(From, T)
                 : Element < From.Parts.size()
                     ? read(From.Parts[Element], T)
                     : unknown(T, false, ReasonKind::Stored));
}

//===----------------------------------------------------------------------===//
// Atomics
//===----------------------------------------------------------------------===//

void Interpreter::Assembly::atomic(const PtxInstruction &In) {
  bool HasResult = In.Opcode == PtxOpcode::Atom;
  if (In.Operands.size() < (HasResult ? 2u : 1u))
    return;
  const bool IsOfCluster = In.space() == PtxSpace::Cluster;
  const bool IsMeasured = !In.lastType().IsFloat && In.lastType().Bits == 32;
  if (In.has("async") ||
      (IsOfCluster && !(IsMeasured && isOwnPlace(In.Operands[HasResult]))))
    return accessCluster(AccessOperation::Atomic, In);
  const Pointer *At = addressOf(In.Operands[HasResult], In.space());
  if (mayBeShared(*At))
    recordAtomic(In, At);
  if (HasResult)
    write(In.Operands[0],
          unknown(In.lastType(), false, ReasonKind::AtomicResult),
          In.lastType());
}

/// The cost depends on the operation, its type, its operand and on whether the
/// result is used, as in `IntrinsicCall::atomic`.
void Interpreter::Assembly::recordAtomic(const PtxInstruction &In,
                                         const Pointer *At) {
  assert(mayBeShared(*At) && "other atomics are not recorded");
  bool HasResult = In.Opcode == PtxOpcode::Atom;
  const PtxOperand &Address = In.Operands[HasResult];
  PtxType T = In.lastType();
  size_t OperandNumber = HasResult + 1;
  bool IsOne = In.Operands.size() > OperandNumber &&
               In.Operands[OperandNumber].Kind != PtxOperand::Vector &&
               read(In.Operands[OperandNumber], T).Number.isNumber(1);
  bool IsUnused = !HasResult || In.Operands[0].Name == "_";
  Request R;
  R.BytesPerLane = elementBytesOf(T) * In.vectorLength();
  R.Kind = In.has("cas") ? RequestKind::AtomicCas
           : In.has("add") && IsOne && IsUnused && T.Bits == 32 &&
                   In.space() != PtxSpace::Cluster
               ? RequestKind::AtomicIncrement
               : RequestKind::Atomic;
  bool IsRetried = (T.IsFloat && !In.has("exch")) || !hasRule(R);
  if (IsRetried) {
    I.recordRetriedAtomic(At, R.BytesPerLane, siteOf(Address));
    return;
  }
  AccessRecord *New = record(AccessOperation::Atomic, R.Kind, At,
                             R.BytesPerLane, false, Address);
  if (!New)
    return;
  // What is seen to be of one word is combined, and one lane sends the request
  // (measured: cuda::atomic_ref).
  const bool IsCombinable = R.Kind == RequestKind::Atomic && T.Bits == 32 &&
                            !T.IsFloat && !In.has("exch") && !In.has("inc") &&
                            !In.has("dec");
  if (IsCombinable && I.isOneWord(*At))
    New->Doubt = ReasonKind::CombinedAtomics;
  // Measured: twice what it takes where the space is known.
  if (R.Kind == RequestKind::AtomicCas && In.space() != PtxSpace::Shared)
    New->InexactBy |= inexactBy(ModelRule::Atomics);
}
