__global__ void sequential(float *out, const float *in) {
  __shared__ float partial[256];
  partial[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  for (unsigned s = 128; s > 0; s /= 2) {
    if (threadIdx.x < s)
      partial[threadIdx.x] += partial[threadIdx.x + s];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    out[0] = partial[0];
}

void runSequential(float *out, const float *in) { sequential<<<1, 256>>>(out, in); }
