// RUN: not %lint %s 2>&1 | FileCheck %s

// Where host code runs for too long to be followed, a launch behind it still
// says its block, by constants or by variables that hold one for good.
__global__ void rows(int *out) {
  __shared__ int s[4][512];
  s[threadIdx.y][threadIdx.x * 16] = out[0];
// CHECK: :[[@LINE-1]]:3: warning: 16-way bank conflict in store to 's'
// CHECK: note: in kernel 'rows' with blocks of 16x2, launched here
// CHECK: note: also launched here with blocks of 32:
}
__global__ void open(int *out) {
  __shared__ int s[32][33];
  s[threadIdx.x % 32][0] = out[0];
}
void multiply(int *c, const int *a, const int *b, int m, int n, int depth) {
  for (int i = 0; i < m; i += 64)
    for (int j = 0; j < n; j += 64)
      for (int k = 0; k < depth; k += 32)
        for (int kk = 0; kk < 32; ++kk) {
          if (k + kk >= depth)
            break;
          for (int jj = 0; jj < 64; ++jj)
            for (int ii = 0; ii < 64; ++ii)
              c[ii * 64 + jj] += a[(i + ii) % m * depth + k + kk] *
                                 b[(j + jj) % n * depth + k + kk];
        }
}
int main() {
  const int width = 16;
  int threads = 32, changed = 64;
  dim3 block(width, 2);
  int *p = new int[4096];
  multiply(p, p + 1024, p + 2048, 259, 253, 251);
  changed *= 2;
  rows<<<p[0], block>>>(p);
  rows<<<1, threads>>>(p);
  open<<<1, changed>>>(p);
// CHECK: :[[@LINE-1]]:3: remark: a launch of kernel 'open' not analysed: the host code before it exceeds the step budget
}
