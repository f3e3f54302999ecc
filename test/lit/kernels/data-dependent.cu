// RUN: %lint --all-accesses %s -- 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning:
// RUN: %lint --format=json %s -- | FileCheck %s --check-prefix=JSON

// What is loaded from memory is not known: unknown, with the reason, no warning
// and status 0, but counted.

// JSON-DAG: "conflicts":{{ *}}0
// JSON-DAG: "unknown":{{ *}}3

__global__ void dependent(float *out, const int *index, const float *in) {
  __shared__ float s[1024];
  __shared__ int order[1024];
  int t = threadIdx.x;
  order[t] = index[t];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 'order': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  s[index[t]] = in[t];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': ?/? wavefronts, unknown (index loaded from memory at line [[@LINE-1]]), inexact, block 32x1x1, 1 request
  __syncthreads();
  int i = index[t + 32] * 2;
  out[t] = s[i + t];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': ?/? wavefronts, unknown (index loaded from memory at line [[@LINE-2]]), inexact, block 32x1x1, 1 request
  __syncthreads();
  // An index that is loaded from shared memory is itself known to be loaded well.
  out[t + 32] = s[order[31 - t]];
// CHECK: :[[@LINE-1]]:17: remark: load of 4 bytes from 's': ?/? wavefronts, unknown (index loaded from shared memory at line [[@LINE-1]]), inexact, block 32x1x1, 1 request
// CHECK: :[[@LINE-2]]:19: remark: load of 4 bytes from 'order': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  __syncthreads();
  // Read by one lane each, or by all at one place: data cannot make it worse.
  if (t == 0)
    out[64] = s[31];
// CHECK: :[[@LINE-1]]:15: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
}

// A condition on data leaves out lanes that nobody knows: a row stays free of
// conflicts for every subset of them.
__global__ void condition(float *out, const float *in) {
  __shared__ float s[32];
  int t = threadIdx.x;
  if (in[t] > 0)
    s[t] = in[t];
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1
  __syncthreads();
  out[t] = s[31 - t];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
}

void run(float *out, const int *index, const float *in) {
  dependent<<<1, 32>>>(out, index, in);
  condition<<<1, 32>>>(out, in);
}
