// RUN: %lint --all-accesses --exit-zero %s -- 2>/dev/null | FileCheck %s

// What is made in shared memory with zeros is stored to: a class without a
// constructor of its own, an array without elements in its list, the rest of an
// array. Read off machine code (nvcc 13.0 -O3, sm_90): 2 STS.128 in each.
using size_t = decltype(sizeof(0));
inline __device__ void *operator new(size_t, void *at) { return at; }

struct Plain {
  int a[4], b[4];
};
struct Made {
  int a[4], b[4];
  __device__ Made() : a{}, b{7, 8} {}
// CHECK: :[[@LINE-1]]:24: remark: store of 16 bytes to 'memory': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [made(int *)]
// CHECK: :[[@LINE-2]]:29: remark: store of 16 bytes to 'memory': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [made(int *)]
};

__global__ void plain(int *out) {
  alignas(16) __shared__ char memory[sizeof(Plain)];
  Plain *p = reinterpret_cast<Plain *>(memory);
  if (threadIdx.x == 0)
    new (p) Plain();
// CHECK: :[[@LINE-1]]:13: remark: store of 16 bytes to 'memory': 1/1 wavefronts, conflict-free, block 32x1x1, 2 requests [plain(int *)]
  __syncthreads();
  out[threadIdx.x] = p->b[threadIdx.x & 3];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 'memory': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [plain(int *)]
}

__global__ void made(int *out) {
  alignas(16) __shared__ char memory[sizeof(Made)];
  Made *p = reinterpret_cast<Made *>(memory);
  if (threadIdx.x == 0)
    new (p) Made;
  __syncthreads();
  out[threadIdx.x] = p->b[threadIdx.x & 3];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 'memory': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [made(int *)]
}

void launch(int *o) {
  plain<<<1, 32>>>(o);
  made<<<1, 32>>>(o);
}
