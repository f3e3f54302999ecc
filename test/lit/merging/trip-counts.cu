// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | grep "remark:" \
// RUN:   | FileCheck %s --implicit-check-not=remark

// Loops whose ends are a constant apart, wherever that is in each lane. LLVM's
// scalar evolution knows the number of iterations of some, and unrolls these;
// accesses that only then merge are inexact. Widths of machine code (nvcc 13.0
// -O3, sm_90).

#define BEGIN(NAME)                                                            \
  __global__ void __launch_bounds__(32) NAME(float *out, int n) {              \
    extern __shared__ float s[];                                               \
    int t = threadIdx.x;                                                       \
    float a = 0;
#define END                                                                    \
  out[t] = a;                                                                  \
  }

// LDS.128.
BEGIN(row)
  for (int i = t * 4; i < t * 4 + 4; ++i)
// CHECK: [[#@LINE+1]]:10: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, inexact, block 32x1x1, 1 request [row(
    a += s[i];
END
BEGIN(behind)
  int i = t * 4, end = i + 4;
  do
// CHECK: [[#@LINE+1]]:10: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, inexact, block 32x1x1, 1 request [behind(
    a += s[i];
  while (++i < end);
END
BEGIN(pointers)
  const float *p = s + t * 4, *end = p + 4;
  while (p != end)
// CHECK: [[#@LINE+1]]:10: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request [pointers(
    a += *p++;
END
BEGIN(lowBits)
  int i = t * 4;
  do
// CHECK: [[#@LINE+1]]:10: remark: load of {{[0-9]+}} bytes from 's': {{.*}}, inexact, {{.*}} [lowBits(
    a += s[i++];
  while (i % 4);
END

// Loops of LDS: what is compared may wrap, or both sides move.
BEGIN(inclusive)
  const float *p = s + t * 4, *last = p + 3;
  while (p <= last)
// CHECK: [[#@LINE+1]]:10: remark: load of {{[0-9]+}} bytes from 's': {{.*}}, inexact, {{.*}} [inclusive(
    a += *p++;
END
BEGIN(downwards)
  for (unsigned i = t * 4 + 4; i > t * 4; --i)
// CHECK: [[#@LINE+1]]:10: remark: load of {{[0-9]+}} bytes from 's': {{.*}}, inexact, {{.*}} [downwards(
    a += s[i - 1];
END
BEGIN(meeting)
  for (int l = 0, r = 7; l < r; l++, r--)
// CHECK: [[#@LINE+2]]:10: remark: load of 4 bytes from 's': 8/1 wavefronts, conflict, inexact, block 32x1x1, 4 requests [meeting(
// CHECK: [[#@LINE+1]]:25: remark: load of 4 bytes from 's': 8/1 wavefronts, conflict, inexact, block 32x1x1, 4 requests [meeting(
    a += s[t * 8 + l] * s[t * 8 + r];
END

// One iteration, up to where it begins.
BEGIN(one)
  for (int i = t; i <= t; ++i)
// CHECK: [[#@LINE+1]]:10: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [one(
    a += s[i];
END

// Nothing that may merge: another number of iterations is the same accesses.
BEGIN(apart)
  for (int i = t; i < t + 128; i += 32)
// CHECK: [[#@LINE+1]]:10: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 4 requests [apart(
    a += s[i];
END
