// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// Functions are entered; an access stands at its own line, under the kernel
// that reaches it.

// Rows of 32 words down a column: 32.
__device__ float loadColumn(const float *base, int row, int pitch) {
  return base[row * pitch];
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': 32/1 wavefronts, conflict, block 32x1x1, 1 request [caller(float *, const float *)]
}

// An array by reference, its extents deduced.
template <int Rows, int Columns>
__device__ float diagonal(const float (&array)[Rows][Columns], int i) {
  // Word 33i: the next bank each.
  return array[i][i];
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [caller(float *, const float *)]
}

// Only computes: 2t, by two ways to return.
__device__ inline int twice(int t) {
  if (t >= 16)
    return t + t;
  return t << 1;
}

// Changes its argument.
__device__ void advance(int &i, int by) { i += by; }

struct View {
  float *Base;
  int Step;

  __device__ View(float *Base, int Step) : Base(Base), Step(Step) {}
  // A step of 4 words: 32 lanes in 8 banks, 4.
  __device__ float operator()(int i) const { return Base[i * Step]; }
// CHECK: :[[@LINE-1]]:53: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, block 32x1x1, 1 request [caller(float *, const float *)]
};

__global__ void caller(float *out, const float *in) {
  __shared__ float s[32][32];
  int t = threadIdx.x;
  for (int row = 0; row < 32; ++row)
    s[row][t] = in[row * 32 + t];
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 32 requests
  __syncthreads();
  out[t] = loadColumn(&s[0][0], t, 32);
  __syncthreads();
  out[t + 32] = diagonal(s, t);
  __syncthreads();
  out[t + 64] = s[0][twice(t)];
// CHECK: :[[@LINE-1]]:17: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, 1 request
  __syncthreads();
  // 8t + 3: 8 words in each of 4 banks.
  int i = t * 8;
  advance(i, 3);
  out[t + 96] = s[0][i];
// CHECK: :[[@LINE-1]]:17: remark: load of 4 bytes from 's': 8/1 wavefronts, conflict, block 32x1x1, 1 request
  __syncthreads();
  View v(&s[0][0], 4);
  out[t + 128] = v(t);
}

void run(float *out, const float *in) { caller<<<1, 32>>>(out, in); }
