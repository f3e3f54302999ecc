// RUN: sh -c '%lint --all-accesses %s > %t 2>&1; test $? -eq 3'
// RUN: grep -E '^[^|]* remark: (load|store|atomic)' %t | FileCheck %s

// What a statement that Clang rejects names, it may write, by whatever name that
// is known: of each access below, the address is known but for that, and would
// conflict.

struct Place {
  int row, col;
};

// Parameters of an instance.
template <int N> __device__ int assigned(int row, int col) {
  col ^= only_nvcc_has_it(row % 8, N);
  return row * 32 + col;
}
template <int N> __device__ int passed(int row, int col) {
  only_nvcc_has_it(&col, N);
  return row * 32 + col;
}
template <int N> __device__ int tested(int row, int col) {
  if (only_nvcc_has_it(col--, N))
    ++row;
  return row * 32 + col;
}
template <int N> __device__ int given(int row, int col) {
  int other = only_nvcc_has_it(++col, N);
  return row * 32 + col;
}
template <int N> __device__ int dropped(int row, int col) {
  only nvcc takes(col);
  return row * 32 + col;
}
template <class... T> __device__ int ofPack(int row, T... cols) {
  only_nvcc_has_it(cols...);
  return row * 32 + (cols + ...);
}
template <class T> struct Layout {
  __device__ int at(T row, T col) {
    only nvcc takes(col);
    return row * 32 + col;
  }
  template <class U> __device__ static int of(T row, U col) {
    only nvcc takes(col);
    return row * 32 + col;
  }
};
// Rejected in the instance alone.
template <class T> __device__ int byType(int row, int col, T other) {
  col = other.only_nvcc_has_it(col);
  return row * 32 + col;
}
__global__ void __launch_bounds__(32) parameters(int *out) {
  __shared__ int s[2048];
  int t = threadIdx.x;
  s[assigned<1>(t, 0)] = 1;
// CHECK: :[[@LINE-1]]:3: remark: {{.*}}unknown{{.*}} [parameters(int *)]
  s[passed<1>(t, 0)] = 1;
// CHECK: :[[@LINE-1]]:3: remark: {{.*}}unknown{{.*}} [parameters(int *)]
  s[tested<1>(t, 0)] = 1;
// CHECK: :[[@LINE-1]]:3: remark: {{.*}}unknown{{.*}} [parameters(int *)]
  s[given<1>(t, 0)] = 1;
// CHECK: :[[@LINE-1]]:3: remark: {{.*}}unknown{{.*}} [parameters(int *)]
  s[dropped<1>(t, 0)] = 1;
// CHECK: :[[@LINE-1]]:3: remark: {{.*}}unknown{{.*}} [parameters(int *)]
  s[ofPack(t, 0, 0)] = 1;
// CHECK: :[[@LINE-1]]:3: remark: {{.*}}unknown{{.*}} [parameters(int *)]
  Layout<int> layout;
  s[layout.at(t, 0)] = 1;
// CHECK: :[[@LINE-1]]:3: remark: {{.*}}unknown{{.*}} [parameters(int *)]
  s[Layout<int>::of(t, 0)] = 1;
// CHECK: :[[@LINE-1]]:3: remark: {{.*}}unknown{{.*}} [parameters(int *)]
  s[byType(t, 0, out)] = 1;
// CHECK: :[[@LINE-1]]:3: remark: {{.*}}unknown{{.*}} [parameters(int *)]
  auto generic = [](auto row, auto col) {
    only nvcc takes(col);
    return row * 32 + col;
  };
  s[generic(t, 0)] = 1;
// CHECK: :[[@LINE-1]]:3: remark: {{.*}}unknown{{.*}} [parameters(int *)]
  auto counting = [count = 0](int row) mutable {
    count = only_nvcc_has_it(row);
    return row * 32 + count;
  };
  s[counting(t)] = 1;
// CHECK: :[[@LINE-1]]:3: remark: {{.*}}unknown{{.*}} [parameters(int *)]
}

// Of what Clang takes for a declaration, the rest is no part of the tree.
__global__ void __launch_bounds__(32) cut(int *out) {
  __shared__ int s[2048];
  int t = threadIdx.x, col = 0, other = 0;
  only nvcc takes(col);
  s[t * 32 + col] = 1;
// CHECK: :[[@LINE-1]]:3: remark: {{.*}}unknown{{.*}} [cut(int *)]
  s[t * 32 + other] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict{{.*}} [cut(int *)]
}

// Parts of an object, each by a name of its own.
__global__ void __launch_bounds__(32) parts(int *out) {
  __shared__ int s[2048];
  int t = threadIdx.x;
  auto [row, col] = Place{t, 0};
  col = only_nvcc_has_it(3);
  s[row * 32 + col] = 1;
// CHECK: :[[@LINE-1]]:3: remark: {{.*}}unknown{{.*}} [parts(int *)]
  Place place = {t, 0};
  auto &[placeRow, placeCol] = place;
  placeCol = only_nvcc_has_it(3);
  s[place.row * 32 + place.col] = 1;
// CHECK: :[[@LINE-1]]:3: remark: {{.*}}unknown{{.*}} [parts(int *)]
  int pair[2] = {t, 0};
  auto &[first, second] = pair;
  second = only_nvcc_has_it(3);
  s[t * 32 + pair[1]] = 1;
// CHECK: :[[@LINE-1]]:3: remark: {{.*}}unknown{{.*}} [parts(int *)]
  int cols[2] = {0, 0}, &part = cols[1];
  part ^= only_nvcc_has_it(3);
  s[t * 32 + cols[1]] = 1;
// CHECK: :[[@LINE-1]]:3: remark: {{.*}}unknown{{.*}} [parts(int *)]
}

// In a macro that is another one by the end of the source, or that makes a name.
#define ADVANCE(x) lower += only_nvcc_has_it(x)
#define SET(x) x##Col = only_nvcc_has_it(3)
__global__ void __launch_bounds__(32) macros(int *out) {
  __shared__ int s[2048];
  int t = threadIdx.x, lower = 0, upper = 0, nextCol = 0;
  ADVANCE(3);
  s[t * 32 + lower] = 1;
// CHECK: :[[@LINE-1]]:3: remark: {{.*}}unknown{{.*}} [macros(int *)]
  SET(next);
  s[t * 32 + nextCol] = 1;
// CHECK: :[[@LINE-1]]:3: remark: {{.*}}unknown{{.*}} [macros(int *)]
  s[t * 32 + upper] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict{{.*}} [macros(int *)]
}
#undef ADVANCE
#define SET(x)

// What none of it names is known as before.
template <int N> __device__ int elsewhere(int row, int col) {
  row = only_nvcc_has_it(row, N);
  return col * 32;
}
__global__ void __launch_bounds__(32) others(int *out) {
  __shared__ int s[2048];
  s[elsewhere<1>(3, threadIdx.x)] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict{{.*}} [others(int *)]
}
