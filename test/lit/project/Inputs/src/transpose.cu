#include <vendor.h>
#if !VENDOR || FROM_HOST != 1
#error arguments are lost
#endif

__global__ void transpose(float *out, const float *in) {
  __shared__ float tile[32][PITCH];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y]; // PLANTED
}

void runTranspose(float *out, const float *in) {
  transpose<<<1, dim3(32, 32)>>>(out, in);
}
