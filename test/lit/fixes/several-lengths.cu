// What all instances of an array grow by is told where their rows have several
// lengths: that of one would be wrong for the others.
//
// RUN: %lint --exit-zero %s -- | grep "note: " | FileCheck %s

template <int Columns>
__global__ void transpose(const float *in, float *out) {
  __shared__ float s[32][Columns];
  // CHECK: :[[@LINE-1]]:{{.*}} note: pad the rows of 's' by 1 float (+128 bytes)
  for (int c = threadIdx.x; c < Columns; c += 32)
    s[threadIdx.y][c] = in[threadIdx.y * Columns + c];
  __syncthreads();
  for (int c = threadIdx.y; c < Columns; c += 32)
    out[c * 32 + threadIdx.x] = s[threadIdx.x][c];
}

void run(const float *in, float *out) {
  const dim3 block(32, 32);
  transpose<32><<<1, block>>>(in, out);
  transpose<64><<<1, block>>>(in, out);
}
