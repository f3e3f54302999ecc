// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// What the class of pipelines copies is copied as its body says: by the thread
// itself where parts are smaller than a word.

#include <cuda_pipeline.h>

__global__ void __launch_bounds__(32)
    copies(const char *bytes, const short *halves, const int4 *wide) {
  __shared__ char s[32];
  __shared__ short h[32];
  __shared__ alignas(128) int4 w[32];
  nvcuda::experimental::pipeline pipe;
  int t = threadIdx.x;
  // CHECK: remark: store of 1 byte to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request {{.*}}
  // CHECK: remark: store of 2 bytes to 'h': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request {{.*}}
  // CHECK: remark: cp.async of 16 bytes to 'w': 4/4 wavefronts{{.*}}
  memcpy_async(s[t], bytes[t], pipe);
  memcpy_async(h[t], halves[t], pipe);
  memcpy_async(w[t], wide[t], pipe);
  pipe.commit_and_wait();
}
