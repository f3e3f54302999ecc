__global__ void columns(float *out) {
  __shared__ float s[32][32];
  __syncthreads();
  /* Ä𝄞 */ out[0] = s[threadIdx.x][5];
  out[1] = s[threadIdx.x][9]; // NOLINT
}
__global__ void tiles(float *out) {
  __shared__ float t[16][16];
  t[threadIdx.y][threadIdx.x] = 0;
  __syncthreads();
  out[0] = t[threadIdx.x][threadIdx.y];
}
void run() {
  columns<<<1, 32>>>(nullptr);
  tiles<<<1, dim3(16, 16)>>>(nullptr);
}
