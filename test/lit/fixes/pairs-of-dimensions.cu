// RUN: %lint --exit-zero %s -- 2>&1 | FileCheck %s

// Rows of 31 words take 2 wavefronts in some requests, whichever dimension is
// longer. Of the pairs of longer dimensions, not all are tried.
__global__ void oddExtents(float *out, const float *in) {
  __shared__ float s[7][5][31];
  int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  int i = (z * 5 + y) * 7 + x;
  s[x][y][z] = in[i];
  __syncthreads();
  out[i] = s[x][y][2 * z];
}
// CHECK: :9:3: warning: {{.*}}-way bank conflict in store to 's'
// CHECK: :6:20: note: no fix for 's': too many pairs of dimensions could be padded

void run(float *out, const float *in) {
  oddExtents<<<1, dim3(7, 5, 6)>>>(out, in);
}
