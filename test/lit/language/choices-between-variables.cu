// RUN: %lint --exit-zero %s -- 2>&1 | FileCheck %s

// A choice between shared variables, behind branches that store them: its arms
// make accesses of their own.
// CHECK: 1 file, 1 kernel, 6 accesses: 0 conflicts
__global__ void choice(int *out, const int *in) {
  __shared__ int flag, count;
  int t = threadIdx.x;
  if (t == 0) {
    flag = 0;
    count = 0;
  }
  __syncthreads();
  if (in[t] > 5)
    flag = 1;
  if (in[t] > 7)
    count = 1;
  __syncthreads();
  out[t] = flag ? count : 0;
}

int main() { choice<<<1, 64>>>(nullptr, nullptr); }
