// RUN: sh -c '%lint --all-accesses %s > %t 2>&1; test $? -eq 1'
// RUN: FileCheck %s --input-file=%t
// RUN: %lint --exit-zero --format=json %s 2>&1 | FileCheck %s --check-prefix=JSON

// nvcc takes some code that Clang does not. A statement that Clang rejects is
// lost and named; what it may write is not known, the rest of the kernel is
// analysed, and nothing beside it is exact.

#define LOST_ASM(x)                                                            \
  asm volatile("st.shared.b32 [%0], %1;" : : "r"(x) "r"(7) : "memory")
#define THREE(x) x = 3; only_nvcc_has_it(x); x = 4

// A comma is missing between two operands: Clang drops the statement.
__global__ void __launch_bounds__(32) comma(int *out) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  unsigned a = (unsigned)__cvta_generic_to_shared(s + t * 2);
  asm volatile("st.shared.b32 [%0], %1;" : : "r"(a) "r"(7) : "memory");
// CHECK-DAG: :[[@LINE-1]]:3: remark: code in 'comma' not analysed: Clang rejects it: expected ')'
// CHECK-DAG: :[[@LINE-2]]:3: remark: load of 4 bytes from shared memory: ?/? wavefronts, unknown (used in code that Clang rejects at line [[@LINE-2]]), inexact
  out[t] = s[t * 32];
// CHECK-DAG: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 32/1 wavefronts, conflict (it stands beside code that Clang rejects, and may merge with it), inexact
}

// The same, written by a macro: the array is found by the macro's argument.
__global__ void __launch_bounds__(32) macro(int *out) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  LOST_ASM(s);
// CHECK-DAG: :[[@LINE-1]]:3: remark: code in 'macro' not analysed: Clang rejects it: expected ')'
// CHECK-DAG: :[[@LINE-2]]:3: remark: load of 4 bytes from shared memory: ?/? wavefronts, unknown (used in code that Clang rejects
  out[t] = s[t * 32];
// CHECK-DAG: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 32/1 wavefronts, conflict
}

// Of three statements of one macro the middle one is rejected: all are lost.
__global__ void __launch_bounds__(32) three(int *out) {
  __shared__ int s[1024];
  int t = threadIdx.x, x = 2;
  THREE(x);
// CHECK-DAG: :[[@LINE-1]]:3: remark: code in 'three' not analysed: Clang rejects it: use of undeclared identifier 'only_nvcc_has_it'
  s[x * t] = 1;
// CHECK-DAG: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': ?/? wavefronts, unknown (index may be written by code that Clang rejects at line [[@LINE-3]])
}

// Variables that the text names are not known any more; others stay.
__global__ void __launch_bounds__(32) names(int *out) {
  __shared__ int s[1024];
  int t = threadIdx.x, named = 32, other = 32, *p = &named, held = 32;
  only_nvcc_has_it(p);
  s[named * t] = 1;
// CHECK-DAG: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': ?/? wavefronts, unknown (index may be written by code that Clang rejects
  s[other * t] = 1;
// CHECK-DAG: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict
  OnlyNvcc holder(&held);
// CHECK-DAG: :[[@LINE-1]]:3: remark: code in 'names' not analysed: Clang rejects it: unknown type name 'OnlyNvcc'
  held = 32;
  holder.run();
// CHECK-DAG: :[[@LINE-1]]:3: remark: code in 'names' not analysed: it uses 'holder', which Clang rejects
  s[held * t] = 2;
// CHECK-DAG: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': ?/? wavefronts, unknown (index may be written by code that Clang rejects
}

// What is declared with an error in it varies.
__global__ void __launch_bounds__(32) values(int *out) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  int fine = 32, lost = only_nvcc_has_it, last = 32;
  s[lost] = 1;
// CHECK-DAG: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': ?/? wavefronts, unknown (index computed by code that Clang rejects
  s[fine * t] = 1;
// CHECK-DAG: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict
  s[last * t + 3] = 1;
// CHECK-DAG: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict
}

// In the head of a branch or a loop, only the condition is lost.
__global__ void __launch_bounds__(32) heads(int *out) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  if (only_nvcc_has_it(t))
    s[t * 32] = 1;
// CHECK-DAG: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': ?/? wavefronts, unknown (index may be written by code that Clang rejects
  int u = threadIdx.x;
  for (int i = 0; i < only_nvcc_has_it; ++i)
    s[u * 32] = i;
// CHECK-DAG: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 32/1 wavefronts, {{conflict|possible}}
  if (u < 4)
    only nvcc(u);
  else
    s[u * 16] = 3;
// CHECK-DAG: :[[@LINE-4]]:3: remark: code in 'heads' not analysed: Clang rejects it: unknown type name 'only'
// CHECK-DAG: :[[@LINE-5]]:3: remark: load of 4 bytes from shared memory: ?/? wavefronts, unknown (used in code that Clang rejects
}

// Lambdas and functions that are called.
__device__ int calls(int *p, int i) {
  p[i * 32] = 2;
// CHECK-DAG: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict
  only_nvcc_has_it(p);
  return 3;
}
__device__ int jumps(int *p, int i) {
  if (i) return only_nvcc_has_it(p) ;;
  if (i) return only nvcc it(p);
  p[i * 32] = 2;
  return 3;
}
__global__ void __launch_bounds__(32) called(int *out) {
  __shared__ int s[1024];
  int t = threadIdx.x, x = 32;
  int h = calls(s, t);
  s[h * t] = 1;
// CHECK-DAG: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free (it stands beside code that Clang rejects, and may merge with it), inexact
  int j = jumps(s, t);
  s[j] = 2;
// CHECK-DAG: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': ?/? wavefronts, unknown (index computed by code that Clang rejects
  auto f = [&](int i) { only_nvcc_has_it(x); s[i * 32] = 3; };
// CHECK-DAG: :[[@LINE-1]]:25: remark: code in 'called' not analysed: Clang rejects it: use of undeclared identifier 'only_nvcc_has_it'
// CHECK-DAG: :[[@LINE-2]]:46: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict
  f(t);
  s[x * t] = 4;
// CHECK-DAG: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': ?/? wavefronts, unknown (index may be written by code that Clang rejects
}

// Members, by the object that the function is called on.
struct Holder {
  int k = 32;
  __device__ void change() { only_nvcc_has_it(k); }
};
__global__ void __launch_bounds__(32) members(int *out) {
  __shared__ int s[1024];
  Holder holder;
  holder.change();
  s[holder.k * threadIdx.x] = 1;
// CHECK-DAG: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': ?/? wavefronts, unknown (index may be written by code that Clang rejects
}

// Instances of a template, and arrays outside of functions.
__shared__ int outside[1024];
template <int N> __global__ void __launch_bounds__(32) instance(int *out) {
  only_nvcc_has_it(outside, 3 3);
// CHECK-DAG: :[[@LINE-1]]:3: remark: code in 'instance' not analysed: Clang rejects it: expected ')'
  outside[threadIdx.x * N] = 1;
// CHECK-DAG: :[[@LINE-1]]:3: remark: store of 4 bytes to 'outside': 32/1 wavefronts, conflict {{.*}} [instance<32>(int *)]
}
template __global__ void instance<32>(int *);

// A kernel without lost code is exact as ever.
__global__ void __launch_bounds__(32) whole(int *out) {
  __shared__ int s[1024];
  s[threadIdx.x * 32] = 1;
// CHECK-DAG: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict, block 32x1x1, 1 request [whole(int *)]
}

// No fix is safe for an array that lost text may use.
// JSON-DAG: "message": "no fix for 's': code that Clang rejects uses it"
