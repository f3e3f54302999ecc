__global__ void stencil(float *out, const float *in) {
  __shared__ float line[256 + 2];
  line[threadIdx.x + 1] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = line[threadIdx.x] + line[threadIdx.x + 2];
}

void runStencil(float *out, const float *in) { stencil<<<1, 256>>>(out, in); }
