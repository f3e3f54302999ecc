// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// What is assigned to a bound counts as its initializer does, and so does what decides
// whether it is assigned. Read off machine code (nvcc 13.0 -O3, sm_90): eight
// LDS for `chosen` and `condition`, LDS.128 for `constant`.

__global__ void chosen(float *out) {
  __shared__ float s[1040];
  int t = threadIdx.x, n = 8;
  if (t >= 128)
    n = 4;
  float sum = 0;
  for (int i = 0; i < n; ++i)
    sum += s[4 * t + i];
// CHECK: :[[@LINE-1]]:12: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, inexact, block 256x1x1, 12 requests
  out[t] = sum;
}

__global__ void constant(float *out) {
  __shared__ float s[1040];
  int t = threadIdx.x, n = 4;
  n *= 2;
  float sum = 0;
  for (int i = 0; i < n; ++i)
    sum += s[4 * t + i];
// CHECK: :[[@LINE-1]]:12: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 256x1x1, 16 requests
  n = t; // after the loop
  out[t] = sum + n;
}

// Without an initializer; by a condition of the launch.
__global__ void condition(float *out, bool isLong) {
  __shared__ float s[1040];
  int t = threadIdx.x, n;
  if (isLong)
    n = 8;
  else
    n = 4;
  float sum = 0;
  for (int i = 0; i < n; ++i)
    sum += s[4 * t + i];
// CHECK: :[[@LINE-1]]:12: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, inexact, block 256x1x1, 16 requests
  out[t] = sum;
}

// By a parameter, by assembly, and by what a lambda does.
__device__ float sumOf(const float *from, int n, int t) {
  if (t >= 128)
    n = 4;
  float sum = 0;
  for (int i = 0; i < n; ++i)
    sum += from[i];
// CHECK: :[[@LINE-1]]:12: remark: load of 16 bytes from 's': {{.*}}, inexact, {{.*}} [parameter(float *)]
  return sum;
}
__global__ void parameter(float *out) {
  __shared__ float s[1040];
  out[threadIdx.x] = sumOf(s + 4 * threadIdx.x, 8, threadIdx.x);
}

// A parameter that counts down, as in the functions of libraries.
__device__ void fill(float *to, int n, float value) {
  for (; n > 0; ++to, (void)--n)
    *to = value;
// CHECK: :[[@LINE-1]]:5: remark: store of 16 bytes to 's': 4/4 wavefronts, conflict-free, block 256x1x1, 8 requests [filled(float *)]
}
__global__ void filled(float *out) {
  __shared__ float s[1040];
  int t = threadIdx.x;
  fill(s + 4 * t, 4, out[t]);
  __syncthreads();
  out[t] = s[t];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 256x1x1, 8 requests [filled(float *)]
}

__global__ void lambda(float *out) {
  __shared__ float s[1040];
  int t = threadIdx.x, n = 8;
  auto shorten = [&] {
    if (t >= 128)
      n = 4;
  };
  shorten();
  float sum = 0;
  for (int i = 0; i < n; ++i)
    sum += s[4 * t + i];
// CHECK: :[[@LINE-1]]:12: remark: load of 16 bytes from 's': {{.*}}, inexact, {{.*}} [lambda(float *)]
  out[t] = sum;
}

// A number of which the compiler knows no more than that a walk has four
// iterations: LDS.64 in machine code.
__global__ void oneBlock(float *out, int m) {
  __shared__ float s[1040];
  int t = threadIdx.x, n = min(m, 4);
  float sum = 0;
  for (int i = 0; i < n; ++i)
    sum += s[4 * t + i];
// CHECK: :[[@LINE-1]]:12: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, inexact, block 256x1x1, 8 requests
  out[t] = sum;
}

int main() {
  chosen<<<1, 256>>>(nullptr);
  constant<<<1, 256>>>(nullptr);
  condition<<<1, 256>>>(nullptr, true);
  parameter<<<1, 256>>>(nullptr);
  filled<<<1, 256>>>(nullptr);
  lambda<<<1, 256>>>(nullptr);
  oneBlock<<<1, 256>>>(nullptr, 7);
}
