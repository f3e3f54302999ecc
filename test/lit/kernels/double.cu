// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// 8 bytes a lane take two phases of 16 lanes, and ideally one wavefront each.
// Plain: 16 lanes * 2 words in 32 banks, 2/2. Padded to 16 bytes: a step of 4
// words, so lanes l and l + 8 of a phase share their two banks: 2 wavefronts a
// phase, 4/2. A column of a square: a step of 64 words, 16 words in one bank, so
// 16 a phase, 32/2. A row of 33: a step of 66 words is 2 banks on: 2/2.

// CHECK: warning: 16-way bank conflict in load from 'square': 32 wavefronts, ideal 2
// CHECK: warning: 2-way bank conflict in store to 'padded': 4 wavefronts, ideal 2
// CHECK: :31:17: note: likewise 2-way in load 'padded[t].value'
// CHECK-NOT: warning:

struct Padded {
  double value;
  char padding[4];
};

__global__ void doubles(double *out, const double *in) {
  __shared__ double plain[64];
  __shared__ Padded padded[64];
  int t = threadIdx.x;
  plain[t] = in[t];
// CHECK: :[[@LINE-1]]:3: remark: store of 8 bytes to 'plain': 2/2 wavefronts, conflict-free, block 64x1x1, 2 requests
  padded[t].value = in[t];
// CHECK: :[[@LINE-1]]:3: remark: store of 8 bytes to 'padded': 4/2 wavefronts, conflict, block 64x1x1, 2 requests
  __syncthreads();
  out[t] = plain[t];
// CHECK: :[[@LINE-1]]:12: remark: load of 8 bytes from 'plain': 2/2 wavefronts, conflict-free, block 64x1x1, 2 requests
  __syncthreads();
  out[t + 64] = padded[t].value;
// CHECK: :[[@LINE-1]]:17: remark: load of 8 bytes from 'padded': 4/2 wavefronts, conflict, block 64x1x1, 2 requests
}

__global__ void columns(double *out, const double *in) {
  __shared__ double square[32][32];
  __shared__ double odd[32][33];
  int i = threadIdx.y * 32 + threadIdx.x;
  square[threadIdx.y][threadIdx.x] = in[i];
// CHECK: :[[@LINE-1]]:3: remark: store of 8 bytes to 'square': 2/2 wavefronts, conflict-free, block 32x32x1, 32 requests
  odd[threadIdx.y][threadIdx.x] = in[i];
// CHECK: :[[@LINE-1]]:3: remark: store of 8 bytes to 'odd': 2/2 wavefronts, conflict-free, block 32x32x1, 32 requests
  __syncthreads();
  out[i] = square[threadIdx.x][threadIdx.y];
// CHECK: :[[@LINE-1]]:12: remark: load of 8 bytes from 'square': 32/2 wavefronts, conflict, block 32x32x1, 32 requests
  __syncthreads();
  out[i + 1024] = odd[threadIdx.x][threadIdx.y];
// CHECK: :[[@LINE-1]]:19: remark: load of 8 bytes from 'odd': 2/2 wavefronts, conflict-free, block 32x32x1, 32 requests
}

void run(double *out, const double *in) {
  doubles<<<1, 64>>>(out, in);
  columns<<<1, dim3(32, 32)>>>(out, in);
}
