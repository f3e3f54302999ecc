// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | grep "remark: load" \
// RUN:   | FileCheck %s --implicit-check-not=remark

// A loop whose counter begins a constant away from its end is unrolled in full,
// wherever that is in each lane and however it is written. Widths of machine
// code (nvcc 13.0 -O3, sm_90).

#define FILL                                                                   \
  __shared__ float s[1024];                                                    \
  int t = threadIdx.x;                                                         \
  for (int i = 0; i < 32; i++)                                                 \
    s[i * 32 + t] = in[i * 32 + t];                                            \
  __syncwarp();                                                                \
  float a = 0;

//===----------------------------------------------------------------------===//
// Steps in conditions
//===----------------------------------------------------------------------===//

// LDS.128.
__global__ void __launch_bounds__(32) behind(float *out, const float *in) {
  FILL
  int i = t * 4, end = i + 4;
  do
// CHECK: [[#@LINE+1]]:10: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request
    a += s[i];
  while (++i < end);
  out[t] = a;
}

// LDS.128, with the first element taken before the loop.
__global__ void __launch_bounds__(32) first(float *out, const float *in) {
  FILL
  const float *p = s + t * 4, *end = p + 4;
// CHECK: [[#@LINE+1]]:19: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request
  float largest = *p;
  while (++p < end)
// CHECK: [[#@LINE+1]]:30: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 32x1x1, 0 requests
    largest = fmaxf(largest, *p);
  out[t] = largest;
}

// LDS.128.
__global__ void __launch_bounds__(32) passed(float *out, const float *in) {
  FILL
  int i = t * 4 - 1, end = i + 4;
  while (i++ < end)
// CHECK: [[#@LINE+1]]:10: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request
    a += s[i];
  out[t] = a;
}

// Two LDS.128: what the comparison has given is kept.
__global__ void __launch_bounds__(32) kept(float *out, const float *in) {
  FILL
  int i = t * 8, end = i + 8;
  bool goesOn = true;
  while (goesOn) {
// CHECK: [[#@LINE+1]]:10: remark: load of 16 bytes from 's': 8/4 wavefronts, conflict, block 32x1x1, 2 requests
    a += s[i++];
    goesOn = i < end;
  }
  out[t] = a;
}

//===----------------------------------------------------------------------===//
// Breaks
//===----------------------------------------------------------------------===//

// LDS.128.
__global__ void __launch_bounds__(32) broken(float *out, const float *in) {
  FILL
  int i = t * 4, end = i + 4;
  for (;;) {
    if (i == end)
      break;
// CHECK: [[#@LINE+1]]:10: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request
    a += s[i++];
  }
  out[t] = a;
}

// LDS.128.
__global__ void __launch_bounds__(32) brokenBehind(float *out,
                                                   const float *in) {
  FILL
  int i = t * 4, end = i + 4;
  while (true) {
// CHECK: [[#@LINE+1]]:10: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request
    a += s[i];
    if (++i >= end)
      break;
  }
  out[t] = a;
}

// LDS.128, though a lane may be sent away: the test is the same in all
// iterations, and it is not known where it stands.
__global__ void __launch_bounds__(32) guarded(float *out, const float *in) {
  FILL
  int i = t * 4, end = i + 4;
  while (i < end) {
    if (t == 77)
      return;
// CHECK: [[#@LINE+1]]:10: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, inexact, block 32x1x1, 4 requests
    a += s[i++];
  }
  out[t] = a;
}

//===----------------------------------------------------------------------===//
// Low bits
//===----------------------------------------------------------------------===//

// LDS.128: of i, the lowest two bits are known.
__global__ void __launch_bounds__(32) remainders(float *out, const float *in) {
  FILL
  int i = t * 4;
  do
// CHECK: [[#@LINE+1]]:10: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request
    a += s[i++];
  while (i % 4);
  out[t] = a;
}

// LDS: a step of 2 is left to the loop.
__global__ void __launch_bounds__(32) remaindersOf2(float *out,
                                                    const float *in) {
  FILL
  int i = t * 8;
  do {
// CHECK: [[#@LINE+1]]:10: remark: load of 4 bytes from 's': 8/1 wavefronts, conflict, block 32x1x1, 4 requests
    a += s[i];
    i += 2;
  } while (i % 8);
  out[t] = a;
}

//===----------------------------------------------------------------------===//
// Values on the way
//===----------------------------------------------------------------------===//

__device__ float sumOf(const float *begin, const float *end) {
  float sum = 0;
  while (begin < end)
// CHECK: [[#@LINE+1]]:12: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request
    sum += *begin++;
  return sum;
}

// LDS.128, by a function.
__global__ void __launch_bounds__(32) called(float *out, const float *in) {
  FILL
  out[t] = sumOf(s + t * 4, s + t * 4 + 4) + a;
}

// LDS.128, of what is set again on the way.
__global__ void __launch_bounds__(32) setAgain(float *out, const float *in,
                                               int n) {
  FILL
  int i = t * 4, end;
  if (n > 3)
    i += 4;
  end = i;
  end += 4;
  while (i < end)
// CHECK: [[#@LINE+1]]:10: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request
    a += s[i++];
  out[t] = a;
}

// LDS: by n, one more or less is left.
__global__ void __launch_bounds__(32) movedApart(float *out, const float *in,
                                                 int n) {
  FILL
  int i = t * 4, end = i + 4;
  if (n > 3)
    i += 1;
  while (i < end)
// CHECK: [[#@LINE+1]]:10: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, inexact, block 32x1x1
    a += s[i++];
  out[t] = a;
}

//===----------------------------------------------------------------------===//
// More than eight
//===----------------------------------------------------------------------===//

// Three LDS.128: `!=` is counted.
__global__ void __launch_bounds__(32) twelve(float *out, const float *in) {
  FILL
  int i = t * 12, end = i + 12;
  while (i != end)
// CHECK: [[#@LINE+1]]:10: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 32x1x1, 3 requests
    a += s[i++];
  out[t] = a;
}

// Three LDS.128: what begins at a multiple of 32 does not wrap.
__global__ void __launch_bounds__(32) twelveOf32(float *out, const float *in) {
  FILL
  int i = t * 32, end = i + 12;
  do
// CHECK: [[#@LINE+1]]:10: remark: load of 16 bytes from 's': 32/4 wavefronts, conflict, block 32x1x1, 3 requests
    a += s[i];
  while (++i < end);
  out[t] = a;
}

// LDS.64 and LDS, by an unroll of 4 that is not followed.
__global__ void __launch_bounds__(32) twelveOf12(float *out, const float *in) {
  FILL
  int i = t * 12, end = i + 12;
  do
// CHECK: [[#@LINE+1]]:10: remark: load of 8 bytes from 's': 4/2 wavefronts, conflict, inexact, block 32x1x1, 6 requests
    a += s[i];
  while (++i < end);
  out[t] = a;
}

// Twelve LDS: it may wrap. With the hint, three LDS.128.
__global__ void __launch_bounds__(32) unsignedTwelve(float *out,
                                                     const float *in) {
  FILL
  unsigned i = t * 12, end = i + 12;
  while (i < end)
// CHECK: [[#@LINE+1]]:10: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, block 32x1x1, 12 requests
    a += s[i++];
  unsigned k = t * 12;
#pragma unroll
  while (k < end)
// CHECK: [[#@LINE+1]]:10: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 32x1x1, 3 requests
    a *= s[k++];
  out[t] = a;
}
