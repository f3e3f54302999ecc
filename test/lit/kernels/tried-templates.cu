// Of a kernel template that nothing instantiates is reported what conflicts
// whatever it is instantiated with, and nothing else.
//
// RUN: not %lint --all-accesses %s 2>/dev/null | FileCheck %s
// RUN: not %lint %s 2>/dev/null \
// RUN:   | FileCheck %s --check-prefix=FINDING --implicit-check-not=warning:
// RUN: not %lint --format=json %s 2>/dev/null \
// RUN:   | %python -c "import json, sys; [print('{file}:{line}: {what}: {reason}'.format(**gap)) for gap in json.load(sys.stdin)['not_analysed']]" \
// RUN:   | FileCheck %s --check-prefix=GAP --implicit-check-not=no-member
// RUN: not %lint %s 2>&1 >/dev/null | tail -1 | FileCheck %s --check-prefix=SUM

// A row is 32 elements, whatever they are.
template <typename T> __global__ void rows(T *out) {
// GAP: :[[@LINE-1]]: kernel template 'rows': nothing in this source instantiates it; what conflicts in every one that was tried is reported
  __shared__ T s[32][32];
  s[threadIdx.y][threadIdx.x] = out[0];
  __syncthreads();
  // A column with a row for each x of the block.
  // FINDING: :[[@LINE+1]]:22: warning: 32-way bank conflict in load from 's': 32 wavefronts, ideal 1 [banklint-bank-conflict]
  out[threadIdx.x] = s[threadIdx.x][0];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 8/1 wavefronts, conflict, inexact, block 8x8x1, 2 requests
// CHECK: :[[@LINE-2]]:22: remark: load of 4 bytes from 's': 16/1 wavefronts, conflict, inexact, block 16x16x1, 8 requests
// CHECK: :[[@LINE-3]]:22: remark: load of 4 bytes from 's': 32/1 wavefronts, conflict, inexact, block 32x8x1, 8 requests
// CHECK: :[[@LINE-4]]:22: remark: load of 4 bytes from 's': 32/1 wavefronts, conflict, inexact, block 32x16x1, 16 requests
// CHECK: :[[@LINE-5]]:22: remark: load of 4 bytes from 's': 32/1 wavefronts, conflict, inexact, block 32x32x1, 32 requests
  // FINDING: :[[@LINE-6]]:22: note: nothing instantiates the template; every instantiation that was tried conflicts, and these are the numbers of 'rows<float>(float *)'
}

// A row of 33 frees the banks.
template <typename T, int N> __global__ void square(T *out) {
// GAP: :[[@LINE-1]]: kernel template 'square': nothing in this source instantiates it{{$}}
  __shared__ T s[N][N];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x][0];
}

// What is independent of the argument conflicts, in a loop over it as well.
template <int N> __global__ void stride(float *out, const float *in) {
// GAP: :[[@LINE-1]]: kernel template 'stride': nothing in this source instantiates it; what conflicts in every one that was tried is reported
  __shared__ float s[64 * 33];
  // FINDING: :[[@LINE+1]]:3: warning: 2-way bank conflict in store to 's': 2 wavefronts, ideal 1 [banklint-bank-conflict]
  s[threadIdx.x % 32 * 2] = in[threadIdx.x];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, inexact, block 256x1x1, 8 requests
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x % 32 * N];
}

// With four, each lane reads 16 bytes at once.
template <int Values> __global__ void merged(float *out) {
// GAP: :[[@LINE-1]]: kernel template 'merged': nothing in this source instantiates it{{$}}
  __shared__ float s[32 * 33];
  __syncthreads();
  float sum = 0;
#pragma unroll
  for (int i = 0; i < Values; ++i)
    sum += s[threadIdx.x % 32 * 4 + i];
  out[threadIdx.x] = sum;
}

// What a template does not take is not tried, and its errors are none of the
// source's. Of one that takes next to nothing nothing is said.
template <int N> __global__ void picky(float *out) {
// GAP: :[[@LINE-1]]: kernel template 'picky': nothing in this source instantiates it{{$}}
  static_assert(N == 32, "no-member");
  __shared__ float s[32][N];
  out[threadIdx.x] = s[threadIdx.x % 32][0];
}
struct Shape {
  static constexpr int width = 33;
};
template <typename Shape> __global__ void shaped(float *out) {
// GAP: :[[@LINE-1]]: kernel template 'shaped': nothing in this source instantiates it{{$}}
  __shared__ float s[32][Shape::width];
  out[threadIdx.x] = s[threadIdx.x % 32][0];
}

enum class Layout { Plain, Padded };
template <Layout Of, bool IsWide> __global__ void chosen(float *out) {
// GAP: :[[@LINE-1]]: kernel template 'chosen': nothing in this source instantiates it{{$}}
  __shared__ float s[32][Of == Layout::Padded ? 33 : 32];
  out[threadIdx.x] = s[threadIdx.x % 32][0];
}

// A function that a kernel instantiates otherwise is judged there: with rows of 33,
// whose columns are free of conflicts.
template <int N> __device__ float column(const float *in) {
  __shared__ float s[32][N];
  s[0][threadIdx.x % 32] = in[0];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  __syncthreads();
  return s[threadIdx.x % 32][0];
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
}
template <typename T> __global__ void unused(T *out, const float *in) {
// GAP: :[[@LINE-1]]: kernel template 'unused': nothing in this source instantiates it{{$}}
  out[threadIdx.x] = column<32>(in);
}
__global__ void used(float *out, const float *in) {
  out[threadIdx.x] = column<33>(in);
}

// A template that something instantiates is not tried. Rows of 33 floats.
template <typename T> __global__ void launched(T *out) {
  __shared__ T s[33][33];
  out[threadIdx.x] = s[threadIdx.x % 32][0] * sizeof(T);
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
}
void run(float *out) { launched<<<1, 32>>>(out), used<<<1, 32>>>(out, out); }

// SUM: 1 file, 2 kernels, 5 accesses: 2 conflicts, 0 possible, 0 unknown, 0 suppressed; 8 not analysed{{$}}
