// Two bytes of a class that is aligned to two move in one access, as in machine
// code of nvcc 13.0 (STS.U16, LDS.U16); of three such parts, each does.
//
// RUN: %lint --exit-zero --all-accesses %s 2>&1 | FileCheck %s

#include <cuda_runtime.h>

struct alignas(2) Pair {
  signed char a, b;
};

struct Five {
  unsigned char a, b;
  short c;
  unsigned char d;
};

template <class T> __global__ void copy(T *out, const T *in) {
  __shared__ T s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[63 - t];
}

void run(Pair *pairs, Five *fives, char2 *chars, uchar2 *bytes) {
  copy<<<1, 64>>>(pairs, pairs);
  copy<<<1, 64>>>(fives, fives);
  copy<<<1, 64>>>(chars, chars);
  copy<<<1, 64>>>(bytes, bytes);
}

// CHECK: :21:3: remark: store of 2 bytes to 's': 2/1 wavefronts, conflict, block 64x1x1, 6 requests [copy<Five>(Five *, const Five *)]
// CHECK: :21:3: remark: store of 2 bytes to 's': 1/1 wavefronts, conflict-free, block 64x1x1, 2 requests [copy<Pair>(Pair *, const Pair *)]
// CHECK: :21:3: remark: store of 2 bytes to 's': 1/1 wavefronts, conflict-free, block 64x1x1, 2 requests [copy<char2>(char2 *, const char2 *)]
// CHECK: :21:3: remark: store of 2 bytes to 's': 1/1 wavefronts, conflict-free, block 64x1x1, 2 requests [copy<uchar2>(uchar2 *, const uchar2 *)]
// CHECK: :23:12: remark: load of 2 bytes from 's': 2/1 wavefronts, conflict, block 64x1x1, 6 requests [copy<Five>(Five *, const Five *)]
// CHECK: :23:12: remark: load of 2 bytes from 's': 1/1 wavefronts, conflict-free, block 64x1x1, 2 requests [copy<Pair>(Pair *, const Pair *)]
// CHECK: :23:12: remark: load of 2 bytes from 's': 1/1 wavefronts, conflict-free, block 64x1x1, 2 requests [copy<char2>(char2 *, const char2 *)]
// CHECK: :23:12: remark: load of 2 bytes from 's': 1/1 wavefronts, conflict-free, block 64x1x1, 2 requests [copy<uchar2>(uchar2 *, const uchar2 *)]
