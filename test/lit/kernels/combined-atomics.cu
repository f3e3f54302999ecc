// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// Whether the compiler sees through a pointer that was kept in shared memory,
// and has one lane add for all that name the same word, depends on what it
// inlines: in machine code of nvcc 13.0 it does here (VOTEU, one ATOMS.ADD).
struct Stack {
  int words[6];
  int top;
};
__global__ void kept(int *out) {
  __shared__ Stack stack;
  __shared__ Stack *pointer;
  if (threadIdx.x == 0)
    pointer = &stack;
// CHECK: :[[@LINE-1]]:5: remark: store of 8 bytes to 'pointer': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  __syncthreads();
  out[threadIdx.x] = atomicAdd(&pointer->top, 1);
// CHECK: :[[@LINE-1]]:22: remark: atomic of 4 bytes on 'stack': 32/1 wavefronts, possible (conflicts unless the compiler sees that all lanes name one word, and combines them), inexact, block 32x1x1, 1 request
// CHECK: :[[@LINE-2]]:33: remark: load of 8 bytes from 'pointer': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
}

// One only where the launch says so: no counting increment (count of lanes).
__global__ void amount(int *out, int one) {
  __shared__ int counts[2];
  atomicAdd(&counts[threadIdx.x % 2], one);
// CHECK: :[[@LINE-1]]:3: remark: atomic of 4 bytes on 'counts': 16/1 wavefronts, conflict, block 32x1x1, 1 request
  __syncthreads();
  out[threadIdx.x] = counts[0];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 'counts': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
}

void run(int *out) {
  kept<<<1, 32>>>(out);
  amount<<<1, 32>>>(out, 1);
}
