// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s
// RUN: %lint --exit-zero %s -- 2>&1 \
// RUN:   | FileCheck %s --check-prefix=FINDING --implicit-check-not=warning:

// Every instantiation is a kernel of its own; they are listed by name. Along a row
// all are free of conflicts, doubles in two phases. Down a column:
//   float,  rows of 32: 32/1      float,  rows of 33: 1/1
//   double, rows of 32: a step of 64 words, 16 a phase, 32/2
//   double, rows of 33: a step of 66 words, 2 banks on, 2/2

template <typename T, int Pitch>
__global__ void transpose(T *out, const T *in) {
  __shared__ T tile[32][Pitch];
  int i = threadIdx.y * 32 + threadIdx.x;
  tile[threadIdx.y][threadIdx.x] = in[i];
// CHECK: :[[@LINE-1]]:3: remark: store of 8 bytes to 'tile': 2/2 wavefronts, conflict-free, block 32x32x1, 32 requests [transpose<double, 32>(
// CHECK: :[[@LINE-2]]:3: remark: store of 8 bytes to 'tile': 2/2 wavefronts, conflict-free, block 32x32x1, 32 requests [transpose<double, 33>(
// CHECK: :[[@LINE-3]]:3: remark: store of 4 bytes to 'tile': 1/1 wavefronts, conflict-free, block 32x32x1, 32 requests [transpose<float, 32>(
// CHECK: :[[@LINE-4]]:3: remark: store of 4 bytes to 'tile': 1/1 wavefronts, conflict-free, block 32x32x1, 32 requests [transpose<float, 33>(
  __syncthreads();
  out[i] = tile[threadIdx.x][threadIdx.y];
// CHECK: :[[@LINE-1]]:12: remark: load of 8 bytes from 'tile': 32/2 wavefronts, conflict, block 32x32x1, 32 requests [transpose<double, 32>(
// CHECK: :[[@LINE-2]]:12: remark: load of 8 bytes from 'tile': 2/2 wavefronts, conflict-free, block 32x32x1, 32 requests [transpose<double, 33>(
// CHECK: :[[@LINE-3]]:12: remark: load of 4 bytes from 'tile': 32/1 wavefronts, conflict, block 32x32x1, 32 requests [transpose<float, 32>(
// CHECK: :[[@LINE-4]]:12: remark: load of 4 bytes from 'tile': 1/1 wavefronts, conflict-free, block 32x32x1, 32 requests [transpose<float, 33>(
// FINDING: :[[@LINE-5]]:12: warning: 32-way bank conflict in load from 'tile': 32 wavefronts, ideal 1 [banklint-bank-conflict]
}

// A branch on a template argument: one side is dead in each instantiation.
template <bool IsColumn> __global__ void branch(float *out, const float *in) {
  __shared__ float s[32][32];
  int i = threadIdx.y * 32 + threadIdx.x;
  s[threadIdx.y][threadIdx.x] = in[i];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x32x1, 32 requests [branch<false>(
// CHECK: :[[@LINE-2]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x32x1, 32 requests [branch<true>(
  __syncthreads();
  if (IsColumn)
    out[i] = s[threadIdx.x][threadIdx.y];
// CHECK: :[[@LINE-1]]:14: remark: load of 4 bytes from 's': 32/1 wavefronts, conflict, block 32x32x1, 32 requests [branch<true>(
// FINDING: :[[@LINE-2]]:14: warning: 32-way bank conflict in load from 's': 32 wavefronts, ideal 1 [banklint-bank-conflict]
  else
    out[i] = s[threadIdx.y][31 - threadIdx.x];
// CHECK: :[[@LINE-1]]:14: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x32x1, 32 requests [branch<false>(
}

// The block's size as a template argument, as reductions have it.
template <unsigned BlockSize>
__global__ void reduce(float *out, const float *in) {
  __shared__ float s[BlockSize];
  unsigned t = threadIdx.x;
  s[t] = in[blockIdx.x * BlockSize + t];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 128x1x1, 4 requests
  __syncthreads();
#pragma unroll
  for (unsigned half = BlockSize / 2; half > 0; half /= 2) {
    if (t < half)
      s[t] += s[t + half];
// 64 + 32 + 16 + ... + 1 threads: 2 + 6 requests.
// CHECK: :[[@LINE-2]]:7: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 128x1x1, 8 requests
// CHECK: :[[@LINE-3]]:7: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 128x1x1, 8 requests
// CHECK: :[[@LINE-4]]:15: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 128x1x1, 8 requests
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = s[0];
// CHECK: :[[@LINE-1]]:23: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 128x1x1, 1 request
}

template <typename T> void launch(T *out, const T *in) {
  transpose<T, 32><<<1, dim3(32, 32)>>>(out, in);
  transpose<T, 33><<<1, dim3(32, 32)>>>(out, in);
}

void run(float *out, const float *in, double *out8, const double *in8) {
  launch(out, in);
  launch(out8, in8);
  branch<true><<<1, dim3(32, 32)>>>(out, in);
  branch<false><<<1, dim3(32, 32)>>>(out, in);
  reduce<128><<<4, 128>>>(out, in);
}
