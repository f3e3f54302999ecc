// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// A lambda inside a kernel is a function like any other.

__global__ void lambdas(float *out, const float *in) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  auto store = [&](int step) {
    s[t * step] = in[t];
// Steps of 4 and 8 words: 4 and 8 wavefronts.
// CHECK: :[[@LINE-2]]:5: remark: store of 4 bytes to 's': 6/1 wavefronts, conflict, worst 8x, block 32x1x1, 2 requests
  };
  store(4);
  __syncthreads();
  store(8);
  __syncthreads();
  auto load = [=](int i) { return out[i] * 2; };
  out[t] = s[t] + load(t);
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
}

void run(float *out, const float *in) { lambdas<<<1, 32>>>(out, in); }
