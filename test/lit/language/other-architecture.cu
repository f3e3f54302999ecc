// Kernels whose code is all for another architecture are not analysed in silence: one remark
// of a source names the architecture for which they have code.

// RUN: %banklint --cuda-path=none %s 2>&1 | FileCheck %s
// RUN: not %banklint --cuda-path=none --gpu-arch=sm_100 %s 2>&1 | FileCheck %s --check-prefix=THERE
// RUN: %banklint --cuda-path=none --quiet %s 2>&1 | count 0
// CHECK:      {{^.*}}other-architecture.cu:[[@LINE+15]]:17: remark: kernels 'whole' and 3 more not analysed: they have no code for sm_90; --gpu-arch=sm_100 has
// CHECK-NEXT: {{^.*}}other-architecture.cu:{{.*}}: remark: kernel 'older' not analysed: it has no code for sm_90; --gpu-arch=sm_89 has
// CHECK-NEXT: {{^}}1 file, 9 kernels,
// THERE:      {{^}}banklint: remark: the bank model was measured
// THERE:      other-architecture.cu:[[@LINE+14]]:3: warning: 32-way bank conflict in store
// THERE-NOT:  kernels 'whole'
// THERE:      {{^.*}}: remark: kernel 'older' not analysed: it has no code for sm_100; --gpu-arch=sm_
// THERE-NOT:  'whole'

#include <assert.h>
#include <stdio.h>

#define IS_NEW (__CUDA_ARCH__ >= 1000)

#ifdef __CUDACC__
__global__ void whole(float *o) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 1000
  __shared__ float s[32][32];
  s[threadIdx.x][0] = o[threadIdx.x];
  __syncthreads();
  o[threadIdx.x] = s[0][threadIdx.x];
#endif
}
#endif

// What says that there is nothing is nothing.
__global__ void complains(float *o) {
#if __CUDA_ARCH__ > 900
  o[0] = 1;
#else
  printf("not for this architecture\n");
  assert(0 && "not for this architecture");
#endif
}

// The code may be in what it calls.
template <typename T> struct Work {
  __device__ void operator()(T *o) const {
#if __CUDA_ARCH__ >= 1000
    *o = 1;
#endif
  }
};
template <typename T> __global__ void calls(T *o) {
  Work<T> W;
  W(o);
}

__global__ void older(float *o) {
#if __CUDA_ARCH__ < 900
  o[0] = 1;
#endif
}

// Nothing is said of code that is there, of none in any case, and of other conditions.
__global__ void partly(float *o) {
#if __CUDA_ARCH__ >= 1000
  o[0] = 2;
#endif
  o[1] = 1;
}
__global__ void nothing(float *) {}
__global__ void refuses(float *) {
#if __CUDA_ARCH__ >= 1000
#endif
}
__global__ void option(float *o) {
#ifdef USE_OPTION
  o[0] = 1;
#endif
}

void run(float *o, double *d) {
  whole<<<1, 32>>>(o);
  complains<<<1, 32>>>(o);
  calls<<<1, 32>>>(o);
  calls<<<1, 32>>>(d);
  older<<<1, 32>>>(o);
  partly<<<1, 32>>>(o);
  nothing<<<1, 32>>>(o);
  refuses<<<1, 32>>>(o);
  option<<<1, 32>>>(o);
}
