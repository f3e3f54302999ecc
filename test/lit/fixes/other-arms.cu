// Code that the sizes of known launches never lead to, as the other arm of a guard, has
// to stay right as well: it is walked with whatever a launch may pass.
// RUN: %lint --exit-zero --sort=place %s -- 2>&1 | FileCheck %s
// RUN: cd %S && %lint --exit-zero --format=diff %{s:basename} -- 2> /dev/null | FileCheck %s --check-prefix=DIFF

__global__ void sameIndex(float *out, const float *in, int w, int h) {
  __shared__ float same[32][32];
// CHECK: :[[@LINE-1]]:29: note: pad the rows of 'same' to 33 floats (+128 bytes), which leaves no conflict
  int x = threadIdx.x, y = threadIdx.y;
  int column = blockIdx.x * 32 + x, row = blockIdx.y * 32 + y;
  if (column < w && row < h)
    same[y][x] = in[row * w + column];
  else
    same[y][x] = 0;
  __syncthreads();
  out[y * 32 + x] = same[x][y];
}

// DIFF:      -    (&flat[0][0])[y * 32 + x] = 0;
// DIFF-NEXT: +    (&flat[0][0])[(y * 32 + x) + (y * 32 + x) / 32] = 0;
__global__ void flatIndex(float *out, const float *in, int n) {
  __shared__ float flat[32][32];
// CHECK: :[[@LINE-1]]:29: note: pad the rows of 'flat' to 33 floats (+128 bytes), which leaves no conflict
  int x = threadIdx.x, y = threadIdx.y;
  if (y * 32 + x < n)
    flat[y][x] = in[y * 32 + x];
  else
    (&flat[0][0])[y * 32 + x] = 0;
  __syncthreads();
  out[y * 32 + x] = flat[x][y];
}

// (Of three words: gaps would serve others.)
__global__ void nextColumn(float3 *out, const float3 *in, int n) {
  __shared__ float3 s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  if (y * 32 + x < n)
    s[y][x] = in[y * 32 + x];
  else
    s[y][x + 1] = in[0];
// CHECK: :[[@LINE-1]]:10: note: no fix for 's': 'x + 1' may run past the end of a declared row
  __syncthreads();
  out[y * 32 + x] = s[x][y];
}

__global__ void columnPassed(float3 *out, const float3 *in, int n) {
  __shared__ float3 s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  if (y * 32 + x < n)
    s[y][x] = in[y * 32 + x];
  else
    s[y][n % 64] = in[0];
// CHECK: :[[@LINE-1]]:10: note: no fix for 's': 'n % 64' may run past the end of a declared row
  __syncthreads();
  out[y * 32 + x] = s[x][y];
}

__global__ void arrayOrMemory(float *out, const float *in, int n) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x];
  __syncthreads();
  const float *from = n < 1024 ? in : &s[0][0];
  if (n < 1024)
    from = &s[1][0] + n;
  out[y * 32 + x] = s[x][y] + from[y * 32 + x];
// CHECK: note: no fix for 's'
}

__global__ void ofGrid(float *out, const float *in) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x][y];
  if (blockIdx.x > 1)
    s[y][x + blockIdx.x] = 0;
// CHECK: :[[@LINE-1]]:10: note: no fix for 's': 'x + blockIdx.x' may run past the end of a declared row
}

void run(float *out, const float *in) {
  dim3 block(32, 32);
  sameIndex<<<1, block>>>(out, in, 32, 32);
  flatIndex<<<1, block>>>(out, in, 1024);
  nextColumn<<<1, block>>>((float3 *)out, (const float3 *)in, 1024);
  columnPassed<<<1, block>>>((float3 *)out, (const float3 *)in, 1024);
  arrayOrMemory<<<1, block>>>(out, in, 1024);
  ofGrid<<<1, block>>>(out, in);
}
