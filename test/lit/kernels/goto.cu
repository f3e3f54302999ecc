// RUN: %lint --all-accesses %s -- 2>&1 | FileCheck %s

// A jump is not followed, and this is said: which lanes run what stands between it
// and its label is not known. The kernel
// stores a row, and all lanes read one word.

__global__ void jumps(float *out, int n) {
  __shared__ float s[32];
  s[threadIdx.x] = n;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  if (n > 3)
    goto end;
  out[threadIdx.x] = s[0];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1 [jumps(float *, int)]
end:
  out[0] = 1;
}

void run(float *out, int n) { jumps<<<1, 32>>>(out, n); }

// CHECK: goto.cu:[[@LINE-9]]:5: remark: a goto in kernel 'jumps' not analysed: it is skipped
