// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// A small array or object of which only elements at constants are loaded and
// stored is replaced by these, which lie behind the other arrays: it moves no
// array away from its alignment. Read off nvcc 13.0 for sm_90.

__device__ void fill(float *buffer, const float *in) {
#pragma unroll
  for (int i = 0; i < 4; ++i)
    buffer[4 * threadIdx.x + i] = in[5 * threadIdx.x + i];
// CHECK: :[[@LINE-1]]:5: remark: store of 8 bytes to 'behindChosen': 4/2 wavefronts, conflict, block 32x1x1, 2 requests [chosen
// CHECK: :[[@LINE-2]]:5: remark: store of 16 bytes to 'behindElements': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request [elements
// CHECK: :[[@LINE-3]]:5: remark: store of 16 bytes to 'behindMembers': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request [members
// CHECK: :[[@LINE-4]]:5: remark: store of 4 bytes to 'behindNumber': 4/1 wavefronts, conflict, block 32x1x1, 4 requests [number
// CHECK: :[[@LINE-5]]:5: remark: store of 8 bytes to 'behindPassed': 4/2 wavefronts, conflict, inexact, block 32x1x1, 2 requests [passed
}

// STS.128. What becomes of two elements may be STS.64 with a third array.
__global__ void elements(float *out, const float *in) {
  __shared__ float pair[2];
  __shared__ float behindElements[128];
  if (threadIdx.x == 0)
    pair[0] = in[0], pair[1] = in[1];
// CHECK: :[[@LINE-1]]:5: remark: store of 8 bytes to 'pair': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 0 requests [elements
// CHECK: :[[@LINE-2]]:22: remark: store of 8 bytes to 'pair': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request [elements
  fill(behindElements, in);
  __syncthreads();
  out[threadIdx.x] = behindElements[threadIdx.x] + pair[0] * pair[1];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 'behindElements': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [elements
// CHECK: :[[@LINE-2]]:52: remark: load of 8 bytes from 'pair': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request [elements
// CHECK: :[[@LINE-3]]:62: remark: load of 8 bytes from 'pair': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 0 requests [elements
}

struct Pair {
  float a, b;
};

// STS.128.
__global__ void members(float *out, const float *in) {
  __shared__ Pair pair;
  __shared__ float behindMembers[128];
  if (threadIdx.x == 0)
    pair.a = in[0];
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 'pair': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request [members
  fill(behindMembers, in);
  __syncthreads();
  out[threadIdx.x] = behindMembers[threadIdx.x] + pair.a;
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 'behindMembers': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [members
// CHECK: :[[@LINE-2]]:51: remark: load of 4 bytes from 'pair': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request [members
}

// STS.64 twice: the pair stays, since a thread chooses.
__global__ void chosen(float *out, const float *in) {
  __shared__ float pair[2];
  __shared__ float behindChosen[128];
  if (threadIdx.x < 2)
    pair[threadIdx.x] = in[threadIdx.x];
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 'pair': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [chosen
  fill(behindChosen, in);
  __syncthreads();
  out[threadIdx.x] = behindChosen[threadIdx.x] + pair[threadIdx.x & 1];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 'behindChosen': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [chosen
// CHECK: :[[@LINE-2]]:50: remark: load of 4 bytes from 'pair': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [chosen
}

__device__ float first(const float *p) { return *p; }
// CHECK: :[[@LINE-1]]:49: remark: load of 4 bytes from 'pair': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [passed

// STS.128: a function that is inlined loads an element, but it may do more.
__global__ void passed(float *out, const float *in) {
  __shared__ float pair[2];
  __shared__ float behindPassed[128];
  if (threadIdx.x == 0)
    pair[0] = in[0];
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 'pair': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [passed
  fill(behindPassed, in);
  __syncthreads();
  out[threadIdx.x] = behindPassed[threadIdx.x] + first(pair);
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 'behindPassed': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [passed
}

// STS four times: a number has no elements.
__global__ void number(float *out, const float *in) {
  __shared__ float one;
  __shared__ float behindNumber[128];
  if (threadIdx.x == 0)
    one = in[0];
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 'one': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [number
  fill(behindNumber, in);
  __syncthreads();
  out[threadIdx.x] = behindNumber[threadIdx.x] + one;
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 'behindNumber': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [number
// CHECK: :[[@LINE-2]]:50: remark: load of 4 bytes from 'one': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [number
}

// STS.128: the declaration promises an alignment of 4, with which 16 stores of
// bytes become four, and where the buffer lies, one of 16, with which these
// become one.
__global__ void bytes(float *out, const char *in) {
  __shared__ float four[4];
  __shared__ __align__(4) char buffer[512];
  if (threadIdx.x < 4)
    four[threadIdx.x] = in[threadIdx.x];
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 'four': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [bytes
#pragma unroll
  for (int i = 0; i < 16; ++i)
    buffer[16 * threadIdx.x + i] = in[17 * threadIdx.x + i];
// CHECK: :[[@LINE-1]]:5: remark: store of 16 bytes to 'buffer': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request [bytes
  __syncthreads();
  out[threadIdx.x] = buffer[threadIdx.x] + four[threadIdx.x & 3];
// CHECK: :[[@LINE-1]]:22: remark: load of 1 byte from 'buffer': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [bytes
// CHECK: :[[@LINE-2]]:44: remark: load of 4 bytes from 'four': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [bytes
}

int main() {
  elements<<<1, 32>>>(nullptr, nullptr);
  members<<<1, 32>>>(nullptr, nullptr);
  chosen<<<1, 32>>>(nullptr, nullptr);
  passed<<<1, 32>>>(nullptr, nullptr);
  number<<<1, 32>>>(nullptr, nullptr);
  bytes<<<1, 32>>>(nullptr, nullptr);
}
