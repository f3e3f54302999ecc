//===- host.h - What the host of every program here does --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_TEST_HARDWARE_HOST_H
#define BANKLINT_TEST_HARDWARE_HOST_H

#include "check.h"
#include <vector>

/// Memory of the device for \p Count elements of \p T, whose bytes, as words
/// of 32 bits, count up from 0.
template <class T> T *counting(size_t Count) {
  std::vector<unsigned> Words((Count * sizeof(T) + 3) / 4);
  for (size_t I = 0; I < Words.size(); ++I)
    Words[I] = unsigned(I);
  void *Memory = nullptr;
  check(cudaMalloc(&Memory, Words.size() * 4));
  check(cudaMemcpy(Memory, Words.data(), Words.size() * 4,
                   cudaMemcpyHostToDevice));
  return static_cast<T *>(Memory);
}

/// Waits for the kernels; the status of the program.
inline int finish() {
  check(cudaGetLastError());
  check(cudaDeviceSynchronize());
  return 0;
}

#endif
