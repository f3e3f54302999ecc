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
// What has no conflict is launched already, and only the array depends on its number.
// CHECK: :13:3: note: by hand: 'Pad' = 1, as in 'transpose<double, 1>', leaves no conflict
// CHECK: note: pad the rows of 'tile' by 2 doubles (+512 bytes), which leaves 3 wavefronts per request on average over 2 instantiations{{$}}

// Where more depends on it, it may be another algorithm.
template <int Shift> __global__ void shifted(double *out, const double *in) {
  __shared__ double odd[32][32 + Shift];
  odd[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x + Shift];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = odd[threadIdx.x][threadIdx.y];
}
void runShifted(double *out, const double *in) {
  shifted<0><<<1, dim3(32, 32)>>>(out, in);
  shifted<1><<<1, dim3(32, 32)>>>(out, in);
}
// CHECK: warning: 16-way bank conflict in load from 'odd'
// CHECK-NOT: 'Shift' =
