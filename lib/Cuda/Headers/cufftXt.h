//===- cufftXt.h - The cuFFT calls with several devices or callbacks ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef _CUFFTXT_H_
#define _CUFFTXT_H_

#include "cufft.h"

typedef enum cufftXtCallbackType_t {
  CUFFT_CB_LD_COMPLEX,
  CUFFT_CB_LD_COMPLEX_DOUBLE,
  CUFFT_CB_LD_REAL,
  CUFFT_CB_LD_REAL_DOUBLE,
  CUFFT_CB_ST_COMPLEX,
  CUFFT_CB_ST_COMPLEX_DOUBLE,
  CUFFT_CB_ST_REAL,
  CUFFT_CB_ST_REAL_DOUBLE
} cufftXtCallbackType;
typedef enum cufftXtSubFormat_t {
  CUFFT_XT_FORMAT_INPUT,
  CUFFT_XT_FORMAT_OUTPUT,
  CUFFT_XT_FORMAT_INPLACE,
  CUFFT_XT_FORMAT_INPLACE_SHUFFLED,
  CUFFT_XT_FORMAT_1D_INPUT_SHUFFLED
} cufftXtSubFormat;
typedef enum cufftXtCopyType_t {
  CUFFT_COPY_HOST_TO_DEVICE,
  CUFFT_COPY_DEVICE_TO_HOST,
  CUFFT_COPY_DEVICE_TO_DEVICE
} cufftXtCopyType;

typedef struct cudaXtDesc_t {
  int version, nGPUs, GPUs[64];
  void *data[64];
  size_t size[64];
  void *cudaXtState;
} cudaXtDesc;
typedef struct cudaLibXtDesc_t {
  int version;
  cudaXtDesc *descriptor;
  int library, subFormat;
  void *libDescriptor;
} cudaLibXtDesc;

typedef cufftComplex (*cufftCallbackLoadC)(void *, size_t, void *, void *);
typedef cufftReal (*cufftCallbackLoadR)(void *, size_t, void *, void *);
typedef void (*cufftCallbackStoreC)(void *, size_t, cufftComplex, void *,
                                    void *);
typedef void (*cufftCallbackStoreR)(void *, size_t, cufftReal, void *, void *);

cufftResult cufftXtSetGPUs(cufftHandle, int, int *),
    cufftXtMalloc(cufftHandle, cudaLibXtDesc **, cufftXtSubFormat),
    cufftXtFree(cudaLibXtDesc *),
    cufftXtMemcpy(cufftHandle, void *, void *, cufftXtCopyType),
    cufftXtExecDescriptorC2C(cufftHandle, cudaLibXtDesc *, cudaLibXtDesc *,
                             int),
    cufftXtExecDescriptorZ2Z(cufftHandle, cudaLibXtDesc *, cudaLibXtDesc *,
                             int),
    cufftXtExecDescriptor(cufftHandle, cudaLibXtDesc *, cudaLibXtDesc *, int),
    cufftXtExec(cufftHandle, void *, void *, int),
    cufftXtSetCallback(cufftHandle, void **, cufftXtCallbackType, void **),
    cufftXtMakePlanMany(cufftHandle, int, long long *, long long *, long long,
                        long long, cudaDataType, long long *, long long,
                        long long, cudaDataType, long long, size_t *,
                        cudaDataType);

#endif // _CUFFTXT_H_
