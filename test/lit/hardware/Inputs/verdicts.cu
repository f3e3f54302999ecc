// What test/hardware/libraries/run says of rows that agree, and of others.

__global__ void column(float *Out) {
  __shared__ float Shared[32 * 32];
  Shared[threadIdx.x] = Out[threadIdx.x];
  __syncthreads();
  Out[threadIdx.x] = Shared[threadIdx.x * 32];
}

__global__ void unknown(float *Out, const int *Index) {
  __shared__ float Shared[64];
  Shared[threadIdx.x] = Out[threadIdx.x];
  __syncthreads();
  Out[threadIdx.x] = Shared[Index[threadIdx.x]];
}

int main() {
  column<<<1, 32>>>(nullptr);
  unknown<<<1, 64>>>(nullptr, nullptr);
}
