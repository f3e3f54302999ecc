// Sources that call CUDA's libraries from host code stay whole.

// RUN: %banklint --cuda-path=none --all-accesses --exit-zero %s -- 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error:
// RUN: %banklint --cuda-path=none --all-accesses --exit-zero %s -- -std=c++14 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error:
// RUN: %banklint --cuda-path=none --all-accesses --exit-zero %s -- -std=c++20 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error:

#include <cuComplex.h>
#include <cublasLt.h>
#include <cublas_v2.h>
#include <cuda.h>
#include <cuda_profiler_api.h>
#include <cufft.h>
#include <curand.h>
#include <curand_kernel.h>
#include <cusparse.h>
#include <math_constants.h>
#include <nvtx3/nvToolsExt.h>

// The bodies of the library's functions are not visible. A state is 48 bytes, three
// loads of 16: 12 words apart, 8 lanes begin at banks 0, 12, 24, 4, 16, 28, 8, 20, and
// fill all 32.
__global__ void random(float *Out, curandState *States, cuFloatComplex *Z) {
  __shared__ curandState Shared[32];
  curand_init(1234, threadIdx.x, 0, &Shared[threadIdx.x]);
// CHECK: :[[@LINE-1]]:37: remark: load of 4 bytes from shared memory: ?/? wavefronts, unknown (address is passed to 'curand_init', whose body is not visible, at line [[@LINE-1]]), inexact, block 32x1x1, 1 request
  Out[threadIdx.x] = curand_uniform(&Shared[threadIdx.x]) + CUDART_PI_F +
                     cuCmulf(Z[0], make_cuComplex(1, 2)).x;
// CHECK: :[[@LINE-2]]:37: remark: load of 4 bytes from shared memory: ?/? wavefronts, unknown (address is passed to 'curand_uniform', whose body is not visible, at line [[@LINE-2]]), inexact, block 32x1x1, 1 request
  States[threadIdx.x] = Shared[threadIdx.x];
// CHECK: :[[@LINE-1]]:25: remark: load of 16 bytes from 'Shared': 4/4 wavefronts, conflict-free, block 32x1x1, 3 requests
}

int main() {
  const float Alpha = 1, Beta = 0;
  float *A = nullptr;
  random<<<1, 32>>>(A, nullptr, nullptr);
  cublasHandle_t Blas;
  if (cublasCreate(&Blas) != CUBLAS_STATUS_SUCCESS)
    return 1;
  cublasSgemm(Blas, CUBLAS_OP_N, CUBLAS_OP_T, 8, 8, 8, &Alpha, A, 8, A, 8,
              &Beta, A, 8);
  cublasGemmEx(Blas, CUBLAS_OP_N, CUBLAS_OP_N, 8, 8, 8, &Alpha, A, CUDA_R_16F,
               8, A, CUDA_R_16F, 8, &Beta, A, CUDA_R_32F, 8, CUBLAS_COMPUTE_32F,
               CUBLAS_GEMM_DEFAULT_TENSOR_OP);
  curandGenerator_t Generator;
  curandCreateGenerator(&Generator, CURAND_RNG_PSEUDO_DEFAULT);
  curandGenerateUniform(Generator, A, 64);
  cufftHandle Plan;
  cufftPlan1d(&Plan, 64, CUFFT_R2C, 1);
  nvtxRangePush("range");
  cudaProfilerStart();
  return nvtxRangePop();
}
