// RUN: %lint --all-accesses %s -- 2>&1 | FileCheck %s

// A jump is passed over, and said to be so.

__global__ void jumps(float *out, int n) {
  __shared__ float s[32];
  s[threadIdx.x] = n;
  if (n > 3)
    goto end;
  out[threadIdx.x] = s[0];
end:
  out[0] = 1;
}

void run(float *out, int n) { jumps<<<1, 32>>>(out, n); }

// CHECK: goto.cu:9:5: remark: a goto in kernel 'jumps' not analysed: it is passed over
