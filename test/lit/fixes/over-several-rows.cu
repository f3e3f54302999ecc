// RUN: cd %S && %lint --exit-zero --format=diff %{s:basename} -- | FileCheck %s --check-prefix=DIFF
// RUN: %lint --exit-zero --sort=place %s -- 2>&1 | FileCheck %s

// What leads over several rows grows by what each of these does.
__global__ void buffers(float *g, const float *in, int n) {
  __shared__ float s[2048];
  int x = threadIdx.x, y = threadIdx.y, b = 0;
  for (int k = 0; k < n; ++k, b ^= 1) {
    s[b * 1024 + y * 32 + x] = in[k * 1024 + y * 32 + x];
    __syncthreads();
    g[k * 1024 + y * 32 + x] = s[(b << 10) + x * 32 + y];
  }
}
// DIFF:      -    s[b * 1024 + y * 32 + x] = in[k * 1024 + y * 32 + x];
// DIFF-NEXT: +    s[b * (1024 + 32) + y * (32 + 1) + x] = in[k * 1024 + y * 32 + x];
// DIFF:      -    g[k * 1024 + y * 32 + x] = s[(b << 10) + x * 32 + y];
// DIFF-NEXT: +    g[k * 1024 + y * 32 + x] = s[(b * (1024 + 32)) + x * (32 + 1) + y];

// A second tile behind the first, in dynamic memory.
__global__ void tail(float *g, const float *in) {
  extern __shared__ float d[];
  float *t = d + 1024;
  int x = threadIdx.x, y = threadIdx.y;
  d[y * 32 + x] = in[y * 32 + x];
  t[y * 32 + x] = in[y * 32 + x + 1024];
  __syncthreads();
  g[y * 32 + x] = d[x * 32 + y] + t[x * 32 + y];
}
// DIFF:      -  float *t = d + 1024;
// DIFF-NEXT: +  float *t = d + (1024 + 32);

// An index that runs through all rows leaves their ends out.
#define TILE 32
__global__ void flat(float *g, const float *in) {
  __shared__ float s[TILE][TILE];
  int x = threadIdx.x, y = threadIdx.y;
  for (int i = y * TILE + x; i < TILE * TILE; i += 8 * TILE)
    ((float *)s)[i] = 0;
  __syncthreads();
  s[y][x] = in[x];
  __syncthreads();
  g[y * 32 + x] = s[x][y];
}
// DIFF:      -  __shared__ float s[TILE][TILE];
// DIFF-NEXT: +  __shared__ float s[TILE][TILE + 1];
// DIFF:      -    ((float *)s)[i] = 0;
// DIFF-NEXT: +    ((float *)s)[i + i / TILE] = 0;

__global__ void flatOfOne(float *g, const float *in) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  for (int i = 0; i < 1024; i += 256)
    s[i + y * 32 + x] = in[i];
  __syncthreads();
  g[y * 32 + x] = s[x * 32 + y];
}
// DIFF:      -    s[i + y * 32 + x] = in[i];
// DIFF-NEXT: +    s[i + y * 32 + x + (i + y * 32 + x) / 32] = in[i];

// DIFF:      -  tail<<<1, dim3(32, 32), 8192>>>(g, in);
// DIFF-NEXT: +  tail<<<1, dim3(32, 32), 8192 + 256>>>(g, in);
// DIFF-NOT: {{^[-+] }}

// A tail that does not begin with a row.
__global__ void within(float *g, const float *in) {
  extern __shared__ float d[];
  float *t = d + 1040;
  int x = threadIdx.x, y = threadIdx.y;
  d[y * 32 + x] = in[y * 32 + x];
  t[y * 32 + x] = in[y * 32 + x + 1024];
// CHECK: :[[@LINE-1]]:3: note: no fix for 'd': its indices count from elements that the swizzle may move
  __syncthreads();
  g[y * 32 + x] = d[x * 32 + y] + t[x * 32 + y];
}

// A loop that also runs through other memory.
__device__ void clear(float *p, int t, int n) {
  for (int i = t; i < 1024; i += n)
    p[i] = 0;
// CHECK: :[[@LINE-1]]:7: note: no fix for 's': 'i' may run past the end of a declared row
}
__global__ void helper(float *g, const float *in) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  clear(&s[0][0], y * 32 + x, 256);
  clear(g, y * 32 + x, 256);
  __syncthreads();
  s[y][x] = in[x];
  __syncthreads();
  g[y * 32 + x] = s[x][y];
}

// An index with an effect.
__global__ void counted(float *g, const float *in) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  int i = (y * 32 + x) * 4;
  for (int k = 0; k < 4; ++k)
    (&s[0][0])[i++] = in[k];
// CHECK: :[[@LINE-1]]:16: note: no fix for 's': 'i++' may run past the end of a declared row
  __syncthreads();
  g[y * 32 + x] = s[x][y];
}

// An index that nothing is known of.
__global__ void given(float *g, const float *in, int from) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  (&s[0][0])[from + x] = 0;
// CHECK: :[[@LINE-1]]:14: note: no fix for 's': 'from + x' may run past the end of a declared row
  __syncthreads();
  g[y * 32 + x] = s[x][y];
}

// A pointer to other memory later.
__global__ void moved(float *g, const float *in) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  float *p = &s[0][0];
  p[y * 32 + x] = in[x];
// CHECK: :[[@LINE-1]]:5: note: no fix for 's': 'y * 32 + x' may run past the end of a declared row
  p = g + 1024;
  p[y * 32 + x] = 0;
  __syncthreads();
  g[y * 32 + x] = s[x][y];
}

void run(float *g, float *in, int n) {
  buffers<<<1, dim3(32, 32)>>>(g, in, n);
  tail<<<1, dim3(32, 32), 8192>>>(g, in);
  flat<<<1, dim3(32, 8)>>>(g, in);
  flatOfOne<<<1, dim3(32, 8)>>>(g, in);
  within<<<1, dim3(32, 32), 8320>>>(g, in);
  helper<<<1, dim3(32, 8)>>>(g, in);
  counted<<<1, dim3(32, 8)>>>(g, in);
  given<<<1, dim3(32, 8)>>>(g, in, n);
  moved<<<1, dim3(32, 8)>>>(g, in);
}
