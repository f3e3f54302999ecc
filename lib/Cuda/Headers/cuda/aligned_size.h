//===- cuda/aligned_size.h - cuda::aligned_size_t, and the scopes ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CUDA_HEADERS_CUDA_ALIGNED_SIZE_H
#define BANKLINT_CUDA_HEADERS_CUDA_ALIGNED_SIZE_H

#include <stddef.h>

namespace cuda {

template <size_t Alignment> struct aligned_size_t {
  static constexpr size_t align = Alignment;
  size_t value;
  __attribute__((host))
  __attribute__((device)) constexpr explicit aligned_size_t(size_t Bytes)
      : value(Bytes) {}
  __attribute__((host)) __attribute__((device)) constexpr
  operator size_t() const {
    return value;
  }
};

enum thread_scope {
  thread_scope_system,
  thread_scope_device,
  thread_scope_block,
  thread_scope_thread
};

} // namespace cuda

#endif // BANKLINT_CUDA_HEADERS_CUDA_ALIGNED_SIZE_H
