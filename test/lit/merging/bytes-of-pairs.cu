// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// Numbers of two bytes that become bytes of an array: LLVM may load some as two
// bytes, which do not merge with the others. nvcc 13.0 merges them for sm_90
// here, but not in CUTLASS's cooperative gemm of bytes.

using Half = unsigned short;

__global__ void toBytes(unsigned *out) {
  __shared__ __align__(16) unsigned char s[128];
  ((unsigned *)s)[threadIdx.x] = out[threadIdx.x];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [toBytes
  __syncthreads();
  unsigned char bytes[4];
  const Half *from = (const Half *)(s + 4 * threadIdx.x);
#pragma unroll
  for (int i = 0; i < 2; ++i)
    ((Half *)bytes)[i] = from[i];
// CHECK: :[[@LINE-1]]:26: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request [toBytes
  out[threadIdx.x] = *(unsigned *)bytes * 3;
}

__global__ void toHalves(unsigned *out) {
  __shared__ __align__(16) unsigned char s[128];
  ((unsigned *)s)[threadIdx.x] = out[threadIdx.x];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [toHalves
  __syncthreads();
  Half halves[2];
  const Half *from = (const Half *)(s + 4 * threadIdx.x);
#pragma unroll
  for (int i = 0; i < 2; ++i)
    halves[i] = from[i];
// CHECK: :[[@LINE-1]]:17: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [toHalves
  out[threadIdx.x] = *(unsigned *)halves * 3;
}

int main() {
  toBytes<<<1, 32>>>(nullptr);
  toHalves<<<1, 32>>>(nullptr);
}
