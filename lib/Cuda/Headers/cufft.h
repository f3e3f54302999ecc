//===- cufft.h - The cuFFT calls of a plain transform -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef _CUFFT_H_
#define _CUFFT_H_

#include "cuComplex.h"
#include "cuda_runtime.h"
#include "library_types.h"
#include <utility>

typedef int cufftHandle;
typedef float cufftReal;
typedef double cufftDoubleReal;
typedef cuComplex cufftComplex;
typedef cuDoubleComplex cufftDoubleComplex;

typedef enum cufftResult_t {
  CUFFT_SUCCESS,
  CUFFT_INVALID_PLAN,
  CUFFT_ALLOC_FAILED,
  CUFFT_INVALID_TYPE,
  CUFFT_INVALID_VALUE,
  CUFFT_INTERNAL_ERROR,
  CUFFT_EXEC_FAILED,
  CUFFT_SETUP_FAILED,
  CUFFT_INVALID_SIZE,
  CUFFT_UNALIGNED_DATA,
  CUFFT_INVALID_DEVICE = 11,
  CUFFT_NO_WORKSPACE = 13,
  CUFFT_NOT_IMPLEMENTED,
  CUFFT_NOT_SUPPORTED = 16,
  CUFFT_MISSING_DEPENDENCY,
  CUFFT_NVRTC_FAILURE,
  CUFFT_NVJITLINK_FAILURE,
  CUFFT_NVSHMEM_FAILURE
} cufftResult;
typedef enum cufftType_t {
  CUFFT_R2C = 0x2a,
  CUFFT_C2R = 0x2c,
  CUFFT_C2C = 0x29,
  CUFFT_D2Z = 0x6a,
  CUFFT_Z2D = 0x6c,
  CUFFT_Z2Z = 0x69
} cufftType;

#define CUFFT_FORWARD -1
#define CUFFT_INVERSE 1

cufftResult cufftPlan1d(cufftHandle *, int, cufftType, int),
    cufftPlan2d(cufftHandle *, int, int, cufftType),
    cufftPlan3d(cufftHandle *, int, int, int, cufftType),
    cufftPlanMany(cufftHandle *, int, int *, int *, int, int, int *, int, int,
                  cufftType, int),
    cufftMakePlanMany(cufftHandle, int, int *, int *, int, int, int *, int, int,
                      cufftType, int, size_t *),
    cufftMakePlan1d(cufftHandle, int, cufftType, int, size_t *),
    cufftMakePlan2d(cufftHandle, int, int, cufftType, size_t *),
    cufftCreate(cufftHandle *), cufftDestroy(cufftHandle),
    cufftSetStream(cufftHandle, cudaStream_t),
    cufftExecC2C(cufftHandle, cufftComplex *, cufftComplex *, int),
    cufftExecR2C(cufftHandle, cufftReal *, cufftComplex *),
    cufftExecC2R(cufftHandle, cufftComplex *, cufftReal *),
    cufftExecZ2Z(cufftHandle, cufftDoubleComplex *, cufftDoubleComplex *, int),
    cufftExecD2Z(cufftHandle, cufftDoubleReal *, cufftDoubleComplex *),
    cufftExecZ2D(cufftHandle, cufftDoubleComplex *, cufftDoubleReal *);

#endif // _CUFFT_H_
