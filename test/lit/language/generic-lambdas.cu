// The body of a generic lambda is a template: its arrays are those of its
// instances. What the template itself declares lies nowhere, and may have no
// size.

// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

template <int N> struct Number {
  static constexpr int value = N;
};

__global__ void twoSizes(float *out) {
  auto turned = [&](auto tag, int x, int y) {
    __shared__ float b[decltype(tag)::value][32];
    __shared__ float once[32];
    b[y][x] = 1;
    once[x] = 2;
    __syncthreads();
    return b[x][y] + once[y];
  };
  out[threadIdx.x] = turned(Number<32>(), threadIdx.x, threadIdx.y) +
                     turned(Number<64>(), threadIdx.x, threadIdx.y);
}
// CHECK:      remark: store of 4 bytes to 'b': 1/1 wavefronts, conflict-free, block 32x32x1, 32 requests [twoSizes(float *)]
// CHECK-NEXT: remark: store of 4 bytes to 'b': 1/1 wavefronts, conflict-free, block 32x32x1, 32 requests [twoSizes(float *)]
// CHECK-NEXT: remark: store of 4 bytes to 'once': 1/1 wavefronts, conflict-free, block 32x32x1, 32 requests [twoSizes(float *)]
// CHECK-NEXT: remark: store of 4 bytes to 'once': 1/1 wavefronts, conflict-free, block 32x32x1, 32 requests [twoSizes(float *)]
// CHECK-NEXT: remark: load of 4 bytes from 'b': 32/1 wavefronts, conflict, block 32x32x1, 32 requests [twoSizes(float *)]
// CHECK-NEXT: remark: load of 4 bytes from 'b': 32/1 wavefronts, conflict, block 32x32x1, 32 requests [twoSizes(float *)]
// CHECK-NEXT: remark: load of 4 bytes from 'once': 1/1 wavefronts, conflict-free, block 32x32x1, 32 requests [twoSizes(float *)]
// CHECK-NEXT: remark: load of 4 bytes from 'once': 1/1 wavefronts, conflict-free, block 32x32x1, 32 requests [twoSizes(float *)]

// The instance that a condition guards is walked, too.
__global__ void guarded(float *out, int n) {
  auto turned = [&](auto tag) {
    __shared__ float b[decltype(tag)::value];
    b[threadIdx.x * 2] = 1;
    __syncthreads();
    return b[31 - threadIdx.x];
  };
  if (n > 5)
    out[threadIdx.x] = turned(Number<64>());
}
// CHECK-NEXT: remark: store of 4 bytes to 'b': 2/1 wavefronts, conflict, block 32x1x1, 1 request [guarded(float *, int)]
// CHECK-NEXT: remark: load of 4 bytes from 'b': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [guarded(float *, int)]

// One that returns lambdas, which capture what has no type in the template.
__global__ void nested(float *out) {
  __shared__ float s[1024];
  auto at = [](auto *p) {
    return [p](int r) {
      return [p, r](int c) -> auto & { return p[r * 32 + c]; };
    };
  };
  s[threadIdx.y * 32 + threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = at(s)(threadIdx.x)(threadIdx.y);
}
// CHECK-NEXT: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x32x1, 32 requests [nested(float *)]
// CHECK-NEXT: remark: load of 4 bytes from 's': 32/1 wavefronts, conflict, block 32x32x1, 32 requests [nested(float *)]

void launch(float *out, int n) {
  nested<<<1, dim3(32, 32)>>>(out);
  twoSizes<<<1, dim3(32, 32)>>>(out);
  guarded<<<1, 32>>>(out, n);
}
