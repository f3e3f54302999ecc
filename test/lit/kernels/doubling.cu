// RUN: %lint --exit-zero --quiet %s -- 2>&1 | FileCheck %s

// How far a loop goes that doubles nobody knows: there is no mean of its
// rounds, but the least and the most. Lanes are 2 * d words apart: d = 1 takes
// 2 wavefronts, d = 16 and above 32.
__global__ void doubling(float *out, int n) {
  __shared__ float s[1024];
  float sum = 0;
  for (int d = 1; d < n; d *= 2)
    sum += s[2 * d * threadIdx.x];
// CHECK: :[[@LINE-1]]:12: warning: up to 32-way bank conflict in load from 's': between 2 and 32 wavefronts per request, ideal 1
  out[threadIdx.x] = sum;
}

void run(float *out, int n) { doubling<<<1, 32>>>(out, n); }
