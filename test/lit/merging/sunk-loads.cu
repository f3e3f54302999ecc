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

//===----------------------------------------------------------------------===//
// They move from functions, and through other variables
//===----------------------------------------------------------------------===//

// What a function returns is looked at in the arm alone: as above.
__device__ int exchanged(int *s, int value) {
  s[threadIdx.x] = value;
// CHECK: :[[@LINE-1]]:3: remark: store {{.*}}: 1/1 wavefronts, conflict-free, block 64x1x1, 2 requests [{{.*}}
  __syncthreads();
  return s[2 * threadIdx.x % 64];
// CHECK: :[[@LINE-1]]:10: remark: load {{.*}}: 1/1 wavefronts, conflict-free, block 64x1x1, 2 requests [returned(int *, const int *)]
}

__global__ void returned(int *out, const int *in) {
  __shared__ int s[64];
  int a = exchanged(s, in[threadIdx.x]);
  if (threadIdx.x % 32 < 13)
    out[threadIdx.x] = a;
}

KERNEL(assigned)
// CHECK: :[[@LINE-1]]:1: remark: store {{.*}}: 1/1 wavefronts, conflict-free,{{.*}}
  int a;
  a = s[2 * t];
// CHECK: :[[@LINE-1]]:7: remark: load {{.*}}: 1/1 wavefronts, conflict-free, block 64x1x1, 2 requests
  if (t % 32 < 13)
    out[t + n] = a;
END

KERNEL(handedOver)
// CHECK: :[[@LINE-1]]:1: remark: store {{.*}}: 1/1 wavefronts, conflict-free,{{.*}}
  auto put = [&](int a) {
    if (t % 32 < 13)
      out[t + n] = a;
  };
  put(s[2 * t]);
// CHECK: :[[@LINE-1]]:7: remark: load {{.*}}: 1/1 wavefronts, conflict-free, block 64x1x1, 2 requests
END

// The arm is the rest of the function.
__global__ void behindReturn(int *out, const int *in) {
  __shared__ int s[64];
  s[threadIdx.x] = in[threadIdx.x];
// CHECK: :[[@LINE-1]]:3: remark: store {{.*}}: 1/1 wavefronts, conflict-free,{{.*}}
  __syncthreads();
  int a = s[2 * threadIdx.x % 64];
// CHECK: :[[@LINE-1]]:11: remark: load {{.*}}: 1/1 wavefronts, conflict-free, block 64x1x1, 2 requests
  if (threadIdx.x % 32 >= 13)
    return;
  out[threadIdx.x] = a;
}

// Where several loads make what the arm looks at, some of them move.
KERNEL(throughOthers)
// CHECK: :[[@LINE-1]]:1: remark: store {{.*}}: 1/1 wavefronts, conflict-free,{{.*}}
  int a = s[2 * t];
// CHECK: :[[@LINE-1]]:11: remark: load {{.*}}: 2/1 wavefronts, conflict, inexact, block 64x1x1, 2 requests
  int b = a * 3 + s[t ^ 1];
// CHECK: :[[@LINE-1]]:19: remark: load {{.*}}: 1/1 wavefronts, conflict-free, inexact, block 64x1x1, 2 requests
  int c = b ^ a;
  if (t % 32 < 13)
    out[t + n] = c;
END

KERNEL(added)
// CHECK: :[[@LINE-1]]:1: remark: store {{.*}}: 1/1 wavefronts, conflict-free,{{.*}}
  int a = 0;
  for (int i = 0; i < 2; ++i)
    a += s[2 * t + i * 32 & 127];
// CHECK: :[[@LINE-1]]:10: remark: load {{.*}}: 2/1 wavefronts, conflict, inexact, block 64x1x1, 4 requests
  if (t % 32 < 13)
    out[t + n] = a;
END

KERNEL(inParts)
// CHECK: :[[@LINE-1]]:1: remark: store {{.*}}: 1/1 wavefronts, conflict-free,{{.*}}
  int a[2];
  a[0] = s[2 * t];
// CHECK: :[[@LINE-1]]:10: remark: load {{.*}}: 2/1 wavefronts, conflict, inexact, block 64x1x1, 2 requests
  a[1] = s[t];
// CHECK: :[[@LINE-1]]:10: remark: load {{.*}}: 1/1 wavefronts, conflict-free, inexact, block 64x1x1, 2 requests
  if (t % 32 < 13)
    out[t + n] = a[0] + a[1];
END

// Or the rest of an iteration.
__global__ void behindContinue(int *out, const int *in, int n) {
  __shared__ int s[1024];
  s[threadIdx.x] = in[threadIdx.x];
// CHECK: :[[@LINE-1]]:3: remark: store {{.*}}: 1/1 wavefronts, conflict-free,{{.*}}
  __syncthreads();
  int sum = 0;
#pragma unroll 1
  for (int i = 0; i < 5; ++i) {
    int a = s[2 * threadIdx.x % 64 + i];
// CHECK: :[[@LINE-1]]:13: remark: load {{.*}}: 1/1 wavefronts, conflict-free, block 64x1x1, 10 requests
    if (threadIdx.x % 32 >= 13)
      continue;
    sum += a * in[threadIdx.x + i];
  }
  out[threadIdx.x] = sum;
}
