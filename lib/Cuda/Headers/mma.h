//===- mma.h - Warp-wide matrix products (wmma) -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fragment spreads one matrix over the 32 lanes. Its elements are rows times
// columns over 32, except that half-precision operands are held twice:
// always 16. Which lane holds which element is not said; the accesses to shared
// memory are those of load_matrix_sync and store_matrix_sync, known to the
// analyser by name.
//
//===----------------------------------------------------------------------===//

#ifndef __CUDA_MMA_H__
#define __CUDA_MMA_H__

#include "cuda_bf16.h"

#include "cuda_fp16.h"

namespace nvcuda {
namespace wmma {

struct matrix_a {};
struct matrix_b {};
struct accumulator {};
struct row_major {};
struct col_major {};
enum layout_t { mem_row_major, mem_col_major };

namespace precision {
struct tf32 {};
} // namespace precision
namespace experimental {
namespace precision {
struct u4 {};
struct s4 {};
struct b1 {};
} // namespace precision
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND = 2 };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };
} // namespace experimental

namespace details {

/// How an element is held in a register (`Held`, `PerHeld` of them), and what
/// it is loaded from.
template <class T> struct Element {
  typedef T Held;
  typedef T Memory;
  static constexpr int PerHeld = 1;
};
template <> struct Element<precision::tf32> {
  typedef float Held;
  typedef float Memory;
  static constexpr int PerHeld = 1;
};
template <> struct Element<experimental::precision::u4> {
  typedef unsigned Held;
  typedef void Memory;
  static constexpr int PerHeld = 8;
};
template <> struct Element<experimental::precision::s4> {
  typedef int Held;
  typedef void Memory;
  static constexpr int PerHeld = 8;
};
template <> struct Element<experimental::precision::b1> {
  typedef unsigned Held;
  typedef void Memory;
  static constexpr int PerHeld = 32;
};

template <class Use, int M, int N, int K, class T> struct Elements;
template <int M, int N, int K, class T> struct Elements<matrix_a, M, N, K, T> {
  static constexpr int Value = M * K / 32;
};
template <int M, int N, int K, class T> struct Elements<matrix_b, M, N, K, T> {
  static constexpr int Value = K * N / 32;
};
template <int M, int N, int K> struct Elements<matrix_a, M, N, K, __half> {
  static constexpr int Value = 16;
};
template <int M, int N, int K> struct Elements<matrix_b, M, N, K, __half> {
  static constexpr int Value = 16;
};
template <int M, int N, int K, class T>
struct Elements<accumulator, M, N, K, T> {
  static constexpr int Value = M * N / 32;
};

} // namespace details

template <class Use, int M, int N, int K, class T, class Layout = void>
class fragment {
public:
  typedef T element_type;
  typedef typename details::Element<T>::Held storage_element_type;
  static constexpr int num_elements = details::Elements<Use, M, N, K, T>::Value;
  static constexpr int num_storage_elements =
      num_elements / details::Element<T>::PerHeld;
  storage_element_type x[num_storage_elements];
};

template <class Use, int M, int N, int K, class T, class Layout>
__device__ void fill_fragment(
    fragment<Use, M, N, K, T, Layout> &,
    const typename banklint::Identity<typename details::Element<T>::Held>::Type
        &);
template <class Use, int M, int N, int K, class T, class Layout>
__device__ void load_matrix_sync(fragment<Use, M, N, K, T, Layout> &,
                                 const typename details::Element<T>::Memory *,
                                 unsigned);
template <int M, int N, int K, class T>
__device__ void load_matrix_sync(fragment<accumulator, M, N, K, T> &, const T *,
                                 unsigned, layout_t);
template <int M, int N, int K, class T>
__device__ void store_matrix_sync(T *,
                                  const fragment<accumulator, M, N, K, T> &,
                                  unsigned, layout_t);
template <int M, int N, int K, class T, class A, class B, class LayoutA,
          class LayoutB, class C>
__device__ void mma_sync(fragment<accumulator, M, N, K, T> &,
                         const fragment<matrix_a, M, N, K, A, LayoutA> &,
                         const fragment<matrix_b, M, N, K, B, LayoutB> &,
                         const fragment<accumulator, M, N, K, C> &,
                         bool = false);
template <int M, int N, int K, class A, class B, class LayoutA, class LayoutB>
__device__ void
bmma_sync(fragment<accumulator, M, N, K, int> &,
          const fragment<matrix_a, M, N, K, A, LayoutA> &,
          const fragment<matrix_b, M, N, K, B, LayoutB> &,
          const fragment<accumulator, M, N, K, int> &,
          experimental::bmmaBitOp = experimental::bmmaBitOpXOR,
          experimental::bmmaAccumulateOp = experimental::bmmaAccumulateOpPOPC);
__device__ float __float_to_tf32(float);

namespace experimental {
using wmma::accumulator;
using wmma::bmma_sync;
using wmma::col_major;
using wmma::fill_fragment;
using wmma::fragment;
using wmma::load_matrix_sync;
using wmma::matrix_a;
using wmma::matrix_b;
using wmma::mma_sync;
using wmma::row_major;
using wmma::store_matrix_sync;
} // namespace experimental

} // namespace wmma
} // namespace nvcuda

#endif // __CUDA_MMA_H__
