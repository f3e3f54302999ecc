// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// One warp, t = 0 ... 31.

__global__ void operators(float *out, const float *in) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  for (int i = t; i < 1024; i += blockDim.x)
    s[i] = in[i];
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 32 requests
  __syncthreads();

  // 8 words, each read by 4 lanes, all in bank 0.
  out[t] = s[(threadIdx.x % 8) * 32];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 8/1 wavefronts, conflict, block 32x1x1, 1 request
  __syncthreads();

  // 8 rows of 4 words: banks 0 ... 3, 8 words each.
  out[t] += s[t / 4 * 32 + t % 4];
// CHECK: :[[@LINE-1]]:13: remark: load of 4 bytes from 's': 8/1 wavefronts, conflict, block 32x1x1, 1 request
  __syncthreads();

  // The same with shifts and masks, transposed: 4 rows of 8 words, 4 a bank.
  out[t] += s[((t & 3) << 5) | (t >> 2)];
// CHECK: :[[@LINE-1]]:13: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, block 32x1x1, 1 request
  __syncthreads();

  // Odd words, 1 ... 63: 16 banks, 2 words each.
  out[t] += s[(t << 1) | 1];
// CHECK: :[[@LINE-1]]:13: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, 1 request
  __syncthreads();

  // 16 words, read in pairs.
  out[t] += s[t >> 1];
// CHECK: :[[@LINE-1]]:13: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  __syncthreads();

  // Backwards.
  out[t] += s[~t & 31];
// CHECK: :[[@LINE-1]]:13: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  __syncthreads();

  // 5 has no common divisor with 32: all 32 words of a row.
  out[t] += s[t * 5 % 32];
// CHECK: :[[@LINE-1]]:13: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  __syncthreads();

  // 32t ^ t: row t, column t.
  out[t] += s[(t * 32) ^ t];
// CHECK: :[[@LINE-1]]:13: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  __syncthreads();

  // Words 0 ... 15 and 32 ... 47: the same 16 banks.
  out[t] += s[t < 16 ? t : t + 16];
// CHECK: :[[@LINE-1]]:13: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, 1 request
  __syncthreads();

  // A comparison is 0 or 1: words 0 and 32, in one bank.
  out[t] += s[(t > 4) * 32];
// CHECK: :[[@LINE-1]]:13: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, 1 request
  __syncthreads();

  // Division rounds to zero: t - 16 is -16 ... 15, an eighth of it -2 (lane 0
  // only), -1, 0 (15 lanes) or 1. Words 32, 64, 96, 128: one bank.
  out[t] += s[((t - 16) / 8 + 3) * 32];
// CHECK: :[[@LINE-1]]:13: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, block 32x1x1, 1 request
  __syncthreads();

  // And the remainder follows the dividend: -7 ... 7, 15 values.
  out[t] += s[((t - 16) % 8 + 7) * 32];
// CHECK: :[[@LINE-1]]:13: remark: load of 4 bytes from 's': 15/1 wavefronts, conflict, block 32x1x1, 1 request
}

__global__ void assignments(float *out, const float *in) {
  __shared__ float s[1024];
  int i = threadIdx.x;
  i *= 2;
  i += 3;
  i -= 1;
  i++;
  --i;
  // 2t + 2.
  s[i] = in[i];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, block 32x1x1, 1 request
  i <<= 4;
  i /= 2;
  i ^= 16;
  i |= 1;
  i &= ~2;
  // (2t + 2) * 16 / 2 = 16 (t + 1); ^ 16 makes it 16 ((t + 1) ^ 1), | 1 one more,
  // and & ~2 changes nothing: banks 1 and 17, 16 words each.
  s[i] = in[i];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 16/1 wavefronts, conflict, block 32x1x1, 1 request
  i >>= 4;
  i %= 8;
  // ((t + 1) ^ 1) % 8: 8 values.
  s[32 * i--] = in[threadIdx.x];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 8/1 wavefronts, conflict, block 32x1x1, 1 request
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
}

__global__ void intrinsics(float *out, const float *in) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  // 16 words of bank 0; the last is read by 17 lanes.
  s[min(t, 15) * 32] = in[t];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 16/1 wavefronts, conflict, block 32x1x1, 1 request
  // max(t, 24) * 32: 24 ... 31, 8 words.
  s[max(t, 24) * 32] = in[t];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 8/1 wavefronts, conflict, block 32x1x1, 1 request
  s[__mul24(t, 4)] = in[t];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 4/1 wavefronts, conflict, block 32x1x1, 1 request
  // |t - 16| is 0 ... 16: 17 words.
  s[abs(t - 16) * 32] = in[t];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 17/1 wavefronts, conflict, block 32x1x1, 1 request
  __syncthreads();
  out[t] = s[t % warpSize];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
}

void run(float *out, const float *in) {
  operators<<<1, 32>>>(out, in);
  assignments<<<1, 32>>>(out, in);
  intrinsics<<<1, 32>>>(out, in);
}
