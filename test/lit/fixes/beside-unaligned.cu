// RUN: not %lint %s 2>&1 | FileCheck %s

// An array behind one of 17 rows of 17 lies at no whole vector of 16 bytes: the
// rows may grow by any number of words.
__global__ void antidiagonals(int *out, const int *in) {
  __shared__ int temp[17][17];
  __shared__ int ref[16][16];
  int t = threadIdx.x;
  for (int y = 0; y < 16; ++y)
    ref[y][t] = in[y * 16 + t];
  temp[t + 1][0] = in[t];
  __syncthreads();
  for (int m = 0; m < 16; ++m) {
    if (t <= m)
      temp[m - t + 1][t + 1] = temp[m - t][t] + ref[m - t][t];
    __syncthreads();
  }
  out[t] = temp[16][t + 1];
}
void run(int *p, int *q) { antidiagonals<<<1, 16>>>(p, q); }
// CHECK: note: pad the rows of 'temp' to 18 ints (+68 bytes), which leaves no conflict
