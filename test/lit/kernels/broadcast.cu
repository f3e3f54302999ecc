// RUN: %lint --all-accesses %s -- 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning:

// Lanes that read one word are served together.

__global__ void broadcast(float *out, const float *in, int n) {
  __shared__ float s[64];
  __shared__ float scale;
  int t = threadIdx.x;
  s[t] = in[t];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 64x1x1, 2 requests
  if (t == 0)
    scale = in[64];
// Only lane 0 of the first warp.
// CHECK: :[[@LINE-2]]:5: remark: store of 4 bytes to 'scale': 1/1 wavefronts, conflict-free, block 64x1x1, 1 request
  __syncthreads();
  float sum = s[7];
// CHECK: :[[@LINE-1]]:15: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 64x1x1, 2 requests
  __syncthreads();
  sum += s[n];
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 64x1x1, 2 requests
  __syncthreads();
  // Two words, in banks 0 and 16.
  sum += s[t & 16];
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 64x1x1, 2 requests
  out[t] = sum * scale;
// CHECK: :[[@LINE-1]]:18: remark: load of 4 bytes from 'scale': 1/1 wavefronts, conflict-free, block 64x1x1, 2 requests
}

void run(float *out, const float *in, int n) {
  broadcast<<<1, 64>>>(out, in, n);
}
