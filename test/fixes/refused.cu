// Longer rows would break these programs, or nobody can tell: each is refused
// with a note that points at the reason, or a swizzle does without.

#include "host.h"
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <mma.h>

__global__ void sizeCopied(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x];
  __syncthreads();
  if (x == 0 && y == 0)
    for (unsigned i = 0; i < sizeof(s) / sizeof(float); ++i)
      out[2048 + i] = in[i];
  out[y * 32 + x] = s[x][y]; // none: 'sizeof' depends on its size
}

__global__ void sizeAsserted(const float *in, float *out) {
  __shared__ float s[32][32];
  static_assert(sizeof(s) == 4096, "fits one page");
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x][y]; // none: 'sizeof' depends on its size
}

// A group fills it as if it had no rows.
__global__ void filledByGroup(const float *in, float *out) {
  __shared__ float s[32][32];
  auto group = cooperative_groups::this_thread_block();
  cooperative_groups::memcpy_async(group, &s[0][0], in, 4096);
  cooperative_groups::wait(group);
  int x = threadIdx.x, y = threadIdx.y;
  out[y * 32 + x] = s[x][y]; // none
}

__global__ void copiedByBytes(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  if (x == 0 && y == 0)
    memcpy(s, in, 4096);
  __syncthreads();
  out[y * 32 + x] = s[x][y]; // none: 'memcpy(s, in, 4096)' may run past the end
}

__global__ void clearedByBytes(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  if (y == 0)
    memset(s[x], 0, 128);
  __syncthreads();
  s[x][y] += in[y * 32 + x]; // none: does not follow this use
  __syncthreads();
  out[y * 32 + x] = s[y][x];
}

// A pointer that also leads elsewhere.
__global__ void flatView(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  float *all = &s[0][0];
  all[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  all = out + 2048;
  all[y * 32 + x] = 1;
  out[y * 32 + x] = s[x][y]; // none: past the end of a declared row
}

__global__ void otherShape(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  auto wide = reinterpret_cast<float (*)[64]>(s);
  wide[y / 2][(y % 2) * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x][y]; // none: an array of another shape
}

template <class T, int N, int M>
__device__ T total(const T (&a)[N][M], int lane) {
  T sum = 0;
  for (int i = 0; i < M; ++i)
    sum += a[lane][i]; // none: instantiated for the length of its rows
  return sum;
}
__global__ void extentsDeduced(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = total(s, x);
}

__device__ float element(const float (*rows)[32], int r, int c) {
  return rows[r][c]; // none: repeats the length of its rows
}
__global__ void rowsAsParameter(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = element(s, x, y);
}

__global__ void typeRepeated(const float *in, float *out) {
  __shared__ float s[32][32];
  __shared__ decltype(s) other;
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = other[y][x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x][y] + other[y][x]; // none: 'decltype' repeats its type
}

#define SHARED_TILE(name, n) __shared__ float name[n][n]
__global__ void declaredByMacro(const float *in, float *out) {
  SHARED_TILE(s, 32);
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x][y]; // safe: 's[x][y ^ (x & 31)]'
}

__global__ void visitedAsARange(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x];
  __syncthreads();
  if (x == 0 && y == 0)
    for (auto &row : s)
      for (float &value : row)
        value += 1;
  __syncthreads();
  out[y * 32 + x] = s[x][y]; // none: a loop over it visits every element
}

__global__ void distances(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x];
  __syncthreads();
  if (x == 0)
    out[2048 + y] = float(&s[y][0] - &s[0][0]);
  out[y * 32 + x] = s[x][y]; // none: the distance of two addresses
}

__global__ void addressAsNumber(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x];
  __syncthreads();
  auto base = reinterpret_cast<size_t>(&s[0][0]);
  out[2048 + y * 32 + x] = *reinterpret_cast<float *>(base + y * 128 + x * 4);
  out[y * 32 + x] = s[x][y]; // none: its address is converted to an integer
}

typedef float Tile[32][32];
__global__ void typeElsewhere(const float *in, float *out) {
  __shared__ Tile s;
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = (*reinterpret_cast<const Tile *>(in))[y][x];
  __syncthreads();
  out[y * 32 + x] = s[x][y]; // safe: 's[x][y ^ (x & 31)]'
}

// An index that is another one later.
__global__ void indexUsedElsewhere(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  int i = y * 32 + x;
  s[i] = in[i];
  __syncthreads();
  i = x * 32 + y;
  out[y * 32 + x] = s[i]; // safe: 's[i ^ (i / 32 & 31)]'
}

__global__ void commonBits(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x * 32 | y] + // safe: 33 floats
                    s[y * 16 | x];
}

// Blocks of several widths.
__global__ void widthOfLaunch(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * blockDim.x + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x * blockDim.x + y]; // safe: 's[i ^ (i / 32 & 31)]'
}

__device__ float read(const float *m, int r, int c) {
  return m[r * 32 + c]; // none: also points to other memory
}
__global__ void helperSharedWithMemory(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = read(in, y, x);
  __syncthreads();
  out[y * 32 + x] = read(s, x, y);
}

template <class T> __device__ T cell(const T *m, int r, int c) {
  return m[r * 32 + c]; // safe: 33 floats
}
__global__ void helperInstantiatedTwice(const float *in, float *out) {
  __shared__ float s[1024];
  __shared__ int t[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x];
  t[y * 32 + x] = int(in[y * 32 + x]);
  __syncthreads();
  out[y * 32 + x] = cell(s, x, y) + float(cell(t, y, x));
}

__global__ void columnFromData(const int *in, int *out) {
  __shared__ int s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x * 32 + y] + // safe: is then unknown
                    s[y * 32 + (in[x] & 63) - 31 * (y == 31)];
}

__global__ void wrongLeadingDimension(const __half *in, __half *out) {
  using namespace nvcuda::wmma;
  __shared__ __half s[32][64];
  int t = threadIdx.x;
  for (int i = t; i < 2048; i += 32)
    s[i / 64][i % 64] = in[i];
  __syncthreads();
  fragment<matrix_a, 16, 16, 16, __half, row_major> a;
  load_matrix_sync(a, &s[0][0], 128); // none: the leading dimension
  for (int i = 0; i < a.num_elements; ++i)
    out[t * 16 + i % 16] = a.x[i];
}

__global__ void twoViewsOfOneMemory(const float *in, float *out) {
  extern __shared__ float d[];
  float *second = d + 1040;
  int x = threadIdx.x, y = threadIdx.y;
  d[y * 32 + x] = in[y * 32 + x];
  second[y * 32 + x] = in[1024 + y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = d[x * 32 + y] - second[y * 32 + x]; // none: the swizzle may move
}

int main() {
  dim3 whole(32, 32);
  run<float>("sizeCopied",
             [&](auto i, auto o) { sizeCopied<<<1, whole>>>(i, o); });
  run<float>("sizeAsserted",
             [&](auto i, auto o) { sizeAsserted<<<1, whole>>>(i, o); });
  run<float>("filledByGroup",
             [&](auto i, auto o) { filledByGroup<<<1, whole>>>(i, o); });
  run<float>("copiedByBytes",
             [&](auto i, auto o) { copiedByBytes<<<1, whole>>>(i, o); });
  run<float>("clearedByBytes",
             [&](auto i, auto o) { clearedByBytes<<<1, whole>>>(i, o); });
  run<float>("flatView", [&](auto i, auto o) { flatView<<<1, whole>>>(i, o); });
  run<float>("otherShape",
             [&](auto i, auto o) { otherShape<<<1, whole>>>(i, o); });
  run<float>("extentsDeduced",
             [&](auto i, auto o) { extentsDeduced<<<1, whole>>>(i, o); });
  run<float>("rowsAsParameter",
             [&](auto i, auto o) { rowsAsParameter<<<1, whole>>>(i, o); });
  run<float>("typeRepeated",
             [&](auto i, auto o) { typeRepeated<<<1, whole>>>(i, o); });
  run<float>("declaredByMacro",
             [&](auto i, auto o) { declaredByMacro<<<1, whole>>>(i, o); });
  run<float>("visitedAsARange",
             [&](auto i, auto o) { visitedAsARange<<<1, whole>>>(i, o); });
  run<float>("distances",
             [&](auto i, auto o) { distances<<<1, whole>>>(i, o); });
  run<float>("addressAsNumber",
             [&](auto i, auto o) { addressAsNumber<<<1, whole>>>(i, o); });
  run<float>("typeElsewhere",
             [&](auto i, auto o) { typeElsewhere<<<1, whole>>>(i, o); });
  run<float>("indexUsedElsewhere",
             [&](auto i, auto o) { indexUsedElsewhere<<<1, whole>>>(i, o); });
  run<float>("helperSharedWithMemory", [&](auto i, auto o) {
    helperSharedWithMemory<<<1, whole>>>(i, o);
  });
  run<float>("helperInstantiatedTwice", [&](auto i, auto o) {
    helperInstantiatedTwice<<<1, whole>>>(i, o);
  });
  run<float>("commonBits",
             [&](auto i, auto o) { commonBits<<<1, whole>>>(i, o); });
  run<float>("widthOfLaunch", [&](auto i, auto o) {
    widthOfLaunch<<<1, dim3(16, 16)>>>(i, o);
    widthOfLaunch<<<1, whole>>>(i, o);
  });
  run<int>("columnFromData",
           [&](auto i, auto o) { columnFromData<<<1, whole>>>(i, o); });
  run<__half>("wrongLeadingDimension",
              [&](auto i, auto o) { wrongLeadingDimension<<<1, 32>>>(i, o); });
  run<float>("twoViewsOfOneMemory", [&](auto i, auto o) {
    twoViewsOfOneMemory<<<1, whole, 8320>>>(i, o);
  });
}
