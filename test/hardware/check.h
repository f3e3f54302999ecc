//===- check.h - Calls of the runtime that have to succeed ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_TEST_HARDWARE_CHECK_H
#define BANKLINT_TEST_HARDWARE_CHECK_H

#include <cstdio>
#include <cstdlib>

inline void check(cudaError_t Error) {
  if (Error == cudaSuccess)
    return;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(Error));
  std::exit(1);
}

#endif
