// RUN: %lint --all-accesses --exit-zero %s -- -std=c++17 2>&1 | FileCheck %s

// The names of a structured binding, whatever is taken apart: a class with
// `get`, members, an array.

namespace std {
template <class T> struct tuple_size;
template <unsigned long I, class T> struct tuple_element;
} // namespace std

struct Pair {
  int First, Second;
  template <unsigned long I> __host__ __device__ int get() const {
    return I == 0 ? First : Second;
  }
};
template <> struct std::tuple_size<Pair> {
  static constexpr unsigned long value = 2;
};
template <unsigned long I> struct std::tuple_element<I, Pair> {
  using type = int;
};

struct Place {
  float *Row;
  int Column;
};

__global__ void taken(float *out) {
  __shared__ float s[1056];
  auto [column, step] = Pair{int(threadIdx.x) * 32, 33};
  out[0] = s[column];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 32/1 wavefronts, conflict, block 32x1x1, 1 request
  out[1] = s[threadIdx.x * step];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
}

__global__ void referenced(float *out) {
  __shared__ float s[1024];
  Pair pair = {1, 2};
  auto &[one, two] = pair;
  pair.First = 8;
  // `get` was called before that.
  out[0] = s[threadIdx.x * one];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  Pair pairs[] = {Pair{int(threadIdx.x), 16}};
  for (auto &&[a, b] : pairs)
    out[1] = s[a * b];
// CHECK: :[[@LINE-1]]:14: remark: load of 4 bytes from 's': 16/1 wavefronts, conflict, block 32x1x1, 1 request
}

__global__ void members(float *out) {
  __shared__ float s[32][32];
  auto [row, column] = Place{s[threadIdx.x], 3};
  out[0] = row[column];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 32/1 wavefronts, conflict, block 32x1x1, 1 request
  Place place = {s[0], 0};
  auto &[begin, index] = place;
  place.Column = threadIdx.x;
  out[1] = begin[index];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  int steps[2] = {1, 4};
  auto [by, wide] = steps;
  steps[1] = 1;
  out[2] = s[0][threadIdx.x * wide];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, block 32x1x1, 1 request
}

void launch(float *out) {
  taken<<<1, 32>>>(out);
  referenced<<<1, 32>>>(out);
  members<<<1, 32>>>(out);
}
