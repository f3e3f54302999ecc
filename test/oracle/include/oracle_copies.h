//===- oracle_copies.h - How long the accesses of a copy are ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_TEST_ORACLE_COPIES_H
#define BANKLINT_TEST_ORACLE_COPIES_H

#include <cuda/aligned_size.h>

namespace oracle {
template <class Size> struct Promise {
  static constexpr size_t Bytes = 1;
};
template <size_t Alignment> struct Promise<cuda::aligned_size_t<Alignment>> {
  static constexpr size_t Bytes = Alignment;
};
template <class T> struct AlignmentOf {
  static constexpr size_t Bytes = alignof(T);
};
template <> struct AlignmentOf<void> {
  static constexpr size_t Bytes = 1;
};

/// The library's copies take what types and sizes promise: 4, 8 or 16 bytes.
template <class T, class Size>
__device__ ORACLE_QUIET void copy(T *Target, const T *Source, size_t Bytes,
                                  size_t Rank, size_t Threads) {
  size_t Promised = AlignmentOf<T>::Bytes < Promise<Size>::Bytes
                        ? Promise<Size>::Bytes
                        : AlignmentOf<T>::Bytes;
  size_t Each = Promised >= 16 ? 16 : Promised >= 8 ? 8 : Promised;
  copyParts(Target, Source, Bytes, Each, Rank, Threads);
}
} // namespace oracle

#endif
