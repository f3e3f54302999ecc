//===- cublasLt.h - The light cuBLAS calls, as far as declarations go -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUBLASLT_H_
#define CUBLASLT_H_

#include "cublas_v2.h"

typedef struct cublasLtContext *cublasLtHandle_t;
typedef struct cublasLtMatmulDescOpaque *cublasLtMatmulDesc_t;
typedef struct cublasLtMatrixLayoutOpaque *cublasLtMatrixLayout_t;
typedef struct cublasLtMatmulPreferenceOpaque *cublasLtMatmulPreference_t;
struct cublasLtMatmulAlgo_t {
  unsigned long long data[8];
};
struct cublasLtMatmulHeuristicResult_t {
  cublasLtMatmulAlgo_t algo;
  size_t workspaceSize;
  cublasStatus_t state;
  float wavesCount;
  int reserved[4];
};

enum cublasLtMatmulDescAttributes_t {
  CUBLASLT_MATMUL_DESC_COMPUTE_TYPE,
  CUBLASLT_MATMUL_DESC_SCALE_TYPE,
  CUBLASLT_MATMUL_DESC_POINTER_MODE,
  CUBLASLT_MATMUL_DESC_TRANSA,
  CUBLASLT_MATMUL_DESC_TRANSB,
  CUBLASLT_MATMUL_DESC_TRANSC,
  CUBLASLT_MATMUL_DESC_FILL_MODE,
  CUBLASLT_MATMUL_DESC_EPILOGUE,
  CUBLASLT_MATMUL_DESC_BIAS_POINTER,
  CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER = 11,
  CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD,
  CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE = 26
};
enum cublasLtMatrixLayoutAttribute_t {
  CUBLASLT_MATRIX_LAYOUT_TYPE,
  CUBLASLT_MATRIX_LAYOUT_ORDER,
  CUBLASLT_MATRIX_LAYOUT_ROWS,
  CUBLASLT_MATRIX_LAYOUT_COLS,
  CUBLASLT_MATRIX_LAYOUT_LD,
  CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT,
  CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET
};
enum cublasLtMatmulPreferenceAttributes_t {
  CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES = 1
};
enum cublasLtOrder_t { CUBLASLT_ORDER_COL, CUBLASLT_ORDER_ROW };
enum cublasLtEpilogue_t {
  CUBLASLT_EPILOGUE_DEFAULT = 1,
  CUBLASLT_EPILOGUE_RELU = 2,
  CUBLASLT_EPILOGUE_BIAS = 4,
  CUBLASLT_EPILOGUE_RELU_BIAS = 6,
  CUBLASLT_EPILOGUE_GELU = 32,
  CUBLASLT_EPILOGUE_GELU_BIAS = 36,
  CUBLASLT_EPILOGUE_GELU_AUX = 160,
  CUBLASLT_EPILOGUE_GELU_AUX_BIAS = 164,
  CUBLASLT_EPILOGUE_DGELU = 192,
  CUBLASLT_EPILOGUE_BGRADB = 512
};

cublasStatus_t cublasLtCreate(cublasLtHandle_t *),
    cublasLtDestroy(cublasLtHandle_t),
    cublasLtMatmulDescCreate(cublasLtMatmulDesc_t *, cublasComputeType_t,
                             cudaDataType),
    cublasLtMatmulDescDestroy(cublasLtMatmulDesc_t),
    cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t,
                                   cublasLtMatmulDescAttributes_t, const void *,
                                   size_t),
    cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t *, cudaDataType,
                               unsigned long, unsigned long, long),
    cublasLtMatrixLayoutDestroy(cublasLtMatrixLayout_t),
    cublasLtMatrixLayoutSetAttribute(cublasLtMatrixLayout_t,
                                     cublasLtMatrixLayoutAttribute_t,
                                     const void *, size_t),
    cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t *),
    cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t),
    cublasLtMatmulPreferenceSetAttribute(cublasLtMatmulPreference_t,
                                         cublasLtMatmulPreferenceAttributes_t,
                                         const void *, size_t),
    cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t, cublasLtMatmulDesc_t,
                                   cublasLtMatrixLayout_t,
                                   cublasLtMatrixLayout_t,
                                   cublasLtMatrixLayout_t,
                                   cublasLtMatrixLayout_t,
                                   cublasLtMatmulPreference_t, int,
                                   cublasLtMatmulHeuristicResult_t *, int *),
    cublasLtMatmul(cublasLtHandle_t, cublasLtMatmulDesc_t, const void *,
                   const void *, cublasLtMatrixLayout_t, const void *,
                   cublasLtMatrixLayout_t, const void *, const void *,
                   cublasLtMatrixLayout_t, void *, cublasLtMatrixLayout_t,
                   const cublasLtMatmulAlgo_t *, void *, size_t, cudaStream_t);

#endif // CUBLASLT_H_
