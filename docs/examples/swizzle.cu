// The transpose once more, without a byte of padding: row y holds column x at
// x ^ y. Along a row and down a column, x ^ y takes 32 values: 32 banks.
#include <cstdio>

constexpr int kTile = 32;

__global__ void transpose(float *out, const float *in) {
  __shared__ float tile[kTile][kTile];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x ^ y] = in[y * kTile + x];
  __syncthreads();
  out[y * kTile + x] = tile[x][y ^ x];
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

  int wrong = 0;
  for (int y = 0; y < kTile; ++y)
    for (int x = 0; x < kTile; ++x)
      wrong += out[y * kTile + x] != in[x * kTile + y];
  std::printf("%d of %d elements are wrong\n", wrong, count);
  return wrong != 0;
}
