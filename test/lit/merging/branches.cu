// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// Behind a branch, registers may hold what both of its sides loaded or stored,
// however deep, or one of them: then a load is inexact. A row is stored and loaded at t: 1/1. Where all lanes take one branch arm, each
// arm counts as a request of the whole warp.

__global__ void stored(const float *in, float *out, int n) {
  __shared__ float s[128], q[128];
  int t = threadIdx.x;
  if (n > 3) {
    s[t] = in[t];
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
    q[t] = 1;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 'q': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  } else if (n > 1) {
    s[t] = in[t + 1];
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  } else {
    s[t] = 0;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  }
  float a = s[t];
// CHECK: :[[@LINE-1]]:13: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
  a += q[t];
// CHECK: :[[@LINE-1]]:8: remark: load of 4 bytes from 'q': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
  out[t] = a;
}

// Each lane takes one of the arms: one store by all lanes, 2 words apart.
__global__ void lanes(const float *in, float *out) {
  __shared__ float s[128];
  int t = threadIdx.x;
  if (t < 16)
    s[2 * t] = in[t];
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, block 32x1x1, 0 requests
  else
    s[2 * t] = in[t] * 2;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, block 32x1x1, 1 request
  out[t] = s[2 * t];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 0/0 wavefronts, conflict-free, block 32x1x1, 0 requests
}

__global__ void changed(const float *in, float *out, int n) {
  __shared__ float s[128];
  int t = threadIdx.x;
  if (n > 3) {
    s[t] = in[t];
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  } else {
    s[t] = in[t + 1];
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
    s[n & 127] = 0;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  }
  out[t] = s[t];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
}

// In each iteration of a loop anew; n is not known, nor the number of requests.
__global__ void rounds(const float *in, float *out, int n) {
  __shared__ float s[128];
  int t = threadIdx.x;
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    if (t < n - i)
      s[t] = in[t + i];
// CHECK: :[[@LINE-1]]:7: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1
    else
      s[t] = 0;
// CHECK: :[[@LINE-1]]:7: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1
    sum += s[t];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 0/0 wavefronts, conflict-free, block 32x1x1, 0 requests
    if (i & 1)
      s[n & 127] = 0;
// CHECK: :[[@LINE-1]]:7: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1
    sum += s[t];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1
  }
  out[t] = sum;
}

// The stores that both sides end with are done once, by the lanes of both, and
// stand with the last; what both begin with may be. At 32 words all lanes share a
// bank, at 16 words every other.
__global__ void common(const float *in, float *out) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  s[t] = in[t];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  __syncthreads();
  float x;
  if (in[t] > 3)
    x = s[32 * t] * 2;
// CHECK: :[[@LINE-1]]:9: remark: load of 4 bytes from 's': 32/1 wavefronts, possible (conflicts if all lanes pass a condition that depends on data), inexact, block 32x1x1
  else
    x = s[32 * t] + 5;
// CHECK: :[[@LINE-1]]:9: remark: load of 4 bytes from 's': 32/1 wavefronts, possible (conflicts if all lanes pass a condition that depends on data), inexact, block 32x1x1
  __syncthreads();
  if (in[t] > 4)
    s[16 * t] = x * 5;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 16/1 wavefronts, conflict, block 32x1x1, 0 requests
  else
    s[16 * t] = x - 4;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 16/1 wavefronts, conflict, block 32x1x1, 1 request
  __syncthreads();
  out[t] = s[t];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
}

// A value that is made right before its store ends what the sides have in
// common: two of four stores stay in each of them. 8 bytes at byte 16 t: in a
// phase of 16 lanes two share each bank, 4/2.
__global__ void run(const float *in, float *out, float a) {
  __shared__ float s[128];
  int t = threadIdx.x;
  float x = in[t + 32];
  if (in[t] > 3) {
    s[t * 4] = x;
// CHECK: :[[@LINE-1]]:5: remark: store of 8 bytes to 's': 4/2 wavefronts, possible (conflicts if all lanes pass a condition that depends on data), inexact, block 32x1x1
    s[t * 4 + 1] = x;
// CHECK: :[[@LINE-1]]:5: remark: store of 8 bytes to 's': 4/2 wavefronts, possible (conflicts if all lanes pass a condition that depends on data), inexact, block 32x1x1
    s[t * 4 + 2] = x * a;
// CHECK: :[[@LINE-1]]:5: remark: store of 8 bytes to 's': 4/2 wavefronts, conflict, block 32x1x1, 0 requests
    s[t * 4 + 3] = x;
// CHECK: :[[@LINE-1]]:5: remark: store of 8 bytes to 's': 4/2 wavefronts, conflict, block 32x1x1, 0 requests
  } else {
    s[t * 4] = 1;
// CHECK: :[[@LINE-1]]:5: remark: store of 8 bytes to 's': 4/2 wavefronts, possible (conflicts if all lanes pass a condition that depends on data), inexact, block 32x1x1
    s[t * 4 + 1] = 2;
// CHECK: :[[@LINE-1]]:5: remark: store of 8 bytes to 's': 4/2 wavefronts, possible (conflicts if all lanes pass a condition that depends on data), inexact, block 32x1x1
    s[t * 4 + 2] = 3;
// CHECK: :[[@LINE-1]]:5: remark: store of 8 bytes to 's': 4/2 wavefronts, conflict, block 32x1x1, 0 requests
    s[t * 4 + 3] = 4;
// CHECK: :[[@LINE-1]]:5: remark: store of 8 bytes to 's': 4/2 wavefronts, conflict, block 32x1x1, 1 request
  }
  __syncthreads();
  out[t] = s[t];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
}

int main(int argc, char **) {
  stored<<<1, 32>>>(nullptr, nullptr, argc);
  lanes<<<1, 32>>>(nullptr, nullptr);
  changed<<<1, 32>>>(nullptr, nullptr, argc);
  rounds<<<1, 32>>>(nullptr, nullptr, argc);
  common<<<1, 32>>>(nullptr, nullptr);
  run<<<1, 32>>>(nullptr, nullptr, argc);
}
