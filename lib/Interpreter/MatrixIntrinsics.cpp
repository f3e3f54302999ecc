//===- MatrixIntrinsics.cpp - Loads and stores of wmma fragments ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AddressKinds.h"
#include "Bank/BankModel.h"
#include "Bank/Gpu.h"
#include "IntrinsicCall.h"

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
  if (Access)
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

void Interpreter::IntrinsicCall::recordFragment(const Pointer *Address,
                                                const FragmentAccess &Access,
                                                FragmentLayout Layout,
                                                const Value &LeadingDimension) {
  bool IsLoad = Function == Intrinsic::MatrixLoad;
  bool IsMatrix = Access.Instruction == FragmentAccess::Ldmatrix;
  AccessOperation Operation =
      IsMatrix ? IsLoad ? AccessOperation::LdMatrix : AccessOperation::StMatrix
      : IsLoad ? AccessOperation::Load
               : AccessOperation::Store;
  RequestKind Kind =
      IsMatrix  ? IsLoad ? RequestKind::LdMatrix : RequestKind::StMatrix
      : !IsLoad ? RequestKind::Store
      : Access.IsGeneric ? RequestKind::GenericLoad
                         : RequestKind::Load;
  unsigned Matrices = IsMatrix ? Access.AskingLanes / MatrixLanes : 0;
  int64_t ElementBytes =
      I.Types.sizeOf(argument(IsLoad ? 1 : 0)->getType()->getPointeeType());
  for (const FragmentAccess::Place &Origin : Access.Origins) {
    auto [Rows, Columns] = elementsOf(Access, Origin);
    bool IsRowMajor = Layout == FragmentLayout::RowMajor;
    Value Along = I.P.lanes(IsRowMajor ? Columns : Rows);
    Value Across = I.P.lanes(IsRowMajor ? Rows : Columns);
    Value Element = I.P.add(Along, I.P.mul(Across, LeadingDimension));
    auto *At = new (I.P.storage()) Pointer(*Address);
    At->WithinBytes =
        I.P.add(At->WithinBytes, I.P.mul(Element, Value(ElementBytes)));
    I.record(Operation, Kind, At, Access.BytesPerLane, true, Call, Matrices);
  }
}
