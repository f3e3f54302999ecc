__global__ void swizzle(float *out, const float *in) {
  __shared__ float tile[32][32];
  unsigned x = threadIdx.x, y = threadIdx.y;
  tile[y][x ^ y] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[x][y ^ x];
}

void runSwizzle(float *out, const float *in) {
  swizzle<<<1, dim3(32, 32)>>>(out, in);
}
