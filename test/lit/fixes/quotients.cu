// RUN: %lint --exit-zero --sort=place %s -- 2>&1 | FileCheck %s
// RUN: cp %s %t.cu && chmod +w %t.cu
// RUN: %lint --exit-zero --fix %t.cu -- > %t.log 2>&1
// RUN: %lint --exit-zero --sort=place %t.cu -- 2>&1 | FileCheck %s --check-prefix=FIXED --implicit-check-not="kernel 'free"

// Row and column are the quotient and the remainder of one number, as most tiles
// are filled: t / 32 is a row and t % 32 a column below 32 in every warp, however
// it is written. 32 rows of 32 words meet in one bank; a word more a row frees them.
// Once fixed, no kernel that is called free... has a conflict.
// FIXED: in kernel 'paidWidths<40>'
// FIXED: in kernel 'refusedVectors'

__global__ void freeDirect(const float *in, float *out) {
  __shared__ float s[32][32];
// CHECK: :[[@LINE-1]]:26: note: pad the rows of 's' to 33 floats (+128 bytes), which leaves no conflict
  s[threadIdx.x / 32][threadIdx.x % 32] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x % 32][threadIdx.x / 32];
}

// Signs and shifts mixed.
__global__ void freeMixed(const float *in, float *out) {
  __shared__ float s[32][32];
// CHECK: :[[@LINE-1]]:26: note: pad the rows of 's' to 33 floats (+128 bytes), which leaves no conflict
  const int t = threadIdx.x;
  const unsigned u = threadIdx.x;
  s[t / 32][u & 31] = in[t];
  s[u >> 5][t % 32] += in[t + 1024];
  __syncthreads();
  out[t] = s[t & 31][u / 32];
}

// The remainder by hand: t - 32 * (t / 32).
__global__ void freeRests(const float *in, float *out) {
  __shared__ float s[32][32];
// CHECK: :[[@LINE-1]]:26: note: pad the rows of 's' to 33 floats (+128 bytes), which leaves no conflict
  const int t = threadIdx.x, r = t / 32, q = t >> 5;
  s[r][t - r * 32] = in[t];
  s[q][t - (q << 5)] += in[t + 1024];
  s[r][t - (t & ~31)] += in[t + 2048];
  __syncthreads();
  out[t] = s[t % 32][r];
}

// The same of loops over all elements, however many: i % 32 <= 31 for any count.
__global__ void freeLoops(const float *in, float *out, int n) {
  __shared__ float s[32][32];
// CHECK: :[[@LINE-1]]:26: note: pad the rows of 's' to 33 floats (+128 bytes), which leaves no conflict
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    const int r = i / 32, c = i - r * 32;
    s[r][c] = in[i];
  }
  for (unsigned i = threadIdx.x; i < 32 * 32; i += 256)
    s[i / 32][i % 32] += in[i];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x % 32][threadIdx.x / 32];
}

// Blocks of three dimensions, and a tile whose sizes are arguments of a helper.
__device__ int rowOf(int i, int width) { return i / width; }
__device__ int columnOf(int i, int width) {
  return i - rowOf(i, width) * width;
}
__global__ void freeFlattened(const float *in, float *out) {
  __shared__ float s[32][32];
// CHECK: :[[@LINE-1]]:26: note: pad the rows of 's' to 33 floats (+128 bytes), which leaves no conflict
  const int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x +
                threadIdx.x;
  s[rowOf(t, 32)][columnOf(t, 32)] = in[t];
  __syncthreads();
  out[t] = s[t % 32][t / 32];
}

// Of two dimensions of tiles: the warp's quotient and remainder, and the lane's.
__global__ void freeWarps(const float *in, float *out) {
  __shared__ float s[2][32][32];
// CHECK: :[[@LINE-1]]:29: note: pad the rows of 's' to 33 floats (+256 bytes), which leaves no conflict
  for (int i = threadIdx.x; i < 2 * 32 * 32; i += 512) {
    const int b = i / 1024, j = i - b * 1024, r = j / 32, c = j - r * 32;
    s[b][r][c] = in[i];
  }
  __syncthreads();
  const int warp = threadIdx.x / 32, wy = warp / 8, wx = warp - wy * 8;
  out[threadIdx.x] = s[wy][threadIdx.x % 32][wx];
}

// Rows of four floats at a time: r = t / 8 and columns (t % 8) * 4 to 28, the last
// of which ends with the row. nvcc merges the loads along k to 16 bytes, of which
// each phase of 8 lanes takes 8 wavefronts (32 rather than 4). Rows of 36 put the
// eight lanes 4 banks apart.
__global__ void freeVectors(const float4 *in, float *out) {
  __shared__ __align__(16) float tile[32][32];
// CHECK: :[[@LINE-1]]:43: note: pad the rows of 'tile' to 36 floats (+512 bytes), which leaves no conflict
  const int t = threadIdx.x, r = t / 8, c = (t % 8) * 4;
  *reinterpret_cast<float4 *>(&tile[r][c]) = in[t];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 32; k++)
    sum += tile[t % 32][k] * (k + t / 32);
  out[t] = sum;
}

// Rows that are no power of two. i is a multiple of 4, and so is its remainder by
// 40, which is 36 at most: the vector ends with the row. Of 8 lanes that load 4
// words each, 40 words apart, four and four meet (8 wavefronts rather than 4); 44
// words apart none do. Of 8 vectors that are stored one after the other, the last
// then meets the first where a row ends between them, as in three of five phases:
// 4 * 8 / 5 wavefronts.
template <int W> __global__ void paidWidths(const float4 *in, float *out) {
  __shared__ __align__(16) float s[32][W];
// CHECK: :[[@LINE-1]]:40: note: pad the rows of 's' to 44 floats (+512 bytes), which leaves no conflict here (unsafe: the store at line [[@LINE+2]] then takes 6.4 wavefronts instead of 4)
  for (int i = threadIdx.x * 4; i < 32 * W; i += 4 * 64)
    *(float4 *)&s[i / W][i % W] = in[i / 4];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < W; k += 4) {
    const float4 v = *(float4 *)&s[threadIdx.x % 32][k];
    sum += v.x * v.y + v.z * v.w;
  }
  out[threadIdx.x] = sum;
}

// A shift rounds downwards: -1 >> 5 is -1, and what it leaves is 31. Rows 0 to 7.
__global__ void freeShifted(const float *in, float *out) {
  __shared__ float s[32][32];
// CHECK: :[[@LINE-1]]:26: note: pad the rows of 's' to 33 floats (+128 bytes), which leaves no conflict
  const int t = int(threadIdx.x) - 64, r = t >> 5, c = t - (r << 5);
  s[r + 2][c] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x % 32][threadIdx.x / 32];
}

//===----------------------------------------------------------------------===//
// What does leave its row
//===----------------------------------------------------------------------===//

// Column 32 is in the next row.
__global__ void refusedLonger(const float *in, float *out, int n) {
  __shared__ float s[40][32];
  for (int i = threadIdx.x; i < n; i += 256)
    s[i / 33][i % 33] = in[i];
// CHECK: :[[@LINE-1]]:15: note: no fix for 's': 'i % 33' may run past the end of a declared row
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x % 32][threadIdx.x / 32];
}

// The quotient of -1 is 0, and the rest is -1.
__global__ void refusedNegative(const float *in, float *out) {
  __shared__ float s[40][32];
  const int t = int(threadIdx.x) - 64;
  s[8 + t / 32][t - t / 32 * 32] = in[threadIdx.x];
// CHECK: :[[@LINE-1]]:17: note: no fix for 's': 't - t / 32 * 32' may run past the end of a declared row
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x % 32][threadIdx.x / 32];
}

// Nor is the row before the first one a row of the array.
__global__ void refusedRow(const float *in, float *out) {
  __shared__ float s[32][32];
  const int t = int(threadIdx.x) - 64, r = t >> 5, c = t - (r << 5);
  s[r + 1][c] = in[threadIdx.x];
// CHECK: :[[@LINE-1]]:12: note: no fix for 's': 'c' may run past the end of a declared row
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x % 32][threadIdx.x / 32];
}

// Not the quotient's multiple: 63 - 63 / 32 * 16 is 47.
__global__ void refusedOtherMultiple(const float *in, float *out) {
  __shared__ float s[40][32];
  const int t = threadIdx.x;
  s[t / 32][t - t / 32 * 16] = in[t];
// CHECK: :[[@LINE-1]]:13: note: no fix for 's': 't - t / 32 * 16' may run past the end of a declared row
  __syncthreads();
  out[t] = s[t % 32][t / 32];
}

// Columns to 32, of which the vector needs four.
__global__ void refusedVectors(const float4 *in, float *out) {
  __shared__ __align__(16) float s[40][32];
  const int t = threadIdx.x;
  *(float4 *)&s[t / 8][t % 9 * 4] = in[t];
// CHECK: :[[@LINE-1]]:24: note: no fix for 's': 't % 9 * 4' may run past the end of a declared row
  __syncthreads();
  out[t] = s[t % 32][t / 32];
}

void run(const float *in, float *out, int n) {
  const float4 *in4 = (const float4 *)in;
  freeDirect<<<1, 1024>>>(in, out);
  freeMixed<<<1, 1024>>>(in, out);
  freeRests<<<1, 1024>>>(in, out);
  freeLoops<<<1, 256>>>(in, out, n);
  freeFlattened<<<1, dim3(8, 8, 4)>>>(in, out);
  freeWarps<<<1, 512>>>(in, out);
  freeVectors<<<1, 256>>>(in4, out);
  freeShifted<<<1, 256>>>(in, out);
  paidWidths<40><<<1, 64>>>(in4, out);
  refusedLonger<<<1, 256>>>(in, out, n);
  refusedNegative<<<1, 256>>>(in, out);
  refusedRow<<<1, 256>>>(in, out);
  refusedOtherMultiple<<<1, 64>>>(in, out);
  refusedVectors<<<1, 256>>>(in4, out);
}
