// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// An object that the program makes from scalars is these scalars to nvcc: each
// member is stored by itself, and joins its neighbours of the same size; padding
// and members without a value are not stored at all. The widths are those of
// nvcc 13.0 for sm_90.

struct Mixed {
  double First;
  int A;
  float B;
  int C; // and 4 bytes of padding
  __device__ Mixed(float f) : First(f), A(f), B(f), C(f) {}
  Mixed() = default;
};

// STS.64 twice, and STS: a double joins no int, and the end is padding.
__global__ void mixed(float *out, float x, int n) {
  __shared__ Mixed s[32];
  s[threadIdx.x] = Mixed(x);
// CHECK: :[[@LINE-1]]:3: remark: store of 8 bytes to 's': 2/1.667 wavefronts, conflict, worst 2x, block 32x1x1, 3 requests
  __syncthreads();
  out[threadIdx.x] = s[n].B;
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
}

struct WithShort {
  short First; // and 2 bytes of padding
  int A, B;
  float C;
  __device__ WithShort(float f) : First(f), A(f), B(f), C(f) {}
  WithShort() = default;
};

// STS.U16, STS and STS.64.
__global__ void withShort(float *out, float x, int n) {
  __shared__ WithShort s[32];
  s[threadIdx.x] = WithShort(x);
// CHECK: :[[@LINE-1]]:3: remark: store of 8 bytes to 's': 4/1.333 wavefronts, conflict, worst 4x, block 32x1x1, 3 requests
  __syncthreads();
  out[threadIdx.x] = s[n].B;
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
}

struct alignas(16) Padded {
  float A, B, C;
  __device__ Padded(float f) : A(f), B(f + 1), C(f + 2) {}
  Padded() = default;
};

// STS.64 and STS.
__global__ void padded(float *out, float x, int n) {
  __shared__ Padded s[32];
  s[threadIdx.x] = Padded(x);
// CHECK: :[[@LINE-1]]:3: remark: store of 8 bytes to 's': 4/1.5 wavefronts, conflict, worst 4x, block 32x1x1, 2 requests
  __syncthreads();
  out[threadIdx.x] = s[n].B;
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
}

struct Partly {
  float A, B, C, D, E;
  __device__ Partly(float f) { A = B = D = f; }
  Partly() = default;
};

// STS three times: nothing is stored of C and E.
__global__ void partly(float *out, float x, int n) {
  __shared__ Partly s[32];
  s[threadIdx.x] = Partly(x);
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 3 requests
  __syncthreads();
  out[threadIdx.x] = s[n].B;
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
}

struct Narrow {
  char C[4];
  short S[4];
  float F;
  __device__ Narrow(float f) {
    for (int i = 0; i < 4; ++i) {
      C[i] = f + i;
      S[i] = f + i;
    }
    F = f;
  }
  Narrow() = default;
};

// STS.128: narrow members make words first.
__global__ void narrow(float *out, float x, int n) {
  __shared__ Narrow s[32];
  s[threadIdx.x] = Narrow(x);
// CHECK: :[[@LINE-1]]:3: remark: store of 16 bytes to 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request
  __syncthreads();
  out[threadIdx.x] = s[n].F;
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
}

// Up to 8,192 bytes an object is taken apart, however many members it has.
template <int Count> struct __align__(16) Filled {
  float Of[Count];
  float Last;
};
template <int Count> __global__ void first(float *out, float x, int n) {
  __shared__ Filled<Count> s[2];
  Filled<Count> v;
  v.Of[0] = x;
  s[threadIdx.x & 1] = v;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, block 32x1x1, 1 request [first<2047>(float *, float, int)]
// CHECK: :[[@LINE-2]]:3: remark: store of 16 bytes to 's': 4/4 wavefronts, conflict-free, block 32x1x1, 513 requests [first<2048>(float *, float, int)]
  __syncthreads();
  out[threadIdx.x] = s[n].Of[threadIdx.x];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [first<2047>(float *, float, int)]
// CHECK: :[[@LINE-2]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [first<2048>(float *, float, int)]
}

struct alignas(16) Quad {
  int A, B, C;
  float D;
  __device__ Quad(float f) : A(f), B(f), C(f), D(f) {}
  Quad() = default;
};

// STS.128: that one iteration of many stores does not part the members.
__global__ void inOneIteration(float *out, const float *in, int n) {
  __shared__ Quad s[512];
  int t = threadIdx.x;
#pragma unroll 1
  for (int i = 2; i >= 0; --i) {
    int at = i * 512 + (t ^ 7);
    if (at < 512)
      s[at] = Quad(in[t]);
// CHECK: :[[@LINE-1]]:7: remark: store of 16 bytes to 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request
  }
  __syncthreads();
  out[t] = s[n].B;
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
}

int main() {
  mixed<<<1, 32>>>(nullptr, 1, 1);
  withShort<<<1, 32>>>(nullptr, 1, 1);
  padded<<<1, 32>>>(nullptr, 1, 1);
  partly<<<1, 32>>>(nullptr, 1, 1);
  narrow<<<1, 32>>>(nullptr, 1, 1);
  first<2047><<<1, 32>>>(nullptr, 1, 1);
  first<2048><<<1, 32>>>(nullptr, 1, 1);
  inOneIteration<<<1, 32>>>(nullptr, nullptr, 1);
}
