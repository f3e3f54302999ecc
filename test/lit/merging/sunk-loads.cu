// RUN: %lint --block-dim=64 --all-accesses --exit-zero %s -- 2>/dev/null \
// RUN:   | grep "remark: load" | FileCheck %s --implicit-check-not=remark

// A load whose variable one arm alone uses may move into the arm: its request is
// of the lanes that go there, then. Each load of `a` is of lanes two words apart:
// of all 32 it takes 2 wavefronts, of the first 13 it takes 1. Read off machine
// code (nvcc 13.0 -O3, sm_90), where not all of them move: it stays, inexact.

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
// They may move
//===----------------------------------------------------------------------===//

KERNEL(branch)
// CHECK: [[#@LINE+1]]:11: remark: load {{.*}}: 2/1 wavefronts, conflict, inexact, {{.*}}[branch(
  int a = s[2 * t] & 31;
  if (t % 32 < 13)
    sum += in[a];
END

KERNEL(choice)
// CHECK: [[#@LINE+1]]:11: remark: load {{.*}}: 2/1 wavefronts, conflict, inexact, {{.*}}[choice(
  int a = s[2 * t] & 31;
  sum += t % 32 < 13 ? in[a] : 0;
END

// Through other variables, of which some is added up, and some is a part.
KERNEL(throughOthers)
// CHECK: [[#@LINE+1]]:15: remark: load {{.*}}: 2/1 wavefronts, conflict, inexact, {{.*}}[throughOthers(
  int a[2] = {s[2 * t]};
// CHECK: [[#@LINE+1]]:10: remark: load {{.*}}: 1/1 wavefronts, conflict-free, inexact, {{.*}}[throughOthers(
  a[1] = s[t];
  int b = a[0];
  b += a[1];
  if (t % 32 < 13)
    out[t + n] = b;
END

// The arm is the rest of the function, or of an iteration.
KERNEL(behindReturn)
// CHECK: [[#@LINE+1]]:11: remark: load {{.*}}: 2/1 wavefronts, conflict, inexact, {{.*}}[behindReturn(
  int a = s[2 * t];
  if (t % 32 >= 13)
    return;
  out[t] = a;
END

KERNEL(behindContinue)
#pragma unroll 1
  for (int i = 0; i < 5; ++i) {
// CHECK: [[#@LINE+1]]:13: remark: load {{.*}}: 2/1 wavefronts, conflict, inexact, {{.*}}[behindContinue(
    int a = s[2 * t + i & 127];
    if (t % 32 >= 13)
      continue;
    sum += a * in[t + i];
  }
END

//===----------------------------------------------------------------------===//
// They stay
//===----------------------------------------------------------------------===//

KERNEL(selected)
// CHECK: [[#@LINE+1]]:11: remark: load {{.*}}: 2/1 wavefronts, conflict, block {{.*}}[selected(
  int a = s[2 * t];
  if (t % 32 < 13)
    sum += a;
END

KERNEL(bothArms)
// CHECK: [[#@LINE+1]]:11: remark: load {{.*}}: 2/1 wavefronts, conflict, block {{.*}}[bothArms(
  int a = s[2 * t] & 31;
  if (t % 32 < 13)
    sum += in[a];
  else
    sum = out[a + 1];
END

KERNEL(barrier)
// CHECK: [[#@LINE+1]]:11: remark: load {{.*}}: 2/1 wavefronts, conflict, block {{.*}}[barrier(
  int a = s[2 * t] & 31;
  __syncthreads();
  if (t % 32 < 13)
    sum += in[a];
END

KERNEL(intoLoop)
// CHECK: [[#@LINE+1]]:11: remark: load {{.*}}: 2/1 wavefronts, conflict, block {{.*}}[intoLoop(
  int a = s[2 * t] & 31;
  for (int i = 0; i < n; ++i)
    if (t % 32 < 13)
      sum += in[a + i];
END
