// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// What functions say of a pointer's space, and loads and stores by intrinsics.

__global__ void spaces(int *out, const int *in) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  s[__isShared(s) ? t * 2 : t] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, block 32x1x1, 1 request
  s[__isShared(in) ? t : t * 4] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 4/1 wavefronts, conflict, block 32x1x1, 1 request
  s[__isGlobal(in) ? t * 8 : t] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 8/1 wavefronts, conflict, block 32x1x1, 1 request
  // There and back.
  int *p = (int *)__cvta_shared_to_generic(__cvta_generic_to_shared(s + t * 16));
  *p = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 16/1 wavefronts, conflict, block 32x1x1, 1 request
  int *aligned = (int *)__builtin_assume_aligned(s, 16);
  aligned[t * 2] = __ldg(in + t);
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, block 32x1x1, 1 request
  // Bits of an address: the array is alone, at 0.
  unsigned at = (unsigned)__cvta_generic_to_shared(s + t);
  s[(at >> 2) * 4] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 4/1 wavefronts, conflict, block 32x1x1, 1 request
  s[(at & 60) * 8] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 16/1 wavefronts, conflict, block 32x1x1, 1 request
  __syncthreads();
  out[t] = s[t];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
}

void run(int *out, const int *in) { spaces<<<1, 32>>>(out, in); }
