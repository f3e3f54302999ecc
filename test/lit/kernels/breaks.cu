// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// What is written on the way out of a loop or a switch may hold behind it.

__global__ void search(float *out, const int *data, int n) {
  __shared__ float s[32][32];
  int first = 0;
  for (int i = 0; i < n; ++i)
    if (data[i] == 7) {
      first = i;
      break;
    }
  // The same in all lanes, whatever it is: a column.
  s[threadIdx.x][first] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict, block 32x1x1, 1 request
  int own = 0;
  for (int i = 0; i < n; ++i)
    if (data[threadIdx.x + i] == 7) {
      own = threadIdx.x;
      break;
    }
  // Some lanes found theirs, some did not.
  s[own][0] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': ?/? wavefronts, unknown (index depends on a comparison of data at line [[@LINE-7]]), inexact, block 32x1x1
  int row = 0;
  switch (n) {
  case 1:
    row = 1;
    break;
  case 2:
    row = threadIdx.x;
    break;
  }
  // A column for n = 2, 32 wavefronts; one word otherwise, 1.
  s[row][1] = 2;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, possible (conflicts for some values, as with a condition = 1, a condition = 0), inexact, worst 32x, block 32x1x1
  __syncthreads();
  out[threadIdx.x] = s[0][threadIdx.x];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1
}

// Breaks within the arms of a branch that end with breaks themselves.
__global__ void nested(float *out, const int *data, int n) {
  __shared__ float s[32][32];
  int a = 0, b = 0;
  for (int i = 0; i < n; ++i) {
    if (data[i] == 7) {
      a = 1;
      if (data[i + 1] == 8)
        break;
      a = 0;
      break;
    } else {
      b = 1;
      if (data[i + 1] == 9)
        break;
      b = 0;
      break;
    }
  }
  // What was written before the branch, and is written anew behind it.
  int c = 0;
  for (int i = 0; i < n; ++i) {
    c = 1;
    if (data[i] == 7)
      break;
    c = 0;
  }
  float sum = s[a * threadIdx.x][threadIdx.x];
// CHECK: :[[@LINE-1]]:15: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
  sum += s[a * threadIdx.x][0];
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': 1/1 wavefronts, possible (conflicts for some values, as with a condition = 1), inexact, worst 32x, block 32x1x1, 1 request
  sum += s[b * threadIdx.x][0];
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': 1/1 wavefronts, possible (conflicts for some values, as with a condition = 1), inexact, worst 32x, block 32x1x1, 1 request
  sum += s[c * threadIdx.x][0];
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': 1/1 wavefronts, possible (conflicts for some values, as with a condition = 1), inexact, worst 32x, block 32x1x1, 1 request
  out[threadIdx.x] = sum;
}

void run(float *out, const int *data, int n) {
  search<<<1, 32>>>(out, data, n);
  nested<<<1, 32>>>(out, data, n);
}
