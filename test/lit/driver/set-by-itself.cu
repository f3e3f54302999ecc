// RUN: not %lint --time-limit=60 %s 2>&1 | FileCheck %s

// A variable that is set by itself says nothing, and nothing goes round in it.
__global__ void columns(float *o) {
  __shared__ float s[1024];
  s[threadIdx.x * 32] = o[0];
// CHECK: :[[@LINE-1]]:3: warning: 32-way bank conflict in store to 's'
}
int main() {
  dim3 b = b;
  int n = n;
  columns<<<1, b>>>(nullptr);
  columns<<<1, n>>>(nullptr);
}
