// RUN: not %lint %s -- 2>&1 | FileCheck %s --check-prefix=COUNTED --implicit-check-not=warning:
// RUN: not %lint --library-storage --sort=place %s -- 2>&1 \
// RUN:   | FileCheck %s --check-prefixes=CHECK,ALL --implicit-check-not=warning:
// RUN: %lint --exit-zero --format=sarif %s -- 2>/dev/null | FileCheck %s --check-prefix=SARIF
// RUN: %lint --exit-zero --format=json %s -- 2>/dev/null | FileCheck %s --check-prefix=JSON

// What a library does to storage of its own is counted: nothing in the source
// decides on its layout.

namespace cub {
struct BlockShuffle {
  struct TempStorage {
    float words[64];
  };
  TempStorage &storage;
  __device__ float shuffled(float value) {
    storage.words[threadIdx.x * 2] = value;
    __syncthreads();
    return storage.words[threadIdx.x];
  }
};
__device__ inline void scatter(float *to, float value) {
  to[threadIdx.x * 4] = value;
}
} // namespace cub

using Storage = cub::BlockShuffle::TempStorage;

__global__ void alone(float *out) {
  __shared__ Storage storage;
  out[threadIdx.x] = cub::BlockShuffle{storage}.shuffled(out[threadIdx.x]);
// ALL: :[[@LINE-1]]:22: warning: 2-way bank conflict in store to 'storage': 2 wavefronts, ideal 1
// ALL: :17:5: note: 'cub::BlockShuffle::shuffled' makes the access here
}

// In a union that holds nothing else, and as an element of an array.
__global__ void shared(float *out) {
  __shared__ union {
    Storage first;
    Storage second[2];
  } storage;
  out[threadIdx.x] =
      cub::BlockShuffle{storage.second[1]}.shuffled(out[threadIdx.x]);
// ALL: :[[@LINE-1]]:7: warning: 2-way bank conflict in store to 'storage': 2 wavefronts, ideal 1
}

// Beside something else, the source lays out the whole.
__global__ void beside(float *out) {
  __shared__ struct {
    Storage storage;
    float sum;
  } both;
  both.sum = 0;
  out[threadIdx.x] = cub::BlockShuffle{both.storage}.shuffled(out[threadIdx.x]);
// CHECK: :[[@LINE-1]]:22: warning: 2-way bank conflict in store to 'both': 2 wavefronts, ideal 1
}

// What the source does itself is its own affair, and so is its array.
__global__ void itself(float *out) {
  __shared__ Storage storage;
  __shared__ float s[128];
  storage.words[threadIdx.x * 2] = out[threadIdx.x];
// CHECK: :[[@LINE-1]]:3: warning: 2-way bank conflict in store to 'storage': 2 wavefronts, ideal 1
  cub::scatter(s, out[threadIdx.x]);
// CHECK: :[[@LINE-1]]:3: warning: 4-way bank conflict in store to 's': 4 wavefronts, ideal 1
  __syncthreads();
  out[threadIdx.x] = storage.words[threadIdx.x] + s[threadIdx.x];
}
// CHECK: 1 file, 4 kernels, 11 accesses: 5 conflicts, 0 possible, 0 unknown, 0 suppressed{{$}}

// COUNTED: :[[#ITSELF:]]:3: warning: 4-way bank conflict in store to 's'
// COUNTED: warning: 2-way bank conflict in store to 'both'
// COUNTED: :[[#ITSELF - 2]]:3: warning: 2-way bank conflict in store to 'storage'
// COUNTED: 1 file, 4 kernels, 11 accesses: 3 conflicts, 0 possible, 0 unknown, 0 suppressed, 2 in storage of libraries{{$}}

// SARIF-COUNT-2: "justification": "a library makes the access to storage of its own"
// SARIF-NOT:     "justification"

// JSON: "in_libraries": 2

void run(float *out) {
  alone<<<1, 32>>>(out);
  shared<<<1, 32>>>(out);
  beside<<<1, 32>>>(out);
  itself<<<1, 32>>>(out);
}
