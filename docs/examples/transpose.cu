// A 32x32 matrix, transposed through shared memory: what to lint first.
#include <cstdio>

constexpr int kTile = 32;

__global__ void transpose(float *out, const float *in) {
  __shared__ float tile[kTile][kTile];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * kTile + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * kTile + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

int main() {
  const int count = kTile * kTile;
  static float in[count], out[count];
  for (int i = 0; i < count; ++i)
    in[i] = i;

  float *deviceIn, *deviceOut;
  cudaMalloc(&deviceIn, sizeof(in));
  cudaMalloc(&deviceOut, sizeof(out));
  cudaMemcpy(deviceIn, in, sizeof(in), cudaMemcpyHostToDevice);
  transpose<<<1, dim3(kTile, kTile)>>>(deviceOut, deviceIn);
  cudaMemcpy(out, deviceOut, sizeof(out), cudaMemcpyDeviceToHost);
  cudaFree(deviceIn);
  cudaFree(deviceOut);

  int wrong = 0;
  for (int y = 0; y < kTile; ++y)
    for (int x = 0; x < kTile; ++x)
      wrong += out[y * kTile + x] != in[x * kTile + y];
  std::printf("%d of %d elements are wrong\n", wrong, count);
  return wrong != 0;
}
