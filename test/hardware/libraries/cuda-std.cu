//===- cuda-std.cu - Shared memory behind the classes of libcu++ ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../host.h"
#include <cuda/std/array>
#include <cuda/std/bit>
#include <cuda/std/complex>
#include <cuda/std/mdspan>
#include <cuda/std/optional>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cuda/std/utility>
#include <cuda/std/variant>
#if __has_include(<cuda/std/__algorithm_>)
#include <cuda/std/__algorithm_>
#elif __has_include(<cuda/std/algorithm>)
#include <cuda/std/algorithm>
#endif

namespace std_ = cuda::std;

// A row of an array of arrays for every lane: rows of 32 words, then of 33.
template <int Columns> __device__ void rows(const float *In, float *Out) {
  __shared__ std_::array<std_::array<float, Columns>, 32> Shared;
  for (int I = threadIdx.x; I < 32 * 32; I += 64)
    Shared[I / 32][I % 32] = In[I];
  __syncthreads();
  for (int I = threadIdx.x; I < 32 * 32; I += 64)
    Out[I] = Shared[I % 32][I / 32];
}

__global__ void array_plain(const float *In, float *Out) { rows<32>(In, Out); }

__global__ void array_padded(const float *In, float *Out) { rows<33>(In, Out); }

// Whole arrays as values, of 12 and of 16 bytes.
template <int Size> __device__ void arrays(const float *In, float *Out) {
  __shared__ alignas(16) std_::array<float, Size> Shared[128];
  std_::array<float, Size> Mine;
  for (int I = 0; I < Size; ++I)
    Mine[I] = In[threadIdx.x + I * 128];
  Shared[threadIdx.x] = Mine;
  __syncthreads();
  std_::array<float, Size> Other = Shared[threadIdx.x * 5 % 128];
  float Sum = 0;
  for (float Value : Other)
    Sum += Value;
  Out[threadIdx.x] = Sum;
}

__global__ void array_three(const float *In, float *Out) { arrays<3>(In, Out); }

__global__ void array_four(const float *In, float *Out) { arrays<4>(In, Out); }

// Members of three sizes, padded by the class.
__global__ void tuples(const int *In, int *Out) {
  using Tuple = std_::tuple<char, int, short>;
  __shared__ alignas(Tuple) unsigned char Memory[96 * sizeof(Tuple)];
  Tuple *Shared = reinterpret_cast<Tuple *>(Memory);
  int Value = In[threadIdx.x];
  std_::get<0>(Shared[threadIdx.x]) = char(Value);
  std_::get<1>(Shared[threadIdx.x]) = Value;
  std_::get<2>(Shared[threadIdx.x]) = short(Value * 3);
  __syncthreads();
  const Tuple &Other = Shared[95 - threadIdx.x];
  Out[threadIdx.x] =
      std_::get<1>(Other) + std_::get<2>(Other) + std_::get<0>(Other);
}

__global__ void pairs(const float *In, float *Out) {
  using Pair = std_::pair<float, int>;
  __shared__ alignas(8) unsigned char Memory[256 * sizeof(Pair)];
  Pair *Shared = reinterpret_cast<Pair *>(Memory);
  Shared[threadIdx.x].first = In[threadIdx.x];
  Shared[threadIdx.x].second = threadIdx.x;
  // Halves until one is left: the larger value and where it stood.
  for (int Half = 128; Half > 0; Half /= 2) {
    __syncthreads();
    if (threadIdx.x < Half) {
      float There = Shared[threadIdx.x + Half].first;
      if (There != Shared[threadIdx.x].first + 1.0e9f)
        Shared[threadIdx.x].second = Shared[threadIdx.x + Half].second;
    }
  }
  if (threadIdx.x == 0)
    *Out = float(Shared[0].second);
}

__global__ void spans(const int *In, int *Out) {
  __shared__ int Memory[256];
  std_::span<int> All(Memory, 256);
  All[threadIdx.x] = In[threadIdx.x];
  All[threadIdx.x + 128] = In[threadIdx.x + 128];
  __syncthreads();
  std_::span<int> Mine = All.subspan(threadIdx.x / 32 * 64, 64);
  Out[threadIdx.x] =
      Mine[threadIdx.x % 32 * 2] - Mine.back() + All.last(32)[threadIdx.x % 4];
}

__global__ void spans_static(const int *In, int *Out) {
  __shared__ int Memory[128];
  std_::span<int, 128> All(Memory);
  All[threadIdx.x * 3 % 128] = In[threadIdx.x];
  __syncthreads();
  int Sum = 0;
  for (int Value : All.first<6>())
    Sum += Value;
  Out[threadIdx.x] = Sum + All[threadIdx.x ^ 1];
}

using Square = std_::extents<int, 32, 32>;

__global__ void mdspan_right(const float *In, float *Out) {
  __shared__ float Memory[32 * 32];
  std_::mdspan<float, Square> All(Memory);
  for (int I = threadIdx.x; I < 1024; I += 128)
    All(I / 32, I % 32) = In[I];
  __syncthreads();
  for (int I = threadIdx.x; I < 1024; I += 128)
    Out[I] = All(I % 32, I / 32);
}

__global__ void mdspan_left(const double *In, double *Out) {
  __shared__ double Memory[16 * 24];
  std_::mdspan<double, std_::extents<int, 16, 24>, std_::layout_left> All(
      Memory);
  for (int I = threadIdx.x; I < 384; I += 128)
    All(I % 16, I / 16) = In[I];
  __syncthreads();
  for (int I = threadIdx.x; I < 384; I += 128)
    Out[I] = All(I / 24, I % 24);
}

__global__ void mdspan_strided(const float *In, float *Out) {
  __shared__ float Memory[32 * 33];
  using Strided = std_::layout_stride::mapping<Square>;
  std_::mdspan<float, Square, std_::layout_stride> All(
      Memory, Strided(Square{}, std_::array<int, 2>{33, 1}));
  for (int I = threadIdx.x; I < 1024; I += 128)
    All(I / 32, I % 32) = In[I];
  __syncthreads();
  for (int I = threadIdx.x; I < 1024; I += 128)
    Out[I] = All(I % 32, I / 32);
}

// The number of columns is known at run time only.
__global__ void mdspan_dynamic(const float *In, float *Out, int Columns) {
  extern __shared__ float Dynamic[];
  std_::mdspan<float,
               std_::extents<int, std_::dynamic_extent, std_::dynamic_extent>>
      All(Dynamic, 16, Columns);
  for (int I = threadIdx.x; I < 16 * Columns; I += blockDim.x)
    All(I / Columns, I % Columns) = In[I];
  __syncthreads();
  Out[threadIdx.x] = All(threadIdx.x % 16, threadIdx.x / 16);
}

// A flag beside each value: eight bytes apart.
__global__ void optionals(const int *In, int *Out) {
  using Optional = std_::optional<int>;
  __shared__ alignas(Optional) unsigned char Memory[64 * sizeof(Optional)];
  Optional *Shared = reinterpret_cast<Optional *>(Memory);
  new (&Shared[threadIdx.x]) Optional(In[threadIdx.x]);
  __syncthreads();
  const Optional &Other = Shared[threadIdx.x ^ 7];
  Out[threadIdx.x] = Other ? *Other : -1;
}

__global__ void complex_columns(const float2 *In, float2 *Out) {
  __shared__ alignas(8) unsigned char Memory[16 * 17 * 8];
  auto *Shared = reinterpret_cast<std_::complex<float> *>(Memory);
  int X = threadIdx.x % 16, Y = threadIdx.x / 16;
  Shared[Y * 17 + X] =
      std_::complex<float>(In[threadIdx.x].x, In[threadIdx.x].y);
  __syncthreads();
  std_::complex<float> Value = Shared[X * 17 + Y] * Shared[Y * 17];
  Out[threadIdx.x] = make_float2(Value.real(), Value.imag());
}

// Twiddle factors at a stride that grows with every step.
__global__ void complex_doubles(const double2 *In, double2 *Out) {
  __shared__ alignas(16) unsigned char Memory[128 * 16];
  auto *Shared = reinterpret_cast<std_::complex<double> *>(Memory);
  Shared[threadIdx.x] =
      std_::complex<double>(In[threadIdx.x].x, In[threadIdx.x].y);
  Shared[threadIdx.x + 64] = std_::complex<double>(1.0, threadIdx.x);
  for (int Half = 1; Half < 64; Half *= 4) {
    __syncthreads();
    int Low = threadIdx.x / Half * Half * 2 + threadIdx.x % Half;
    auto Left = Shared[Low], Right = Shared[Low + Half];
    Shared[Low] = Left + Right;
    Shared[Low + Half] = Left - Right;
  }
  __syncthreads();
  Out[threadIdx.x] =
      make_double2(Shared[threadIdx.x].real(), Shared[threadIdx.x].imag());
}

__global__ void bit_casts(const float4 *In, unsigned *Out) {
  __shared__ alignas(16) float4 Shared[64];
  Shared[threadIdx.x] = In[threadIdx.x];
  __syncthreads();
  auto Words =
      std_::bit_cast<std_::array<unsigned, 4>>(Shared[63 - threadIdx.x]);
  Out[threadIdx.x] = Words[0] ^ Words[1] ^ Words[2] ^ Words[3];
}

// Algorithms that run over a part of shared memory in each thread.
__global__ void algorithms(const int *In, int *Out) {
  __shared__ int Shared[64 * 5];
  int *Mine = Shared + threadIdx.x * 5;
  std_::fill(Mine, Mine + 5, int(threadIdx.x));
  std_::copy(In + threadIdx.x * 4, In + threadIdx.x * 4 + 4, Mine);
  __syncthreads();
  std_::swap(Mine[0], Mine[3]);
  const int *Next = Shared + (threadIdx.x + 1) % 64 * 5;
  Out[threadIdx.x] = std_::max(std_::min(Next[1], Next[2]), Next[4]);
}

__global__ void variants(const int *In, int *Out) {
  using Either = std_::variant<int, float>;
  __shared__ alignas(Either) unsigned char Memory[96 * sizeof(Either)];
  Either *Shared = reinterpret_cast<Either *>(Memory);
  new (&Shared[threadIdx.x]) Either(In[threadIdx.x]);
  __syncthreads();
  const Either &Other = Shared[threadIdx.x / 2];
  const int *Value = std_::get_if<int>(&Other);
  Out[threadIdx.x] = Value ? *Value : 0;
}

int main() {
  int *In = counting<int>(4096), *Out = counting<int>(4096);
  float *InFloats = counting<float>(4096), *Floats = counting<float>(4096);
  array_plain<<<1, 64>>>(InFloats, Floats);
  array_padded<<<1, 64>>>(InFloats, Floats);
  array_three<<<1, 128>>>(InFloats, Floats);
  array_four<<<1, 128>>>(InFloats, Floats);
  tuples<<<1, 96>>>(In, Out);
  pairs<<<1, 256>>>(InFloats, Floats);
  spans<<<1, 128>>>(In, Out);
  spans_static<<<1, 128>>>(In, Out);
  mdspan_right<<<1, 128>>>(InFloats, Floats);
  mdspan_left<<<1, 128>>>(counting<double>(384), counting<double>(384));
  mdspan_strided<<<1, 128>>>(InFloats, Floats);
  mdspan_dynamic<<<1, 128, 16 * 20 * 4>>>(InFloats, Floats, 20);
  optionals<<<1, 64>>>(In, Out);
  complex_columns<<<1, 256>>>(counting<float2>(256), counting<float2>(256));
  complex_doubles<<<1, 64>>>(counting<double2>(64), counting<double2>(64));
  bit_casts<<<1, 64>>>(counting<float4>(64), counting<unsigned>(64));
  algorithms<<<1, 64>>>(In, Out);
  variants<<<1, 96>>>(In, Out);
  return finish();
}
