// RUN: cd %S && %lint --exit-zero --format=diff %{s:basename} -- | FileCheck %s --check-prefix=DIFF
// RUN: %lint --exit-zero %s -- 2>&1 | FileCheck %s

// An extent that a macro makes of the length of a row grows with it.
#define TILE 32
#define SQUARE(n) ((n) * (n))
__global__ void square(float *g, const float *in) {
  __shared__ float s[SQUARE(TILE)];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * TILE + x] = in[y * 32 + x];
  __syncthreads();
  g[y * 32 + x] = s[x * TILE + y];
}
// DIFF:      -  __shared__ float s[SQUARE(TILE)];
// DIFF-NEXT: +  __shared__ float s[(SQUARE(TILE)) / TILE * (TILE + 1)];
// DIFF-NOT: {{^[-+] }} __shared__

// Another configuration may know another product, or another length. (A swizzle or gaps
// would serve both, but not of elements of three words.)
#define ELEMENTS TILE * TILE
__global__ void product(float3 *g, const float3 *in) {
  __shared__ float3 s[ELEMENTS];
// CHECK: :[[@LINE-1]]:21: note: no fix for 's': a macro writes it
  int x = threadIdx.x, y = threadIdx.y;
  float3 *to = s + y * TILE + x;
  *to = in[y * 32 + x];
  __syncthreads();
  g[y * 32 + x] = s[x * TILE + y];
}
__global__ void number(float3 *g, const float3 *in) {
  __shared__ float3 s[SQUARE(TILE)];
// CHECK: :[[@LINE-1]]:21: note: no fix for 's': a macro writes it
  int x = threadIdx.x, y = threadIdx.y;
  float3 *to = s + y * 32 + x;
  *to = in[y * 32 + x];
  __syncthreads();
  g[y * 32 + x] = s[x * 32 + y];
}

void run(float *g, float *in) {
  square<<<1, dim3(32, 32)>>>(g, in);
  product<<<1, dim3(32, 32)>>>((float3 *)g, (float3 *)in);
  number<<<1, dim3(32, 32)>>>((float3 *)g, (float3 *)in);
}
