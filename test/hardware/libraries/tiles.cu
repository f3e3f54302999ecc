//===- tiles.cu - Tiles as libraries of kernels declare them --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../host.h"
#include <cuda_fp16.h>
#include <mma.h>

/// A tile in shared memory whose rows are turned against each other by an
/// exclusive or, in parts of 16 bytes.
template <class T, int Rows_, int Columns_> struct SwizzledTile {
  static constexpr int Rows = Rows_, Columns = Columns_;
  static constexpr int RowBytes = Columns * int(sizeof(T));
  static constexpr int Span = RowBytes % 128 == 0  ? 128
                              : RowBytes % 64 == 0 ? 64
                                                   : 32;
  T Data[Rows * Columns];

  __device__ static T *place(T *Base, int Row, int Column) {
    unsigned long long Address =
        reinterpret_cast<unsigned long long>(&Base[Row * Columns + Column]);
    int Swizzle = int((Address % (Span * 8)) >> 7) << 4;
    return reinterpret_cast<T *>(Address ^ Swizzle);
  }
  __device__ T &at(int Row, int Column) { return *place(Data, Row, Column); }
};

/// What a warp holds of a tile of 16 x 16 halves: pairs of a row.
struct HeldTile {
  __half2 Values[4];
};

template <class Tile> __device__ void fill(Tile &Shared, const __half *In) {
  constexpr int Parts = Tile::Columns / 8;
  for (int I = threadIdx.x; I < Tile::Rows * Parts; I += blockDim.x)
    *reinterpret_cast<float4 *>(&Shared.at(I / Parts, I % Parts * 8)) =
        *reinterpret_cast<const float4 *>(&In[I * 8]);
}

template <class Tile>
__device__ void load(HeldTile &Held, Tile &Shared, int Row, int Column) {
  int Lane = threadIdx.x % 32;
  for (int I = 0; I < 4; ++I)
    Held.Values[I] = *reinterpret_cast<__half2 *>(&Shared.at(
        Row + Lane / 4 + I % 2 * 8, Column + Lane % 4 * 2 + I / 2 * 8));
}

template <int Columns> __device__ void swizzled(const __half *In, __half *Out) {
  __shared__ alignas(1024) SwizzledTile<__half, 64, Columns> Shared;
  fill(Shared, In);
  __syncthreads();
  int Warp = threadIdx.x / 32;
  HeldTile Held, Sum{};
  for (int Column = 0; Column < Columns; Column += 16) {
    load(Held, Shared, Warp * 16, Column);
    for (int I = 0; I < 4; ++I)
      Sum.Values[I] = __hadd2(Sum.Values[I], Held.Values[I]);
  }
  for (int I = 0; I < 4; ++I)
    reinterpret_cast<__half2 *>(Out)[threadIdx.x * 4 + I] = Sum.Values[I];
}

__global__ void tile_of_64(const __half *In, __half *Out) {
  swizzled<64>(In, Out);
}

__global__ void tile_of_32(const __half *In, __half *Out) {
  swizzled<32>(In, Out);
}

__global__ void tile_of_16(const __half *In, __half *Out) {
  swizzled<16>(In, Out);
}

/// A matrix in shared memory, and sums of such as expressions.
template <class Derived> struct Expression {
  __device__ const Derived &self() const {
    return static_cast<const Derived &>(*this);
  }
};

template <class T, int Rows, int Columns, int Pitch = Columns>
struct SharedMatrix : Expression<SharedMatrix<T, Rows, Columns, Pitch>> {
  T *Data;
  __device__ explicit SharedMatrix(T *Data) : Data(Data) {}
  __device__ T at(int Row, int Column) const {
    return Data[Row * Pitch + Column];
  }
  template <class E>
  __device__ SharedMatrix &operator=(const Expression<E> &From) {
    for (int I = threadIdx.x; I < Rows * Columns; I += blockDim.x)
      Data[I / Columns * Pitch + I % Columns] =
          From.self().at(I / Columns, I % Columns);
    return *this;
  }
};

template <class L, class R> struct Added : Expression<Added<L, R>> {
  L Left;
  R Right;
  __device__ Added(L Left, R Right) : Left(Left), Right(Right) {}
  __device__ auto at(int Row, int Column) const {
    return Left.at(Row, Column) + Right.at(Row, Column);
  }
};

template <class E> struct Turned : Expression<Turned<E>> {
  E Inner;
  __device__ explicit Turned(E Inner) : Inner(Inner) {}
  __device__ auto at(int Row, int Column) const {
    return Inner.at(Column, Row);
  }
};

template <class L, class R>
__device__ Added<L, R> operator+(const Expression<L> &Left,
                                 const Expression<R> &Right) {
  return {Left.self(), Right.self()};
}

template <class T> struct Global : Expression<Global<T>> {
  const T *Data;
  int Columns;
  __device__ Global(const T *Data, int Columns)
      : Data(Data), Columns(Columns) {}
  __device__ T at(int Row, int Column) const {
    return Data[Row * Columns + Column];
  }
};

template <int Pitch> __device__ void add_turned(const float *In, float *Out) {
  __shared__ float A[32 * Pitch], B[32 * Pitch];
  SharedMatrix<float, 32, 32, Pitch> Left(A), Right(B);
  Left = Global<float>(In, 32);
  __syncthreads();
  Right = Left + Turned<SharedMatrix<float, 32, 32, Pitch>>(Left);
  __syncthreads();
  Out[threadIdx.x] = Right.at(threadIdx.x % 32, threadIdx.x / 32);
}

__global__ void expressions_plain(const float *In, float *Out) {
  add_turned<32>(In, Out);
}

__global__ void expressions_padded(const float *In, float *Out) {
  add_turned<33>(In, Out);
}

/// Tiles of a matrix product, each lane's part loaded by ldmatrix.
template <int I_, int J_, class T> struct Part {
  static constexpr int I = I_, J = J_;
  static constexpr int Each = I * J / 32;
  T X[Each];
};

__device__ void load_matrix(Part<16, 8, __half2> &Target, const __half2 *From,
                            int Pitch) {
  int *Words = reinterpret_cast<int *>(Target.X);
  const int *Row = reinterpret_cast<const int *>(From) +
                   threadIdx.x % 16 * Pitch + threadIdx.x % 32 / 16 * 4;
  unsigned Address = unsigned(__cvta_generic_to_shared(Row));
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(Words[0]), "=r"(Words[1]), "=r"(Words[2]), "=r"(Words[3])
               : "r"(Address));
}

__device__ void load_matrix(Part<8, 8, __half2> &Target, const __half2 *From,
                            int Pitch) {
  int *Words = reinterpret_cast<int *>(Target.X);
  const int *Row = reinterpret_cast<const int *>(From) +
                   threadIdx.x % 8 * Pitch + threadIdx.x % 16 / 8 * 4;
  unsigned Address = unsigned(__cvta_generic_to_shared(Row));
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.b16 {%0, %1}, [%2];"
               : "=r"(Words[0]), "=r"(Words[1])
               : "r"(Address));
}

template <int Pitch> __device__ void parts(const __half2 *In, __half2 *Out) {
  __shared__ alignas(16) __half2 Shared[32 * Pitch];
  for (int I = threadIdx.x; I < 32 * 32; I += 64)
    Shared[I / 32 * Pitch + I % 32] = In[I];
  __syncthreads();
  __half2 Sum = __float2half2_rn(0);
  for (int K = 0; K < 32; K += 8) {
    Part<16, 8, __half2> A;
    Part<8, 8, __half2> B;
    load_matrix(A, Shared + threadIdx.x / 32 * 16 * Pitch + K, Pitch);
    load_matrix(B, Shared + threadIdx.x / 32 * 8 * Pitch + K, Pitch);
    for (int I = 0; I < 4; ++I)
      Sum = __hadd2(Sum, A.X[I]);
    Sum = __hadd2(Sum, __hmul2(B.X[0], B.X[1]));
  }
  Out[threadIdx.x] = Sum;
}

__global__ void parts_plain(const __half2 *In, __half2 *Out) {
  parts<32>(In, Out);
}

__global__ void parts_padded(const __half2 *In, __half2 *Out) {
  parts<36>(In, Out);
}

/// Keys and values of attention: rows whose parts a template swizzles.
template <int Bits, int Base, int Shift> struct Swizzle {
  __device__ static constexpr int apply(int Offset) {
    return Offset ^ ((Offset >> Shift) & (((1 << Bits) - 1) << Base));
  }
};

template <class Policy, int Head>
__device__ void attention(const __half *In, float *Out) {
  extern __shared__ __align__(128) unsigned char Raw[];
  __half *Keys = reinterpret_cast<__half *>(Raw), *Values = Keys + 32 * Head;
  for (int I = threadIdx.x; I < 32 * Head / 8; I += blockDim.x) {
    int Place = Policy::apply(I * 8);
    unsigned Key = unsigned(__cvta_generic_to_shared(Keys + Place));
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(Key),
                 "l"(In + I * 8));
    unsigned Value = unsigned(__cvta_generic_to_shared(Values + Place));
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(Value),
                 "l"(In + 32 * Head + I * 8));
  }
  asm volatile("cp.async.commit_group;\ncp.async.wait_group 0;" ::: "memory");
  __syncthreads();
  float Sum = 0;
  int Lane = threadIdx.x % 32;
#pragma unroll
  for (int Column = 0; Column < Head; Column += 16) {
    unsigned Words[4];
    int Place = Policy::apply((Lane % 16) * Head + Column + Lane / 16 * 8);
    unsigned Address = unsigned(__cvta_generic_to_shared(Keys + Place));
    asm volatile(
        "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
        : "=r"(Words[0]), "=r"(Words[1]), "=r"(Words[2]), "=r"(Words[3])
        : "r"(Address));
    unsigned More[4];
    Address = unsigned(__cvta_generic_to_shared(Values + Place));
    asm volatile(
        "ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
        : "=r"(More[0]), "=r"(More[1]), "=r"(More[2]), "=r"(More[3])
        : "r"(Address));
    Sum += float(Words[0] + Words[1] + Words[2] + Words[3]) +
           float(More[0] ^ More[1] ^ More[2] ^ More[3]);
  }
  Out[threadIdx.x] = Sum;
}

__global__ void attention_64(const __half *In, float *Out) {
  attention<Swizzle<3, 3, 3>, 64>(In, Out);
}

__global__ void attention_32(const __half *In, float *Out) {
  attention<Swizzle<2, 3, 3>, 32>(In, Out);
}

// The swizzle of a head of 64 on one of 128: rows are too far apart.
__global__ void attention_128(const __half *In, float *Out) {
  attention<Swizzle<3, 3, 3>, 128>(In, Out);
}

__global__ void attention_128_right(const __half *In, float *Out) {
  attention<Swizzle<3, 3, 4>, 128>(In, Out);
}

__global__ void attention_unswizzled(const __half *In, float *Out) {
  attention<Swizzle<0, 3, 3>, 64>(In, Out);
}

// Fragments of the toolkit's own matrix classes.
template <int Pitch> __device__ void fragments(const __half *In, float *Out) {
  namespace wmma = nvcuda::wmma;
  __shared__ alignas(32) __half A[32 * Pitch];
  __shared__ alignas(32) float Sums[32 * 36];
  for (int I = threadIdx.x; I < 32 * 32; I += 64)
    A[I / 32 * Pitch + I % 32] = In[I];
  __syncthreads();
  int Warp = threadIdx.x / 32;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> Sum;
  wmma::fill_fragment(Sum, 0.0f);
#pragma unroll
  for (int K = 0; K < 32; K += 16) {
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> Left;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> Right;
    wmma::load_matrix_sync(Left, A + Warp * 16 * Pitch + K, Pitch);
    wmma::load_matrix_sync(Right, A + K, Pitch);
    wmma::mma_sync(Sum, Left, Right, Sum);
  }
  wmma::store_matrix_sync(Sums + Warp * 16 * 36, Sum, 36, wmma::mem_row_major);
  __syncthreads();
  for (int I = threadIdx.x; I < 32 * 16; I += 64)
    Out[I] = Sums[I / 16 * 36 + I % 16];
}

__global__ void fragments_plain(const __half *In, float *Out) {
  fragments<32>(In, Out);
}

__global__ void fragments_padded(const __half *In, float *Out) {
  fragments<40>(In, Out);
}

int main() {
  const __half *In = counting<__half>(16384);
  __half *Out = counting<__half>(4096);
  const float *InFloats = counting<float>(1024);
  float *Floats = counting<float>(4096);
  const __half2 *Pairs = counting<__half2>(1024);
  __half2 *OutPairs = counting<__half2>(64);
  tile_of_64<<<1, 128>>>(In, Out);
  tile_of_32<<<1, 128>>>(In, Out);
  tile_of_16<<<1, 128>>>(In, Out);
  expressions_plain<<<1, 128>>>(InFloats, Floats);
  expressions_padded<<<1, 96>>>(InFloats, Floats);
  parts_plain<<<1, 64>>>(Pairs, OutPairs);
  parts_padded<<<1, 64>>>(Pairs, OutPairs);
  attention_64<<<1, 64, 2 * 32 * 64 * 2>>>(In, Floats);
  attention_32<<<1, 32, 2 * 32 * 32 * 2>>>(In, Floats);
  attention_128<<<1, 64, 2 * 32 * 128 * 2>>>(In, Floats);
  attention_128_right<<<1, 64, 2 * 32 * 128 * 2>>>(In, Floats);
  attention_unswizzled<<<1, 64, 2 * 32 * 64 * 2>>>(In, Floats);
  fragments_plain<<<1, 64>>>(In, Floats);
  fragments_padded<<<1, 64>>>(In, Floats);
  return finish();
}
