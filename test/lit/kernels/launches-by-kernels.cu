// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error:

// A kernel may launch another, and itself, whatever the arguments say of
// relocatable code. What stands between the angle brackets and in the
// parentheses is read by the kernel that launches.

__global__ void child(float *out, int n) {
  __shared__ float s[64][32];
  out[threadIdx.x] = s[threadIdx.x][n];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 32/1 wavefronts, conflict, block 64x1x1, 2 requests [child(float *, int)]
}

__global__ void parent(float *out, int depth) {
  __shared__ int sizes[64];
  sizes[threadIdx.x] = depth;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 'sizes': 1/1 wavefronts, conflict-free, block 96x1x1, 3 requests
  __syncthreads();
  if (threadIdx.x == 0)
    child<<<sizes[7], 64, sizes[8]>>>(out, sizes[5]);
// CHECK: :[[@LINE-1]]:13: remark: load of 4 bytes from 'sizes': 1/1 wavefronts, conflict-free, block 96x1x1, 1 request
// CHECK: :[[@LINE-2]]:27: remark: load of 4 bytes from 'sizes': 1/1 wavefronts, conflict-free, block 96x1x1, 1 request
// CHECK: :[[@LINE-3]]:44: remark: load of 4 bytes from 'sizes': 1/1 wavefronts, conflict-free, block 96x1x1, 1 request
  if (depth > 0)
    parent<<<1, 96>>>(out, depth - 1);
}

void run(float *out, int n) { parent<<<1, 96>>>(out, n); }
// CHECK: 1 file, 2 kernels, 5 accesses: 1 conflict, 0 possible, 0 unknown, 0 suppressed{{$}}
