// Code that is not seen may use the dynamic memory of a block, by any name.
//
// RUN: %lint --exit-zero --sort=place %s 2>&1 | FileCheck %s
// RUN: cd %S && %lint --exit-zero --format=diff %{s:basename} -- | FileCheck %s --check-prefix=DIFF --allow-empty
// DIFF-NOT: {{^[-+] }}
#include <cuda_runtime.h>

struct Filter {
  __device__ virtual float operator()(float v) { return v; }
  __device__ virtual ~Filter() {}
};
struct Neighbour : Filter {
  __device__ float operator()(float v) override {
    extern __shared__ float tile[];
    return v + tile[threadIdx.x * 32 + 1];
  }
};
__device__ Filter *filter;

__global__ void byOperator(const float *in, float *out) {
  extern __shared__ float s[];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x * 32 + y];
  out[1024 + y * 32 + x] = (*filter)(1);
}
// CHECK: :[[#@LINE-3]]:21: warning: 32-way bank conflict in load from 's'
// CHECK: :14:5: note: no fix for 's': 'tile' is the same dynamic shared memory under another name

__global__ void byDelete(const float *in, float *out) {
  extern __shared__ float s[];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x * 32 + y];
  delete filter;
}
// CHECK: :[[#@LINE-3]]:21: warning: 32-way bank conflict in load from 's'
// CHECK: :14:5: note: no fix for 's': 'tile' is the same dynamic shared memory under another name

__device__ float (*hook)(float);
__global__ void byPointer(const float *in, float *out) {
  extern __shared__ float s[];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x * 32 + y];
  out[1024 + y * 32 + x] = hook(1);
}
// CHECK: :[[#@LINE-3]]:21: warning: 32-way bank conflict in load from 's'
// CHECK: :14:5: note: no fix for 's': 'tile' is the same dynamic shared memory under another name

__device__ float elsewhere(float);
__global__ void byOther(const float *in, float *out) {
  extern __shared__ float s[];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x * 32 + y];
  out[1024 + y * 32 + x] = elsewhere(1);
}
// CHECK: :[[#@LINE-3]]:21: warning: 32-way bank conflict in load from 's'
// CHECK: note: swizzle every index of 's'{{.*}} (unsafe: {{.*}}code that was not analysed may use it)

// CHECK: remark: an indirect call in kernel 'byOperator' not analysed
// CHECK: remark: a virtual destructor in kernel 'byDelete' not analysed
// CHECK: remark: an indirect call in kernel 'byPointer' not analysed
// CHECK: remark: device function 'operator()' not analysed

void launch(float *p) {
  byOperator<<<1, dim3(32, 32), 4096>>>(p, p);
  byDelete<<<1, dim3(32, 32), 4096>>>(p, p);
  byPointer<<<1, dim3(32, 32), 4096>>>(p, p);
  byOther<<<1, dim3(32, 32), 4096>>>(p, p);
}
