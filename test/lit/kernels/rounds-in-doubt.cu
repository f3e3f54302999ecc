// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// The first round of a do loop is certain, those that follow are not: it alone
// is free of conflicts. Six iterations stay within the array: (1 + 2 + 4 + 8 + 16 +
// 32) / 6 = 10.5. Four more, in which lanes lie beyond its end, may count as 1 each:
// (63 + 4) / 10 = 6.7.
__global__ void doubling(float *out, int n) {
  __shared__ float s[1024];
  int t = threadIdx.x, k = 1;
  float sum = 0;
  do {
    sum += s[t * k];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': {{10.5|6.7}}/1 wavefronts, possible (conflicts in some iterations of a loop, if they are reached), inexact, worst 32x, block 32x1x1
    k *= 2;
  } while (k < n);
  out[t] = sum;
}

// The first round conflicts, whatever follows.
__global__ void conflicting(float *out, int n) {
  __shared__ float s[1024];
  int t = threadIdx.x, k = 0;
  float sum = 0;
  do {
    sum += s[2 * t + k];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, inexact, block 32x1x1
    k += 32;
  } while (k < n);
  out[t] = sum;
}

// Lane t does t rounds: round i has the lanes above i, all in one bank, (31 +
// ... + 1) / 31 = 16. The compiler unrolls, and then each lane does its last
// rounds, up to three, apart from lanes that go on: the number is not exact.
__global__ void triangle(float *out) {
  __shared__ float s[32 * 32];
  int t = threadIdx.x;
  float sum = 0;
  for (int i = 0; i < t; ++i)
    sum += s[t * 32 + i];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 16/1 wavefronts, conflict, inexact, worst 31x, block 32x1x1, 31 requests
  out[t] = sum;
}

// All lanes do one round, some a second, and none four: they stay together.
__global__ void tail(float *out) {
  __shared__ float s[40];
  int t = threadIdx.x;
  float sum = 0;
  for (int i = t; i < 40; i += 32)
    sum += s[i];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 2 requests
  out[t] = sum;
}

int main(int argc, char **) {
  doubling<<<1, 32>>>(nullptr, argc);
  conflicting<<<1, 32>>>(nullptr, argc);
  triangle<<<1, 32>>>(nullptr);
  tail<<<1, 32>>>(nullptr);
}
