// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | grep "remark: load" \
// RUN:   | FileCheck %s --implicit-check-not=remark

// Loops up to and with a pointer or an unsigned number, and down to one, may
// wrap: they stay loops of LDS. Widths of machine code (nvcc 13.0 -O3, sm_90).

#define FILL                                                                   \
  __shared__ float s[1024];                                                    \
  int t = threadIdx.x;                                                         \
  for (int i = 0; i < 32; i++)                                                 \
    s[i * 32 + t] = in[i * 32 + t];                                            \
  __syncwarp();                                                                \
  float a = 0;

__global__ void __launch_bounds__(32) upTo(float *out, const float *in) {
  FILL
  const float *p = s + t * 4, *last = p + 3;
  while (p <= last)
// CHECK: [[#@LINE+1]]:10: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, block 32x1x1, 4 requests
    a += *p++;
  out[t] = a;
}

__global__ void __launch_bounds__(32) downTo(float *out, const float *in) {
  FILL
  const float *first = s + t * 4;
  for (const float *p = first + 3; p >= first; --p)
// CHECK: [[#@LINE+1]]:10: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, block 32x1x1, 4 requests
    a += *p;
  out[t] = a;
}

// Two at a step may come by the end.
__global__ void __launch_bounds__(32) inTwos(float *out, const float *in) {
  FILL
  const float *end = s + t * 8 + 8;
  for (const float *p = end - 8; p < end; p += 2)
// CHECK: [[#@LINE+2]]:10: remark: load of 8 bytes from 's': 8/2 wavefronts, conflict, block 32x1x1, 4 requests
// CHECK: [[#@LINE+1]]:17: remark: load of 8 bytes from 's': 8/2 wavefronts, conflict, block 32x1x1, 0 requests
    a += p[0] * p[1];
  out[t] = a;
}

__global__ void __launch_bounds__(32) unsignedUpTo(float *out,
                                                   const float *in) {
  FILL
  unsigned b = t * 4;
  for (unsigned i = b; i <= b + 3; i++)
// CHECK: [[#@LINE+1]]:10: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, block 32x1x1, 4 requests
    a += s[i];
  out[t] = a;
}

__global__ void __launch_bounds__(32) signedDownTo(float *out,
                                                   const float *in) {
  FILL
  int b = t * 4;
  for (int i = b + 3; i >= b; i--)
// CHECK: [[#@LINE+1]]:10: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, block 32x1x1, 4 requests
    a += s[i];
  out[t] = a;
}

// LDS.128: numbers of 32 apart do not wrap on the way of three.
__global__ void __launch_bounds__(32) signedDownIn32(float *out,
                                                     const float *in) {
  FILL
  int b = t * 32;
  for (int i = b + 3; i >= b; i--)
// CHECK: [[#@LINE+1]]:10: remark: load of 16 bytes from 's': 32/4 wavefronts, conflict, block 32x1x1, 1 request
    a += s[i];
  out[t] = a;
}

// LDS.128: a signed number that goes up does not wrap.
__global__ void __launch_bounds__(32) signedUpTo(float *out, const float *in) {
  FILL
  int i = t * 4, last = i + 3;
  while (i <= last)
// CHECK: [[#@LINE+1]]:10: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request
    a += s[i++];
  out[t] = a;
}

// LDS.128: nor does a wider one that was made of it.
__global__ void __launch_bounds__(32) wide(float *out, const float *in) {
  FILL
  long b = t * 4;
  for (long i = b + 3; i >= b; i--)
// CHECK: [[#@LINE+1]]:10: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request
    a += s[i];
  out[t] = a;
}

// LDS.128, by `!=` and `<`.
__global__ void __launch_bounds__(32) exclusive(float *out, const float *in) {
  FILL
  const float *p = s + t * 4, *end = p + 4, *q = s + t * 4 + 132;
  for (; p < end; ++p)
// CHECK: [[#@LINE+1]]:10: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request
    a += *p;
  while (q != end + 124)
// CHECK: [[#@LINE+1]]:10: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request
    a *= *--q;
  out[t] = a;
}

// In steps of a byte nothing wraps that the rules do not know: inexact.
__global__ void __launch_bounds__(32) bytes(float *out, const float *in) {
  FILL
  const char *first = (const char *)s + t * 16;
  for (const char *p = first + 3; p >= first; --p)
// CHECK: [[#@LINE+1]]:10: remark: load of 1 byte from 's': 4/1 wavefronts, conflict, inexact, block 32x1x1, 4 requests
    a += *p;
  out[t] = a;
}
