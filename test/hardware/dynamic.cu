// Memory whose amount the launch gives, and pointers into shared memory.

#include "host.h"

__global__ void carved(float *out, const float *in, int columns) {
  extern __shared__ float memory[];
  float *first = memory;
  float *second = first + 32 * 32;
  int *third = reinterpret_cast<int *>(second + 32 * 33);
  int t = threadIdx.x;
  first[t * 32] = in[t];
  second[t * 33] = in[t + 32];
  third[t * 2] = t;
  // A row of an unknown number of words.
  first[columns * 2 + t] = in[t + 64];
  __syncthreads();
  out[t] = first[t * 32];
  out[t + 32] = second[t * 33];
  out[t + 64] = third[t * 2];
}

__global__ void buffers(float *out, const float *in, int rounds) {
  __shared__ float storage[2][32][33];
  int t = threadIdx.x;
  float(*read)[33] = storage[0];
  float(*write)[33] = storage[1];
  read[t][0] = in[t];
  read[0][t] = in[t + 32];
  __syncthreads();
#pragma unroll 1
  for (int i = 0; i < rounds; ++i) {
    write[t][0] = read[0][t] + i;
    __syncthreads();
    float(*swap)[33] = read;
    read = write;
    write = swap;
  }
  out[t] = read[t][0];
}

__global__ void changing(volatile float *out, const float *in) {
  __shared__ volatile float s[64];
  int t = threadIdx.x;
  s[t * 2] = in[t];
  s[t * 2 + 1] = in[t + 32];
  out[t] = s[t * 2];
  out[t + 32] = s[t * 2 + 1];
}

__device__ void addTo(float &target, float amount) {
  target += amount;
}

__global__ void references(float *out, const float *in) {
  __shared__ float s[32][32];
  int t = threadIdx.x;
  float(&row)[32] = s[t];
  row[3] = in[t];
  __syncthreads();
  addTo(s[t][3], in[t + 32]);
  __syncthreads();
  out[t] = row[3];
}

int main() {
  float *in = counting<float>(4096);
  float *out = counting<float>(4096);
  carved<<<1, 32, (32 * 32 + 32 * 33 + 64) * 4>>>(out, in, 32);
  buffers<<<1, 32>>>(out, in, 5);
  changing<<<1, 32>>>(out, in);
  references<<<1, 32>>>(out, in);
  return finish();
}
