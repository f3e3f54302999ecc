__global__ void transposePadded(float *out, const float *in) {
  __shared__ float tile[32][PITCH + 1];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

void runTransposePadded(float *out, const float *in) {
  transposePadded<<<1, dim3(32, 32)>>>(out, in);
}
