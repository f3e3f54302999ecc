// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning:

// Every instantiation is a kernel of its own. Down a column:
//   float,  rows of 32: 32/1      float,  rows of 33: 1/1
//   double, rows of 32: a step of 64 words, 16 a phase, 32/2
//   double, rows of 33: a step of 66 words, 2 banks on, 2/2

// CHECK-DAG: :[[@LINE+11]]:{{[0-9]+}}: warning: 32-way bank conflict in load from 'tile'
// CHECK-DAG: :[[@LINE+10]]:{{[0-9]+}}: remark: load of 4 bytes from 'tile': 32/1 wavefronts, conflict, block 32x32x1, 32 requests [{{.*}}float, 32
// CHECK-DAG: :[[@LINE+9]]:{{[0-9]+}}: remark: load of 4 bytes from 'tile': 1/1 wavefronts, conflict-free, block 32x32x1, 32 requests [{{.*}}float, 33
// CHECK-DAG: :[[@LINE+8]]:{{[0-9]+}}: remark: load of 8 bytes from 'tile': 32/2 wavefronts, conflict, block 32x32x1, 32 requests [{{.*}}double, 32
// CHECK-DAG: :[[@LINE+7]]:{{[0-9]+}}: remark: load of 8 bytes from 'tile': 2/2 wavefronts, conflict-free, block 32x32x1, 32 requests [{{.*}}double, 33
template <typename T, int Pitch>
__global__ void transpose(T *out, const T *in) {
  __shared__ T tile[32][Pitch];
  int i = threadIdx.y * 32 + threadIdx.x;
  tile[threadIdx.y][threadIdx.x] = in[i];
  __syncthreads();
  out[i] = tile[threadIdx.x][threadIdx.y];
}

// A branch on a template argument: one side is dead in each instantiation.
template <bool IsColumn> __global__ void branch(float *out, const float *in) {
  __shared__ float s[32][32];
  int i = threadIdx.y * 32 + threadIdx.x;
  s[threadIdx.y][threadIdx.x] = in[i];
  __syncthreads();
  if (IsColumn)
    out[i] = s[threadIdx.x][threadIdx.y];
// CHECK-DAG: :[[@LINE-1]]:{{[0-9]+}}: warning: 32-way bank conflict in load from 's'
// CHECK-DAG: :[[@LINE-2]]:{{[0-9]+}}: remark: load of 4 bytes from 's': 32/1 wavefronts, conflict, block 32x32x1, 32 requests [{{.*}}branch<true>
  else
    out[i] = s[threadIdx.y][31 - threadIdx.x];
// CHECK-DAG: :[[@LINE-1]]:{{[0-9]+}}: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x32x1, 32 requests [{{.*}}branch<false>
}

// The block's size as a template argument, as reductions have it.
template <unsigned BlockSize>
__global__ void reduce(float *out, const float *in) {
  __shared__ float s[BlockSize];
  unsigned t = threadIdx.x;
  s[t] = in[blockIdx.x * BlockSize + t];
  __syncthreads();
#pragma unroll
  for (unsigned half = BlockSize / 2; half > 0; half /= 2) {
    if (t < half)
      s[t] += s[t + half];
// 64 + 32 + 16 + ... + 1 threads: 2 + 6 requests.
// CHECK-DAG: :[[@LINE-2]]:15: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 128x1x1, 8 requests
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = s[0];
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
