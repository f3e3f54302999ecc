__global__ void histogram(unsigned *out, const unsigned char *in) {
  __shared__ unsigned bins[256];
  bins[threadIdx.x] = 0;
  __syncthreads();
  atomicAdd(&bins[in[threadIdx.x]], 1u);
  __syncthreads();
  out[threadIdx.x] = bins[threadIdx.x];
}

void runHistogram(unsigned *out, const unsigned char *in) {
  histogram<<<1, 256>>>(out, in);
}
