// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// What a destructor does at the end of an arm stands in no text: accesses
// before it are not made behind the branch with those of the other arm. (As in
// machine code of nvcc 13.0 for sm_90.)

struct Guard {
  int *p;
  __device__ Guard(int *q) : p(q) {}
  __device__ ~Guard() { p[0] = 2; }
};
// CHECK: :[[@LINE-2]]:25: remark: store of 4 bytes to 's': 16/1 wavefronts, conflict, block 32x1x1, 1 request [loads(int *)]
// CHECK: :[[@LINE-3]]:25: remark: store of 4 bytes to 's': 16/1 wavefronts, conflict, block 32x1x1, 1 request [stores(int *)]

struct Silent {
  int *p;
  __device__ Silent(int *q) : p(q) {}
  __device__ ~Silent() {}
};

__global__ void __launch_bounds__(32) stores(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  if (t & 1) {
    s[7 * t] = 1;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [stores(int *)]
  } else {
    Guard g(s + 16 * t);
    s[9 * t] = 1;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [stores(int *)]
  }
  __syncthreads();
  out[t] = s[t];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [stores(int *)]
}

__global__ void __launch_bounds__(32) loads(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  s[t] = out[t];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [loads(int *)]
  __syncthreads();
  int v;
  if (t & 1) {
    Guard g(s + 16 * t);
    v = s[7 * t];
// CHECK: :[[@LINE-1]]:9: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request [loads(int *)]
  } else {
    v = s[9 * t];
// CHECK: :[[@LINE-1]]:9: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request [loads(int *)]
  }
  out[t] = v;
}

__global__ void __launch_bounds__(32) silent(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  if (t & 1) {
    s[7 * t] = 1;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request [silent(int *)]
  } else {
    Silent g(s + 16 * t);
    s[9 * t] = 1;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request [silent(int *)]
  }
  __syncthreads();
  out[t] = s[t];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [silent(int *)]
}
