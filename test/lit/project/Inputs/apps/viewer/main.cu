#ifdef PITCH
#error arguments of another target
#endif

__global__ void copy(float *out, const float *in) {
  __shared__ float line[64];
  line[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = line[63 - threadIdx.x];
}

int main() {
  copy<<<1, 64>>>(nullptr, nullptr);
  return 0;
}
