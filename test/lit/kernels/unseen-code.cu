// RUN: sh -c "%lint --all-accesses %s -- 2>&1; test \$? -eq 3" | FileCheck %s

// Code that is not seen may load and store at every address that it comes to:
// at what it is given, and at what objects hold that it is given. Whatever way
// an address takes there, an access is said to be unknown.

struct View {
  float *begin;
  int size;
};
struct Nested {
  View first, second;
};
__device__ float by_value(View v);
__device__ float by_reference(const View &v);
__device__ float by_pointer(const View *v);
__device__ float nested(Nested n);
__device__ float through(const float *const *p);

__global__ void value(float *out) {
  __shared__ float s[64];
  View v{s, 64};
  out[threadIdx.x] = by_value(v);
// CHECK: :[[@LINE-1]]:31: remark: load of 4 bytes from shared memory: ?/? wavefronts, unknown (address is passed to 'by_value', whose body is not visible, at line [[@LINE-1]]), inexact, block 32x1x1, 1 request [value(
}

__global__ void temporary(float *out) {
  __shared__ float s[64];
  out[threadIdx.x] = by_value(View{s, 64});
// CHECK: :[[@LINE-1]]:31: remark: load of 4 bytes from shared memory: ?/? wavefronts, unknown (address is passed to 'by_value', whose body is not visible, at line [[@LINE-1]]), inexact, block 32x1x1, 1 request [temporary(
}

__global__ void reference(float *out) {
  __shared__ float s[64];
  View v{s, 64};
  out[threadIdx.x] = by_reference(v);
// CHECK: :[[@LINE-1]]:35: remark: load of 4 bytes from shared memory: ?/? wavefronts, unknown (address is passed to 'by_reference', whose body is not visible, at line [[@LINE-1]]), inexact, block 32x1x1, 1 request [reference(
  // What is const is as it was; what it points to need not be.
  s[threadIdx.x * v.size / 32] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, block 32x1x1, 1 request [reference(
}

__global__ void pointer(float *out) {
  __shared__ float s[64];
  View v{s, 64};
  out[threadIdx.x] = by_pointer(&v);
// CHECK: :[[@LINE-1]]:33: remark: load of 4 bytes from shared memory: ?/? wavefronts, unknown (address is passed to 'by_pointer', whose body is not visible, at line [[@LINE-1]]), inexact, block 32x1x1, 1 request [pointer(
}

// Two addresses: two accesses, at one place.
__global__ void two(float *out) {
  __shared__ float s[64], t[64];
  out[threadIdx.x] = nested({{s, 64}, {t, 64}});
// CHECK: :[[@LINE-1]]:29: remark: load of 4 bytes from shared memory: ?/? wavefronts, unknown (address is passed to 'nested', whose body is not visible, at line [[@LINE-1]]), inexact, block 32x1x1, 2 requests [two(
}

__global__ void pointers(float *out) {
  __shared__ float s[64];
  const float *p = s, *const *q = &p;
  out[threadIdx.x] = through(q);
// CHECK: :[[@LINE-1]]:30: remark: load of 4 bytes from shared memory: ?/? wavefronts, unknown (address is passed to 'through', whose body is not visible, at line [[@LINE-1]]), inexact, block 32x1x1, 1 request [pointers(
}

struct Functor {
  float *kept;
  __device__ float operator()(int i) const;
  __device__ float operator+(const View &v) const;
};
__global__ void operators(float *out) {
  __shared__ float s[64];
  Functor f{s}, g{out};
  out[threadIdx.x] = f(3);
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from shared memory: ?/? wavefronts, unknown (address is passed to 'operator()', whose body is not visible, at line [[@LINE-1]]), inexact, block 32x1x1, 1 request [operators(
  out[threadIdx.x + 64] = g + View{s, 64};
// CHECK: :[[@LINE-1]]:31: remark: load of 4 bytes from shared memory: ?/? wavefronts, unknown (address is passed to 'operator+', whose body is not visible, at line [[@LINE-1]]), inexact, block 32x1x1, 1 request [operators(
}

struct Made {
  float value;
  __device__ Made(const View &v);
};
__global__ void constructor(float *out) {
  __shared__ float s[64];
  View v{s, 64};
  Made m(v);
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from shared memory: ?/? wavefronts, unknown (address is passed to 'Made', whose body is not visible, at line [[@LINE-1]]), inexact, block 32x1x1, 1 request [constructor(
  out[threadIdx.x] = m.value;
}

// Only what holds addresses of shared memory is of interest.
__global__ void others(float *out) {
  __shared__ float s[64];
  s[threadIdx.x] = by_value({out, 64}) + by_reference({nullptr, 64});
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [others(
}

// Builtin functions that Clang could evaluate at compile time.
__device__ bool moved(void *to, const void *from, int bytes) {
  __builtin_memmove(to, from, bytes);
// CHECK: :[[@LINE-1]]:3: remark: store of 1 byte to 's': 32/1 wavefronts, conflict, block 32x1x1, 4 requests [moves(
  return true;
}
__global__ void moves(const float *in, float *out) {
  __shared__ float s[1024];
  if (moved(s + threadIdx.x * 32, in, 4))
    out[threadIdx.x] = in[0];
}

__device__ bool added(int a, int b, int *sum) {
  return __builtin_add_overflow(a, b, sum);
// CHECK: :[[@LINE-1]]:39: remark: load of 4 bytes from shared memory: ?/? wavefronts, unknown (address is passed to '__builtin_add_overflow', whose body is not visible, at line [[@LINE-1]]), inexact, block 32x1x1, 1 request [adds(
}
__global__ void adds(const int *in, int *out) {
  __shared__ int s[64];
  added(in[0], in[1], s + threadIdx.x);
  out[threadIdx.x] = in[2];
}

// Code that Clang rejects.
__global__ void rejected(float *out) {
  __shared__ float s[64];
  float *p = s + threadIdx.x;
  View v{s, 64};
  nothing_of_this_name(p, 1);
// CHECK: :[[@LINE-1]]:3: remark: load of 4 bytes from shared memory: ?/? wavefronts, unknown (used in code that Clang rejects at line [[@LINE-1]]), inexact, block 32x1x1, 1 request [rejected(
  nothing_of_this_name(v, 1);
// CHECK: :[[@LINE-1]]:3: remark: load of 4 bytes from shared memory: ?/? wavefronts, unknown (used in code that Clang rejects at line [[@LINE-1]]), inexact, block 32x1x1, 1 request [rejected(
}

void launch(float *f, int *n) {
  value<<<1, 32>>>(f);
  temporary<<<1, 32>>>(f);
  reference<<<1, 32>>>(f);
  pointer<<<1, 32>>>(f);
  two<<<1, 32>>>(f);
  pointers<<<1, 32>>>(f);
  operators<<<1, 32>>>(f);
  constructor<<<1, 32>>>(f);
  others<<<1, 32>>>(f);
  moves<<<1, 32>>>(f, f);
  adds<<<1, 32>>>(n, n);
  rejected<<<1, 32>>>(f);
}
// CHECK: :[[@LINE-20]]:3: error: code in 'rejected' not analysed: Clang rejects it: use of undeclared identifier 'nothing_of_this_name'
// CHECK: :[[@LINE-19]]:3: error: code in 'rejected' not analysed: Clang rejects it: use of undeclared identifier 'nothing_of_this_name'
