// The standard library beside device code.

// RUN: %banklint --cuda-path=none --all-accesses --exit-zero %s -- 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error:
// RUN: %banklint --cuda-path=none --all-accesses --exit-zero %s -- -std=c++14 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error:
// RUN: %banklint --cuda-path=none --all-accesses --exit-zero %s -- -std=c++20 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error:

#include <algorithm>
#include <array>
#include <assert.h>
#include <cfloat>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <iostream>
#include <limits>
#include <memory>
#include <new>
#include <numeric>
#include <random>
#include <stdint.h>
#include <string>
#include <thread>
#include <time.h>
#include <type_traits>
#include <vector>

template <class T>
__global__ void
kernel(T *Out, uint64_t N,
       typename std::enable_if<std::is_arithmetic<T>::value, int>::type = 0) {
  __shared__ T Tile[256];
  assert(N > 0 && "empty");
  // A row of 8 warps.
  Tile[threadIdx.x] = std::max(Out[0], std::numeric_limits<T>::max());
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 'Tile': 1/1 wavefronts, conflict-free, block 256x1x1, 8 requests
  __syncthreads();
  const std::array<int, 2> Offsets = {{1, 2}};
  int8_t *Heap = new int8_t[4];
  Out[threadIdx.x] = Tile[threadIdx.x] + Offsets[1] + FLT_MAX + Heap[0];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 'Tile': 1/1 wavefronts, conflict-free, block 256x1x1, 8 requests
  delete[] Heap;
  new (Out) T(3);
}

int main(int Count, char **Values) {
  std::vector<float> V(10);
  std::iota(V.begin(), V.end(), 0.f);
  std::mt19937 Generator(1);
  srand(time(nullptr));
  const clock_t Begin = clock();
  const auto Start = std::chrono::high_resolution_clock::now();
  std::cout << std::string(Values[0]) << max(V[0], V[1]) << rand() % Count
            << std::max<size_t>(1, V.size()) << clock() - Begin << '\n';
  auto Launch = [&](int Threads) {
    kernel<<<1, Threads>>>(V.data(), V.size());
  };
  Launch(256);
  std::thread([] {}).join();
  fprintf(stderr, "%d\n", memcmp(Values[0], Values[1], strlen(Values[0])));
  return EXIT_SUCCESS;
}
