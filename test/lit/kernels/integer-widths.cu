// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// Integers have C++'s widths and signs.

__global__ void wide(float *out, const float *in) {
  __shared__ float s[1024];
  long long t = threadIdx.x;
  for (size_t i = threadIdx.x; i < 1024; i += blockDim.x)
    s[i] = in[i];
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 32 requests
  __syncthreads();
  out[t] = s[t * 32];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 32/1 wavefronts, conflict, block 32x1x1, 1 request
  __syncthreads();
  // t << 40 is 0 in 32 bits, and 4t >> 2 in 64: a step of 4 words.
  out[t] += s[((unsigned long long)threadIdx.x << 40) >> 38];
// CHECK: :[[@LINE-1]]:13: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, block 32x1x1, 1 request
  __syncthreads();
  // Beyond 32 bits and back: ((2^32 + t) * 2) mod 2^32.
  unsigned long long far = 0x100000000ull + t;
  out[t] += s[(unsigned)(far * 2)];
// CHECK: :[[@LINE-1]]:13: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, 1 request
}

__global__ void wrap(float *out, const float *in) {
  __shared__ float s[1024];
  unsigned t = threadIdx.x;
  for (unsigned i = t; i < 1024; i += 32)
    s[i] = in[i];
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 32 requests
  __syncthreads();
  // Lane 0 wraps to 2^32 - 1, & 31 is 31: a rotated row.
  out[t] = s[(t - 1) & 31];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  __syncthreads();
  // Lanes 0 ... 15 wrap to large numbers: the other 16 remain.
  unsigned i = t - 16;
  if (i < 16)
    out[t] += s[i * 32];
// CHECK: :[[@LINE-1]]:15: remark: load of 4 bytes from 's': 16/1 wavefronts, conflict, block 32x1x1, 1 request
  __syncthreads();
  // An unsigned shift: (2^32 - 32 + t) >> 27 is 31 in all lanes.
  out[t] += s[(t - 32) >> 27];
// CHECK: :[[@LINE-1]]:13: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  __syncthreads();
  // A signed one keeps the sign: (t - 32) >> 3 is -4, -3, -2, -1.
  out[t] += s[(((int)t - 32) >> 3) * -32];
// CHECK: :[[@LINE-1]]:13: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, block 32x1x1, 1 request
  __syncthreads();
  // 8 bits hold 16t up to t = 15: 16 words, 8 each in banks 0 and 16.
  unsigned char narrow = t * 16;
  out[t] += s[narrow];
// CHECK: :[[@LINE-1]]:13: remark: load of 4 bytes from 's': 8/1 wavefronts, conflict, block 32x1x1, 1 request
  __syncthreads();
  // 8t as a signed char: 0, 8, ... 120, -128, ... -8. Plus 128: a step of 8 from
  // 0 to 248, in 4 banks.
  signed char sign = t * 8;
  out[t] += s[sign + 128];
// CHECK: :[[@LINE-1]]:13: remark: load of 4 bytes from 's': 8/1 wavefronts, conflict, block 32x1x1, 1 request
  __syncthreads();
  // Compared as unsigned, -1 is the largest number: all lanes pass.
  int minus = -1;
  if (t < (unsigned)minus)
    out[t] += s[t * 2];
// CHECK: :[[@LINE-1]]:15: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, 1 request
}

void run(float *out, const float *in) {
  wide<<<1, 32>>>(out, in);
  wrap<<<1, 32>>>(out, in);
}
