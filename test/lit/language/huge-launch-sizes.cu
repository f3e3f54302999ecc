// RUN: %lint --exit-zero %s -- 2>&1 | FileCheck %s

// A size beyond all that is signed is none that anyone can ask for.
__global__ void huge(float *out) {
  extern __shared__ float s[];
  s[threadIdx.x * 32] = out[0];
// CHECK: :[[@LINE-1]]:3: warning: 32-way bank conflict in store to 's'
  __syncthreads();
  out[0] = s[threadIdx.x];
}
void launch(float *out) { huge<<<1, 32, -1>>>(out); }
// CHECK: 1 file, 1 kernel
