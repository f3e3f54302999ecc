// RUN: %lint --exit-zero %s -- 2>&1 | FileCheck %s
// What a template needs for the first time when it is tried, behind the end of
// the source: an assignment that copies an array by a builtin of Clang.

template <typename T> struct Counted {
  T n;
  __device__ Counted &operator=(const Counted &other) {
    n = other.n;
    return *this;
  }
};
template <typename T> struct Row {
  Counted<T> count;
  T values[8];
};
template <typename T> __device__ Row<T> firstOf(T *in) {
  Row<T> row;
  row.values[0] = in[0];
  return row;
}
template <typename T> __global__ void moved(T *out) {
  __shared__ T s[1024];
  Row<T> row;
  row = firstOf(out);
  s[threadIdx.x * 32] = row.values[0];
// CHECK: :[[@LINE-1]]:3: warning: 32-way bank conflict in store to 's': 32 wavefronts, ideal 1 [banklint-bank-conflict]
  out[threadIdx.x] = s[threadIdx.x * 32];
}
// CHECK: :[[@LINE-8]]:39: remark: kernel template 'moved' not analysed: nothing in this source instantiates it; what conflicts in every one that was tried is reported
