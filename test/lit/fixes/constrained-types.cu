// RUN: %lint --exit-zero --sort=place %s -- -std=c++20 2>&1 | FileCheck %s

// A concept may ask for the length that longer rows change.

template <class T>
concept Kilo = sizeof(T) == 4096;

template <Kilo T> __device__ float constrained(const T &t, int r, int c) {
  return t[r][c];
}
// CHECK: :[[#@LINE-2]]:10: warning: 32-way bank conflict in load from 's'
// CHECK: note: no fix for 's': 'constrained' is instantiated for the length of its rows
__global__ void byParameter(float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = x;
  __syncthreads();
  out[y * 32 + x] = constrained(s, x, y);
}

__device__ float abbreviated(const Kilo auto &t, int r, int c) {
  return t[r][c];
}
// CHECK: :[[#@LINE-2]]:10: warning: 32-way bank conflict in load from 's'
// CHECK: note: no fix for 's': 'abbreviated' is instantiated for the length of its rows
__global__ void byAuto(float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = x;
  __syncthreads();
  out[y * 32 + x] = abbreviated(s, x, y);
}

template <class T> __device__ float open(const T &t, int r, int c) {
  return t[r][c];
}
// CHECK: :[[#@LINE-2]]:10: warning: 32-way bank conflict in load from 's'
// CHECK: note: pad the rows of 's' to 33 floats
__global__ void byPlainParameter(float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = x;
  __syncthreads();
  out[y * 32 + x] = open(s, x, y);
}

__global__ void byVariable(float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = x;
  __syncthreads();
  Kilo auto &t = s;
  out[y * 32 + x] = t[x][y];
// CHECK: :[[#@LINE-1]]:21: warning: 32-way bank conflict in load from 's'
// CHECK: :[[#@LINE-3]]:18: note: no fix for 's': the type of 't' repeats the length of its rows
}

void launch(float *out) {
  byParameter<<<1, dim3(32, 32)>>>(out);
  byAuto<<<1, dim3(32, 32)>>>(out);
  byPlainParameter<<<1, dim3(32, 32)>>>(out);
  byVariable<<<1, dim3(32, 32)>>>(out);
}
