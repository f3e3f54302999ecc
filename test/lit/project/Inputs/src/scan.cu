__global__ void scan(double *out, const double *in) {
  __shared__ double sums[128][4];
  sums[threadIdx.x][0] = in[threadIdx.x]; // PLANTED
  __syncthreads();
  out[threadIdx.x] = sums[0][threadIdx.x % 4];
}

void runScan(double *out, const double *in) { scan<<<1, 128>>>(out, in); }
