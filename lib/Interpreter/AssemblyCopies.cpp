//===- AssemblyCopies.cpp - Matrices and asynchronous copies of PTX -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AddressKinds.h"
#include "Assembly.h"
#include "Bank/BankModel.h"

using namespace banklint;
using namespace clang;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Matrices
//===----------------------------------------------------------------------===//

/// A row of an 8x8 matrix of b16, which a lane gives the address of.
static constexpr unsigned MatrixRowBytes = 16;

/// ldmatrix, stmatrix
void Interpreter::Assembly::matrix(const PtxInstruction &In) {
  bool IsLoad = In.Opcode == PtxOpcode::Ldmatrix;
  if (In.Operands.size() < 2)
    return;
  const PtxOperand &Address = In.Operands[IsLoad];
  const PtxOperand &Fragment = In.Operands[!IsLoad];
  const Pointer *At = addressOf(Address, In.space());
  unsigned Matrices = In.has("x4") ? 4 : In.has("x2") ? 2 : 1;
  if (!In.has("m8n8") || !In.has("b16"))
    At = I.lost(I.P.reason(ReasonKind::UnmeasuredInstruction, In.text()));
  record(IsLoad ? AccessOperation::LdMatrix : AccessOperation::StMatrix,
         IsLoad ? RequestKind::LdMatrix : RequestKind::StMatrix, At,
         MatrixRowBytes, false, Address, Matrices);
  if (!IsLoad)
    return;
  auto Load = [&](const PtxOperand &Register) {
    write(Register,
          unknown(PtxWord32, false, ReasonKind::LoadedFromSharedMemory),
          PtxWord32);
  };
  if (Fragment.Kind != PtxOperand::Vector)
    Load(Fragment);
  for (const PtxOperand &Part : Fragment.Parts)
    Load(Part);
}

/// wmma.load and wmma.store: the addresses of each lane are not documented.
void Interpreter::Assembly::fragment(const PtxInstruction &In) {
  for (const PtxOperand &O : In.Operands) {
    if (O.Kind != PtxOperand::Address || In.has("global"))
      continue;
    const Pointer *At = addressOf(O, In.space());
    if (!mayBeShared(*At))
      continue;
    I.letEscape(*At->Base->Array);
    recordUnknown(In.has("store") ? AccessOperation::Store
                                  : AccessOperation::Load,
                  In, ReasonKind::MatrixFragment);
  }
  performOther(In);
}

void Interpreter::Assembly::warpgroupMatrix(const PtxInstruction &In) {
  if (!In.startsWith("wgmma.mma_async")) { // fence, commit_group, wait_group
    ++I.Recorded.Code.Fence;
    return;
  }
  recordUnknown(AccessOperation::Load, In, ReasonKind::WgmmaDescriptor);
  performOther(In);
}

/// tcgen05
void Interpreter::Assembly::tensorCore(const PtxInstruction &In) {
  if (In.has("mma") || In.has("cp"))
    recordUnknown(AccessOperation::Load, In, ReasonKind::TensorCoreDescriptor);
  else if (In.has("alloc"))
    recordUnknown(AccessOperation::Store, In, ReasonKind::TensorCoreAllocation);
  performOther(In);
}

//===----------------------------------------------------------------------===//
// Asynchronous copies and their barriers
//===----------------------------------------------------------------------===//

/// mbarrier
void Interpreter::Assembly::barrierObject(const PtxInstruction &In) {
  if (!In.has("pending_count")) { // computes from a token in a register
    ++I.Recorded.Code.Fence;
    bool IsStore = In.has("init") || In.has("inval");
    bool IsLoad = In.has("test_wait") || In.has("try_wait");
    recordBarrier(IsStore  ? AccessOperation::Store
                  : IsLoad ? AccessOperation::Load
                           : AccessOperation::Atomic,
                  In);
  }
  performOther(In);
}

/// cp.async.bulk, cp.reduce.async.bulk
void Interpreter::Assembly::bulkCopy(const PtxInstruction &In) {
  if (In.has("prefetch") || In.has("commit_group"))
    return;
  if (In.has("wait_group")) {
    ++I.Recorded.Code.Fence;
    return;
  }
  // The destination is named first.
  auto Destination = llvm::find_if(In.Parts, [](StringRef Part) {
    return Part == "global" || Part.starts_with("shared");
  });
  bool IsToGlobal = Destination != In.Parts.end() && *Destination == "global";
  recordUnknown(AccessOperation::CpAsync, In,
                IsToGlobal ? ReasonKind::BulkCopyReads
                           : ReasonKind::BulkCopyWrites);
}

/// How many bytes an asynchronous copy reads: all, or as many as a third
/// operand says, or none if a predicate does.
Value Interpreter::Assembly::bytesRead(const PtxInstruction &In,
                                       const Value &CopiedBytes) {
  const size_t Count = In.Operands.size() - In.has("L2::cache_hint");
  if (Count < 4)
    return CopiedBytes;
  const PtxOperand &Last = In.Operands[3];
  const Slot *Register = slotOf(Last);
  if (!Register || Register->Type.Bits != 1)
    return read(Last, PtxWord32).Number;
  const Value IsIgnored = read(Last, {1, false, false}).Number;
  return I.P.mul(I.P.logicalNot(IsIgnored), CopiedBytes);
}

/// cp.async of 4, 8 or 16 bytes a lane, and what waits for it.
void Interpreter::Assembly::asyncCopy(const PtxInstruction &In) {
  if (In.has("bulk") || In.startsWith("cp.reduce"))
    return bulkCopy(In);
  if (In.has("mbarrier"))
    return recordBarrier(AccessOperation::Atomic, In);
  if (In.has("wait_group") || In.has("wait_all")) {
    ++I.Recorded.Code.Fence;
    return;
  }
  if (In.has("commit_group") || In.Operands.size() < 3)
    return;
  const PtxOperand &To = In.Operands[0];
  Value Bytes = read(In.Operands[2], PtxWord64).Number;
  bool IsKnown = Bytes.isNumber(4) || Bytes.isNumber(8) || Bytes.isNumber(16);
  AccessRecord *New =
      record(AccessOperation::CpAsync,
             In.has("cg") ? RequestKind::CpAsyncBypass : RequestKind::CpAsync,
             IsKnown ? addressOf(To, PtxSpace::Shared)
                     : I.lost(ReasonKind::CopyOfUnknownSize),
             IsKnown ? unsigned(Bytes.constant().same()) : UnknownSizeBytes,
             false, To);
  I.Recorded.noteSource(New, addressOf(In.Operands[1], PtxSpace::Other),
                        bytesRead(In, Bytes));
}
