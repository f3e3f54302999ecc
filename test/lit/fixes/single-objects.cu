// One object has no layout, whether it is a number, a vector, or of a class without arrays.
//
// RUN: %lint --exit-zero %s -- 2>&1 | FileCheck %s

__global__ void number(unsigned *out) {
  __shared__ unsigned hit;
// CHECK: :[[@LINE-1]]:{{[0-9]+}}: note: no fix for 'hit': no layout separates lanes that access the same word; let one lane of a warp do it for all
  atomicExch(&hit, threadIdx.x);
  __syncthreads();
  out[threadIdx.x] = hit;
}

struct Counts { unsigned hit, missed; };
__global__ void members(unsigned *out) {
  __shared__ Counts counts;
// CHECK: :[[@LINE-1]]:{{[0-9]+}}: note: no fix for 'counts': no layout separates lanes that access the same word; let one lane of a warp do it for all
  atomicExch(&counts.missed, threadIdx.x);
  __syncthreads();
  out[threadIdx.x] = counts.missed;
}

int main() {
  number<<<1, 32>>>(nullptr);
  members<<<1, 32>>>(nullptr);
}
