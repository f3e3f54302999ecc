// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// CHECK: warning: 2-way bank conflict in load from 'pairs': 2 wavefronts, ideal 1
// CHECK-NOT: warning:

__global__ void vectors(float *out, const float2 *in2, const float4 *in4) {
  __shared__ float2 pairs[32];
  __shared__ float4 quads[32];
  int t = threadIdx.x;

  // 8 bytes a lane: 2 phases of 16 lanes, 32 words in 32 banks each.
  pairs[t] = in2[t];
// CHECK: :[[@LINE-1]]:3: remark: store of 8 bytes to 'pairs': 2/2 wavefronts, conflict-free, block 32x1x1, 1 request
  // 16 bytes a lane: 4 phases of 8 lanes, 32 words in 32 banks each.
  quads[t] = in4[t];
// CHECK: :[[@LINE-1]]:3: remark: store of 16 bytes to 'quads': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request
  __syncthreads();

  float2 plain = pairs[t];
// CHECK: :[[@LINE-1]]:18: remark: load of 8 bytes from 'pairs': 2/2 wavefronts, conflict-free, block 32x1x1, 1 request
  __syncthreads();

  // Each lane has a partner at the same address, so that one phase ideally
  // serves all of them. But the 16 distinct pairs lie 4 words apart, in words
  // 0, 1, 4, 5, ... 60, 61: two words in each bank that is used. 2/1.
  float2 even = pairs[t & ~1];
// CHECK: :[[@LINE-1]]:17: remark: load of 8 bytes from 'pairs': 2/1 wavefronts, conflict, block 32x1x1, 1 request
  __syncthreads();

  // The same 16 pairs side by side: 32 words in 32 banks, for all lanes at once.
  float2 half = pairs[t / 2];
// CHECK: :[[@LINE-1]]:17: remark: load of 8 bytes from 'pairs': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  __syncthreads();

  float4 quad = quads[t];
// CHECK: :[[@LINE-1]]:17: remark: load of 16 bytes from 'quads': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request
  __syncthreads();

  // Only the first phase holds an active lane.
  float4 first = make_float4(0, 0, 0, 0);
  if (t < 8)
    first = quads[t];
// CHECK: :[[@LINE-1]]:13: remark: load of 16 bytes from 'quads': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request

  out[t] = plain.x + plain.y + even.x + even.y + half.x + half.y + quad.x +
           quad.y + quad.z + quad.w + first.x + first.y + first.z + first.w;
}

void run(float *out, const float2 *in2, const float4 *in4) {
  vectors<<<1, 32>>>(out, in2, in4);
}
