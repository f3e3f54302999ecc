// RUN: %lint --all-accesses %s -- 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning:

// An access that no lane ever executes costs nothing, and nothing is said of it.

__global__ void dead(float *out, const float *in) {
  __shared__ float s[32][32];
  int t = threadIdx.x;
  s[0][t] = in[t];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  __syncthreads();
  if (t >= 32)
    out[0] = s[t - 32][0];
  for (int i = 4; i < 4; ++i)
    out[i] = s[t][i];
  if (sizeof(float) == 8)
    out[1] = s[t][1];
  out[t] = s[0][31 - t];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  return;
  out[2] = s[t][2];
}

void run(float *out, const float *in) { dead<<<1, 32>>>(out, in); }
