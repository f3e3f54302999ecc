// REQUIRES: toolkit
// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// One thread leaves the address of a shared object in shared memory, and all
// threads of the block use it.

#include <new>

struct Stack {
  int top;
  int *data;
  __device__ Stack(int *data) : top(0), data(data) {}
// CHECK: :[[@LINE-1]]:37: remark: store of 4 bytes to 'buffer': 1/1 wavefronts, conflict-free, block 64x1x1, 1 request
// CHECK: :[[@LINE-2]]:46: remark: store of 8 bytes to 'buffer': 1/1 wavefronts, conflict-free, block 64x1x1, 1 request
};

// The address of a whole stack, made in place. Lanes 0, 2, ... count on one
// word, one after the other, unless the compiler sees that it is one; here nvcc
// 13.0 does.
__global__ void stack(int *out) {
  __shared__ alignas(8) unsigned char buffer[sizeof(Stack)];
  __shared__ int data[1024];
  __shared__ Stack *shared;
  if (threadIdx.x == 0)
    shared = new (buffer) Stack(data);
// CHECK: :[[@LINE-1]]:5: remark: store of 8 bytes to 'shared': 1/1 wavefronts, conflict-free, block 64x1x1, 1 request
  __syncthreads();
  if (threadIdx.x % 2 == 0)
    out[atomicAdd(&shared->top, 1)] = 0;
// CHECK: :[[@LINE-1]]:9: remark: atomic of 4 bytes on 'buffer': 16/1 wavefronts, possible (conflicts unless nvcc sees that all lanes access one word, and combines them), inexact, block 64x1x1, 2 requests
// CHECK: :[[@LINE-2]]:20: remark: load of 8 bytes from 'shared': 1/1 wavefronts, conflict-free, block 64x1x1, 2 requests
  out[threadIdx.x] = shared->data[threadIdx.x * 2];
// CHECK: :[[@LINE-1]]:22: remark: load of 8 bytes from 'buffer': 2/2 wavefronts, conflict-free (loads through generic pointers by pairs of lanes have been measured with fewer wavefronts, too), inexact, block 64x1x1, 2 requests
// CHECK: :[[@LINE-2]]:22: remark: load of 4 bytes from 'data': 2/1 wavefronts, conflict, block 64x1x1, 2 requests
// CHECK: :[[@LINE-3]]:22: remark: load of 8 bytes from 'shared': 1/1 wavefronts, conflict-free, inexact, block 64x1x1, 2 requests
}

// Of two addresses nobody knows which is there. They may be one store; here they
// are.
__global__ void either(float *out, bool second) {
  __shared__ float a[64], b[64];
  __shared__ float *which;
  if (threadIdx.x == 0) {
    which = a;
// CHECK: :[[@LINE-1]]:5: remark: store of 8 bytes to 'which': 1/1 wavefronts, conflict-free, inexact, block 64x1x1, 1 request
    if (second)
      which = b;
// CHECK: :[[@LINE-1]]:7: remark: store of 8 bytes to 'which': 1/1 wavefronts, conflict-free, inexact, block 64x1x1, 1 request
  }
  __syncthreads();
  out[threadIdx.x] = which[threadIdx.x];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from shared memory: ?/? wavefronts, unknown (pointer loaded from shared memory at line [[@LINE-1]]), inexact, block 64x1x1, 2 requests
// CHECK: :[[@LINE-2]]:22: remark: load of 8 bytes from 'which': 1/1 wavefronts, conflict-free, block 64x1x1, 2 requests
}

void run(int *i, float *f) {
  stack<<<1, 64>>>(i);
  either<<<1, 64>>>(f, true);
}
