// A function that is called with several arrays makes an access to each: these
// have counts, findings and fixes of their own.
//
// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

__device__ float at(const float *p, int i) { return p[i]; }

__global__ void k(float *out) {
  __shared__ float a[32 * 32];
  __shared__ float b[32 * 33];
  __shared__ float c[32 * 34];
  a[threadIdx.x] = out[0], b[threadIdx.x] = out[1], c[threadIdx.x] = out[2];
  __syncthreads();
  out[threadIdx.x] =
      at(a, threadIdx.x * 32) + at(b, threadIdx.x * 33) + at(c, threadIdx.x * 34);
}

void run(float *out) { k<<<1, 32>>>(out); }

// CHECK: :6:53: warning: 32-way bank conflict in load from 'a': 32 wavefronts, ideal 1
// CHECK: :6:53: warning: 2-way bank conflict in load from 'c': 2 wavefronts, ideal 1
// CHECK-NOT: warning:
// CHECK: :6:53: remark: load of 4 bytes from 'a': 32/1 wavefronts, conflict, block 32x1x1, 1 request [k(float *)]
// CHECK: :6:53: remark: load of 4 bytes from 'b': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [k(float *)]
// CHECK: :6:53: remark: load of 4 bytes from 'c': 2/1 wavefronts, conflict, block 32x1x1, 1 request [k(float *)]
// CHECK: :12:3: remark: store of 4 bytes to 'a': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [k(float *)]
// CHECK: :12:28: remark: store of 4 bytes to 'b': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [k(float *)]
// CHECK: :12:53: remark: store of 4 bytes to 'c': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [k(float *)]
// CHECK: 1 file, 1 kernel, 6 accesses: 2 conflicts, 0 possible
