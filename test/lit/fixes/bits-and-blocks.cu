// RUN: cd %S && %lint --exit-zero --format=diff %{s:basename} -- | FileCheck %s --check-prefix=DIFF
// RUN: %lint --exit-zero %s -- 2>&1 | FileCheck %s

// Rows by a shift, beside bits that these leave free.
constexpr int Bits = 5;
__global__ void shifts(float *g, const float *in) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y<<5|x] = in[y * 32 | x];
  __syncthreads();
  s[(y + 0 << Bits) + x] += 1;
  __syncthreads();
  g[y * 32 + x] = s[(x << 5) | (y & 31)] + s[x << 5 | y ^ 0];
}
// DIFF:      -  s[y<<5|x] = in[y * 32 | x];
// DIFF-NEXT: +  s[y * (32 + 1)+x] = in[y * 32 | x];
// DIFF:      -  s[(y + 0 << Bits) + x] += 1;
// DIFF-NEXT: +  s[((y + 0) * ((1 << Bits) + 1)) + x] += 1;
// DIFF:      -  g[y * 32 + x] = s[(x << 5) | (y & 31)] + s[x << 5 | y ^ 0];
// DIFF-NEXT: +  g[y * 32 + x] = s[(x * (32 + 1)) + (y & 31)] + s[x * (32 + 1) + (y ^ 0)];

// Rows of the block's width, where all launches have the same.
__global__ void width(float *g, const float *in) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * blockDim.x + x] = in[y * blockDim.x + x];
  __syncthreads();
  const int w = blockDim.x;
  g[y * w + x] = s[x * w + y];
}
// DIFF:      -  s[y * blockDim.x + x] = in[y * blockDim.x + x];
// DIFF-NEXT: +  s[y * (blockDim.x + 1) + x] = in[y * blockDim.x + x];
// DIFF:      -  g[y * w + x] = s[x * w + y];
// DIFF-NEXT: +  g[y * w + x] = s[x * (w + 1) + y];

// Of a width that only the launch knows no neighbours merge, which rows of 36 would
// be for.
__global__ void columns(float *g, const float *in) {
  __shared__ float s[64 * 64];
  for (int r = 0; r < 64; ++r)
    s[r * blockDim.x + threadIdx.x] = in[r * 64 + threadIdx.x];
  __syncthreads();
  float sum = 0;
  for (int c = 0; c < 64; ++c)
    sum += s[threadIdx.x * blockDim.x + c];
  g[threadIdx.x] = sum;
}
// DIFF:      +  __shared__ float s[64 * (64 + 1)];
// DIFF:      +    sum += s[threadIdx.x * (blockDim.x + 1) + c];

// DIFF-NOT: {{^[-+] }}

// Bits of both. (Of three words, 128 bytes hold no whole number, and no gaps serve.)
__global__ void common(float3 *g, const float3 *in) {
  __shared__ float3 s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 | (x + 1)] = in[y * 32 | x];
// CHECK: :[[@LINE-1]]:5: note: no fix for 's': the two sides of '|' may have bits in common
  __syncthreads();
  g[y * 32 + x] = s[x * 32 | y];
}
__global__ void unknownBits(float *g, const float *in, const int *at) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 | x] = in[y * 32 | x];
  __syncthreads();
  g[y * 32 + x] = s[x * 32 + y] + s[x * 32 | at[y]];
// CHECK: :[[@LINE-1]]:37: note: no fix for 's': the two sides of '|' may have bits in common
}

// Blocks of two widths, where a swizzle serves both, and of a width that is not a
// constant.
__global__ void widths(float *g, const float *in) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * blockDim.x + x] = in[y * blockDim.x + x];
  __syncthreads();
  g[y * 32 + x] = s[x * blockDim.x + y];
// CHECK: :[[@LINE-1]]:19: warning:
// CHECK-NOT: a row of 33
}
// DIFF:      {{^}}-  s[y * blockDim.x + x] = in[y * blockDim.x + x];
// DIFF-NEXT: {{^}}+  s[(y * blockDim.x + x) ^ ((y * blockDim.x + x) / 32 & 31)] = in[y * blockDim.x + x];
// DIFF:      {{^}}-  g[y * 32 + x] = s[x * blockDim.x + y];
// DIFF-NEXT: {{^}}+  g[y * 32 + x] = s[(x * blockDim.x + y) ^ ((x * blockDim.x + y) / 32 & 31)];
// DIFF-NOT: {{^[-+] }}
__global__ void unknownWidth(float *g, const float *in) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * blockDim.x + x] = in[y * blockDim.x + x];
  __syncthreads();
  g[y * 32 + x] = s[x * blockDim.x + y];
// CHECK: :[[@LINE-1]]:19: warning:
// CHECK-NOT: a row of 33
}

// A launch that this configuration leaves out.
__global__ void widthLeftOut(float *g, const float *in) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * blockDim.x + x] = in[y * blockDim.x + x];
  __syncthreads();
  g[y * 32 + x] = s[x * blockDim.x + y];
}

void run(float *g, float *in, int *at, int n) {
  const dim3 whole(32, 32);
  shifts<<<1, whole>>>(g, in);
  width<<<1, whole>>>(g, in);
  width<<<2, dim3(32, 16)>>>(g, in);
  columns<<<1, 64>>>(g, in);
  common<<<1, whole>>>((float3 *)g, (float3 *)in);
  unknownBits<<<1, whole>>>(g, in, at);
  widths<<<1, whole>>>(g, in);
  widths<<<1, dim3(16, 16)>>>(g, in);
  unknownWidth<<<1, whole>>>(g, in);
  unknownWidth<<<1, n>>>(g, in);
  dim3 other(32, 32);
  other.x = n;
  unknownWidth<<<1, other>>>(g, in);
  widthLeftOut<<<1, whole>>>(g, in);
#ifdef NARROW
  widthLeftOut<<<1, dim3(16, 16)>>>(g, in);
// CHECK: :[[@LINE-1]]:3: note: no fix for 's': code that is not compiled here names 'widthLeftOut'
#endif
}
