//===- mma.h - Matrix products of a warp that compute -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Element number 32 * i + lane of a matrix is the i-th of a lane's fragment: no
// more than an agreement of the functions here, so that products are right.
// Which requests a fragment makes only machine code says, and they are not
// reported.
//
//===----------------------------------------------------------------------===//

#include_next <mma.h>

#ifndef BANKLINT_TEST_ORACLE_MMA_H
#define BANKLINT_TEST_ORACLE_MMA_H

namespace nvcuda {
namespace wmma {
namespace details {

template <class Use, int M, int N, int K> struct Extents;
template <int M, int N, int K> struct Extents<matrix_a, M, N, K> {
  static constexpr int Rows = M, Columns = K;
};
template <int M, int N, int K> struct Extents<matrix_b, M, N, K> {
  static constexpr int Rows = K, Columns = N;
};
template <int M, int N, int K> struct Extents<accumulator, M, N, K> {
  static constexpr int Rows = M, Columns = N;
};

template <class Layout> struct IsByColumn {
  static constexpr bool Value = false;
};
template <> struct IsByColumn<col_major> {
  static constexpr bool Value = true;
};

/// Where the elements of this lane lie in memory.
template <class Use, int M, int N, int K> struct Offsets {
  typedef Extents<Use, M, N, K> E;
  bool IsByColumn;
  unsigned Stride;

  __device__ ORACLE_QUIET static int end() {
    return (E::Rows * E::Columns + 31) / 32;
  }
  __device__ ORACLE_QUIET int operator[](int I) const {
    int At = I * 32 + int(oracle_lane());
    int Row = At / E::Columns, Column = At % E::Columns;
    return IsByColumn ? Column * int(Stride) + Row : Row * int(Stride) + Column;
  }
};

/// The whole matrix, in each lane.
template <class Use, int M, int N, int K, class T, class Layout>
__device__ ORACLE_QUIET void
gather(const fragment<Use, M, N, K, T, Layout> &From, float *To) {
  typedef Extents<Use, M, N, K> E;
  constexpr int Count = (E::Rows * E::Columns + 31) / 32;
  // As many at a time as lanes can hand each other.
  for (int I = 0; I < Count; I += 4) {
    float Own[4] = {};
    for (int J = 0; J != 4 && I + J < Count; ++J)
      Own[J] = float(From.x[I + J]);
    const OracleExchange *All = oracle_exchange(0xffffffffu, Own, sizeof(Own));
    for (int J = 0; J != 4 && I + J < Count; ++J)
      for (int Lane = 0; Lane != 32; ++Lane)
        if ((I + J) * 32 + Lane < E::Rows * E::Columns)
          __builtin_memcpy(To + (I + J) * 32 + Lane,
                           All->Values[Lane] + J * sizeof(float),
                           sizeof(float));
  }
}

} // namespace details

template <class Use, int M, int N, int K, class T, class Layout>
__device__ ORACLE_QUIET void fill_fragment(
    fragment<Use, M, N, K, T, Layout> &To,
    const typename banklint::Identity<typename details::Element<T>::Held>::Type
        &Value) {
  for (auto &Each : To.x)
    Each = Value;
}
template <class Use, int M, int N, int K, class T, class Layout>
__device__ ORACLE_QUIET void
load_matrix_sync(fragment<Use, M, N, K, T, Layout> &To,
                 const typename details::Element<T>::Memory *From,
                 unsigned Stride) {
  __syncwarp();
  details::Offsets<Use, M, N, K> At = {details::IsByColumn<Layout>::Value,
                                       Stride};
  for (int I = 0; I != At.end(); ++I)
    To.x[I] = From[At[I]];
}
template <int M, int N, int K, class T>
__device__ ORACLE_QUIET void
load_matrix_sync(fragment<accumulator, M, N, K, T> &To, const T *From,
                 unsigned Stride, layout_t Layout) {
  __syncwarp();
  details::Offsets<accumulator, M, N, K> At = {Layout == mem_col_major, Stride};
  for (int I = 0; I != At.end(); ++I)
    To.x[I] = From[At[I]];
}
template <int M, int N, int K, class T>
__device__ ORACLE_QUIET void
store_matrix_sync(T *To, const fragment<accumulator, M, N, K, T> &From,
                  unsigned Stride, layout_t Layout) {
  details::Offsets<accumulator, M, N, K> At = {Layout == mem_col_major, Stride};
  for (int I = 0; I != At.end(); ++I)
    To[At[I]] = From.x[I];
  __syncwarp();
}
template <int M, int N, int K, class T, class A, class B, class LayoutA,
          class LayoutB, class C>
__device__ ORACLE_QUIET void
mma_sync(fragment<accumulator, M, N, K, T> &To,
         const fragment<matrix_a, M, N, K, A, LayoutA> &Left,
         const fragment<matrix_b, M, N, K, B, LayoutB> &Right,
         const fragment<accumulator, M, N, K, C> &Plus, bool) {
  float L[M * K], R[K * N];
  details::gather(Left, L);
  details::gather(Right, R);
  for (int I = 0, At = int(oracle_lane()); At < M * N; ++I, At += 32) {
    float Sum = float(Plus.x[I]);
    for (int Inner = 0; Inner != K; ++Inner)
      Sum += L[At / N * K + Inner] * R[Inner * N + At % N];
    To.x[I] = T(Sum);
  }
}
__device__ inline float __float_to_tf32(float X) { return X; }

} // namespace wmma
} // namespace nvcuda

#endif
