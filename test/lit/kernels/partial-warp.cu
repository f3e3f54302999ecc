// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// 48 threads: a full warp, and one of 16 lanes. A step of 2 words: 2 wavefronts
// for 32 lanes, 1 for 16. float4: 4 phases and 2, all of them ideal.

__global__ void partial(float *out, const float4 *in) {
  __shared__ float4 quads[48];
  float *s = &quads[0].x;
  int t = threadIdx.x;
  quads[t] = in[t];
// (4 + 2) / 2 = 3 a request.
// CHECK: :[[@LINE-2]]:3: remark: store of 16 bytes to 'quads': 3/3 wavefronts, conflict-free, block 48x1x1, 2 requests
  __syncthreads();
  out[t] = s[2 * t];
// (2 + 1) / 2 = 1.5 a request.
// CHECK: :[[@LINE-2]]:12: remark: load of 4 bytes from 'quads': 1.5/1 wavefronts, conflict, worst 2x, block 48x1x1, 2 requests
}

// 33 threads: the second warp has one lane, which cannot conflict.
__global__ void one(float *out, const float *in) {
  __shared__ float s[33 * 4];
  int t = threadIdx.x;
  s[t * 4] = in[t];
// (4 + 1) / 2 = 2.5 a request.
// CHECK: :[[@LINE-2]]:3: remark: store of 4 bytes to 's': 2.5/1 wavefronts, conflict, worst 4x, block 33x1x1, 2 requests
  __syncthreads();
  if (t >= 32)
    out[t] = s[t * 4];
// CHECK: :[[@LINE-1]]:14: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 33x1x1, 1 request
}

// 8 threads never fill a warp: a step of 4 words stays within 32.
__global__ void few(float *out, const float *in) {
  __shared__ float s[32];
  s[threadIdx.x * 4] = in[threadIdx.x];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 8x1x1, 1 request
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x * 4];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 8x1x1, 1 request
}

void run(float *out, const float4 *in) {
  partial<<<1, 48>>>(out, in);
  one<<<1, 33>>>(out, (const float *)in);
  few<<<1, 8>>>(out, (const float *)in);
}
