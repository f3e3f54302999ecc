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
// In parts of the alignment. Parts of 4 bytes and more are copied behind the
// thread's back, all of them to the beginning of the target: so does nvcc's own.
template <class T>
__device__ void memcpy_async(T &Target, const T &Source, pipeline &) {
  constexpr size_t Part = alignof(T) < 16 ? alignof(T) : 16;
  char *To = reinterpret_cast<char *>(&Target);
  const char *From = reinterpret_cast<const char *>(&Source);
  for (size_t Done = 0; Done < sizeof(T); Done += Part)
    if (Part >= 4)
      __pipeline_memcpy_async(To, From, Part);
    else if (Part == 2)
      *reinterpret_cast<short *>(To + Done) =
          *reinterpret_cast<const short *>(From + Done);
    else
      To[Done] = From[Done];
}

} // namespace experimental
} // namespace nvcuda

#endif // _CUDA_PIPELINE_H_
