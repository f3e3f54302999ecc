// RUN: %lint --exit-zero --all-accesses %s 2>&1 | grep 'remark: load' | FileCheck %s

// The class of the whole object says where its virtual bases lie, and a method
// may be inherited from a base of a base.

struct State {
  int Number;
};
struct Buffer {
  __device__ Buffer();
};
struct File : virtual State {
  Buffer Own;
  __device__ File() : Own() {}
};

// What a constructor elsewhere may write is no longer known.
__global__ void virtualBase(float *out) {
  __shared__ float tile[1024];
  File Object;
  tile[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x * Object.Number];
}

struct Stride {
  __device__ virtual int get() const { return 32; }
};
struct Between : Stride {};
struct Outermost : Between {};
__device__ int strideOf(const Stride &Object) { return Object.get(); }

__global__ void baseOfBase(float *out) {
  __shared__ float tile[1024];
  Outermost Object;
  tile[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x * strideOf(Object)];
}

struct Before {
  int Number;
};
struct Second : Before, Stride {};
__global__ void secondBase(float *out) {
  __shared__ float tile[1024];
  Second Object;
  tile[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x * strideOf(Object)];
}

// A number that all entries of a table have, and entries that differ.
__constant__ const int Same[4] = {32, 32, 32, 32};
__constant__ const int Other[4] = {32, 32, 32, 33};
__global__ void tables(float *out, int which) {
  __shared__ float tile[1024];
  tile[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x * Same[which & 3]];
  out[threadIdx.x] += tile[threadIdx.x * Other[which & 3]];
}

void launch(float *out, int which) {
  virtualBase<<<1, 32>>>(out);
  baseOfBase<<<1, 32>>>(out);
  secondBase<<<1, 32>>>(out);
  tables<<<1, 32>>>(out, which);
}

// CHECK: {{^.*[?]/[?]}} wavefronts, unknown (index made by a constructor whose body is not visible at line {{[0-9]+}}), inexact, block 32x1x1, 1 request [virtualBase(float *)]
// CHECK: {{^.*}}32/1 wavefronts, conflict, block 32x1x1, 1 request [baseOfBase(float *)]
// CHECK: {{^.*}}32/1 wavefronts, conflict, block 32x1x1, 1 request [secondBase(float *)]
// CHECK: {{^.*}}32/1 wavefronts, conflict, block 32x1x1, 1 request [tables(float *, int)]
// CHECK: {{^.*}}possible (conflicts for some values, as with read from a local array at an unknown index = {{[0-9]+}}), inexact, {{.*}} [tables(float *, int)]
