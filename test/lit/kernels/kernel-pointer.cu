// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// A launch through a pointer gives its shape to every kernel that the pointer may
// be: both of these run in blocks of 16x16, where a row of 16 words shares its
// banks with every second other row.

__global__ void rows(float *out) {
  __shared__ float s[16][16];
  s[threadIdx.y][threadIdx.x] = out[threadIdx.x];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 16x16x1, 8 requests
  __syncthreads();
  out[threadIdx.y] = s[15 - threadIdx.y][threadIdx.x];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 16x16x1, 8 requests
}

__global__ void columns(float *out) {
  __shared__ float s[16][16];
  s[threadIdx.x][threadIdx.y] = out[threadIdx.x];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 8/1 wavefronts, conflict, block 16x16x1, 8 requests
  __syncthreads();
  out[threadIdx.y] = s[threadIdx.y][threadIdx.x];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 16x16x1, 8 requests
}

void run(float *out, int which) {
  void (*kernel)(float *) = nullptr;
  switch (which) {
  case 0:
    kernel = &rows;
    break;
  default:
    kernel = &columns;
  }
  kernel<<<4, dim3(16, 16)>>>(out);
}
