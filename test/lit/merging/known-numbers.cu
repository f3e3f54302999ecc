// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | grep "remark: load" \
// RUN:   | FileCheck %s --implicit-check-not=remark

// Behind a comparison for equality, LLVM may have the number in the place of what
// is compared, and machine code sees how well the address is aligned: LDS.64 in
// all of these but the last three (nvcc 13.0 -O3, sm_90). Nobody knows that
// without following what is computed before the branch, too: they are inexact.

#define FILL                                                                   \
  __shared__ __align__(16) float s[256];                                       \
  int t = threadIdx.x;                                                         \
  float a = 0;                                                                 \
  for (int i = 0; i < 8; ++i)                                                  \
    s[t + 32 * i] = out[t + 32 * i];                                           \
  __syncthreads();

__global__ void __launch_bounds__(32) remainder(float *out) {
  FILL
  int m = t % 2, q = t / 2;
  if (m == 0)
// CHECK: [[#@LINE+2]]:9: remark: load of 4 bytes from 's': {{.*}}, inexact, {{.*}}[remainder(
// CHECK: [[#@LINE+1]]:24: remark: load of 4 bytes from 's': {{.*}}, inexact, {{.*}}[remainder(
    a = s[q * 4 + m] + s[q * 4 + m + 1];
  out[t] = a;
}

// By another name, and where it does not hold.
__global__ void __launch_bounds__(32) otherwise(float *out, int n) {
  FILL
  const bool isOdd = n % 4;
  const int begin = t * 4 + n % 4;
  if (isOdd)
    a = 1;
  else
// CHECK: [[#@LINE+2]]:9: remark: load of 4 bytes from 's': {{.*}}, inexact, {{.*}}[otherwise(
// CHECK: [[#@LINE+1]]:20: remark: load of 4 bytes from 's': {{.*}}, inexact, {{.*}}[otherwise(
    a = s[begin] + s[begin + 1];
  out[t] = a;
}

__global__ void __launch_bounds__(32) returned(float *out, int n) {
  FILL
  if (n != 4)
    return;
// CHECK: [[#@LINE+2]]:7: remark: load of 4 bytes from 's': {{.*}}, inexact, {{.*}}[returned(
// CHECK: [[#@LINE+1]]:22: remark: load of 4 bytes from 's': {{.*}}, inexact, {{.*}}[returned(
  a = s[t * 4 + n] + s[t * 4 + n + 1];
  out[t] = a;
}

__global__ void __launch_bounds__(32) cases(float *out, int n) {
  FILL
  switch (n) {
  case 4:
// CHECK: [[#@LINE+2]]:9: remark: load of 4 bytes from 's': {{.*}}, inexact, {{.*}}[cases(
// CHECK: [[#@LINE+1]]:24: remark: load of 4 bytes from 's': {{.*}}, inexact, {{.*}}[cases(
    a = s[t * 4 + n] + s[t * 4 + n + 1];
  }
  out[t] = a;
}

// It is not in the address; it does not merge; it is no comparison for equality.
__global__ void __launch_bounds__(32) plain(float *out, int n, int k) {
  FILL
  if (n == 0)
// CHECK: [[#@LINE+2]]:9: remark: load of 4 bytes from 's': {{.*}}block 32x1x1{{.*}}[plain(
// CHECK: [[#@LINE+1]]:24: remark: load of 4 bytes from 's': {{.*}}block 32x1x1{{.*}}[plain(
    a = s[t * 4 + k] + s[t * 4 + k + 1];
  if (k == 0)
// CHECK: [[#@LINE+1]]:10: remark: load of 4 bytes from 's': {{.*}}block 32x1x1{{.*}}[plain(
    a += s[t * 5 % 32 + k];
  if (k < 9)
// CHECK: [[#@LINE+2]]:10: remark: load of 4 bytes from 's': {{.*}}block 32x1x1{{.*}}[plain(
// CHECK: [[#@LINE+1]]:30: remark: load of 4 bytes from 's': {{.*}}block 32x1x1{{.*}}[plain(
    a += s[t * 4 + k + 64] + s[t * 4 + k + 65];
  out[t] = a;
}

int main(int argc, char **) {
  remainder<<<1, 32>>>(nullptr);
  otherwise<<<1, 32>>>(nullptr, argc);
  returned<<<1, 32>>>(nullptr, argc);
  cases<<<1, 32>>>(nullptr, argc);
  plain<<<1, 32>>>(nullptr, argc, argc);
}
