// RUN: %lint --exit-zero --sort=place %s -- 2>&1 | FileCheck %s

// The language keeps a subscript in its row, and is believed where nothing else is
// known of it. Where all lanes name one row, a loop over all elements looks alike.

__global__ void sums(float *out, const float *in, int n) {
  __shared__ float s[32][32];
// CHECK: :[[@LINE-1]]:26: note: pad the rows of 's' to 33 floats (+128 bytes), which leaves no conflict, in 1.5 times fewer requests
  int t = threadIdx.x;
  for (int i = 0; i < 32; ++i)
    s[i][t] = in[32 * i + t];
  __syncthreads();
  float a = 0;
  for (int i = 0; i < n; ++i)
    a += s[t][i];
  out[t] = a;
}

__global__ void cleared(float *out, const float *in, int n) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x][y];
  for (int i = x; i < n; i += 32)
    s[0][i] = 0;
// CHECK: :[[@LINE-1]]:10: note: no fix for 's': 'i' may run past the end of a declared row
}

void run(float *out, const float *in, int n) {
  sums<<<1, 32>>>(out, in, n);
  cleared<<<1, dim3(32, 32)>>>(out, in, n);
}
