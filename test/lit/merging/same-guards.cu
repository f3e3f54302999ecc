// RUN: %lint --all-accesses --exit-zero %s -- 2>/dev/null | FileCheck %s

// Of branches in a row with one condition LLVM makes one, and what they guard
// may merge, by what the conditions look like to it. Read off machine code (nvcc
// 13.0 -O3, sm_90).

#define KERNEL(NAME)                                                           \
  __global__ void NAME(float *out, int n, int m) {                             \
    __shared__ __align__(16) float s[4096];                                    \
    const int t = threadIdx.x;                                                 \
    const float x = n;

#define END                                                                    \
  __syncthreads();                                                             \
  out[t] = s[t];                                                               \
  }

// STS.64.
KERNEL(one)
  if (t < 192)
    s[2 * t] = x;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, inexact,{{.*}}
  if (t < 192)
    s[2 * t + 1] = x;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, inexact,{{.*}}
END
// CHECK: :[[@LINE-1]]:1: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free,{{.*}}

// STS.128.
KERNEL(rounds)
  for (int k = 0; k < 4; ++k)
    if (t < m && t != n)
      s[4 * t + k] = x;
// CHECK: :[[@LINE-1]]:7: remark: store of 4 bytes to 's': {{.*}}, inexact,{{.*}}
END
// CHECK: :[[@LINE-1]]:1: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free,{{.*}}

// STS, twice: the conditions differ.
KERNEL(two)
  if (t < 192)
    s[2 * t] = x;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, block{{.*}}
  if (t < 96)
    s[2 * t + 1] = x;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, block{{.*}}
END
// CHECK: :[[@LINE-1]]:1: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free,{{.*}}

// A barrier keeps them apart.
KERNEL(apart)
  if (t < 192)
    s[2 * t] = x;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, block{{.*}}
  __syncthreads();
  if (t < 192)
    s[2 * t + 1] = x;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, block{{.*}}
  __syncthreads();
END
// CHECK: :[[@LINE-1]]:1: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free,{{.*}}

int main() {
  one<<<1, 256>>>(nullptr, 1, 128);
  rounds<<<1, 256>>>(nullptr, 1, 128);
  two<<<1, 256>>>(nullptr, 1, 128);
  apart<<<1, 256>>>(nullptr, 1, 128);
}
