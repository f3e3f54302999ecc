// What is compiled by nvcc alone is analysed, unless the build compiles it by
// Clang, or says itself that the macro is not there.
//
// RUN: not %lint %s 2>&1 | FileCheck %s
// RUN: not %lint %s -- -std=c++20 2>&1 | FileCheck %s
// RUN: %lint %s -- -U__NVCC__ 2>&1 | FileCheck %s --check-prefix=ABSENT
// RUN: %lint %s -- -x cuda 2>&1 | FileCheck %s --check-prefix=ABSENT

#if defined(__NVCC__)
#define BOTH __host__ __device__
#else
#define BOTH
#endif

BOTH inline int row(int Lane) { return Lane * 32; }

#ifdef __NVCC__
__global__ void columns(float *Out) {
  __shared__ float S[32 * 32];
  // CHECK: nvcc-macro.cu:[[@LINE+1]]:{{[0-9]+}}: warning: 32-way bank conflict in load from 'S'
  Out[threadIdx.x] = S[row(threadIdx.x)];
}
void run(float *Out) { columns<<<1, 32>>>(Out); }
#endif
// CHECK: 1 file, 1 kernel, 1 access: 1 conflict, 0 possible, 0 unknown, 0 suppressed{{$}}
// ABSENT: 1 file, 0 kernels, 0 accesses: 0 conflicts
