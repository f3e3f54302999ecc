// RUN: %lint --block-dim=64 --all-accesses --exit-zero %s -- 2>/dev/null | FileCheck %s

// A load whose variable one arm alone names moves into the arm: its request is
// of the lanes that go there. Each load of `a` is of lanes two words apart: of
// all 32 it takes 2 wavefronts, of the first 13 it takes 1. Read off machine
// code (nvcc 13.0 -O3, sm_90): @!P0 LDS, or LDS behind the branch.

#define KERNEL(NAME)                                                           \
  __global__ void NAME(int *out, const int *in, int n) {                       \
    __shared__ int s[128];                                                     \
    const int t = threadIdx.x;                                                 \
    s[t] = in[t];                                                              \
    __syncthreads();                                                           \
    int sum = 1;

#define END                                                                    \
  out[t] = sum;                                                                \
  }

//===----------------------------------------------------------------------===//
// They move
//===----------------------------------------------------------------------===//

KERNEL(branch)
// CHECK: :[[@LINE-1]]:1: remark: store {{.*}}: 1/1 wavefronts, conflict-free,{{.*}}
  int a = s[2 * t] & 31;
// CHECK: :[[@LINE-1]]:11: remark: load {{.*}}: 1/1 wavefronts, conflict-free, block 64x1x1, 2 requests
  if (t % 32 < 13)
    sum += in[a];
END

KERNEL(choice)
// CHECK: :[[@LINE-1]]:1: remark: store {{.*}}: 1/1 wavefronts, conflict-free,{{.*}}
  int a = s[2 * t] & 31;
// CHECK: :[[@LINE-1]]:11: remark: load {{.*}}: 1/1 wavefronts, conflict-free, block 64x1x1, 2 requests
  sum = in[t % 32 < 13 ? (a + t) % 7 : t / 8];
END

KERNEL(secondArm)
// CHECK: :[[@LINE-1]]:1: remark: store {{.*}}: 1/1 wavefronts, conflict-free,{{.*}}
  int a = s[2 * t];
// CHECK: :[[@LINE-1]]:11: remark: load {{.*}}: 1/1 wavefronts, conflict-free, block 64x1x1, 2 requests
  if (t % 32 >= 13)
    sum = in[t];
  else
    sum = in[a];
END

KERNEL(nested)
// CHECK: :[[@LINE-1]]:1: remark: store {{.*}}: 1/1 wavefronts, conflict-free,{{.*}}
  int a = s[2 * t] & 31;
// CHECK: :[[@LINE-1]]:11: remark: load {{.*}}: 1/1 wavefronts, conflict-free, block 64x1x1, 2 requests
  if (t % 32 < 28) {
    out[t + n] = 1;
    if (t % 32 < 13)
      sum += in[a];
  }
END

KERNEL(loopInArm)
// CHECK: :[[@LINE-1]]:1: remark: store {{.*}}: 1/1 wavefronts, conflict-free,{{.*}}
  int a = s[2 * t] & 31;
// CHECK: :[[@LINE-1]]:11: remark: load {{.*}}: 1/1 wavefronts, conflict-free, block 64x1x1, 2 requests
  if (t % 32 < 13)
    for (int i = 0; i < n; ++i)
      sum += in[a + i];
END

KERNEL(overGlobalStore)
// CHECK: :[[@LINE-1]]:1: remark: store {{.*}}: 1/1 wavefronts, conflict-free,{{.*}}
  int a = s[2 * t];
// CHECK: :[[@LINE-1]]:11: remark: load {{.*}}: 1/1 wavefronts, conflict-free, block 64x1x1, 2 requests
  out[t + 1000] = n;
  if (t % 32 < 13)
    out[t + n] = a;
END

KERNEL(wholeWarps)
// CHECK: :[[@LINE-1]]:1: remark: store {{.*}}: 1/1 wavefronts, conflict-free,{{.*}}
  int a = s[2 * t];
// CHECK: :[[@LINE-1]]:11: remark: load {{.*}}: 1/1 wavefronts, conflict-free, block 64x1x1, 2 requests
  if (t % 32 < 13 && n > 3)
    out[t + n] = a;
END

// The second warp makes no request, which the count does not say.
KERNEL(warpsWithoutLanes)
// CHECK: :[[@LINE-1]]:1: remark: store {{.*}}: 1/1 wavefronts, conflict-free,{{.*}}
  int a = s[2 * t];
// CHECK: :[[@LINE-1]]:11: remark: load {{.*}}: 2/1 wavefronts, conflict, inexact, block 64x1x1, 2 requests
  if (t < 32)
    out[t + n] = a;
END

//===----------------------------------------------------------------------===//
// They stay
//===----------------------------------------------------------------------===//

KERNEL(selected)
// CHECK: :[[@LINE-1]]:1: remark: store {{.*}}: 1/1 wavefronts, conflict-free,{{.*}}
  int a = s[2 * t];
// CHECK: :[[@LINE-1]]:11: remark: load {{.*}}: 2/1 wavefronts, conflict, block 64x1x1, 2 requests
  if (t % 32 < 13)
    sum += a;
END

KERNEL(bothArms)
// CHECK: :[[@LINE-1]]:1: remark: store {{.*}}: 1/1 wavefronts, conflict-free,{{.*}}
  int a = s[2 * t] & 31;
// CHECK: :[[@LINE-1]]:11: remark: load {{.*}}: 2/1 wavefronts, conflict, block 64x1x1, 2 requests
  if (t % 32 < 13)
    sum += in[a];
  else
    sum = out[a + 1];
END

KERNEL(barrier)
// CHECK: :[[@LINE-1]]:1: remark: store {{.*}}: 1/1 wavefronts, conflict-free,{{.*}}
  int a = s[2 * t] & 31;
// CHECK: :[[@LINE-1]]:11: remark: load {{.*}}: 2/1 wavefronts, conflict, block 64x1x1, 2 requests
  __syncthreads();
  if (t % 32 < 13)
    sum += in[a];
END

KERNEL(store)
// CHECK: :[[@LINE-1]]:1: remark: store {{.*}}: 1/1 wavefronts, conflict-free,{{.*}}
  int a = s[2 * t] & 31;
// CHECK: :[[@LINE-1]]:11: remark: load {{.*}}: 2/1 wavefronts, conflict, block 64x1x1, 2 requests
  s[t] = n;
// CHECK: :[[@LINE-1]]:3: remark: store {{.*}}: 1/1 wavefronts, conflict-free,{{.*}}
  if (t % 32 < 13)
    sum += in[a];
  sum += s[n];
// CHECK: :[[@LINE-1]]:10: remark: load {{.*}}: 1/1 wavefronts, conflict-free,{{.*}}
END

KERNEL(intoLoop)
// CHECK: :[[@LINE-1]]:1: remark: store {{.*}}: 1/1 wavefronts, conflict-free,{{.*}}
  int a = s[2 * t] & 31;
// CHECK: :[[@LINE-1]]:11: remark: load {{.*}}: 2/1 wavefronts, conflict, block 64x1x1, 2 requests
  for (int i = 0; i < n; ++i)
    if (t % 32 < 13)
      sum += in[a + i];
END

KERNEL(overBranch)
// CHECK: :[[@LINE-1]]:1: remark: store {{.*}}: 1/1 wavefronts, conflict-free,{{.*}}
  int a = s[2 * t];
// CHECK: :[[@LINE-1]]:11: remark: load {{.*}}: 2/1 wavefronts, conflict, block 64x1x1, 2 requests
  if (n > 3)
    sum = in[t];
  if (t % 32 < 13)
    out[t + n] = a;
END
