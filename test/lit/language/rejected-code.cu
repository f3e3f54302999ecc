// RUN: sh -c '%lint --all-accesses %s > %t 2>&1; test $? -eq 3'
// RUN: grep -E '^[^|]* remark: (load|store|atomic)' %t | FileCheck %s
// RUN: grep '^[^|]*not analysed:' %t | FileCheck %s --check-prefix=GAP
// RUN: sh -c "%lint --format=json %s 2>&1; test \$? -eq 3" | FileCheck %s --check-prefix=JSON

// nvcc takes some code that Clang does not. A statement that Clang rejects is
// lost and named; what it may write is not known, the rest of the kernel is
// analysed, and nothing beside it is exact.

#define LOST_ASM(x)                                                            \
  asm volatile("st.shared.b32 [%0], %1;" : : "r"(x), "C"("7") : "memory")
#define THREE(x) x = 3; only_nvcc_has_it(x); x = 4

// Only nvcc has this constraint: Clang drops the statement.
__global__ void __launch_bounds__(32) constraint(int *out) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  unsigned a = (unsigned)__cvta_generic_to_shared(s + t * 2);
  asm volatile("st.shared.b32 [%0], %1;" : : "r"(a), "C"("7") : "memory");
// CHECK: :[[@LINE-1]]:3: remark: load of 4 bytes from shared memory: ?/? wavefronts, unknown (used in code that Clang rejects at line [[@LINE-1]]), inexact, block 32x1x1, 1 request [constraint(int *)]
// GAP: :[[@LINE-2]]:3: remark: code in 'constraint' not analysed: Clang rejects it: invalid input constraint 'C' in asm
  out[t] = s[t * 32];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 32/1 wavefronts, conflict (nvcc may merge it with code beside it that Clang rejects), inexact, block 32x1x1, 1 request [constraint(int *)]
}

// The same, written by a macro: the array is found by the macro's argument.
__global__ void __launch_bounds__(32) macro(int *out) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  LOST_ASM(s);
// CHECK: :[[@LINE-1]]:3: remark: load of 4 bytes from shared memory: ?/? wavefronts, unknown (used in code that Clang rejects at line [[@LINE-1]]), inexact, block 32x1x1, 1 request [macro(int *)]
// GAP: :[[@LINE-2]]:3: remark: code in 'macro' not analysed: Clang rejects it: invalid input constraint 'C' in asm
  out[t] = s[t * 32];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 32/1 wavefronts, conflict (nvcc may merge it with code beside it that Clang rejects), inexact, block 32x1x1, 1 request [macro(int *)]
}

// Of three statements of one macro the middle one is rejected: all are lost.
__global__ void __launch_bounds__(32) three(int *out) {
  __shared__ int s[1024];
  int t = threadIdx.x, x = 2;
  THREE(x);
// GAP: :[[@LINE-1]]:3: error: code in 'three' not analysed: Clang rejects it: use of undeclared identifier 'only_nvcc_has_it'
  s[x * t] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': ?/? wavefronts, unknown (index may be written by code that Clang rejects at line [[@LINE-3]]), inexact, block 32x1x1, 1 request [three(int *)]
}

// Variables that the text names are not known any more; others stay.
__global__ void __launch_bounds__(32) names(int *out) {
  __shared__ int s[1024];
  int t = threadIdx.x, named = 32, other = 32, *p = &named, held = 32;
  only_nvcc_has_it(p);
// GAP: :[[@LINE-1]]:3: error: code in 'names' not analysed: Clang rejects it: use of undeclared identifier 'only_nvcc_has_it'
  s[named * t] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': ?/? wavefronts, unknown (index may be written by code that Clang rejects at line [[@LINE-3]]), inexact, block 32x1x1, 1 request [names(int *)]
  s[other * t] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict (nvcc may merge it with code beside it that Clang rejects), inexact, block 32x1x1, 1 request [names(int *)]
  OnlyNvcc holder(&held);
// GAP: :[[@LINE-1]]:3: error: code in 'names' not analysed: Clang rejects it: unknown type name 'OnlyNvcc'
  held = 32;
  holder.run();
// GAP: :[[@LINE-1]]:3: remark: code in 'names' not analysed: it uses 'holder', which Clang rejects
  s[held * t] = 2;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': ?/? wavefronts, unknown (index may be written by code that Clang rejects at line [[@LINE-3]]), inexact, block 32x1x1, 1 request [names(int *)]
}

// What is declared with an error in it varies.
__global__ void __launch_bounds__(32) values(int *out) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  int fine = 32, lost = only_nvcc_has_it, last = 32;
// GAP: :[[@LINE-1]]:18: error: code in 'values' not analysed: Clang rejects it: use of undeclared identifier 'only_nvcc_has_it'
  s[lost] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': ?/? wavefronts, unknown (index computed by code that Clang rejects at line [[@LINE-3]]), inexact, block 32x1x1, 1 request [values(int *)]
  s[fine * t] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict (nvcc may merge it with code beside it that Clang rejects), inexact, block 32x1x1, 1 request [values(int *)]
  s[last * t + 3] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict (nvcc may merge it with code beside it that Clang rejects), inexact, block 32x1x1, 1 request [values(int *)]
}

// In the head of a branch or a loop, only the condition is lost.
__global__ void __launch_bounds__(32) heads(int *out) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  if (only_nvcc_has_it(t))
// GAP: :[[@LINE-1]]:7: error: code in 'heads' not analysed: Clang rejects it: use of undeclared identifier 'only_nvcc_has_it'
    s[t * 32] = 1;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': ?/? wavefronts, unknown (index may be written by code that Clang rejects at line [[@LINE-3]]), inexact, block 32x1x1 [heads(int *)]
  int u = threadIdx.x;
  for (int i = 0; i < only_nvcc_has_it; ++i)
// GAP: :[[@LINE-1]]:19: error: code in 'heads' not analysed: Clang rejects it: use of undeclared identifier 'only_nvcc_has_it'
    s[u * 32] = i;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 32/1 wavefronts, possible (conflicts if all lanes pass a condition that depends on data), inexact, block 32x1x1 [heads(int *)]
  if (u < 4)
// CHECK: :[[@LINE-1]]:3: remark: load of 4 bytes from shared memory: ?/? wavefronts, unknown (used in code that Clang rejects at line [[@LINE-1]]), inexact, block 32x1x1, 1 request [heads(int *)]
// GAP: :[[@LINE-2]]:3: error: code in 'heads' not analysed: Clang rejects it: unknown type name 'only'
    only nvcc(u);
  else
    s[u * 16] = 3;
}

// Lambdas and functions that are called.
__device__ int calls(int *p, int i) {
  p[i * 32] = 2;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict (nvcc may merge it with code beside it that Clang rejects), inexact, block 32x1x1, 1 request [called(int *)]
  only_nvcc_has_it(p);
// CHECK: :[[@LINE-1]]:3: remark: load of 4 bytes from shared memory: ?/? wavefronts, unknown (used in code that Clang rejects at line [[@LINE-1]]), inexact, block 32x1x1, 1 request [called(int *)]
// GAP: :[[@LINE-2]]:3: error: code in 'calls' not analysed: Clang rejects it: use of undeclared identifier 'only_nvcc_has_it'
  return 3;
}
__device__ int jumps(int *p, int i) {
// CHECK: :[[@LINE-1]]:37: remark: load of 4 bytes from shared memory: ?/? wavefronts, unknown (used in code that Clang rejects at line [[@LINE-1]]), inexact, block 32x1x1, 1 request [called(int *)]
// GAP: :[[@LINE-2]]:37: error: code in 'jumps' not analysed: Clang rejects it: use of undeclared identifier 'only_nvcc_has_it'
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
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free (nvcc may merge it with code beside it that Clang rejects), inexact, block 32x1x1, 1 request [called(int *)]
  int j = jumps(s, t);
  s[j] = 2;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': ?/? wavefronts, unknown (index computed by code that Clang rejects at line [[@LINE-16]]), inexact, block 32x1x1, 1 request [called(int *)]
  auto f = [&](int i) { only_nvcc_has_it(x); s[i * 32] = 3; };
// CHECK: :[[@LINE-1]]:46: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict (nvcc may merge it with code beside it that Clang rejects), inexact, block 32x1x1, 1 request [called(int *)]
// GAP: :[[@LINE-2]]:25: error: code in 'called' not analysed: Clang rejects it: use of undeclared identifier 'only_nvcc_has_it'
  f(t);
  s[x * t] = 4;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': ?/? wavefronts, unknown (index may be written by code that Clang rejects at line [[@LINE-5]]), inexact, block 32x1x1, 1 request [called(int *)]
}

// Members, by the object that the function is called on.
struct Holder {
  int k = 32;
  __device__ void change() { only_nvcc_has_it(k); }
// GAP: :[[@LINE-1]]:30: error: code in 'change' not analysed: Clang rejects it: use of undeclared identifier 'only_nvcc_has_it'
};
__global__ void __launch_bounds__(32) members(int *out) {
  __shared__ int s[1024];
  Holder holder;
  holder.change();
  s[holder.k * threadIdx.x] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': ?/? wavefronts, unknown (index may be written by code that Clang rejects at line [[@LINE-8]]), inexact, block 32x1x1, 1 request [members(int *)]
}

// Instances of a template, and arrays outside of functions.
__shared__ int outside[1024];
template <int N> __global__ void __launch_bounds__(32) instance(int *out) {
  only_nvcc_has_it(outside, 3 3);
// CHECK: :[[@LINE-1]]:3: remark: load of 4 bytes from shared memory: ?/? wavefronts, unknown (used in code that Clang rejects at line [[@LINE-1]]), inexact, block 32x1x1, 1 request [instance<32>(int *)]
// GAP: :[[@LINE-2]]:3: remark: code in 'instance' not analysed: Clang rejects it: expected ')'
  outside[threadIdx.x * N] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 'outside': 32/1 wavefronts, conflict (nvcc may merge it with code beside it that Clang rejects), inexact, block 32x1x1, 1 request [instance<32>(int *)]
}
template __global__ void instance<32>(int *);

// A kernel without lost code is exact as ever.
__global__ void __launch_bounds__(32) whole(int *out) {
  __shared__ int s[1024];
  s[threadIdx.x * 32] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict, block 32x1x1, 1 request [whole(int *)]
}

// No fix is safe for an array that lost text may use.
// JSON-DAG: "message": "no fix for 's': code that could not be analysed uses it"
