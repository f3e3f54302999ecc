// Compiled as CUDA in spite of its name.
__global__ void fourth(float *out, const float *in) {
  __shared__ float cells[32 * 4];
  cells[threadIdx.x * 4] = in[threadIdx.x]; // PLANTED
  __syncthreads();
  out[threadIdx.x] = cells[threadIdx.x];
}

void runFourth(float *out, const float *in) { fourth<<<1, 32>>>(out, in); }
