// Blocks of other shapes than 32 wide, and arrays of three dimensions.

#include "host.h"

__global__ void squares(float *out, const float *in) {
  __shared__ float plain[16][16];
  __shared__ float padded[16][17];
  int x = threadIdx.x, y = threadIdx.y;
  plain[y][x] = in[y * 16 + x];
  padded[y][x] = in[y * 16 + x + 256];
  __syncthreads();
  out[y * 16 + x] = plain[x][y];
  out[y * 16 + x + 256] = padded[x][y];
}

__global__ void narrow(float *out, const float *in) {
  __shared__ float tile[32][8];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 8 + x];
  __syncthreads();
  out[y * 8 + x] = tile[31 - y][x];
  out[y * 8 + x + 256] = tile[(x + y * 8) % 32][x];
}

__global__ void cube(float *out, const float *in) {
  __shared__ float box[8][8][8];
  __shared__ float flat[4][8][33];
  int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  int i = (z * 8 + y) * 8 + x;
  box[z][y][x] = in[i];
  flat[z % 4][y][x + z] = in[i + 512];
  __syncthreads();
  out[i] = box[x][y][z];
  out[i + 512] = box[y][x][z];
  out[i + 1024] = box[z][x][y];
  out[i + 1536] = flat[z % 4][x][y];
}

// The second warp has 16 threads.
__global__ void fortyEight(float *out, const float *in) {
  __shared__ float s[48 * 32];
  int t = threadIdx.x;
  s[t] = in[t];
  s[t * 32 + 31] = in[t + 48];
  __syncthreads();
  out[t] = s[47 - t];
  out[t + 48] = s[t * 32];
  out[t + 96] = s[t * 3];
}

__global__ void oddExtents(float *out, const float *in) {
  __shared__ float s[7][5][13];
  int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  int i = (z * 5 + y) * 7 + x;
  s[x][y][z] = in[i];
  __syncthreads();
  out[i] = s[x][y][2 * z];
}

__global__ void wide(float *out, const float *in) {
  __shared__ float s[96][4];
  int x = threadIdx.x, y = threadIdx.y;
  s[x][y] = in[y * 96 + x];
  __syncthreads();
  out[y * 96 + x] = s[95 - x][y];
}

int main() {
  float *in = counting<float>(4096);
  float *out = counting<float>(4096);
  squares<<<2, dim3(16, 16)>>>(out, in);
  narrow<<<2, dim3(8, 32)>>>(out, in);
  cube<<<2, dim3(8, 8, 8)>>>(out, in);
  fortyEight<<<2, 48>>>(out, in);
  oddExtents<<<2, dim3(7, 5, 3)>>>(out, in);
  wide<<<2, dim3(96, 4)>>>(out, in);
  return finish();
}
