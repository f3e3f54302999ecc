// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// A pointer that walks through a static array from round to round: what one
// round asks for merges, but not what several unrolled ones do. An index that
// counts, a pointer that all threads share, and dynamic memory are as ever.
// Lanes are 4 words apart. One word: every eighth lane is in the same bank, 4/1. Two
// words: in a phase of 16 lanes two share each bank, 4/2. Four words: 8 lanes fill the
// banks, 4/4; where all lanes load the same, a wavefront for each half of the warp,
// 2/2. The number of iterations is not known, nor the number of requests.

#define FILL                                                                   \
  __shared__ float s[4096];                                                    \
  int t = threadIdx.x;                                                         \
  s[t] = in[t];                                                                \
  __syncthreads();                                                             \
  float sum = 0;

__global__ void byOne(const float *in, float *out, int n) {
  FILL;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  float *p = s + 4 * t;
  for (int i = 0; i < n; ++i)
    sum += *p++;
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, inexact, block 32x1x1
  out[t] = sum;
}

__global__ void byTwo(const float *in, float *out, int n) {
  FILL;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  float *p = s + 4 * t;
  for (int i = 0; i < n; ++i, p += 2)
    sum += p[0] * p[1];
// CHECK: :[[@LINE-1]]:12: remark: load of 8 bytes from 's': 4/2 wavefronts, conflict, inexact, block 32x1x1
// CHECK: :[[@LINE-2]]:19: remark: load of 8 bytes from 's': 4/2 wavefronts, conflict, inexact, block 32x1x1
  out[t] = sum;
}

__global__ void stores(const float *in, float *out, int n) {
  FILL;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  float *p = s + 4 * t;
  for (int i = 0; i < n; ++i)
    *p++ = in[i];
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 4/1 wavefronts, conflict, inexact, block 32x1x1
  out[t] = sum;
}

__global__ void counted(const float *in, float *out, int n) {
  FILL;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  int k = 4 * t;
  for (int i = 0; i < n; ++i)
    sum += s[k++];
// CHECK: :[[@LINE-1]]:12: remark: load of 8 bytes from 's': 4/2 wavefronts, conflict, inexact, block 32x1x1
  out[t] = sum;
}

__global__ void shared(const float *in, float *out, int n) {
  FILL;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  float *p = s;
  for (int i = 0; i < n; ++i)
    sum += *p++;
// CHECK: :[[@LINE-1]]:12: remark: load of 16 bytes from 's': 2/2 wavefronts, conflict-free, inexact, block 32x1x1
  out[t] = sum;
}

__global__ void dynamic(const float *in, float *out, int n) {
  extern __shared__ float d[];
  int t = threadIdx.x;
  d[t] = in[t];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 'd': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  __syncthreads();
  float sum = 0, *p = d + 4 * t;
  for (int i = 0; i < n; ++i)
    sum += *p++;
// CHECK: :[[@LINE-1]]:12: remark: load of 16 bytes from 'd': 4/4 wavefronts, conflict-free, inexact, block 32x1x1
  out[t] = sum;
}

// The step that counts is that of the variable in the condition, whatever else
// an increment does: four iterations are one block, of which LDS.128 comes.
__global__ void besideCounter(const float *in, float *out) {
  __shared__ __align__(16) float s[4096];
  int t = threadIdx.x;
  s[t] = in[t];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  __syncthreads();
  float sum = 0;
  const float *p = s + 4 * t;
  for (int i = 0; i < 4; ++i, p += 1)
    sum += *p;
// CHECK: :[[@LINE-1]]:12: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request
  out[t] = sum;
}

int main(int argc, char **) {
  byOne<<<1, 32>>>(nullptr, nullptr, argc);
  byTwo<<<1, 32>>>(nullptr, nullptr, argc);
  stores<<<1, 32>>>(nullptr, nullptr, argc);
  counted<<<1, 32>>>(nullptr, nullptr, argc);
  shared<<<1, 32>>>(nullptr, nullptr, argc);
  dynamic<<<1, 32, 4096>>>(nullptr, nullptr, argc);
  besideCounter<<<1, 32>>>(nullptr, nullptr);
}
