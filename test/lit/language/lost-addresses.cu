// RUN: %lint --all-accesses %s 2>&1 | FileCheck %s

// Where the address of a shared array goes where it is not followed, what is
// accessed through pointers from there may be the array.

__device__ int *kept;
__device__ int *choose(int *p);

__global__ void __launch_bounds__(32) keeps(int *out) {
  __shared__ int s[1024];
  kept = s;
  __syncthreads();
  int *p = kept;
  p[threadIdx.x] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to shared memory: ?/? wavefronts, unknown (loaded from memory at line [[@LINE-2]]), inexact, block 32x1x1, 1 request [keeps(int *)]
  out[threadIdx.x] = 2; // no shared memory
}

__global__ void __launch_bounds__(32) passes(int *out) {
  __shared__ int s[1024];
  int *p = choose(s);
// CHECK: :[[@LINE-1]]:19: remark: load of 4 bytes from shared memory: ?/? wavefronts, unknown (address is passed to 'choose', whose body is not visible, at line [[@LINE-1]]), inexact, block 32x1x1, 1 request [passes(int *)]
  p[threadIdx.x] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to shared memory: ?/? wavefronts, unknown (returned by 'choose' at line [[@LINE-3]]), inexact, block 32x1x1, 1 request [passes(int *)]
}

struct Holder {
  int *p;
};
__device__ Holder hold(int *p);

__global__ void __launch_bounds__(32) holds(int *out) {
  __shared__ int s[1024];
  Holder h = hold(s);
// CHECK: :[[@LINE-1]]:19: remark: load of 4 bytes from shared memory: ?/? wavefronts, unknown (address is passed to 'hold', whose body is not visible, at line [[@LINE-1]]), inexact, block 32x1x1, 1 request [holds(int *)]
  h.p[threadIdx.x] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to shared memory: ?/? wavefronts, unknown (loaded from memory at line [[@LINE-3]]), inexact, block 32x1x1, 1 request [holds(int *)]
}

__global__ void __launch_bounds__(32) unseen(int **out) {
  __shared__ int s[1024];
  *out = s;
}

// CHECK: :[[@LINE-4]]:18: remark: shared array 's' of kernel 'unseen' not analysed: no access to it was found
