//===- guard.h - An object that stores where it ends ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_TEST_LIT_LANGUAGE_GUARD_H
#define BANKLINT_TEST_LIT_LANGUAGE_GUARD_H

struct Guard {
  int *p;
  __device__ Guard(int *q) : p(q) {}
  __device__ Guard(const Guard &o) : p(o.p + 1) {}
  __device__ Guard &operator=(const Guard &o) {
    p = o.p + 2;
    return *this;
  }
  __device__ ~Guard() { p[0] = 2; }
  __device__ int get() const { return p[0]; }
  __device__ explicit operator bool() const { return true; }
};

#endif
