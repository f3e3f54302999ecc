// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | grep "remark: load" \
// RUN:   | FileCheck %s

// Enumerators that are named through an object, as of fragments of matrices: what
// the object itself is does not matter.

template <int N> struct Part {
  float x[N];
  enum { Count = N, Stride = N * 4 };
};
template <class T> __device__ float sum(const T &part, const float *s) {
  float sum = 0;
  for (unsigned k = 0; k < part.Count / 2; k++)
    // CHECK: :[[@LINE+1]]:{{[0-9]+}}: remark: load of 4 bytes from 's': 32/1 wavefronts, conflict, block 32x1x1, 4 requests
    sum += s[threadIdx.x * part.Stride + k % 2 * 1024 + k];
  return sum;
}
__device__ Part<4> *next(Part<4> *from, int &calls) {
  ++calls;
  return from + 1;
}
__global__ void users(float *g, Part<4> *parts) {
  __shared__ float s[4096];
  Part<8> part;
  for (int i = threadIdx.x; i < 4096; i += 32)
    s[i] = g[i];
  __syncthreads();
  float a = sum(part, s);
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, 1 request
  a += s[threadIdx.x * (parts->Stride / 8)];
  // What the object is made by runs all the same.
  int calls = 1;
  a += next(parts, calls)->Count;
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: remark: load of 4 bytes from 's': 8/1 wavefronts, conflict, block 32x1x1, 1 request
  a += s[threadIdx.x * calls * 4];
  g[threadIdx.x] = a;
}
void run(float *g, Part<4> *p) { users<<<1, 32>>>(g, p); }
