// RUN: %lint --block-dim=64 --all-accesses --exit-zero %s -- 2>/dev/null | FileCheck %s

// An arm that only loads from one or two places that are always there becomes a
// selection: nvcc loads in all lanes, also in the second warp, which would not
// (nvcc 13.0 -O3, sm_90). Whether it takes the arm for cheap is not modelled.

#define KERNEL(NAME)                                                           \
  __global__ void NAME(const int *in, int *out) {                              \
    __shared__ int s[64];                                                      \
    const int t = threadIdx.x;                                                 \
    int value = in[t];                                                         \
    s[t] = value;                                                              \
    __syncthreads();

#define END                                                                    \
  out[t] = value;                                                              \
  }

KERNEL(one)
// CHECK: :[[@LINE-1]]:1: remark: store {{.*}}: 1/1 wavefronts, conflict-free,{{.*}}
  if (t == 0)
    value += s[2];
// CHECK: :[[@LINE-1]]:14: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 64x1x1, 1 request [one(const int *, int *)]
END

KERNEL(two)
// CHECK: :[[@LINE-1]]:1: remark: store {{.*}}: 1/1 wavefronts, conflict-free,{{.*}}
  if (t == 0)
    value += s[2] + s[4];
// CHECK: :[[@LINE-1]]:14: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 64x1x1, 1 request [two(const int *, int *)]
// CHECK: :[[@LINE-2]]:21: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 64x1x1, 1 request [two(const int *, int *)]
END

// Too dear: @!P0 LDS.
KERNEL(three)
// CHECK: :[[@LINE-1]]:1: remark: store {{.*}}: 1/1 wavefronts, conflict-free,{{.*}}
  if (t == 0)
    value += s[0] + s[2] + s[4];
// CHECK: :[[@LINE-1]]:14: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 64x1x1, 1 request [three(const int *, int *)]
// CHECK: :[[@LINE-2]]:21: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 64x1x1, 1 request [three(const int *, int *)]
// CHECK: :[[@LINE-3]]:28: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 64x1x1, 1 request [three(const int *, int *)]
END

// Of a place that lanes choose, nvcc does not know that it is there.
KERNEL(chosen)
// CHECK: :[[@LINE-1]]:1: remark: store {{.*}}: 1/1 wavefronts, conflict-free,{{.*}}
  if (t < 13)
    value += s[2 * t];
// CHECK: :[[@LINE-1]]:14: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 64x1x1, 1 request [chosen(const int *, int *)]
END

// What stores stays a branch.
KERNEL(stored)
// CHECK: :[[@LINE-1]]:1: remark: store {{.*}}: 1/1 wavefronts, conflict-free,{{.*}}
  if (t == 0)
    out[64] = s[2];
// CHECK: :[[@LINE-1]]:15: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 64x1x1, 1 request [stored(const int *, int *)]
END
