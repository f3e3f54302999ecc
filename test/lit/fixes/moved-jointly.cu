// RUN: %lint --exit-zero --sort=place %s -- 2>&1 | FileCheck %s
// RUN: cd %S && %lint --exit-zero --format=diff %{s:basename} -- | FileCheck %s --check-prefix=DIFF

// Arrays of several kernels that one function is handed take one swizzle.
__device__ void pass(float2 *s) {
  const int t = threadIdx.x, j = t / 2, k = t % 2;
  const float2 a = s[t], b = s[t + 256];
  __syncthreads();
  s[j * 4 + k] = a;
// CHECK-DAG: :[[@LINE-1]]:3: note: swizzle every index of 's', in the form 's[i ^ (i / 16 & 3) * 2]', which leaves no conflict and takes no memory; index arithmetic gets longer; 15 edits
// CHECK-DAG: :[[@LINE-2]]:3: note: swizzle every index of 'larger', in the form 'larger[i ^ (i / 16 & 3) * 2]', which leaves no conflict and takes no memory; index arithmetic gets longer; 15 edits
  s[j * 4 + k + 2] = b;
  __syncthreads();
}
// DIFF:      -  const float2 a = s[t], b = s[t + 256];
// DIFF-NEXT: +  const float2 a = s[t ^ (t / 16 & 3) * 2], b = s[(t + 256) ^ ((t + 256) / 16 & 3) * 2];
__global__ void once(float2 *p) {
  __shared__ float2 s[512];
  const int t = threadIdx.x;
  s[t] = p[t];
  s[t + 256] = p[t + 256];
  __syncthreads();
  pass(s);
  p[t] = s[t];
  p[t + 256] = s[t + 256];
}
__global__ void often(float2 *p) {
  __shared__ float2 larger[1000];
  for (int i = threadIdx.x; i < 1000; i += 256)
    larger[i] = p[i];
  __syncthreads();
  for (int i = 0; i < 100; ++i)
    pass(larger);
  for (int i = threadIdx.x; i < 1000; i += 256)
    p[i] = larger[i];
}
// DIFF:      -    larger[i] = p[i];
// DIFF-NEXT: +    larger[i ^ (i / 16 & 3) * 2] = p[i];
void run(float2 *p) {
  once<<<1, 256>>>(p);
  often<<<1, 256>>>(p);
}

// Not where one of them begins elsewhere for it.
__device__ void pass2(float2 *u) {
  const int t = threadIdx.x, j = t / 2, k = t % 2;
  const float2 a = u[t], b = u[t + 256];
  __syncthreads();
  u[j * 4 + k] = a;
  u[j * 4 + k + 2] = b;
  __syncthreads();
}
__global__ void first(float2 *p) {
  __shared__ float2 u[512];
  const int t = threadIdx.x;
  u[t] = p[t];
  u[t + 256] = p[t + 256];
  __syncthreads();
  pass2(u);
  p[t] = u[t];
  p[t + 256] = u[t + 256];
}
__global__ void second(float2 *p) {
  __shared__ float2 v[520];
  const int t = threadIdx.x;
  v[t + 5] = p[t];
  v[t + 261] = p[t + 256];
  __syncthreads();
  pass2(v + 5);
// CHECK-DAG: :[[@LINE-1]]:9: note: no fix for 'u': 'u' also points to other memory
  p[t] = v[t + 5];
  p[t + 256] = v[t + 261];
}
void runApart(float2 *p) {
  first<<<1, 256>>>(p);
  second<<<1, 256>>>(p);
}

// Nor where one is global memory.
__device__ void pass3(float2 *w) {
  const int t = threadIdx.x, j = t / 2, k = t % 2;
  const float2 a = w[t], b = w[t + 256];
  __syncthreads();
  w[j * 4 + k] = a;
  w[j * 4 + k + 2] = b;
  __syncthreads();
}
__global__ void third(float2 *p) {
  __shared__ float2 w[512];
  const int t = threadIdx.x;
  w[t] = p[t];
  w[t + 256] = p[t + 256];
  __syncthreads();
  pass3(w);
  p[t] = w[t];
  p[t + 256] = w[t + 256];
}
__global__ void fourth(float2 *p) { pass3(p); }
// CHECK-DAG: :[[@LINE-1]]:43: note: no fix for 'w': 'w' also points to other memory
void runElsewhere(float2 *p) {
  third<<<1, 256>>>(p);
  fourth<<<1, 256>>>(p);
}
// DIFF-NOT: {{^[-+].*[uvw]\[}}
