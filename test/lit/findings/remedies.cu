// RUN: %lint --exit-zero --sort=place %s -- 2>&1 | FileCheck %s

// Atomics on one word meet in any layout.
__global__ void last(int *out, const int *in) {
  __shared__ int m;
  if (threadIdx.x == 0)
    m = 0;
  __syncthreads();
  out[threadIdx.x] = atomicExch(&m, in[threadIdx.x]);
}
void runLast(int *o, const int *i) { last<<<1, 256>>>(o, i); }
// CHECK: :9:22: note: lanes that access the same word are served one after another
// CHECK: :5:18: note: no fix for 'm': no layout separates lanes that access the same word; let one lane of a warp do it for all

// Members that are accessed one by one: of structures side by side no index helps.
__global__ void members(float2 *v) {
  __shared__ float2 a[32];
  a[threadIdx.x] = v[threadIdx.x];
  __syncthreads();
  atomicAdd(&a[threadIdx.x].x, 1.0f);
  atomicAdd(&a[threadIdx.x].y, 1.0f);
  __syncthreads();
  v[threadIdx.x] = a[threadIdx.x];
}
void runMembers(float2 *p) { members<<<1, 32>>>(p); }
// CHECK: :17:21: note: no fix for 'a': its elements are accessed member by member; an array for each member would have no conflict

// Adjacent lanes lie side by side: it is others that meet.
__global__ void lanes(float *out, const float *in) {
  __shared__ float s[512];
  const int t = threadIdx.x;
  const int i = t % 16 < 8 ? t % 16 + t / 16 * 64 : 0;
  if (t % 16 < 8)
    s[i] = in[t];
  __syncthreads();
  out[t] = s[t];
}
void runLanes(float *o, const float *i) { lanes<<<1, 32>>>(o, i); }
// CHECK: :34:5: note: lanes 0 and 16 access different words of one bank, 64 words apart

// The other arm of a guard: not that the condition holds.
__global__ void edge(float *out, const float *in, int n) {
  __shared__ float e[32 * 32];
  const int t = threadIdx.x, g = blockIdx.x * blockDim.x;
  if (g + t < n) {
    e[t] = in[g + t];
  } else {
    e[t * 32] = 0;
  }
  __syncthreads();
  out[g + t] = e[t];
}
void runEdge(float *o, float *i, int n) { edge<<<n / 32, 32>>>(o, i, n); }
// CHECK: :45:13: note: assuming that all threads of a block take the same branch here

// A member that only moves the others apart: it goes, and no word of rows.
struct Seven {
  float a[7];
  float pad;
};
__global__ void spare(float *out, const float *in) {
  __shared__ Seven p[256];
  const int t = threadIdx.x;
  for (int i = 0; i < 7; ++i)
    p[t].a[i] = in[t * 7 + i];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < 7; ++i)
    sum += p[255 - t].a[i];
  out[t] = sum;
}
void runSpare(float *o, const float *i) { spare<<<1, 256>>>(o, i); }
// CHECK: :[[@LINE-14]]:3: note: 'pad' is never used: a plain struct without it leaves no conflict, and saves 1024 bytes
// CHECK-NOT: no fix for 'p'
