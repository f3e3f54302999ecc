// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// Where each path through a branch loads into one variable, or ends with a
// store, there is one request, in which each lane goes where its path leads. It
// stands with the first load, or the last store. Widths and numbers of requests
// are those of machine code (nvcc 13.0, sm_90); all words are 4 bytes.

// Even lanes go to word 16 t, in banks 0 and no other; odd ones to word t, in
// odd banks: 16 words in bank 0.
__global__ void arms(float *out) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  float a = 0;
  if (t % 2 == 0)
    a += s[t * 16];
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': 16/1 wavefronts, conflict, block 32x1x1, 1 request
  else
    a += s[t];
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': 16/1 wavefronts, conflict, block 32x1x1, 0 requests
  out[t] = a;
}

// The lanes of a path are 4 apart, their words 16: 4 words in each of 2 banks.
// The first two paths go to the same words, the others to other banks.
__global__ void cases(float *out) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  float a = 0;
  switch (t % 4) {
  case 0:
    a = s[t * 4];
// CHECK: :[[@LINE-1]]:9: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, block 32x1x1, 1 request
    break;
  case 1:
    a = s[t * 4 - 4];
// CHECK: :[[@LINE-1]]:9: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, block 32x1x1, 0 requests
    break;
  case 2:
    a = s[t * 4 + 4];
// CHECK: :[[@LINE-1]]:9: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, block 32x1x1, 0 requests
    break;
  default:
    a = s[t * 4 + 8];
// CHECK: :[[@LINE-1]]:9: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, block 32x1x1, 0 requests
  }
  out[t] = a;
}

// An if at the end of an arm has no meeting point of its own: three paths. 24
// lanes go to words of bank 0.
__global__ void chain(float *out) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  float a = 0;
  if (t < 8)
    a = s[t * 32] * 3;
// CHECK: :[[@LINE-1]]:9: remark: load of 4 bytes from 's': 24/1 wavefronts, conflict, block 32x1x1, 1 request
  else if (t < 16)
    a = s[t] * 3;
// CHECK: :[[@LINE-1]]:9: remark: load of 4 bytes from 's': 24/1 wavefronts, conflict, block 32x1x1, 0 requests
  else
    a = s[t * 32] * 3;
// CHECK: :[[@LINE-1]]:9: remark: load of 4 bytes from 's': 24/1 wavefronts, conflict, block 32x1x1, 0 requests
  out[t] = a;
}

static __device__ float chosen(const float *s, int t) {
  if (t & 1)
    return s[t * 32];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 17/1 wavefronts, conflict, block 32x1x1, 1 request
  return s[t];
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': 17/1 wavefronts, conflict, block 32x1x1, 0 requests
}

// All odd lanes are in bank 0, with lane 0.
__global__ void returned(float *out) {
  __shared__ float s[1024];
  out[threadIdx.x] = chosen(s, threadIdx.x);
}

// Through one function: as above. With a conditional operator: the words are 16
// t, and 16 t / 2 of even lanes; 16 in bank 16, of which some are met twice.
static __device__ float get(const float *s, int at) { return s[at]; }
// CHECK: :[[@LINE-1]]:62: remark: load of 4 bytes from 's': 17/1 wavefronts, conflict, block 32x1x1, 1 request

__global__ void called(float *out) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  float a;
  if (t & 1)
    a = get(s, t * 32);
  else
    a = get(s, t);
  out[t] = a;
  out[t + 32] = t & 1 ? s[t * 16] * 2 : s[t * 8] * 2;
// CHECK: :[[@LINE-1]]:25: remark: load of 4 bytes from 's': 16/1 wavefronts, conflict, block 32x1x1, 1 request
// CHECK: :[[@LINE-2]]:41: remark: load of 4 bytes from 's': 16/1 wavefronts, conflict, block 32x1x1, 0 requests
}

// Several in a row; what was chosen is not known to be aligned, and joins with
// no neighbour. Odd lanes are 8 words apart, 4 in a bank.
__global__ void both(float *out) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  float a, b;
  if (t & 1) {
    a = s[t * 4];
// CHECK: :[[@LINE-1]]:9: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, block 32x1x1, 1 request
    b = s[t * 4 + 1];
// CHECK: :[[@LINE-1]]:9: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, block 32x1x1, 1 request
  } else {
    a = s[t * 2];
// CHECK: :[[@LINE-1]]:9: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, block 32x1x1, 0 requests
    b = s[t * 2 + 1];
// CHECK: :[[@LINE-1]]:9: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, block 32x1x1, 0 requests
  }
  out[t] = a * b;
}

// What is done with the numbers differs, or one path does without.
__global__ void apart(float *out) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  float a = 0;
  if (t % 2 == 0)
    a = s[t * 16] * 2;
// CHECK: :[[@LINE-1]]:9: remark: load of 4 bytes from 's': 16/1 wavefronts, conflict, block 32x1x1, 1 request
  else
    a = s[t] + 3;
// CHECK: :[[@LINE-1]]:9: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  if (t % 4 == 0)
    a += s[t * 8];
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': 8/1 wavefronts, conflict, block 32x1x1, 1 request
  else if (t % 4 == 1)
    a += s[t * 3];
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  out[t] = a;
}

// Stores of what was made alike, and of what was not. Odd lanes go to bank 16.
__global__ void stores(float *out, const float *in) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  if (t % 2)
    s[t * 16] = in[t + 7] * 2;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 16/1 wavefronts, conflict, block 32x1x1, 0 requests
  else
    s[t * 3] = in[t + 9] * 2;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 16/1 wavefronts, conflict, block 32x1x1, 1 request
  __syncthreads();
  if (t % 2)
    s[t * 16] = in[t + 17] * 2;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 16/1 wavefronts, conflict, block 32x1x1, 1 request
  else
    s[t * 3] = in[t + 19] + 3;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  __syncthreads();
  out[t] = s[t];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
}

// Where a factor differs as well and addresses are made in two ways, some are
// joined and others not.
__global__ void unsure(float *out, float x, float y) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  float a = 0;
  if (t % 2)
    a += s[t] * x;
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
  else
    a += s[3 * t] * y;
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
  out[t] = a;
}

// A condition that all lanes share: the warp takes one of the arms.
__global__ void uniform(float *out, int n) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  float a = 0;
  if (n > 3)
    a += s[t * 16];
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': 16/1 wavefronts, conflict, block 32x1x1, 1 request
  else
    a += s[t];
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  out[t] = a;
}

// The second path adds to the variable twice. Its last load and that of the first
// are one, but not where the variable is known before: `0 + s[t]` is turned.
__global__ void lastOfMore(float *out, float a) {
  __shared__ float s[1024], r[1024];
  int t = threadIdx.x;
  if (t % 2 == 0) {
    a += s[t * 16];
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': 16/1 wavefronts, conflict, inexact, block 32x1x1, {{.*}}
  } else {
    a += r[t];
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 'r': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
    a += s[t];
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': {{.*}}, inexact, block 32x1x1, {{.*}}
  }
  out[t] = a;
}

// What comes last is of other types.
__global__ void lastOfOtherType(float *out, float a) {
  __shared__ float s[1024];
  __shared__ short r[1024];
  int t = threadIdx.x;
  if (t % 2 == 0) {
    a += s[t * 16];
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': 16/1 wavefronts, conflict, block 32x1x1, 1 request
  } else {
    a += s[t];
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
    a += r[t];
// CHECK: :[[@LINE-1]]:10: remark: load of 2 bytes from 'r': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  }
  out[t] = a;
}

// Functions that refer to a place, or load from one, are as good as the place:
// one LDS in each of two kernels. Lanes are 16 words apart, in two banks.
struct Grid {
  float *data;
  __device__ float &operator()(int row, int column) const {
    return data[row * 16 + column];
  }
  __device__ float &at(int row) const { return data[row * 16]; }
};
struct Cell {
  float value, other;
  __device__ float get() const { return value; }
// CHECK: :[[@LINE-1]]:41: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, 1 request
};

__global__ void placesOfArms(float *out) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  Grid grid{s};
  float a = 0;
  if (t % 2)
    a += grid.at(t);
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': 16/1 wavefronts, conflict, block 32x1x1, 1 request
  else
    a += grid.at(t + 1);
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': 16/1 wavefronts, conflict, block 32x1x1, 0 requests
  out[t] = a;
}

// Lanes are two words apart, which is 2/1; on one path they all name a word.
__global__ void loadsOfCalls(float *out) {
  __shared__ Cell s[64];
  int t = threadIdx.x;
  float a = t < 16 ? s[t].get() : s[t + 16].get();
  out[t] = a;
}

// A variable that one arm has changed before takes a phi beside that of the
// address: two loads, or one.
__global__ void changedBefore(float *out, const float *in, int n) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  float a = 0;
  if (t < 10) {
    a += s[t * 32];
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': 10/1 wavefronts, conflict, inexact, block 32x1x1, 1 request
  } else {
#pragma unroll 1
    for (int k = 0; k < n; ++k)
      a += in[k];
    a += s[t];
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
  }
  out[t] = a;
}

int main(int argc, char **) {
  arms<<<1, 32>>>(nullptr);
  cases<<<1, 32>>>(nullptr);
  chain<<<1, 32>>>(nullptr);
  returned<<<1, 32>>>(nullptr);
  called<<<1, 32>>>(nullptr);
  both<<<1, 32>>>(nullptr);
  apart<<<1, 32>>>(nullptr);
  stores<<<1, 32>>>(nullptr, nullptr);
  unsure<<<1, 32>>>(nullptr, 1, 2);
  uniform<<<1, 32>>>(nullptr, argc);
  lastOfMore<<<1, 32>>>(nullptr, argc);
  lastOfOtherType<<<1, 32>>>(nullptr, argc);
  placesOfArms<<<1, 32>>>(nullptr);
  loadsOfCalls<<<1, 32>>>(nullptr);
  changedBefore<<<1, 32>>>(nullptr, nullptr, argc);
}
