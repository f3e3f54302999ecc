//===- MatrixIntrinsics.cpp - Loads and stores of wmma fragments ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bank/BankModel.h"
#include "Bank/Gpu.h"
#include "Intrinsics/IntrinsicCall.h"
#include "State/AddressKinds.h"

using namespace banklint;
using namespace clang;

static constexpr unsigned LaneBits = 5; ///< of a lane's number
static_assert(1u << LaneBits == LaneCount);
static constexpr unsigned MatrixLanes = 8; ///< that give one matrix its rows

/// load_matrix_sync(fragment, pointer, ldm[, layout]) and
/// store_matrix_sync(pointer, fragment, ldm, layout).
void Interpreter::IntrinsicCall::matrixAccess() {
  if (argumentCount() < 3) {
    I.callUnknown(Call);
    return;
  }
  bool IsLoad = Function == Intrinsic::MatrixLoad;
  const Expr *Fragment = argument(IsLoad ? 0 : 1);
  Scalar Address = evaluate(IsLoad ? 1 : 0);
  Value LeadingDimension = number(2);
  Value LayoutNumber = argumentCount() > 3 ? number(3) : Value(0);
  if (!mayBeShared(Address))
    return;
  std::optional<FragmentShape> Shape = fragmentOf(Fragment->getType());
  std::optional<FragmentLayout> Layout;
  if (Shape && Shape->Layout)
    Layout = Shape->Layout;
  else if (argumentCount() > 3 && LayoutNumber.isNumber()) // layout_t
    Layout = LayoutNumber.isNumber(0) ? FragmentLayout::RowMajor
                                      : FragmentLayout::ColumnMajor;
  const FragmentAccess *Access =
      Shape && Layout ? accessOf(*Shape, *Layout) : nullptr;
  // Through such an address no `ldmatrix` loads.
  const bool IsMeasured =
      Access && !(Access->Instruction == FragmentAccess::Ldmatrix &&
                  Address.Address->IsGeneric);
  if (IsMeasured)
    return recordFragment(Address.Address, *Access, *Layout, LeadingDimension);
  I.record(IsLoad ? AccessOperation::Load : AccessOperation::Store,
           IsLoad ? RequestKind::Load : RequestKind::Store,
           I.lost(I.why(ReasonKind::UnmeasuredFragment, Loc)), UnknownSizeBytes,
           false, Call);
}

/// The elements that the lanes name in one request, counted from the address.
static std::pair<Lanes, Lanes> elementsOf(const FragmentAccess &Access,
                                          const FragmentAccess::Place &Origin) {
  Lanes Rows, Columns;
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane) {
    Rows[Lane] = int64_t{Origin.Row};
    Columns[Lane] = int64_t{Origin.Column};
    for (unsigned Bit = 0; Bit != LaneBits; ++Bit)
      if (Lane >> Bit & 1) {
        Rows[Lane] += Access.LaneBits[Bit].Row;
        Columns[Lane] += Access.LaneBits[Bit].Column;
      }
  }
  return {Rows, Columns};
}

llvm::SmallVector<const Pointer *, 16> Interpreter::fragmentRequests(
    const Pointer *Address, const FragmentAccess &Access, FragmentLayout Layout,
    const Value &LeadingDimension, int64_t ElementBytes) {
  llvm::SmallVector<const Pointer *, 16> Result;
  for (const FragmentAccess::Place &Origin : Access.Origins) {
    auto [Rows, Columns] = elementsOf(Access, Origin);
    bool IsRowMajor = Layout == FragmentLayout::RowMajor;
    Value Along = P.lanes(IsRowMajor ? Columns : Rows);
    Value Across = P.lanes(IsRowMajor ? Rows : Columns);
    Value Element = P.add(Along, P.mul(Across, LeadingDimension));
    auto *At = new (P.storage()) Pointer(*Address);
    At->WithinBytes =
        P.add(At->WithinBytes, P.mul(Element, Value(ElementBytes)));
    Result.push_back(At);
  }
  return Result;
}

Interpreter::FragmentInstruction
Interpreter::instructionOf(const FragmentAccess &Access, bool IsLoad) {
  if (Access.Instruction == FragmentAccess::Ldmatrix)
    return {IsLoad ? AccessOperation::LdMatrix : AccessOperation::StMatrix,
            IsLoad ? RequestKind::LdMatrix : RequestKind::StMatrix,
            Access.AskingLanes / MatrixLanes};
  if (!IsLoad)
    return {AccessOperation::Store, RequestKind::Store, 0};
  return {AccessOperation::Load,
          Access.IsGeneric ? RequestKind::GenericLoad : RequestKind::Load, 0};
}

void Interpreter::IntrinsicCall::recordFragment(const Pointer *Address,
                                                const FragmentAccess &Access,
                                                FragmentLayout Layout,
                                                const Value &LeadingDimension) {
  bool IsLoad = Function == Intrinsic::MatrixLoad;
  const FragmentInstruction As = I.instructionOf(Access, IsLoad);
  int64_t ElementBytes =
      I.Types.sizeOf(argument(IsLoad ? 1 : 0)->getType()->getPointeeType());
  for (const Pointer *At : I.fragmentRequests(Address, Access, Layout,
                                              LeadingDimension, ElementBytes))
    I.record(As.Operation, As.Kind, At, Access.BytesPerLane, true, Call,
             As.Matrices);
}
