//===- cublas_v2.h - The cuBLAS calls that kernels are compared with ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUBLAS_V2_H_
#define CUBLAS_V2_H_

#include "cuComplex.h"
#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "cuda_runtime.h"
#include "library_types.h"
#include <utility>

// Helper headers look for these.
#define CUBLAS_API_H_
#define CUBLASAPI

typedef struct cublasContext *cublasHandle_t;

typedef enum {
  CUBLAS_STATUS_SUCCESS = 0,
  CUBLAS_STATUS_NOT_INITIALIZED = 1,
  CUBLAS_STATUS_ALLOC_FAILED = 3,
  CUBLAS_STATUS_INVALID_VALUE = 7,
  CUBLAS_STATUS_ARCH_MISMATCH = 8,
  CUBLAS_STATUS_MAPPING_ERROR = 11,
  CUBLAS_STATUS_EXECUTION_FAILED = 13,
  CUBLAS_STATUS_INTERNAL_ERROR = 14,
  CUBLAS_STATUS_NOT_SUPPORTED = 15,
  CUBLAS_STATUS_LICENSE_ERROR = 16
} cublasStatus_t;
typedef enum {
  CUBLAS_OP_N = 0,
  CUBLAS_OP_T = 1,
  CUBLAS_OP_C = 2,
  CUBLAS_OP_CONJG = 3
} cublasOperation_t;
typedef enum {
  CUBLAS_FILL_MODE_LOWER,
  CUBLAS_FILL_MODE_UPPER
} cublasFillMode_t;
typedef enum { CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT } cublasDiagType_t;
typedef enum { CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT } cublasSideMode_t;
typedef enum {
  CUBLAS_POINTER_MODE_HOST,
  CUBLAS_POINTER_MODE_DEVICE
} cublasPointerMode_t;
typedef enum {
  CUBLAS_DEFAULT_MATH = 0,
  CUBLAS_TENSOR_OP_MATH = 1,
  CUBLAS_PEDANTIC_MATH = 2,
  CUBLAS_TF32_TENSOR_OP_MATH = 3
} cublasMath_t;
typedef enum {
  CUBLAS_COMPUTE_16F = 64,
  CUBLAS_COMPUTE_16F_PEDANTIC = 65,
  CUBLAS_COMPUTE_32F = 68,
  CUBLAS_COMPUTE_32F_PEDANTIC = 69,
  CUBLAS_COMPUTE_32F_FAST_16F = 74,
  CUBLAS_COMPUTE_32F_FAST_16BF = 75,
  CUBLAS_COMPUTE_32F_FAST_TF32 = 77,
  CUBLAS_COMPUTE_64F = 70,
  CUBLAS_COMPUTE_32I = 72
} cublasComputeType_t;
typedef enum {
  CUBLAS_GEMM_DFALT = -1,
  CUBLAS_GEMM_DEFAULT = -1,
  CUBLAS_GEMM_ALGO0 = 0,
  CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99,
  CUBLAS_GEMM_DFALT_TENSOR_OP = 99
} cublasGemmAlgo_t;

cublasStatus_t cublasCreate(cublasHandle_t *), cublasDestroy(cublasHandle_t),
    cublasSetStream(cublasHandle_t, cudaStream_t),
    cublasSetMathMode(cublasHandle_t, cublasMath_t),
    cublasSetPointerMode(cublasHandle_t, cublasPointerMode_t),
    cublasSetWorkspace(cublasHandle_t, void *, size_t),
    cublasSetVector(int, int, const void *, int, void *, int),
    cublasGetVector(int, int, const void *, int, void *, int),
    cublasSetMatrix(int, int, int, const void *, int, void *, int),
    cublasGetMatrix(int, int, int, const void *, int, void *, int);
const char *cublasGetStatusString(cublasStatus_t);
const char *cublasGetStatusName(cublasStatus_t);

#define BANKLINT_BLAS(Letter, T)                                               \
  cublasStatus_t cublas##Letter##axpy(cublasHandle_t, int, const T *,          \
                                      const T *, int, T *, int),               \
      cublas##Letter##scal(cublasHandle_t, int, const T *, T *, int),          \
      cublas##Letter##copy(cublasHandle_t, int, const T *, int, T *, int),     \
      cublas##Letter##swap(cublasHandle_t, int, T *, int, T *, int),           \
      cublas##Letter##dot(cublasHandle_t, int, const T *, int, const T *, int, \
                          T *),                                                \
      cublas##Letter##nrm2(cublasHandle_t, int, const T *, int, T *),          \
      cublas##Letter##asum(cublasHandle_t, int, const T *, int, T *),          \
      cublasI##Letter##amax(cublasHandle_t, int, const T *, int, int *),       \
      cublas##Letter##gemv(cublasHandle_t, cublasOperation_t, int, int,        \
                           const T *, const T *, int, const T *, int,          \
                           const T *, T *, int),                               \
      cublas##Letter##ger(cublasHandle_t, int, int, const T *, const T *, int, \
                          const T *, int, T *, int),                           \
      cublas##Letter##geam(cublasHandle_t, cublasOperation_t,                  \
                           cublasOperation_t, int, int, const T *, const T *,  \
                           int, const T *, const T *, int, T *, int),          \
      cublas##Letter##gemm(                                                    \
          cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int, \
          const T *, const T *, int, const T *, int, const T *, T *, int),     \
      cublas##Letter##gemmBatched(cublasHandle_t, cublasOperation_t,           \
                                  cublasOperation_t, int, int, int, const T *, \
                                  const T *const[], int, const T *const[],     \
                                  int, const T *, T *const[], int, int),       \
      cublas##Letter##gemmStridedBatched(                                      \
          cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int, \
          const T *, const T *, int, long long, const T *, int, long long,     \
          const T *, T *, int, long long, int),                                \
      cublas##Letter##trsm(cublasHandle_t, cublasSideMode_t, cublasFillMode_t, \
                           cublasOperation_t, cublasDiagType_t, int, int,      \
                           const T *, const T *, int, T *, int);

BANKLINT_BLAS(S, float)
BANKLINT_BLAS(D, double)
BANKLINT_BLAS(H, __half)
BANKLINT_BLAS(C, cuComplex)
BANKLINT_BLAS(Z, cuDoubleComplex)

#undef BANKLINT_BLAS

template <class Compute>
cublasStatus_t cublasGemmEx(cublasHandle_t, cublasOperation_t,
                            cublasOperation_t, int, int, int, const void *,
                            const void *, cudaDataType, int, const void *,
                            cudaDataType, int, const void *, void *,
                            cudaDataType, int, Compute, cublasGemmAlgo_t);
template <class Compute>
cublasStatus_t cublasGemmStridedBatchedEx(
    cublasHandle_t, cublasOperation_t, cublasOperation_t, int, int, int,
    const void *, const void *, cudaDataType, int, long long, const void *,
    cudaDataType, int, long long, const void *, void *, cudaDataType, int,
    long long, int, Compute, cublasGemmAlgo_t);
cublasStatus_t cublasSgemmEx(cublasHandle_t, cublasOperation_t,
                             cublasOperation_t, int, int, int, const float *,
                             const void *, cudaDataType, int, const void *,
                             cudaDataType, int, const float *, void *,
                             cudaDataType, int);

#endif // CUBLAS_V2_H_
