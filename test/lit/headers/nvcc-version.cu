// What asks for nvcc's version, or uses what nvcc has built in, is not lost.
//
// RUN: not %lint %s 2>&1 | FileCheck %s

#if __CUDACC_VER_MAJOR__ * 1000 + __CUDACC_VER_MINOR__ * 10 >= 11000
__global__ void columns(float *out, int *flag) {
  __shared__ float s[32][32];
  while (__nv_atomic_load_n(flag, __NV_ATOMIC_ACQUIRE) == 0)
    ;
  // CHECK: nvcc-version.cu:[[@LINE+1]]:22: warning: 32-way bank conflict in load from 's': 32 wavefronts, ideal 1 [banklint-bank-conflict]
  out[threadIdx.x] = s[threadIdx.x][1];
  __nv_atomic_add(flag, 1u, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
}

int build = __CUDACC_VER_BUILD__;

void run() { columns<<<1, 32>>>(nullptr, nullptr); }
#endif
// CHECK-NOT: not analysed
// CHECK: 1 file, 1 kernel, 1 access: 1 conflict, 0 possible, 0 unknown, 0 suppressed{{$}}
