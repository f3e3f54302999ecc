// RUN: %lint --exit-zero --sort=place %s -- 2>&1 | FileCheck %s --implicit-check-not="let neighbouring" --implicit-check-not="by hand: all"

// Of sums that are made round by round, who reads them decides on the cure.
__global__ void reduction(float *out, const float *in) {
  __shared__ float s[512];
  const int t = threadIdx.x;
  s[t] = in[t];
  s[t + 256] = in[t + 256];
  for (int stride = 1; stride < 512; stride *= 2) {
    __syncthreads();
    const int i = 2 * stride * t;
    if (i < 512)
      s[i] += s[i + stride];
  }
  if (t == 0)
    out[blockIdx.x] = s[0];
}
void runReduction(float *o, const float *i) { reduction<<<64, 256>>>(o, i); }
// CHECK: :13:7: note: keep the active threads of this reduction adjacent, with a stride that halves each round, as in 's[t] += s[t + stride]': that has no conflict

// All sums are read: there is a fix.
__global__ void segments(float *out, const float *in) {
  __shared__ float s2[512];
  const int t = threadIdx.x;
  s2[t] = in[t];
  s2[t + 256] = in[t + 256];
  for (int stride = 1; stride < 512; stride *= 2) {
    __syncthreads();
    const int i = 2 * stride * t;
    if (i < 512)
      s2[i] += s2[i + stride];
  }
  __syncthreads();
  out[t] = s2[t];
}
void runSegments(float *o, const float *i) { segments<<<64, 256>>>(o, i); }
// CHECK: :31:7: warning: up to 16-way bank conflict in store to 's2'
// CHECK: :31:7: note: swizzle every index of 's2'

// There is none.
__global__ void scan(float *out, const float *in) {
  __shared__ float s3[512];
  const int t = threadIdx.x;
  s3[t] = in[t];
  s3[t + 256] = in[t + 256];
  for (int stride = 1; stride < 512; stride *= 2) {
    __syncthreads();
    const int i = 2 * stride * t;
    if (i < 512)
      s3[i] += s3[i + stride];
  }
  __syncthreads();
  out[t] = s3[t] + (&s3[t] - s3);
}
void runScan(float *o, const float *i) { scan<<<64, 256>>>(o, i); }
// CHECK: :50:7: note: by hand: all of its indices as 's3[i + i / 32]', with an element more for each 32, part lanes whose step is a power of two
// CHECK: note: no fix for 's3': the distance of two addresses in it is computed

// The sum of a round goes elsewhere as well.
__global__ void used(float *out, const float *in) {
  __shared__ float s4[512];
  const int t = threadIdx.x;
  s4[t] = in[t];
  s4[t + 256] = in[t + 256];
  for (int stride = 1; stride < 512; stride *= 2) {
    __syncthreads();
    const int i = 2 * stride * t;
    if (i < 512)
      out[i] = s4[i] += s4[i + stride];
  }
  if (t == 0)
    out[blockIdx.x] = s4[0];
}
void runUsed(float *o, const float *i) { used<<<64, 256>>>(o, i); }
// CHECK: :69:16: warning: up to 16-way bank conflict in store to 's4'

// The order of operands counts.
__global__ void difference(float *out, const float *in) {
  __shared__ float s5[512];
  const int t = threadIdx.x;
  s5[t] = in[t];
  s5[t + 256] = in[t + 256];
  for (int stride = 1; stride < 512; stride *= 2) {
    __syncthreads();
    const int i = 2 * stride * t;
    if (i < 512)
      s5[i] -= s5[i + stride];
  }
  if (t == 0)
    out[blockIdx.x] = s5[0];
}
void runDifference(float *o, const float *i) { difference<<<64, 256>>>(o, i); }
// CHECK: :87:7: warning: up to 16-way bank conflict in store to 's5'

// Of the kernels that add in one function, one is a reduction.
__device__ void tree(float *p) {
  const int t = threadIdx.x;
  for (int stride = 1; stride < 512; stride *= 2) {
    __syncthreads();
    const int i = 2 * stride * t;
    if (i < 512)
      p[i] += p[i + stride];
  }
}
__global__ void one(float *out, const float *in) {
  __shared__ float a[512];
  const int t = threadIdx.x;
  a[t] = in[t];
  a[t + 256] = in[t + 256];
  tree(a);
  if (t == 0)
    out[blockIdx.x] = a[0];
}
__global__ void many(float *out, const float *in) {
  __shared__ float b[512];
  const int t = threadIdx.x;
  b[t] = in[t];
  b[t + 256] = in[t + 256];
  tree(b);
  __syncthreads();
  out[t] = b[t];
}
void runBoth(float *o, const float *i) {
  one<<<64, 256>>>(o, i);
  many<<<64, 256>>>(o, i);
}
// CHECK-DAG: :102:7: warning: up to 16-way bank conflict in store to 'a'
// CHECK-DAG: :102:7: warning: up to 16-way bank conflict in store to 'b'
// CHECK-DAG: note: swizzle every index of 'a', {{.*}}; 10 edits
// CHECK-DAG: note: swizzle every index of 'b', {{.*}}; 10 edits

// Dynamic memory under another name is the same.
extern __shared__ float d[];
extern __shared__ float e[];
__global__ void renamed(float *out, const float *in) {
  const int t = threadIdx.x;
  d[t] = in[t];
  d[t + 256] = in[t + 256];
  for (int stride = 1; stride < 512; stride *= 2) {
    __syncthreads();
    const int i = 2 * stride * t;
    if (i < 512)
      d[i] += d[i + stride];
  }
  __syncthreads();
  if (t == 0)
    out[blockIdx.x] = d[0];
  out[t] = e[t];
}
void runRenamed(float *o, const float *i) { renamed<<<64, 256, 2048>>>(o, i); }
// CHECK: :143:7: warning: up to 16-way bank conflict in store to 'd'
