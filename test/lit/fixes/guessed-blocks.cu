// RUN: %lint --exit-zero %s -- 2>&1 | FileCheck %s

// Blocks whose shape no launch tells are tried in common shapes, of which a proof for
// all others cannot be made: where the size of a block says where a part begins, an
// element of one part would land in the next.
__device__ void tree(float *a, int n) {
  const int t = threadIdx.x;
  for (int step = 1; step < n; step *= 2) {
    __syncthreads();
    const int i = 2 * step * t;
    if (i + step < n)
      a[i] += a[i + step];
// CHECK-DAG: :[[@LINE-1]]:7: warning: up to {{[0-9]+}}-way bank conflict in load from 's'
  }
  __syncthreads();
}
__global__ void parts(const float *in, float *out) {
  __shared__ float s[2048];
  const int t = threadIdx.x, n = blockDim.x;
  s[t] = in[t];
  s[n + t] = in[t + 1024];
  __syncthreads();
  tree(s, n);
  tree(s + n, n);
// CHECK-DAG: :[[@LINE-1]]:12: note: no fix for 's': where this points depends on the size of the block, which is not known for every launch; pass --block-dim
  out[t] = s[t] + s[n + t];
}
void runParts(const float *in, float *out, int n) { parts<<<1, n>>>(in, out); }

// Who is given the kernel may launch other blocks, too: a column may leave its row.
__global__ void given(const float *in, float *out) {
  __shared__ float s[32][32];
  const int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x][y];
// CHECK-DAG: :[[@LINE-1]]:21: warning: 32-way bank conflict in load from 's'
// CHECK-DAG: :[[@LINE-2]]:21: note: swizzle every index of 's', {{.*}} (unsafe: index arithmetic gets longer; its kernel may also be launched with blocks that are not known)
}
void runGiven(const float *in, float *out) {
  given<<<1, dim3(32, 32)>>>(in, out);
}
using Kernel = void (*)(const float *, float *);
Kernel kernel() { return given; }

// The best padding for all shapes together, not for each: no access pays in any.
__global__ void turned(float *out, const float *in, int w, int h) {
  __shared__ float u[32][32];
  const int bx = blockIdx.x, by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
  const int x = bx * blockDim.x + tx, y = by * blockDim.y + ty;
  if (x < w && y < h)
    u[ty][tx] = in[y * w + x];
  __syncthreads();
  const int xt = by * blockDim.y + tx, yt = bx * blockDim.x + ty;
  if (xt < h && yt < w)
    out[yt * h + xt] = u[tx][ty];
// CHECK-DAG: :[[@LINE-9]]:26: note: pad the rows of 'u' to 37 floats (+640 bytes), which leaves 1.152 wavefronts per request on average over 5 block shapes{{$}}
}

// The size of a block chooses a row, from which the index of the element counts.
__global__ void chosen(float *out, const float *in, int n) {
  __shared__ float v[16][16];
  const int t = threadIdx.y * blockDim.x + threadIdx.x;
  const int row = t / blockDim.y, column = t % blockDim.y;
  v[threadIdx.y][threadIdx.x] = in[n + t];
  __syncthreads();
  out[n + t] = v[column][row];
// CHECK-DAG: :[[@LINE-1]]:16: note: swizzle every index of 'v', in the form 'v[column][row ^ (column & 15)]'
}
