// RUN: cd %S && %lint --exit-zero --format=diff %{s:basename} -- | FileCheck %s --check-prefix=DIFF
// RUN: %lint --exit-zero --sort=place %s -- 2>&1 | FileCheck %s

// Arrays that share a pointer, or the name of their type, change alike.
__global__ void swapped(float *g, const float *in) {
  __shared__ float s[1024];
  __shared__ float t[32 * 32 + 32];
  float *a = s, *b = t + 32;
  int x = threadIdx.x, y = threadIdx.y;
  a[y * 32 + x] = in[y * 32 + x];
  for (int i = 0; i < 4; ++i) {
    __syncthreads();
    b[y * 32 + x] = a[x * 32 + y];
    float *c = a;
    a = b;
    b = c;
  }
  __syncthreads();
  g[y * 32 + x] = a[y * 32 + x];
}
// DIFF:      -  __shared__ float s[1024];
// DIFF-NEXT: -  __shared__ float t[32 * 32 + 32];
// DIFF-NEXT: +  __shared__ float s[1024 + 32];
// DIFF-NEXT: +  __shared__ float t[32 * 32 + 64];
// DIFF-NEXT:    float *a = s, *b = t + 32;

using Tile = float[32][32];
__global__ void named(float *g, const float *in) {
  __shared__ Tile s;
  __shared__ Tile t;
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = t[y][x] = in[y * 32 + x];
  __syncthreads();
  g[y * 32 + x] = s[x][y] + t[y][x];
}
// CHECK: :[[@LINE-9]]:24: note: pad the rows of 's' to 33 floats (+256 bytes), which leaves no conflict
// DIFF:      -using Tile = float[32][32];
// DIFF-NEXT: +using Tile = float[32][32 + 1];
// DIFF-NOT: {{^[-+] }}

// Memory that does not change is one of the two, or rows of other elements.
__global__ void swappedWithMemory(float *g, const float *in) {
  __shared__ float s[1024];
  float *a = s, *b = g + 1024;
  int x = threadIdx.x, y = threadIdx.y;
  a[y * 32 + x] = in[y * 32 + x];
  for (int i = 0; i < 2; ++i) {
    __syncthreads();
    b[y * 32 + x] = a[x * 32 + y];
    float *c = a;
    a = b;
    b = c;
  }
// CHECK: :[[@LINE-10]]:{{[0-9]+}}: note: no fix for 's': '{{[ab]}}' also points to other memory
}
__global__ void swappedWithDynamic(float *g, const float *in) {
  extern __shared__ float d[];
  __shared__ float s[1024];
  float *a = s, *b = d;
  int x = threadIdx.x, y = threadIdx.y;
  a[y * 32 + x] = in[y * 32 + x];
  for (int i = 0; i < 2; ++i) {
    __syncthreads();
    b[y * 32 + x] = a[x * 32 + y];
    float *c = a;
    a = b;
    b = c;
  }
// CHECK: note: no fix for 's': '{{[ab]}}' also points to other memory
}
// One of the two is filled as if it had no rows.
__global__ void swappedWithCopied(float *g, const float *in) {
  __shared__ float s[1024];
  __shared__ float t[1024];
  float *a = s, *b = t;
  int x = threadIdx.x, y = threadIdx.y;
  if (x + y == 0)
    memcpy(t, in, 4096);
  for (int i = 0; i < 2; ++i) {
    __syncthreads();
    b[y * 32 + x] = a[x * 32 + y];
    float *c = a;
    a = b;
    b = c;
  }
// CHECK: note: no fix for 's': '{{[ab]}}' also points to other memory
}

// A name of a type that says more. (A swizzle would leave it as it is, but is not
// written beside an exclusive or.)
using Cast = float[32][32];
__global__ void cast(float *g, const float *in) {
  __shared__ Cast s;
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x ^ 1] = (*(const Cast *)in)[y][x];
  __syncthreads();
  g[y * 32 + x] = s[x][y];
// CHECK: :[[@LINE-5]]:3: note: no fix for 's': another declaration of its type has its extents
}
using Sized = float[32][32];
__global__ void sized(float *g, const float *in) {
  __shared__ Sized s;
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x ^ 1] = in[y * 32 + x];
  __syncthreads();
  g[y * 32 + x] = s[x][y] + sizeof(Sized);
// CHECK: :[[@LINE-5]]:3: note: no fix for 's': another declaration of its type has its extents
}
using Left = float[32][32];
#ifdef COPY
void copy(Left *to, const Left *from);
#endif
__global__ void leftOut(float *g, const float *in) {
  __shared__ Left s;
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x ^ 1] = in[y * 32 + x];
  __syncthreads();
  g[y * 32 + x] = s[x][y];
}
// CHECK: note: no fix for 's': code that is not compiled here names 'Left'
template <int N> struct Kind {
  using Rows = float[N][N];
};
__global__ void ofClass(float *g, const float *in) {
  __shared__ Kind<32>::Rows s;
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x ^ 1] = in[y * 32 + x] + sizeof(Kind<64>::Rows);
  __syncthreads();
  g[y * 32 + x] = s[x][y];
// CHECK: :[[@LINE-5]]:3: note: no fix for 's': another declaration of its type has its extents
}

void run(float *g, float *in) {
  const dim3 whole(32, 32);
  swapped<<<1, whole>>>(g, in);
  named<<<1, whole>>>(g, in);
  swappedWithMemory<<<1, whole>>>(g, in);
  swappedWithDynamic<<<1, whole, 4096>>>(g, in);
  swappedWithCopied<<<1, whole>>>(g, in);
  cast<<<1, whole>>>(g, in);
  sized<<<1, whole>>>(g, in);
  leftOut<<<1, whole>>>(g, in);
  ofClass<<<1, whole>>>(g, in);
}
