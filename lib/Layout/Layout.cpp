//===- Layout.cpp - Layouts of a shared array -----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layout/Layout.h"
#include "llvm/Support/MathExtras.h"

using namespace banklint;

int64_t ArrayInKernel::rowElements() const {
  if (Array->Extents.size() >= 2)
    return Array->Extents.back();
  assert(elementBytes() > 0 && "an element takes memory");
  return sizeBytes() / elementBytes();
}

int64_t ArrayInKernel::rowBytes() const {
  if (RowBytes)
    return RowBytes;
  size_t Dimensions = Array->StrideBytes.size();
  return Dimensions < 2 ? 0 : Array->StrideBytes[Dimensions - 2];
}

int64_t ArrayInKernel::rowCount() const {
  if (Member)
    return Member->Count * (Array->StrideBytes.empty()
                                ? 1
                                : sizeBytes() / Array->StrideBytes.back());
  if (Part) {
    const int64_t Left = sizeBytes() - Part->BeginBytes;
    return Part->Count ? Part->Count : (Left + RowBytes - 1) / RowBytes;
  }
  return rowBytes() ? sizeBytes() / rowBytes() : 0;
}

int64_t Swizzle::blockElements() const {
  return int64_t(llvm::PowerOf2Ceil(uint64_t(Mask * UnitElements + 1)));
}

bool Swizzle::isValid() const {
  return llvm::isPowerOf2_64(uint64_t(Divisor)) &&
         llvm::isPowerOf2_64(uint64_t(Mask + 1)) && UnitElements > 0;
}

StridesAndSize banklint::stridesIn(const Layout &L, const SharedArray &Array) {
  assert(Array.Extents.size() == Array.StrideBytes.size() &&
         "each dimension has an extent and a stride");
  assert(L.ExtraElements.size() <= Array.Extents.size() &&
         "the layout has dimensions that the array has not");
  StridesAndSize Result;
  Result.StrideBytes.resize(Array.StrideBytes.size());
  int64_t Stride =
      (Array.StrideBytes.empty() ? Array.SizeBytes : Array.StrideBytes.back()) -
      L.DroppedBytes;
  assert((Stride > 0 || Array.StrideBytes.empty()) &&
         "more is dropped of an element than it has");
  for (size_t D = Array.StrideBytes.size(); D-- > 0;) {
    Result.StrideBytes[D] = Stride;
    int64_t Extra = D < L.ExtraElements.size() ? L.ExtraElements[D] : 0;
    assert(Array.Extents[D] + Extra >= 0 && "a dimension of less than nothing");
    Stride *= Array.Extents[D] + Extra;
  }
  Result.SizeBytes = Stride;
  return Result;
}

int64_t Layout::sizeBytes(const ArrayInKernel &A) const {
  if (Restrided)
    return Restrided->sizeBytes();
  if (!A.RowBytes || A.Member) {
    const StridesAndSize Changed = stridesIn(*this, *A.Array);
    // A launch sets the number of rows.
    const bool IsOpen = !A.Array->SizeBytes && Changed.StrideBytes.size() == 2;
    return IsOpen ? A.rowCount() * Changed.StrideBytes[0] : Changed.SizeBytes;
  }
  const int64_t Rows =
      A.Part ? A.rowCount() : (A.sizeBytes() + A.RowBytes - 1) / A.RowBytes;
  return A.sizeBytes() + Rows * Units * UnitElements * A.elementBytes();
}

int64_t Layout::rowBytes(const ArrayInKernel &A) const {
  if (A.RowBytes)
    return A.RowBytes + Units * UnitElements * A.elementBytes();
  StridesAndSize Rows = stridesIn(*this, *A.Array);
  for (size_t D = ExtraElements.size(); D-- > 0;)
    if (ExtraElements[D])
      return D ? Rows.StrideBytes[D - 1] : Rows.SizeBytes;
  return A.rowBytes();
}

void banklint::forEachRecord(
    const std::vector<ArrayInKernel> &Uses,
    llvm::function_ref<void(const ArrayInKernel &, const Trace &,
                            const AccessRecord &)>
        F) {
  for (const ArrayInKernel &Use : Uses)
    for (const Trace &Group : Use.Walked->Groups)
      for (const AccessRecord &Record : Group.Records)
        if (Record.Where && Record.Where->Array == Use.Array)
          F(Use, Group, Record);
}
