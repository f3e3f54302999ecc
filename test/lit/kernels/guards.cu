// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// Guards against the edge of the data: the sizes are unknown, the verdict is
// that of a block in the interior, and it is marked as inexact. Stores are along
// a row, 1; loads down a column of 32 words, 32.

__global__ void nested(float *out, const float *in, int width, int height) {
  __shared__ float s[32][32];
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width) {
    if (y < height)
      s[threadIdx.y][threadIdx.x] = in[y * width + x];
// CHECK: :[[@LINE-1]]:7: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, inexact, block 32x8x1, 8 requests
  }
  __syncthreads();
  if (!(x >= width || y >= height))
    out[y * width + x] = s[threadIdx.x][threadIdx.y];
// CHECK: :[[@LINE-1]]:26: remark: load of 4 bytes from 's': 32/1 wavefronts, conflict, inexact, block 32x8x1, 8 requests
}

__global__ void earlyReturn(float *out, const float *in, unsigned n) {
  __shared__ float s[32][32];
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  s[0][threadIdx.x] = in[i];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
  out[i] = s[threadIdx.x][0];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 32/1 wavefronts, conflict, inexact, block 32x1x1, 1 request
}

__global__ void halo(float *out, const float *in, int n) {
  __shared__ float s[32][32];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i + 1 <= n)
    s[1][threadIdx.x] = in[i];
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
  __syncthreads();
  // A guard that knows lanes is no edge of the data: 16 of the 32 lanes.
  if (threadIdx.x < 16 && n > i)
    out[i] = s[threadIdx.x][1];
// CHECK: :[[@LINE-1]]:14: remark: load of 4 bytes from 's': 16/1 wavefronts, conflict, inexact, block 32x1x1, 1 request
}

// A condition that is the same in all lanes: whichever side runs, runs in full.
__global__ void uniform(float *out, const float *in, bool transposed) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x8x1, 8 requests
  __syncthreads();
  if (transposed)
    out[y * 32 + x] = s[x][y];
// CHECK: :[[@LINE-1]]:23: remark: load of 4 bytes from 's': 32/1 wavefronts, conflict, block 32x8x1, 8 requests
  else
    out[y * 32 + x + 1024] = -s[y][31 - x];
// CHECK: :[[@LINE-1]]:31: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x8x1, 8 requests
}

// Lanes that go to the second arm in any case, and others that may: which of
// them there are together is not known. All of the first arm go there or none.
__global__ void someInAnyCase(float *out, const float *in, int n) {
  __shared__ float s[32][32];
  int t = threadIdx.x;
  if (t >= 8 && n > 3)
    s[t][0] = in[t];
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 24/1 wavefronts, conflict, block 32x1x1, 1 request
  else
    s[t][1] = in[t];
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict, inexact, block 32x1x1, 1 request
  __syncthreads();
  if (t < 8 || n > 3)
    out[t] = s[t][0];
// CHECK: :[[@LINE-1]]:14: remark: load of 4 bytes from 's': 32/1 wavefronts, conflict, inexact, block 32x1x1, 1 request
  else
    out[t] = s[t][1];
// CHECK: :[[@LINE-1]]:14: remark: load of 4 bytes from 's': 24/1 wavefronts, conflict, block 32x1x1, 1 request
}

// Some warps go there in any case, others as a whole or not: where these cost
// the same, their mean is exact.
__global__ void someWarps(float *out, const float *in, int n) {
  __shared__ float s[128][32];
  int t = threadIdx.x, warp = t / 32;
  s[t][0] = in[t];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict, block 128x1x1, 4 requests
  __syncthreads();
  if (n > 3 || warp == 1)
    out[t] = s[t][0];
// CHECK: :[[@LINE-1]]:14: remark: load of 4 bytes from 's': 32/1 wavefronts, conflict, block 128x1x1, 4 requests
  if (n > 4 || warp == 1)
    out[t] += s[warp == 1 ? t : 0][1];
// CHECK: :[[@LINE-1]]:15: remark: load of 4 bytes from 's': 8.75/1 wavefronts, conflict, inexact, worst 32x, block 128x1x1, 4 requests
  if (n > 5)
    out[t] += s[warp == 1 ? t : 0][2];
// CHECK: :[[@LINE-1]]:15: remark: load of 4 bytes from 's': 8.75/1 wavefronts, conflict, worst 32x, block 128x1x1, 4 requests
}

void run(float *out, const float *in, int n) {
  nested<<<dim3(n / 32, n / 8), dim3(32, 8)>>>(out, in, n, n);
  earlyReturn<<<n / 32, 32>>>(out, in, n);
  halo<<<n / 32, 32>>>(out, in, n);
  uniform<<<1, dim3(32, 8)>>>(out, in, n > 3);
  someInAnyCase<<<1, 32>>>(out, in, n);
  someWarps<<<1, 128>>>(out, in, n);
}
