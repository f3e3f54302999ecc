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
// CHECK: :[[@LINE-1]]:22: remark: atomic of 4 bytes on 'stack': 32/1 wavefronts, possible (conflicts unless nvcc sees that all lanes access one word, and combines them), inexact, block 32x1x1, 1 request
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

// Machine code of nvcc 13.0 combines what it sees to be one word: any operation
// whose result is unused (REDUX, one ATOMS), additions of a number that the
// lanes share. Exchanges, increments up to a limit, and a minimum whose result
// is used are one lane after the other.
__global__ void seen(int *out, int n) {
  __shared__ int s[64];
  const int lane = threadIdx.x, word = n + 1;
  s[lane] = 0;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  __syncthreads();
  atomicAdd(&s[n], lane);
// CHECK: :[[@LINE-1]]:3: remark: atomic of 4 bytes on 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  atomicMax(&s[blockDim.x], out[lane]);
// CHECK: :[[@LINE-1]]:3: remark: atomic of 4 bytes on 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  atomicXor(&s[word], 5);
// CHECK: :[[@LINE-1]]:3: remark: atomic of 4 bytes on 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  out[0] = atomicSub(&s[n], 5);
// CHECK: :[[@LINE-1]]:12: remark: atomic of 4 bytes on 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  out[1] = atomicAdd(&s[n], lane);
// CHECK: :[[@LINE-1]]:12: remark: atomic of 4 bytes on 's': 32/1 wavefronts, possible (conflicts unless nvcc sees that all lanes access one word, and combines them), inexact, block 32x1x1, 1 request
  out[2] = atomicMin(&s[n], lane);
// CHECK: :[[@LINE-1]]:12: remark: atomic of 4 bytes on 's': 32/1 wavefronts, conflict, block 32x1x1, 1 request
  atomicExch(&s[n], 5);
// CHECK: :[[@LINE-1]]:3: remark: atomic of 4 bytes on 's': 32/1 wavefronts, conflict, block 32x1x1, 1 request
}

// A row of the block is one word, too, as only the launch says; what masks and
// quotients make of an index, the compiler may see.
__global__ void rows(int *out, int n) {
  __shared__ int s[64];
  atomicSub(&s[threadIdx.y * 2 + n], 5);
// CHECK: :[[@LINE-1]]:3: remark: atomic of 4 bytes on 's': 32/1 wavefronts, conflict, block 32x4x1, 4 requests
  atomicSub(&s[(threadIdx.x & 5) / 8], 5);
// CHECK: :[[@LINE-1]]:3: remark: atomic of 4 bytes on 's': 32/1 wavefronts, possible (conflicts unless nvcc sees that all lanes access one word, and combines them), inexact, block 32x4x1, 4 requests
  for (int i = 0; i < n; ++i)
    atomicSub(&s[i & 63], 5);
// CHECK: :[[@LINE-1]]:5: remark: atomic of 4 bytes on 's': 32/1 wavefronts, possible (conflicts unless nvcc sees that all lanes access one word, and combines them), inexact, block 32x4x1, 124 requests
  __syncthreads();
  out[threadIdx.x] = s[0];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x4x1, 4 requests
}

// A condition may tell the compiler that the lanes that pass name one word: it
// combines the first (POPC, and an ATOMS), the second not.
__global__ void guarded(int *out, int n) {
  __shared__ int s[64];
  if (threadIdx.y == n)
    atomicAdd(&s[threadIdx.y], 5);
// CHECK: :[[@LINE-1]]:5: remark: atomic of 4 bytes on 's': 8/1 wavefronts, possible (conflicts unless nvcc sees that all lanes access one word, and combines them), inexact, block 8x4x1, 1 request
  if ((threadIdx.x & 3) == 1)
    atomicAdd(&s[threadIdx.x & 1], 5);
// CHECK: :[[@LINE-1]]:5: remark: atomic of 4 bytes on 's': 8/1 wavefronts, possible (conflicts unless nvcc sees that all lanes access one word, and combines them), inexact, block 8x4x1, 1 request
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 8x4x1, 1 request
}

void run(int *out) {
  kept<<<1, 32>>>(out);
  amount<<<1, 32>>>(out, 1);
  seen<<<1, 32>>>(out, 31);
  rows<<<1, dim3(32, 4)>>>(out, 31);
  guarded<<<1, dim3(8, 4)>>>(out, 2);
}
