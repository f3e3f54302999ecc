// RUN: %lint --exit-zero --sort=place %s -- 2>&1 | FileCheck %s

// What a padding leaves is a mean where instantiations differ: 4 wavefronts in rows of 34
// doubles, 2 in those of 35.
template <typename T, int Pad>
__global__ void transpose(T *out, const T *in) {
  __shared__ T tile[32][32 + Pad];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
void runTranspose(double *out, const double *in) {
  transpose<double, 0><<<1, dim3(32, 32)>>>(out, in);
  transpose<double, 1><<<1, dim3(32, 32)>>>(out, in);
}
// CHECK: :10:41: warning: 16-way bank conflict in load from 'tile'
// CHECK: note: pad the rows of 'tile' to 34 doubles (+512 bytes), which leaves 3 wavefronts per request on average over 2 instantiations{{$}}
