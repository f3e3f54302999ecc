// RUN: not %banklint --cuda-path=none --memory-limit=1500 %s 2>&1 | FileCheck %s

// Unknowns that are multiplied in loops within loops make new values in each
// round, all of which are kept: the walk of the host ends where these take too
// much memory. Without that, this source takes more than 4 GB.

__global__ void columns(int *out) {
  __shared__ int s[32][32];
  s[threadIdx.x][0] = out[0];
// CHECK: :[[@LINE-1]]:3: warning: 32-way bank conflict in store to 's'
}
void multiply(int *c, const int *a, const int *b, int m, int n, int depth) {
  for (int i = 0; i < m; i += 64)
    for (int j = 0; j < n; j += 64) {
      int sum[64 * 64] = {0};
      for (int k = 0; k < depth; k += 32)
        for (int kk = 0; kk < 32; ++kk) {
          if (k + kk >= depth)
            break;
          for (int jj = 0; jj < 64; ++jj)
            for (int ii = 0; ii < 64; ++ii)
              sum[ii * 64 + jj] += a[(i + ii) % m * depth + k + kk] *
                                   b[(j + jj) % n * depth + k + kk];
        }
      for (int ii = 0; ii < 64; ++ii)
        for (int jj = 0; jj < 64; ++jj)
          if (i + ii < m && j + jj < n)
            c[(i + ii) * n + j + jj] = sum[ii * 64 + jj];
    }
}
int main() {
  int *a = new int[259 * 251], *b = new int[253 * 251], *c = new int[259 * 253];
  multiply(c, a, b, 259, 253, 251);
  columns<<<1, 32>>>(c);
}
