// RUN: sh -c '%lint --all-accesses %s > %t 2>&1; test $? -eq 3'
// RUN: grep -E '^[^|]* remark: (load|store|atomic)' %t | FileCheck %s
// RUN: grep '^[^|]*not analysed:' %t | FileCheck %s --check-prefix=GAP

// A function may have parts of its body in other files: an error there stands
// in the function all the same, and in no other one.

__global__ void __launch_bounds__(32) part(int *out) {
// GAP: :[[@LINE-1]]:39: error: kernel 'part' not analysed: it has an error at {{.*}}part-of-a-body.inc:1:3: use of undeclared identifier 'only_nvcc_has_it'
  __shared__ int s[1024];
  int t = threadIdx.x;
#include "Inputs/part-of-a-body.inc"
  out[t] = s[t * 32];
}

__global__ void __launch_bounds__(32) between(int *out) {
  __shared__ int s[1024];
  int t = threadIdx.x;
  out[t] = s[t * 32];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 32/1 wavefronts, conflict, block 32x1x1, 1 request [between(int *)]
}

__global__ void __launch_bounds__(32) end(int *out) {
// GAP: :[[@LINE-1]]:39: error: kernel 'end' not analysed: it has an error at {{.*}}end-of-a-body.inc:1:3: use of undeclared identifier 'only_nvcc_has_it'
  __shared__ int s[1024];
  int t = threadIdx.x;
  out[t] = s[t * 32];
#include "Inputs/end-of-a-body.inc"
