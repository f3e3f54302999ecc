__global__ void spread(int *out, int stride) {
  __shared__ int s[1024];
  s[threadIdx.x * stride] = 1;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x + stride * gridDim.x];
}

int main(int count, char **words) {
  if (count < 10)
    return 2;
  int *out;
  cudaMalloc(&out, 128);
  spread<<<2, 32>>>(out, 3);
  spread<<<2, 32>>>(out, 5);
}
