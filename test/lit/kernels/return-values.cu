// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// A function that returns early is worth what either return gives, and what it
// wrote through references before holds behind the call.

__device__ int early(int a) {
  if (a < 13)
    return 32;
  return 1;
}
__device__ int inElse(int a) {
  if (a < 13) {
  } else
    return 32;
  return 1;
}
__device__ int nested(int a, int b) {
  if (a < 13) {
    if (b < 5)
      return 32;
    a = 3;
  }
  return a == 3 ? 1 : 2;
}
__device__ int lesser(int a, int b) {
  if (a < b)
    return a;
  return b;
}
__device__ int lesserOfTwo(int a, int b) {
  if (a < b)
    return a;
  else
    return b;
}
__device__ int ofSomeLanes(int a) {
  if (a < 13) {
    if (threadIdx.x < 16)
      return 32;
  }
  return 1;
}
__device__ int found(const int *data, int n) {
  for (int i = 0; i < n; ++i)
    if (data[i] == 7)
      return 32;
  return 1;
}
__device__ void through(int a, int &result) {
  result = 32;
  if (a < 13)
    return;
  result = 1;
}
__device__ float *either(float *s, int a) {
  if (a < 13)
    return s;
  return s + 31 * threadIdx.x;
}
struct Strides {
  int row, column;
};
__device__ Strides stridesOf(int a) {
  if (a < 13)
    return {32, 0};
  return {1, 0};
}
__device__ int known(int a) {
  if (a < 13)
    return 32;
  return 1;
}

__global__ void returns(float *out, const int *data, int n, int m) {
  __shared__ float s[2048];
  int tid = threadIdx.x;
  float sum = 0;
  sum += s[tid * early(n)];
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': 1/1 wavefronts, possible (conflicts for some values, as with a condition = 1), inexact, worst 32x, block 32x1x1, 1 request
  sum += s[tid * inElse(n)];
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': 1/1 wavefronts, possible (conflicts for some values, as with a condition = 1), inexact, worst 32x, block 32x1x1, 1 request
  sum += s[tid * nested(n, m)];
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': 1/1 wavefronts, possible (conflicts for some values, as with a condition = 1, a condition = 1), inexact, worst 32x, block 32x1x1, 1 request
  // The lesser of the two moves all lanes alike: its steps do not matter.
  sum += s[tid + lesser(n, m)];
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  sum += s[lesser(32 * tid, 32 * n)];
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': 1/1 wavefronts, possible (conflicts for some values, as with n = 4097), inexact, worst 32x, block 32x1x1, 1 request
  sum += s[lesserOfTwo(32 * tid, 32 * n)];
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': 1/1 wavefronts, possible (conflicts for some values, as with n = 4097), inexact, worst 32x, block 32x1x1, 0 requests
  sum += s[tid * ofSomeLanes(n)];
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': 1/1 wavefronts, possible (conflicts for some values, as with a condition = 1), inexact, worst 16x, block 32x1x1, 1 request
  sum += s[tid * found(data, n)];
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': 1/1 wavefronts, possible (conflicts for some values, as with a condition = 1), inexact, worst 32x, block 32x1x1, 1 request
  int row;
  through(n, row);
  sum += s[tid * row];
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': 1/1 wavefronts, possible (conflicts for some values, as with a condition = 1), inexact, worst 32x, block 32x1x1, 1 request
  sum += either(s, n)[tid];
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': 1/1 wavefronts, possible (conflicts for some values, as with a condition = 0), inexact, worst 32x, block 32x1x1, 1 request
  Strides by = stridesOf(n);
  sum += s[tid * by.row + by.column];
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': 1/1 wavefronts, possible (conflicts for some values, as with a condition = 1), inexact, worst 32x, block 32x1x1, 1 request
  // Each lane's way is known.
  sum += s[tid * known(tid)];
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': 13/1 wavefronts, conflict, block 32x1x1, 1 request
  out[tid] = sum;
}

void run(float *out, const int *data, int n, int m) {
  returns<<<1, 32>>>(out, data, n, m);
}
