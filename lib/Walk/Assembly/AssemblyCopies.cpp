//===- AssemblyCopies.cpp - Matrices and asynchronous copies of PTX -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Assembly/Assembly.h"
#include "Bank/BankModel.h"
#include "Cuda/Fragments.h"
#include "State/AddressKinds.h"

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

/// "m16n16k16" as {16, 16, 16}.
static std::optional<std::array<unsigned, 3>> extentsOf(StringRef Part) {
  std::array<unsigned, 3> Result;
  for (auto [Name, Extent] : llvm::zip_equal(StringRef("mnk"), Result))
    if (!Part.consume_front(StringRef(&Name, 1)) ||
        Part.consumeInteger(10, Extent))
      return std::nullopt;
  return Part.empty() ? std::optional(Result) : std::nullopt;
}

/// The fragment that a wmma.load or wmma.store names, with its layout; nothing
/// where that is one of another kind.
static std::optional<std::pair<FragmentShape, FragmentLayout>>
fragmentNamedBy(const PtxInstruction &In) {
  static const std::pair<StringRef, FragmentUse> Uses[] = {
      {"a", FragmentUse::MatrixA},
      {"b", FragmentUse::MatrixB},
      {"c", FragmentUse::Accumulator},
      {"d", FragmentUse::Accumulator}};
  static const std::pair<StringRef, FragmentElement> Elements[] = {
      {"f16", FragmentElement::F16},    {"bf16", FragmentElement::BF16},
      {"s8", FragmentElement::Int8},    {"u8", FragmentElement::Int8},
      {"f32", FragmentElement::Word32}, {"s32", FragmentElement::Word32},
      {"tf32", FragmentElement::TF32},  {"f64", FragmentElement::F64}};
  FragmentShape Shape;
  bool HasUse = false, HasElement = false, HasExtents = false;
  for (StringRef Part : In.Parts) {
    for (auto [Name, Use] : Uses)
      if (Part == Name) {
        Shape.Use = Use;
        HasUse = true;
      }
    for (auto [Name, Element] : Elements)
      if (Part == Name) {
        Shape.Element = Element;
        HasElement = true;
      }
    if (const auto Extents = extentsOf(Part)) {
      Shape.M = (*Extents)[0];
      Shape.N = (*Extents)[1];
      Shape.K = (*Extents)[2];
      HasExtents = true;
    }
  }
  if (!HasUse || !HasElement || !HasExtents || In.has("row") == In.has("col"))
    return std::nullopt;
  Shape.Layout =
      In.has("row") ? FragmentLayout::RowMajor : FragmentLayout::ColumnMajor;
  return std::pair(Shape, *Shape.Layout);
}

static int64_t bytesOf(FragmentElement Element) {
  switch (Element) {
  case FragmentElement::Int8:
    return 1;
  case FragmentElement::F16:
  case FragmentElement::BF16:
    return 2;
  case FragmentElement::Word32:
  case FragmentElement::TF32:
    return 4;
  case FragmentElement::F64:
    return 8;
  }
  llvm_unreachable("every element is listed");
}

/// How far rows, or columns, of a matrix are apart that no stride is given for.
static unsigned tightStride(const FragmentShape &Shape) {
  const unsigned Rows = Shape.Use == FragmentUse::MatrixB ? Shape.K : Shape.M;
  const unsigned Columns =
      Shape.Use == FragmentUse::MatrixA ? Shape.K : Shape.N;
  return Shape.Layout == FragmentLayout::RowMajor ? Columns : Rows;
}

/// wmma.load and wmma.store do what the functions of `nvcuda::wmma` do, which
/// are made of them.
void Interpreter::Assembly::fragment(const PtxInstruction &In) {
  const bool IsLoad = !In.has("store");
  const auto Place = llvm::find_if(In.Operands, [](const PtxOperand &O) {
    return O.Kind == PtxOperand::Address;
  });
  const auto Named = fragmentNamedBy(In);
  if (Place != In.Operands.end() && !In.has("global")) {
    const Pointer *At = addressOf(*Place, In.space());
    if (mayBeShared(*At)) {
      I.letEscape(*At->Base->Array);
      // Through a generic address each lane loads its own elements.
      const FragmentAccess *Access = Named && In.space() == PtxSpace::Shared
                                         ? accessOf(Named->first, Named->second)
                                         : nullptr;
      // The stride comes last, where there is one.
      const bool HasStride = In.Operands.size() > 2;
      if (Access)
        recordFragment(*Access, Named->first, At,
                       HasStride ? read(In.Operands.back(), PtxWord32).Number
                                 : Value(int64_t(tightStride(Named->first))),
                       *Place, IsLoad);
      else
        recordUnknown(IsLoad ? AccessOperation::Load : AccessOperation::Store,
                      In, ReasonKind::MatrixFragment);
    }
  }
  performOther(In);
}

void Interpreter::Assembly::recordFragment(const FragmentAccess &Access,
                                           const FragmentShape &Shape,
                                           const Pointer *Address,
                                           const Value &Stride,
                                           const PtxOperand &Place,
                                           bool IsLoad) {
  FragmentInstruction As = instructionOf(Access, IsLoad);
  if (As.Kind == RequestKind::GenericLoad)
    As.Kind = RequestKind::Load;
  for (const Pointer *At : I.fragmentRequests(Address, Access, *Shape.Layout,
                                              Stride, bytesOf(Shape.Element)))
    record(As.Operation, As.Kind, At, Access.BytesPerLane, true, Place,
           As.Matrices);
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
