// RUN: %lint --exit-zero %s -- 2>&1 | FileCheck %s

// Vectors may be read from what lies behind an array that grows. What nvcc drops, as
// 'trace', takes no memory, so that the arrays before do not tell the alignment: rows of
// 49 would move it by 132 bytes.
__global__ void dropped(const float *in, float4 *out) {
  __shared__ float trace[33];
  __shared__ float s[33][48];
// CHECK: :[[@LINE-1]]:26: note: pad the rows of 's' to 52 floats (+528 bytes)
  __shared__ float behind[128];
  const int t = threadIdx.x;
  if (sizeof(void *) == 4)
    trace[t] = in[t];
  for (int i = 0; i < 33; ++i) {
    s[i][t] = in[i * 48 + t];
    if (t < 16)
      s[i][t + 32] = in[i * 48 + t + 32];
  }
  for (int i = t; i < 128; i += 32)
    behind[i] = in[i];
  __syncthreads();
  float sum = s[32][t];
  for (int j = threadIdx.y; j < 32; j += 8)
    sum += s[t][j] * j;
  float4 v = reinterpret_cast<float4 *>(behind)[t];
  v.x += sum;
  out[t + threadIdx.y * 32] = v;
}
void runDropped(const float *in, float4 *out) { dropped<<<1, dim3(32, 8)>>>(in, out); }
