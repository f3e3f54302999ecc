// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// Stores merge where nothing else touches shared memory between them; the
// request stands at the last. What is stored twice, or loaded back, is dropped
// and listed without requests.

__global__ void runs(float *out, const float *in) {
  __shared__ float s[128], q[64];
  int t = threadIdx.x;
  s[4 * t + 3] = in[t];
// CHECK: :[[@LINE-1]]:3: remark: store of 16 bytes to 's': 4/4 wavefronts, conflict-free, block 32x1x1, 0 requests
  s[4 * t + 1] = in[t + 32];
// CHECK: :[[@LINE-1]]:3: remark: store of 16 bytes to 's': 4/4 wavefronts, conflict-free, block 32x1x1, 0 requests
  s[4 * t + 2] = in[t + 64];
// CHECK: :[[@LINE-1]]:3: remark: store of 16 bytes to 's': 4/4 wavefronts, conflict-free, block 32x1x1, 0 requests
  s[4 * t] = in[t + 96];
// CHECK: :[[@LINE-1]]:3: remark: store of 16 bytes to 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request
  __syncthreads();
  // Two arrays in turn.
  s[2 * t] = in[t];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, block 32x1x1, 1 request
  q[2 * t] = in[t + 1];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 'q': 2/1 wavefronts, conflict, block 32x1x1, 1 request
  s[2 * t + 1] = in[t + 2];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, block 32x1x1, 1 request
  q[2 * t + 1] = in[t + 3];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 'q': 2/1 wavefronts, conflict, block 32x1x1, 1 request
}

// Of three words of a block, two make a pair.
__global__ void three(float *out, const float *in) {
  __shared__ float s[128];
  int t = threadIdx.x;
  s[4 * t] = in[t];
// CHECK: :[[@LINE-1]]:3: remark: store of 8 bytes to 's': 4/2 wavefronts, conflict, block 32x1x1, 0 requests
  s[4 * t + 1] = in[t + 32];
// CHECK: :[[@LINE-1]]:3: remark: store of 8 bytes to 's': 4/2 wavefronts, conflict, block 32x1x1, 1 request
  s[4 * t + 2] = in[t + 64];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 4/1 wavefronts, conflict, block 32x1x1, 1 request
}

__global__ void dropped(float *out, const float *in) {
  __shared__ float s[128], q[32];
  int t = threadIdx.x;
  s[3 * t] = in[t];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 0 requests
  s[3 * t] = in[t + 1];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  q[t] = in[t + 2];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 'q': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  float a = s[3 * t];
// CHECK: :[[@LINE-1]]:13: remark: load of 4 bytes from 's': 0/0 wavefronts, conflict-free, block 32x1x1, 0 requests
  __syncthreads();
  a += s[5 * t % 128];
// CHECK: :[[@LINE-1]]:8: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  a *= s[5 * t % 128];
// CHECK: :[[@LINE-1]]:8: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 0 requests
  out[t] = a;
}

// A load of what was just stored asks for nothing: the conflict is the store's.
__global__ void forwarded(const float *in, float *out) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  s[32 * t] = in[t];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict, block 32x1x1, 1 request
  out[t] = s[32 * t];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 0/0 wavefronts, conflict-free, block 32x1x1, 0 requests
}

// What the compiler can work out is no branch; a load that lanes may skip is.
template <bool IsFull>
__global__ void guarded(const float *in, int n, float *out) {
  __shared__ float s[128];
  int t = threadIdx.x;
  for (int i = 0; i < 4; ++i) {
    bool isInside = IsFull || 32 * i + t < n;
    s[4 * t + i] = isInside ? in[32 * i + t] : 0;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 4/1 wavefronts, conflict, block 32x1x1, 4 requests [guarded<false>
// CHECK: :[[@LINE-2]]:5: remark: store of 16 bytes to 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request [guarded<true>
  }
  __syncthreads();
  out[t] = s[t];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
// CHECK: :[[@LINE-2]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
}

void run(float *out) {
  guarded<true><<<1, 32>>>(out, 99, out);
  guarded<false><<<1, 32>>>(out, 99, out);
  runs<<<1, 32>>>(out, out);
  three<<<1, 32>>>(out, out);
  dropped<<<1, 32>>>(out, out);
  forwarded<<<1, 32>>>(out, out);
}
