// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// In dynamic memory the compiler tells places of one base apart: stores merge
// across each other, and loads across stores. Static arrays are told apart from
// dynamic memory only by accesses to the latter. Widths as in the machine code
// of nvcc 13.0 (-O3, sm_90).

extern __shared__ float s[];

// Two streams in turn, 4 words a lane: 16 bytes a lane in dynamic memory.
__global__ void streams(const float *in) {
  int t = threadIdx.x;
  for (int i = 0; i < 4; ++i) {
    s[4 * t + i] = in[i * 32 + t];
// CHECK: :[[@LINE-1]]:5: remark: store of 16 bytes to 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request
    s[4 * t + i + 128] = in[i * 32 + t + 128];
// CHECK: :[[@LINE-1]]:5: remark: store of 16 bytes to 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request
  }
}

// The same in a static array: lanes 4 words apart, 4 to a bank.
__global__ void staticStreams(float *out, const float *in) {
  __shared__ float q[256];
  int t = threadIdx.x;
  for (int i = 0; i < 4; ++i) {
    q[4 * t + i] = in[i * 32 + t];
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 'q': 4/1 wavefronts, conflict, block 32x1x1, 4 requests
    q[4 * t + i + 128] = in[i * 32 + t + 128];
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 'q': 4/1 wavefronts, conflict, block 32x1x1, 4 requests
  }
  __syncthreads();
  out[t] = q[t];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 'q': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
}

// Each word is loaded, doubled and stored: 16 bytes there and back.
__global__ void inPlace() {
  int t = threadIdx.x;
  for (int i = 0; i < 4; ++i)
    s[4 * t + i] *= 2;
// CHECK: :[[@LINE-1]]:5: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request
// CHECK: :[[@LINE-2]]:5: remark: store of 16 bytes to 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request
}

// Of an access with another base nothing is known: it stands between.
__global__ void otherBase(float *out, const float *in) {
  int t = threadIdx.x;
  float a = s[2 * t];
// CHECK: :[[@LINE-1]]:13: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, 1 request
  s[t] = in[t];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  out[t] = a * s[2 * t + 1];
// CHECK: :[[@LINE-1]]:16: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, 1 request
}

// What happens in a static array does not matter to dynamic memory.
__global__ void besideStatic(float *out, const float *in) {
  __shared__ float q[32];
  int t = threadIdx.x;
  float a = s[2 * t];
// CHECK: :[[@LINE-1]]:13: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, block 32x1x1, 1 request
  q[t] = in[t];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 'q': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  out[t] = a * s[2 * t + 1];
// CHECK: :[[@LINE-1]]:16: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, block 32x1x1, 0 requests
  __syncthreads();
  out[t] += q[t ^ 1];
// CHECK: :[[@LINE-1]]:13: remark: load of 4 bytes from 'q': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
}

// From one to the other, word by word, at the same places of both.
__global__ void across() {
  __shared__ float q[128];
  int t = threadIdx.x;
  for (int i = 0; i < 4; ++i)
    q[4 * t + i] = s[4 * t + i];
// CHECK: :[[@LINE-1]]:5: remark: store of 16 bytes to 'q': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request
// CHECK: :[[@LINE-2]]:20: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request
  __syncthreads();
  for (int i = 0; i < 4; ++i)
    s[4 * t + i + 128] = q[4 * t + i];
// CHECK: :[[@LINE-1]]:5: remark: store of 16 bytes to 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request
// CHECK: :[[@LINE-2]]:26: remark: load of 16 bytes from 'q': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request
}

// In a loop that stays a loop the address register points to the first word: 16
// bytes, where a static array has pairs. Rows of 64 words: one bank for all.
__global__ void rounds(float *out, const float *in) {
  int t = threadIdx.x;
  float a = 0;
#pragma unroll 4
  for (int k = 0; k < 64; ++k)
    a += s[64 * t + k] * in[k];
// CHECK: :[[@LINE-1]]:10: remark: load of 16 bytes from 's': 32/4 wavefronts, conflict, block 32x1x1, 16 requests
  out[t] = a;
}

void run(float *out) {
  rounds<<<1, 32, 8192>>>(out, out);
  streams<<<1, 32, 1024>>>(out);
  staticStreams<<<1, 32>>>(out, out);
  inPlace<<<1, 32, 1024>>>();
  otherBase<<<1, 32, 1024>>>(out, out);
  besideStatic<<<1, 32, 1024>>>(out, out);
  across<<<1, 32, 1024>>>();
}
