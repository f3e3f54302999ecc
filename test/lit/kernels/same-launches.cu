// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s --implicit-check-not=remark:

// Launches that ask for the same are listed once; others by themselves.

__global__ void columns(int *out, int n) {
  __shared__ int s[1024];
  // CHECK: [[@LINE+1]]:3: warning: 32-way bank conflict in store to 's'
  s[32 * threadIdx.x] = out[n];
  __syncthreads();
  for (int i = 0; i < n; ++i)
    out[threadIdx.x] += s[threadIdx.x + 32 * i];
}

// CHECK: 8:3: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict, block 32x1x1, 1 request [columns(int *, int)]
// CHECK: 11:25: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [columns(int *, int)]
// CHECK: 11:25: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 4 requests [columns(int *, int)]
void host(int *out) {
  columns<<<1, 32>>>(out, 1);
  columns<<<2, 32>>>(out, 1);
  columns<<<1, 32>>>(out, 4);
}
