// RUN: %lint --all-accesses --exit-zero %s -- 2>/dev/null | FileCheck %s

// Branches in a row with one condition are one branch, and what they guard is
// one block. Read off machine code (nvcc 13.0 -O3, sm_90).

__device__ float twice(float x) { return 2 * x; }

#define KERNEL(NAME)                                                           \
  __global__ void NAME(float *out, int n, int m) {                             \
    __shared__ __align__(16) float s[4096];                                    \
    const int t = threadIdx.x;                                                 \
    const float x = n;

#define END                                                                    \
  __syncthreads();                                                             \
  out[t] = s[t];                                                               \
  }

// 4 * t < 256, for every k: STS.128.
KERNEL(rounds)
  for (int k = 0; k < 4; ++k)
    if (4 * t + k < 256)
      s[4 * t + k] = x;
// CHECK: :[[@LINE-1]]:7: remark: store of 16 bytes to 's': 4/4 wavefronts, conflict-free,{{.*}}
END
// CHECK: :[[@LINE-1]]:1: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free,{{.*}}

// The low bits come in any order, and from what is known of k: STS.128.
KERNEL(turned)
  int k = 0;
  do {
    int at = (k ^ 3) + (t ^ 50) * 4;
    if (at <= 255)
      s[at] = x;
// CHECK: :[[@LINE-1]]:7: remark: store of 16 bytes to 's': 4/4 wavefronts, conflict-free,{{.*}}
    ++k;
  } while (k < 4);
END
// CHECK: :[[@LINE-1]]:1: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free,{{.*}}

// Conditions of the launch, of data and of both: STS.128.
KERNEL(sameBound)
  for (int k = 0; k < 4; ++k)
    if (t < n && t != m)
      s[4 * t + k] = x;
// CHECK: :[[@LINE-1]]:7: remark: store of 16 bytes to 's': 4/4 wavefronts, conflict-free, inexact,{{.*}}
END
// CHECK: :[[@LINE-1]]:1: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free,{{.*}}

KERNEL(sameData)
  bool isWanted = out[t] > 3;
  for (int k = 0; k < 4; ++k)
    if (isWanted)
      s[4 * t + k] = x;
// CHECK: :[[@LINE-1]]:7: remark: store of 16 bytes to 's': {{.*}}
END
// CHECK: :[[@LINE-1]]:1: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free,{{.*}}

// One in the other, and statement by statement: STS.64.
KERNEL(nested)
  for (int k = 0; k < 2; ++k)
    if (3 < t)
      if (2 * t + k < 164)
        s[2 * t + k] = twice(x);
// CHECK: :[[@LINE-1]]:9: remark: store of 8 bytes to 's': {{.*}}conflict-free,{{.*}}
END
// CHECK: :[[@LINE-1]]:1: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free,{{.*}}

KERNEL(twoStatements)
  if (2 * t < 256)
    s[2 * t] = x;
// CHECK: :[[@LINE-1]]:5: remark: store of 8 bytes to 's': {{.*}}conflict-free,{{.*}}
  if (2 * t + 1 < 256)
    s[2 * t + 1] = x;
// CHECK: :[[@LINE-1]]:5: remark: store of 8 bytes to 's': {{.*}}conflict-free,{{.*}}
END
// CHECK: :[[@LINE-1]]:1: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free,{{.*}}

// Loads that go to memory: LDS.128.
KERNEL(loads)
  s[t + 2048] = x;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free,{{.*}}
  __syncthreads();
  for (int k = 0; k < 4; ++k)
    if (4 * t + k < 100)
      out[256 * k + t] = s[4 * t + k];
// CHECK: :[[@LINE-1]]:26: remark: load of 16 bytes from 's': {{.*}}conflict-free,{{.*}}
END
// CHECK: :[[@LINE-1]]:1: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free,{{.*}}

// Neighbours that stay as they are: 4 bytes each, 4-way.

// An argument bounds each k by itself.
KERNEL(unknownBound)
  for (int k = 0; k < 4; ++k)
    if (4 * t + k < n)
      s[4 * t + k] = x;
// CHECK: :[[@LINE-1]]:7: remark: store of 4 bytes to 's': 4/1 wavefronts, conflict,{{.*}}
END
// CHECK: :[[@LINE-1]]:1: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free,{{.*}}

// Unsigned sums may wrap.
KERNEL(unsignedSum)
  for (int k = 0; k < 4; ++k)
    if (4 * threadIdx.x + k < 256)
      s[4 * t + k] = x;
// CHECK: :[[@LINE-1]]:7: remark: store of 4 bytes to 's': 4/1 wavefronts, conflict,{{.*}}
END
// CHECK: :[[@LINE-1]]:1: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free,{{.*}}

// No power of two, a sum of two products, and a range.
KERNEL(byTwelve)
  for (int k = 0; k < 4; ++k)
    if (12 * t + k < 256)
      s[4 * t + k] = x;
// CHECK: :[[@LINE-1]]:7: remark: store of 4 bytes to 's': {{.*}}conflict,{{.*}}
END
// CHECK: :[[@LINE-1]]:1: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free,{{.*}}

KERNEL(twoProducts)
  for (int k = 0; k < 4; ++k)
    if (t / 32 * 128 + t % 32 * 4 + k < 256)
      s[4 * t + k] = x;
// CHECK: :[[@LINE-1]]:7: remark: store of 4 bytes to 's': 4/1 wavefronts, conflict,{{.*}}
END
// CHECK: :[[@LINE-1]]:1: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free,{{.*}}

KERNEL(range)
  for (int k = 0; k < 4; ++k)
    if (4 * t + k >= 0 && 4 * t + k < 256)
      s[4 * t + k] = x;
// CHECK: :[[@LINE-1]]:7: remark: store of 4 bytes to 's': {{.*}}conflict,{{.*}}
END
// CHECK: :[[@LINE-1]]:1: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free,{{.*}}

// What is loaded is added up, one branch after the other.
KERNEL(sums)
  s[t + 2048] = x;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free,{{.*}}
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 4; ++k)
    if (4 * t + k < 256)
      sum += s[4 * t + k];
// CHECK: :[[@LINE-1]]:14: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict,{{.*}}
  out[t + 1000] = sum;
END
// CHECK: :[[@LINE-1]]:1: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free,{{.*}}

// A store in between.
KERNEL(between)
  if (t < n)
    s[2 * t] = x;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict,{{.*}}
  s[2048 + t] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free,{{.*}}
  if (t < n)
    s[2 * t + 1] = x;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict,{{.*}}
END
// CHECK: :[[@LINE-1]]:1: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free,{{.*}}

// Numbers that go on from branch to branch sometimes keep them apart.
KERNEL(chain)
  float y = x;
  for (int k = 0; k < 4; ++k) {
    y += 1;
    if (4 * t + k < 256)
      s[4 * t + k] = y;
// CHECK: :[[@LINE-1]]:7: remark: store of 4 bytes to 's': 4/1 wavefronts, {{.*}}inexact{{.*}}
  }
END
// CHECK: :[[@LINE-1]]:1: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free,{{.*}}

// Bits that are shifted out are lost: sometimes one branch, sometimes four.
KERNEL(shifted)
  for (int k = 0; k < 4; ++k)
    if ((t << 2) + k < 256)
      s[4 * t + k] = x;
// CHECK: :[[@LINE-1]]:7: remark: store of 4 bytes to 's': 4/1 wavefronts, {{.*}}inexact{{.*}}
END
// CHECK: :[[@LINE-1]]:1: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free,{{.*}}

// Branches that the compiler may join, although they are no single condition:
// STS.64 on each arm here. The walk does not follow it, and says so.
KERNEL(joinedArms)
  for (int k = 0; k < 2; ++k) {
    if (n > 3 && 2 * t + k < 60)
      s[2 * t + k] = x;
// CHECK: :[[@LINE-1]]:7: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict,{{.*}}
    else if (2 * t + k < 60)
      s[2 * t + k] = m;
// CHECK: :[[@LINE-1]]:7: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, inexact,{{.*}}
  }
END
// CHECK: :[[@LINE-1]]:1: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free,{{.*}}
