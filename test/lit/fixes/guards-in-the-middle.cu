// RUN: %lint --exit-zero --sort=place %s -- 2>&1 | FileCheck %s

// A guard keeps a subscript in the middle within its extent.
__global__ void guarded(float *out, const float *in) {
  __shared__ float v[2][24][8];
// CHECK: :[[@LINE-1]]:29: note: pad the rows of 'v' to 9 floats (+192 bytes), which leaves no conflict{{$}}
  const int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  if (x < 24)
    v[z][x][y] = in[x];
  __syncthreads();
  if (x < 24)
    out[x * 32 + y] = v[z][x][y];
}
void runGuarded(float *o, const float *i) { guarded<<<1, dim3(32, 8, 2)>>>(o, i); }

// One that lets more lanes pass does not.
__global__ void wide(float *out, const float *in) {
  __shared__ float w[2][24][8];
  const int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  if (x < 25)
    w[z][x][y] = in[x];
// CHECK: :[[@LINE-1]]:13: note: no fix for 'w': 'y' may run past the end of a declared row
  __syncthreads();
  if (x < 24)
    out[x * 32 + y] = w[z][x][y];
}
void runWide(float *o, const float *i) { wide<<<1, dim3(32, 8, 2)>>>(o, i); }
