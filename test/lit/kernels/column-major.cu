// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// Store and load both walk down a column, [threadIdx.x][threadIdx.y]: with rows
// of 32 words both lie in one bank, with rows of 33 neither does.

// CHECK: warning: 32-way bank conflict in store to 'tile': 32 wavefronts, ideal 1
// CHECK: note: likewise 32-way in load 'tile[threadIdx.x][threadIdx.y]'
// CHECK-NOT: warning:

__global__ void columns(float *out, const float *in) {
  __shared__ float tile[32][32];
  int i = threadIdx.y * 32 + threadIdx.x;
  tile[threadIdx.x][threadIdx.y] = in[i];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 'tile': 32/1 wavefronts, conflict, block 32x32x1, 32 requests
  __syncthreads();
  out[i] = tile[threadIdx.x][threadIdx.y] + 1;
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 'tile': 32/1 wavefronts, conflict, block 32x32x1, 32 requests
}

__global__ void paddedColumns(float *out, const float *in) {
  __shared__ float tile[32][32 + 1];
  int i = threadIdx.y * 32 + threadIdx.x;
  tile[threadIdx.x][threadIdx.y] = in[i];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 'tile': 1/1 wavefronts, conflict-free, block 32x32x1, 32 requests
  __syncthreads();
  out[i] = tile[threadIdx.x][threadIdx.y] + 1;
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 'tile': 1/1 wavefronts, conflict-free, block 32x32x1, 32 requests
}

void run(float *out, const float *in) {
  columns<<<1, dim3(32, 32)>>>(out, in);
  paddedColumns<<<1, dim3(32, 32)>>>(out, in);
}
