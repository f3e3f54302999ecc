// Sources that call CUDA's libraries from host code stay whole.

// RUN: %banklint --cuda-path=none --all-accesses --exit-zero %s -- 2>&1 \
// RUN:   | FileCheck %s --allow-empty --check-prefix=CLEAN
// CLEAN-NOT: error:
// RUN: %banklint --cuda-path=none --all-accesses --exit-zero %s -- -std=c++14 2>&1 \
// RUN:   | FileCheck %s --allow-empty --check-prefix=CLEAN
// RUN: %banklint --cuda-path=none --all-accesses --exit-zero %s -- -std=c++20 2>&1 \
// RUN:   | FileCheck %s --allow-empty --check-prefix=CLEAN

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

__global__ void random(float *Out, curandState *States, cuFloatComplex *Z) {
  __shared__ curandState Shared[32];
  curand_init(1234, threadIdx.x, 0, &Shared[threadIdx.x]);
  Out[threadIdx.x] = curand_uniform(&Shared[threadIdx.x]) + CUDART_PI_F +
                     cuCmulf(Z[0], make_cuComplex(1, 2)).x;
  States[threadIdx.x] = Shared[threadIdx.x];
}

int main() {
  const float Alpha = 1, Beta = 0;
  float *A = nullptr;
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
