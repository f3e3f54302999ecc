//===- cuda_pipeline.h - The pipeline as a class ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef _CUDA_PIPELINE_H_
#define _CUDA_PIPELINE_H_

#include "cuda_pipeline_primitives.h"

namespace nvcuda {
namespace experimental {

class pipeline {
public:
  __device__ size_t commit();
  __device__ void commit_and_wait(), wait(size_t);
  template <unsigned Prior> __device__ void wait_prior();
};
template <class T>
__device__ void memcpy_async(T &Target, const T &Source, pipeline &);

} // namespace experimental
} // namespace nvcuda

#endif // _CUDA_PIPELINE_H_
