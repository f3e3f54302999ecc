//===- cusparse.h - The cuSPARSE calls of products with a sparse matrix ---===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUSPARSE_H_
#define CUSPARSE_H_

#include "cuda_runtime.h"
#include "library_types.h"

// Helper headers look for this.
#define CUSPARSEAPI

typedef struct cusparseContext *cusparseHandle_t;
typedef struct cusparseMatDescr *cusparseMatDescr_t;
typedef struct cusparseSpMatDescr *cusparseSpMatDescr_t;
typedef struct cusparseDnMatDescr *cusparseDnMatDescr_t;
typedef struct cusparseDnVecDescr *cusparseDnVecDescr_t;

enum cusparseStatus_t {
  CUSPARSE_STATUS_SUCCESS,
  CUSPARSE_STATUS_NOT_INITIALIZED,
  CUSPARSE_STATUS_ALLOC_FAILED,
  CUSPARSE_STATUS_INVALID_VALUE,
  CUSPARSE_STATUS_ARCH_MISMATCH,
  CUSPARSE_STATUS_MAPPING_ERROR,
  CUSPARSE_STATUS_EXECUTION_FAILED,
  CUSPARSE_STATUS_INTERNAL_ERROR,
  CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED,
  CUSPARSE_STATUS_ZERO_PIVOT,
  CUSPARSE_STATUS_NOT_SUPPORTED,
  CUSPARSE_STATUS_INSUFFICIENT_RESOURCES
};
enum cusparseOperation_t {
  CUSPARSE_OPERATION_NON_TRANSPOSE,
  CUSPARSE_OPERATION_TRANSPOSE,
  CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE
};
enum cusparseIndexBase_t { CUSPARSE_INDEX_BASE_ZERO, CUSPARSE_INDEX_BASE_ONE };
enum cusparseIndexType_t {
  CUSPARSE_INDEX_16U = 1,
  CUSPARSE_INDEX_32I,
  CUSPARSE_INDEX_64I
};
enum cusparseOrder_t { CUSPARSE_ORDER_COL = 1, CUSPARSE_ORDER_ROW };
enum cusparseMatrixType_t {
  CUSPARSE_MATRIX_TYPE_GENERAL,
  CUSPARSE_MATRIX_TYPE_SYMMETRIC
};
enum cusparsePointerMode_t {
  CUSPARSE_POINTER_MODE_HOST,
  CUSPARSE_POINTER_MODE_DEVICE
};
enum cusparseSpMVAlg_t {
  CUSPARSE_SPMV_ALG_DEFAULT,
  CUSPARSE_SPMV_COO_ALG1,
  CUSPARSE_SPMV_CSR_ALG1,
  CUSPARSE_SPMV_CSR_ALG2
};
enum cusparseSpMMAlg_t {
  CUSPARSE_SPMM_ALG_DEFAULT,
  CUSPARSE_SPMM_COO_ALG1,
  CUSPARSE_SPMM_CSR_ALG1 = 4,
  CUSPARSE_SPMM_CSR_ALG2 = 6
};

const char *cusparseGetErrorString(cusparseStatus_t);
const char *cusparseGetErrorName(cusparseStatus_t);
cusparseStatus_t cusparseCreate(cusparseHandle_t *),
    cusparseDestroy(cusparseHandle_t),
    cusparseSetStream(cusparseHandle_t, cudaStream_t),
    cusparseSetPointerMode(cusparseHandle_t, cusparsePointerMode_t),
    cusparseCreateMatDescr(cusparseMatDescr_t *),
    cusparseDestroyMatDescr(cusparseMatDescr_t),
    cusparseSetMatType(cusparseMatDescr_t, cusparseMatrixType_t),
    cusparseSetMatIndexBase(cusparseMatDescr_t, cusparseIndexBase_t),
    cusparseCreateCsr(cusparseSpMatDescr_t *, long, long, long, void *, void *,
                      void *, cusparseIndexType_t, cusparseIndexType_t,
                      cusparseIndexBase_t, cudaDataType),
    cusparseDestroySpMat(cusparseSpMatDescr_t),
    cusparseCreateDnMat(cusparseDnMatDescr_t *, long, long, long, void *,
                        cudaDataType, cusparseOrder_t),
    cusparseDestroyDnMat(cusparseDnMatDescr_t),
    cusparseCreateDnVec(cusparseDnVecDescr_t *, long, void *, cudaDataType),
    cusparseDestroyDnVec(cusparseDnVecDescr_t),
    cusparseSpMV_bufferSize(cusparseHandle_t, cusparseOperation_t, const void *,
                            cusparseSpMatDescr_t, cusparseDnVecDescr_t,
                            const void *, cusparseDnVecDescr_t, cudaDataType,
                            cusparseSpMVAlg_t, size_t *),
    cusparseSpMV(cusparseHandle_t, cusparseOperation_t, const void *,
                 cusparseSpMatDescr_t, cusparseDnVecDescr_t, const void *,
                 cusparseDnVecDescr_t, cudaDataType, cusparseSpMVAlg_t, void *),
    cusparseSpMM_bufferSize(cusparseHandle_t, cusparseOperation_t,
                            cusparseOperation_t, const void *,
                            cusparseSpMatDescr_t, cusparseDnMatDescr_t,
                            const void *, cusparseDnMatDescr_t, cudaDataType,
                            cusparseSpMMAlg_t, size_t *),
    cusparseSpMM(cusparseHandle_t, cusparseOperation_t, cusparseOperation_t,
                 const void *, cusparseSpMatDescr_t, cusparseDnMatDescr_t,
                 const void *, cusparseDnMatDescr_t, cudaDataType,
                 cusparseSpMMAlg_t, void *);

#endif // CUSPARSE_H_
