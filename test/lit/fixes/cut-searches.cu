// RUN: %lint --exit-zero %s -- 2>&1 | FileCheck %s

// Rows of 33 words mend the columns and ruin the other diagonal. Of the swizzles,
// which might be better than rows of 34, a long trace leaves some untried.
__global__ void columnsAndDiagonals(float *out, const float *in) {
  __shared__ float s[32][32];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 4; ++k)
    for (int i = 0; i < 500; ++i) {
      s[t][i % 32] = in[i];
      __syncthreads();
      sum += s[t][31 - t];
      __syncthreads();
    }
  out[t] = sum;
}
// CHECK: :11:7: warning: 32-way bank conflict in store to 's'
// CHECK: :6:20: note: there may be a better layout of 's': the search ended at its step budget

void run(float *out, const float *in) {
  columnsAndDiagonals<<<1, 32>>>(out, in);
}
