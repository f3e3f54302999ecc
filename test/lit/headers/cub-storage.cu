// REQUIRES: toolkit
// RUN: %lint %s -- 2>&1 | FileCheck %s --check-prefix=HIDDEN
// RUN: %lint --exit-zero --library-storage %s -- 2>&1 | FileCheck %s

// The CUB that a toolkit brings is a library, though its headers are those of
// the system.

#include <cub/cub.cuh>

__global__ void scan(int *out) {
  using Scan = cub::BlockScan<int, 256>;
  __shared__ typename Scan::TempStorage storage;
  int sum = out[threadIdx.x];
  Scan(storage).ExclusiveSum(sum, sum);
  out[threadIdx.x] = sum;
}
void run(int *out) { scan<<<1, 256>>>(out); }

// HIDDEN-NOT: warning:
// HIDDEN: 1 file, 1 kernel, {{[0-9]+}} accesses: 0 conflicts, {{.*}}, {{[0-9]+}} in storage of libraries
// CHECK: cub-storage.cu:14:3: warning: {{.*}}bank conflict in load from 'storage'
// CHECK: note: 'cub::BlockScan::ExclusiveSum' makes the access here
