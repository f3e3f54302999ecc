__global__ void spread(int *out, int stride) {
  __shared__ int s[1024];
  s[threadIdx.x * stride] = 1;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x + stride * gridDim.x];
}

void launch(int *out, int stride) { spread<<<2, 32>>>(out, stride); }

void launchOdd(int *out) {
  launch(out, 3);
  launch(out, 5);
}
