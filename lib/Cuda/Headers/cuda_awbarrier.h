//===- cuda_awbarrier.h - The barrier as a class ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef _CUDA_AWBARRIER_H_
#define _CUDA_AWBARRIER_H_

#include "cuda_awbarrier_primitives.h"

namespace nvcuda {
namespace experimental {

class awbarrier {
  __mbarrier_t State;

public:
  typedef __mbarrier_token_t arrival_token;
  awbarrier() = default;
  __device__ arrival_token arrive(), arrive_and_drop();
  __device__ bool timed_wait(arrival_token, unsigned);
  __device__ void wait(arrival_token), arrive_and_wait();
};
__device__ void init(awbarrier *, unsigned);

} // namespace experimental
} // namespace nvcuda

#endif // _CUDA_AWBARRIER_H_
