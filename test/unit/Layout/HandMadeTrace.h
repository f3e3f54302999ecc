//===- HandMadeTrace.h - Traces made without a walk -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_TEST_HANDMADETRACE_H
#define BANKLINT_TEST_HANDMADETRACE_H

#include "Bank/BankModel.h"
#include "Layout/Layout.h"
#include "Source/AccessKey.h"
#include "Trace/AccessRecord.h"
#include "Trace/SharedArray.h"
#include "Trace/Site.h"
#include "Trace/Trace.h"
#include "Values/Value.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>

namespace banklint {

/// The sites of several kernels: the access at line L of "k.cu" is site L.
inline SiteTable sitesOfLines(unsigned Count) {
  SiteTable Sites;
  for (unsigned Line = 1; Line <= Count; ++Line) {
    Site New;
    New.Span.Begin = {"k.cu", Line, 1};
    Sites.add(New);
  }
  return Sites;
}

/// A kernel whose trace holds what a test adds: one group of warps, without
/// loops, branches and barriers.
class HandMadeKernel {
public:
  /// `Lines` are the sites; all kernels that one array is used in share them.
  explicit HandMadeKernel(const SiteTable &Lines,
                          std::array<unsigned, 3> Block = {32, 1, 1},
                          unsigned WarpCount = 1) {
    Trace &T = Kernel.Groups.emplace_back();
    T.Values = std::make_unique<Pool>();
    T.Warps.resize(WarpCount);
    T.Unrolls.resize(1); // outside of all loops
    Kernel.Block = Block;
    Kernel.Arrays = &Arrays;
    Kernel.Sites = &Lines;
  }
  HandMadeKernel(const HandMadeKernel &) = delete;

  Trace &trace() { return Kernel.Groups.front(); }
  Pool &pool() { return *trace().Values; }

  /// `threadIdx.x` of the first warp.
  Value lane() {
    Lanes Each;
    for (unsigned Lane = 0; Lane != LaneCount; ++Lane)
      Each[Lane] = Lane;
    return pool().lanes(Each);
  }
  /// The symbol for the units by which strides are longer.
  Value strideUnits() {
    if (!trace().StrideUnits) {
      Value Units = pool().symbol("units", SymbolKind::Unknown, {0, 32});
      trace().StrideUnits = Units.terms().front().What;
    }
    return pool().valueOf(trace().StrideUnits);
  }

  /// Declares an array behind the others: "float s[32][32]" is
  /// array({32, 32}, 4). With an outermost extent of 0, the size is not known.
  const SharedArray &array(llvm::ArrayRef<int64_t> Extents,
                           int64_t ElementBytes) {
    auto &Strides = Numbers.emplace_back(Extents.size());
    int64_t Stride = ElementBytes;
    for (size_t D = Extents.size(); D-- > 0;) {
      Strides[D] = Stride;
      Stride *= Extents[D];
    }
    SharedArray &New = Arrays.add("s");
    New.DeclarationId = unsigned(Arrays.arrays().size()) + 1;
    New.DeclaredAlignment = ElementBytes;
    New.Extents = Numbers.emplace_back(Extents.begin(), Extents.end());
    New.StrideBytes = Strides;
    New.SizeBytes = Stride;
    New.IsDynamic = Stride == 0;
    Arrays.place(New, 16);
    return New;
  }

  /// Adds a load by all lanes at a line of the source.
  AccessRecord &load(unsigned Line, const SharedArray &Array,
                     llvm::ArrayRef<Value> Index, unsigned BytesPerLane = 4) {
    AccessRecord Record;
    Record.Site = Line;
    Record.BytesPerLane = Record.ElementBytes = BytesPerLane;
    Record.Active = AllLanes;
    Record.Where = new (pool().storage())
        SharedAddress{&Array, Index.copy(pool().storage()), Value(0)};
    trace().Records.push_back(Record);
    return trace().Records.back();
  }
  AccessRecord &store(unsigned Line, const SharedArray &Array,
                      llvm::ArrayRef<Value> Index, unsigned BytesPerLane = 4) {
    AccessRecord &Record = load(Line, Array, Index, BytesPerLane);
    Record.Operation = AccessOperation::Store;
    Record.Kind = RequestKind::Store;
    return Record;
  }

  /// The use of an array in this kernel; with a length, of rows that indices
  /// make.
  ArrayInKernel use(const SharedArray &Array, int64_t RowBytes = 0) const {
    return {&Kernel, &Array, RowBytes, /*Member=*/std::nullopt,
            /*Part=*/std::nullopt};
  }

  KernelTraces Kernel;

private:
  SharedLayout Arrays;
  std::deque<llvm::SmallVector<int64_t, 3>> Numbers;
};

/// The key of the load at a line.
inline AccessKey loadAt(unsigned Line) {
  return {{"k.cu", Line, 1}, AccessOperation::Load};
}

/// One dimension of each longer.
inline Layout longerRows(llvm::ArrayRef<int64_t> ExtraElements) {
  Layout L;
  L.ExtraElements.assign(ExtraElements.begin(), ExtraElements.end());
  return L;
}

} // namespace banklint

#endif // BANKLINT_TEST_HANDMADETRACE_H
