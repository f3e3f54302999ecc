// A loop over a list in braces runs with the values of the list.
//
// RUN: not %lint %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=FINDING --implicit-check-not=warning:
// RUN: not %lint --all-accesses %s 2>&1 | FileCheck %s

#include <initializer_list>

__global__ void listed(float *out) {
  __shared__ float s[1024];
  for (int step : {1, 4, 32}) {
    if (step == 32)
      continue;
    // With a step of 4 words, every eighth lane is back in the same bank: 4
    // wavefronts; with a step of 1 it is one: 2.5 in the mean.
    // FINDING: initializer-lists.cu:[[@LINE+1]]:5: warning: up to 4-way bank conflict in store to 's': on average 2.5 wavefronts per request, ideal 1 [banklint-bank-conflict]
    s[threadIdx.x * step] = out[step];
    // CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 2.5/1 wavefronts, conflict, worst 4x, block 32x1x1, 2 requests
  }
  __syncthreads();
  int last = 0;
  for (int each : std::initializer_list<int>{8, 2})
    last = each;
  // The last number of the list: lanes are 2 words apart.
  // FINDING: initializer-lists.cu:[[@LINE+1]]:22: note: likewise 2-way in load 's[last*threadIdx.x]'{{$}}
  out[threadIdx.x] = s[last * threadIdx.x];
  // CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, 1 request
}

void run() { listed<<<1, 32>>>(nullptr); }
