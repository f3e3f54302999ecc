//===- host.h - What the host of every program here does --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_TEST_FIXES_HOST_H
#define BANKLINT_TEST_FIXES_HOST_H

#include "../hardware/check.h"
#include <cstdio>
#include <cstring>
#include <cuda_fp16.h>
#include <random>
#include <vector>

// Random numbers that sums and products of a few keep finite.
inline void fill(float &X, unsigned Bits) { X = float(Bits % 4096) / 64; }
inline void fill(double &X, unsigned Bits) { X = double(Bits % 65536) / 64; }
inline void fill(__half &X, unsigned Bits) { X = __half(float(Bits % 64) / 8); }
template <class T> void fill(T &X, unsigned Bits) {
  for (size_t I = 0; I < sizeof(T); ++I)
    reinterpret_cast<unsigned char *>(&X)[I] =
        static_cast<unsigned char>(Bits >> I % 4 * 8);
}
inline void fill(float4 &X, unsigned Bits) {
  fill(X.x, Bits), fill(X.y, Bits >> 4), fill(X.z, Bits >> 8);
  fill(X.w, Bits >> 12);
}

/// Calls \p Launch(In, Out) with random input and zeroed output of \p Count
/// elements each, and prints a checksum of every bit of the output.
template <class T, class Function>
void run(const char *Name, Function Launch, size_t Count = 8192) {
  std::mt19937 Random(12345);
  std::vector<T> Host(Count);
  for (T &X : Host)
    fill(X, unsigned(Random()));
  T *In = nullptr, *Out = nullptr;
  check(cudaMalloc(&In, Count * sizeof(T)));
  check(cudaMalloc(&Out, Count * sizeof(T)));
  check(cudaMemcpy(In, Host.data(), Count * sizeof(T), cudaMemcpyHostToDevice));
  check(cudaMemset(Out, 0, Count * sizeof(T)));
  Launch(In, Out);
  check(cudaGetLastError());
  check(cudaDeviceSynchronize());
  check(
      cudaMemcpy(Host.data(), Out, Count * sizeof(T), cudaMemcpyDeviceToHost));
  check(cudaFree(In));
  check(cudaFree(Out));
  unsigned long long Sum = 14695981039346656037ull; // FNV-1a
  const auto *Bytes = reinterpret_cast<const unsigned char *>(Host.data());
  for (size_t I = 0; I < Count * sizeof(T); ++I)
    Sum = (Sum ^ Bytes[I]) * 1099511628211ull;
  std::printf("%s %016llx\n", Name, Sum);
}

#endif
