// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// Shared memory has no instruction that adds floats, or 64 bits: the compiler
// makes a loop of a load, an addition and a compare-and-swap, which runs until
// no other lane or warp was quicker. Wherever the lanes go, nobody knows how
// often. What is said is what the load of the first attempt takes.

__global__ void floats(float *out, const int *in) {
  __shared__ float s[64];
  int t = threadIdx.x;
  // Each lane alone, two banks a lane apart, and all together.
  atomicAdd(&s[t], 1.0f);
// CHECK: :[[@LINE-1]]:3: remark: atomic of 4 bytes on 's': ?/? wavefronts, unknown (atomic that retries until it succeeds: its cost depends on contention, at line [[@LINE-1]]), inexact, block 32x1x1, 1 request
// CHECK: :[[@LINE-2]]:3: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
  atomicAdd(&s[t * 2], 1.0f);
// CHECK: :[[@LINE-1]]:3: remark: atomic of 4 bytes on 's': ?/? wavefronts, unknown (atomic that retries until it succeeds: its cost depends on contention, at line [[@LINE-1]]), inexact, block 32x1x1, 1 request
// CHECK: :[[@LINE-2]]:3: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, inexact, block 32x1x1, 1 request
  atomicAdd(&s[0], 1.0f);
// CHECK: :[[@LINE-1]]:3: remark: atomic of 4 bytes on 's': ?/? wavefronts, unknown (atomic that retries until it succeeds: its cost depends on contention, at line [[@LINE-1]]), inexact, block 32x1x1, 1 request
// CHECK: :[[@LINE-2]]:3: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
  out[t] = atomicAdd(&s[in[t] & 63], 1.0f);
// CHECK: :[[@LINE-1]]:12: remark: atomic of 4 bytes on 's': ?/? wavefronts, unknown (atomic that retries until it succeeds: its cost depends on contention, at line [[@LINE-1]]), inexact, block 32x1x1, 1 request
// CHECK: :[[@LINE-2]]:12: remark: load of 4 bytes from 's': ?/? wavefronts, unknown (index loaded from memory at line [[@LINE-2]]), inexact, block 32x1x1, 1 request
}

__global__ void wide(unsigned long long *out) {
  __shared__ unsigned long long s[32];
  int t = threadIdx.x;
  atomicAdd(&s[t / 2], 1ull);
// CHECK: :[[@LINE-1]]:3: remark: atomic of 8 bytes on 's': ?/? wavefronts, unknown (atomic that retries until it succeeds: its cost depends on contention, at line [[@LINE-1]]), inexact, block 32x1x1, 1 request
// CHECK: :[[@LINE-2]]:3: remark: load of 8 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
}

int main() {
  floats<<<1, 32>>>(nullptr, nullptr);
  wide<<<1, 32>>>(nullptr);
}
