//===- views.cu - Views, iterators and pipelines as classes ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../host.h"

/// A view with a stride for each dimension, called like a function.
template <class T> struct View {
  T *Data;
  int RowStride, ColumnStride;
  __device__ T &operator()(int Row, int Column) const {
    return Data[Row * RowStride + Column * ColumnStride];
  }
  __device__ View turned() const { return {Data, ColumnStride, RowStride}; }
  __device__ View part(int Row, int Column) const {
    return {&(*this)(Row, Column), RowStride, ColumnStride};
  }
};

__global__ void view_turned(const float *In, float *Out) {
  __shared__ float Shared[24 * 25];
  View<float> All{Shared, 25, 1};
  for (int I = threadIdx.x; I < 24 * 24; I += 72)
    All(I / 24, I % 24) = In[I];
  __syncthreads();
  View<float> Other = All.turned();
  for (int I = threadIdx.x; I < 24 * 24; I += 72)
    Out[I] = Other(I / 24, I % 24);
}

__global__ void view_parts(const double *In, double *Out) {
  __shared__ double Shared[32 * 16];
  View<double> All{Shared, 16, 1};
  for (int I = threadIdx.x; I < 512; I += 128)
    All(I / 16, I % 16) = In[I];
  __syncthreads();
  View<double> Mine = All.part(threadIdx.x / 32 * 8, 4);
  int Lane = threadIdx.x % 32;
  Out[threadIdx.x] =
      Mine(Lane % 8, Lane / 8) + Mine.turned()(Lane / 8 * 2, Lane % 8);
}

/// A layout whose strides are constants of the program.
template <int... Strides> struct FixedLayout;
template <> struct FixedLayout<> {
  static constexpr int at() { return 0; }
};
template <int First, int... Rest> struct FixedLayout<First, Rest...> {
  template <class... Index>
  __host__ __device__ static constexpr int at(int Head, Index... Tail) {
    if constexpr (sizeof...(Rest) == 0)
      return Head * First;
    else
      return Head * First + FixedLayout<Rest...>::at(Tail...);
  }
};

// Three dimensions, the innermost padded, in bytes of two sizes.
template <class T, class Layout, int Size>
__device__ void cube(const T *In, T *Out) {
  __shared__ T Shared[Size];
  for (int I = threadIdx.x; I < 8 * 8 * 8; I += blockDim.x)
    Shared[Layout::at(I / 64, I / 8 % 8, I % 8)] = In[I];
  __syncthreads();
  for (int I = threadIdx.x; I < 8 * 8 * 8; I += blockDim.x)
    Out[I] = Shared[Layout::at(I % 8, I / 8 % 8, I / 64)];
}

__global__ void cube_plain(const int *In, int *Out) {
  cube<int, FixedLayout<64, 8, 1>, 512>(In, Out);
}

__global__ void cube_padded(const int *In, int *Out) {
  cube<int, FixedLayout<73, 9, 1>, 600>(In, Out);
}

__global__ void cube_shorts(const short *In, short *Out) {
  cube<short, FixedLayout<66, 8, 1>, 540>(In, Out);
}

__global__ void cube_bytes(const char *In, char *Out) {
  cube<char, FixedLayout<1, 68, 8>, 560>(In, Out);
}

/// An iterator over every Step-th element.
template <class T> struct Stride {
  T *Place;
  int Step;
  __device__ T &operator*() const { return *Place; }
  __device__ Stride &operator++() {
    Place += Step;
    return *this;
  }
  __device__ bool operator!=(const Stride &Other) const {
    return Place != Other.Place;
  }
};

template <class T> struct Column {
  T *First;
  int Pitch, Rows;
  __device__ Stride<T> begin() const { return {First, Pitch}; }
  __device__ Stride<T> end() const { return {First + Pitch * Rows, Pitch}; }
};

__global__ void iterators(const float *In, float *Out) {
  __shared__ float Shared[64 * 16];
  Column<float> Mine{Shared + threadIdx.x, 64, 16};
  int Index = 0;
  for (float &Value : Mine)
    Value = In[threadIdx.x + 64 * Index++];
  __syncthreads();
  float Sum = 0;
  for (float Value : Column<float>{Shared + threadIdx.x * 16, 1, 16})
    Sum += Value;
  Out[threadIdx.x] = Sum;
}

// A row of 20 words for each thread, walked by an iterator.
__global__ void iterators_padded(const float *In, float *Out) {
  __shared__ float Shared[64 * 17];
  for (int I = threadIdx.x; I < 64 * 17; I += 64)
    Shared[I] = In[I];
  __syncthreads();
  float Sum = 0;
  for (float Value : Column<float>{Shared + threadIdx.x * 17, 1, 16})
    Sum = Sum * 2 + Value;
  Out[threadIdx.x] = Sum;
}

/// Stages of a pipeline that go round; the class knows which is which.
template <class T, int Size, int Stages> class Ring {
  T (&Memory)[Stages][Size];
  int Head = 0, Tail = 0;

public:
  __device__ explicit Ring(T (&Memory)[Stages][Size]) : Memory(Memory) {}
  __device__ T *write() {
    T *Stage = Memory[Head];
    Head = Head + 1 == Stages ? 0 : Head + 1;
    return Stage;
  }
  __device__ const T *read() {
    const T *Stage = Memory[Tail];
    Tail = (Tail + 1) % Stages;
    return Stage;
  }
};

template <int Stages, int Size>
__device__ void pipeline(const float *In, float *Out) {
  __shared__ float Memory[Stages][Size];
  Ring<float, Size, Stages> Tiles(Memory);
  for (int Stage = 0; Stage < Stages - 1; ++Stage)
    Tiles.write()[threadIdx.x] = In[Stage * 128 + threadIdx.x];
  float Sum = 0;
  for (int Step = 0; Step < 8; ++Step) {
    __syncthreads();
    const float *Tile = Tiles.read();
    Sum += Tile[threadIdx.x * 2 % 128] * Tile[threadIdx.x ^ 32];
    if (Step + Stages - 1 < 8)
      Tiles.write()[threadIdx.x] = In[(Step + Stages - 1) * 128 + threadIdx.x];
  }
  Out[threadIdx.x] = Sum;
}

__global__ void ring_of_two(const float *In, float *Out) {
  pipeline<2, 128>(In, Out);
}

__global__ void ring_of_three(const float *In, float *Out) {
  pipeline<3, 132>(In, Out);
}

/// A reduction whose operation the derived class brings along.
template <class Derived, class T> struct Reduction {
  T *Shared;
  __device__ T all(T Value) {
    Shared[threadIdx.x] = Value;
    for (unsigned Half = blockDim.x / 2; Half > 0; Half >>= 1) {
      __syncthreads();
      if (threadIdx.x < Half)
        Shared[threadIdx.x] = static_cast<Derived *>(this)->combine(
            Shared[threadIdx.x], Shared[threadIdx.x + Half]);
    }
    __syncthreads();
    return Shared[0];
  }
};

template <class T> struct Largest : Reduction<Largest<T>, T> {
  __device__ T combine(T A, T B) const { return A > B ? A : B; }
};

__global__ void derived(const int *In, int *Out) {
  __shared__ int Shared[256];
  Largest<int> Reduce{{Shared}};
  int Value = Reduce.all(In[threadIdx.x]);
  if (threadIdx.x == 0)
    *Out = Value;
}

__global__ void derived_wide(const long long *In, long long *Out) {
  __shared__ long long Shared[128];
  Largest<long long> Reduce{{Shared}};
  long long Value = Reduce.all(In[threadIdx.x]);
  if (threadIdx.x == 0)
    *Out = Value;
}

/// Structures of arrays and arrays of structures behind one interface.
template <int Size> struct Apart {
  float X[Size], Y[Size], Z[Size];
  __device__ float &x(int I) { return X[I]; }
  __device__ float &y(int I) { return Y[I]; }
  __device__ float &z(int I) { return Z[I]; }
};

template <int Size> struct Together {
  struct Point {
    float X, Y, Z, Mass;
  } Points[Size];
  __device__ float &x(int I) { return Points[I].X; }
  __device__ float &y(int I) { return Points[I].Y; }
  __device__ float &z(int I) { return Points[I].Z; }
};

template <class Points> __device__ void particles(const float *In, float *Out) {
  __shared__ Points All;
  All.x(threadIdx.x) = In[threadIdx.x];
  All.y(threadIdx.x) = In[threadIdx.x + 128];
  All.z(threadIdx.x) = In[threadIdx.x + 256];
  __syncthreads();
  float Sum = 0;
  for (int I = 0; I < 128; ++I)
    Sum += All.x(I) * All.y(I) + All.z(I);
  int Next = (threadIdx.x + 1) % 128;
  Out[threadIdx.x] = Sum + All.x(Next) - All.z(Next);
}

__global__ void particles_apart(const float *In, float *Out) {
  particles<Apart<128>>(In, Out);
}

__global__ void particles_together(const float *In, float *Out) {
  particles<Together<128>>(In, Out);
}

/// Memory handed out piece by piece from one dynamic array.
class Allocator {
  unsigned char *Next;

public:
  __device__ explicit Allocator(unsigned char *Start) : Next(Start) {}
  template <class T, int Align = alignof(T)> __device__ T *take(int Count) {
    unsigned long long Address = reinterpret_cast<unsigned long long>(Next);
    Address = (Address + Align - 1) / Align * Align;
    Next = reinterpret_cast<unsigned char *>(Address) + Count * sizeof(T);
    return reinterpret_cast<T *>(Address);
  }
};

__global__ void allocated(const float *In, float *Out) {
  extern __shared__ __align__(1024) unsigned char Raw[];
  Allocator Memory(Raw);
  char *Flags = Memory.take<char>(50);
  float *Values = Memory.take<float>(128);
  double *Wide = Memory.take<double, 128>(64);
  if (threadIdx.x < 50)
    Flags[threadIdx.x] = char(threadIdx.x);
  Values[threadIdx.x] = In[threadIdx.x];
  if (threadIdx.x < 64)
    Wide[threadIdx.x] = In[threadIdx.x + 128];
  __syncthreads();
  Out[threadIdx.x] = Flags[threadIdx.x % 50] +
                     Values[threadIdx.x * 32 % 128 + threadIdx.x / 4 % 32] +
                     float(Wide[threadIdx.x % 8 * 8]);
}

int main() {
  const int *In = counting<int>(4096);
  int *Out = counting<int>(4096);
  const float *InFloats = counting<float>(4096);
  float *Floats = counting<float>(4096);
  view_turned<<<1, 72>>>(InFloats, Floats);
  view_parts<<<1, 128>>>(counting<double>(512), counting<double>(512));
  cube_plain<<<1, 128>>>(In, Out);
  cube_padded<<<1, 96>>>(In, Out);
  cube_shorts<<<1, 128>>>(counting<short>(512), counting<short>(512));
  cube_bytes<<<1, 64>>>(counting<char>(512), counting<char>(512));
  iterators<<<1, 64>>>(InFloats, Floats);
  iterators_padded<<<1, 64>>>(InFloats, Floats);
  ring_of_two<<<1, 128>>>(InFloats, Floats);
  ring_of_three<<<1, 128>>>(InFloats, Floats);
  derived<<<1, 256>>>(In, Out);
  derived_wide<<<1, 128>>>(counting<long long>(128), counting<long long>(1));
  particles_apart<<<1, 128>>>(InFloats, Floats);
  particles_together<<<1, 128>>>(InFloats, Floats);
  allocated<<<1, 128, 2048>>>(InFloats, Floats);
  return finish();
}
