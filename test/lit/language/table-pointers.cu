// A constructor stores where the tables of virtual functions of its object are.
// Which of these stores nvcc drops is not known, so that they are not exact.

// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

inline __device__ void *operator new(size_t, void *At) { return At; }

struct Shape {
  int Id;
  // CHECK: table-pointers.cu:[[@LINE+1]]:32: remark: store of 8 bytes to 'Raw': {{.*}}, 0 requests
  __device__ Shape(int I) : Id(I) {}
  __device__ virtual int area() const { return Id; }
};
// The object's table is that of the class that is made; what 'Shape' stored is
// dropped.
struct Box : Shape {
  int Width;
  // CHECK: table-pointers.cu:[[@LINE+2]]:14: remark: store of 8 bytes to 'Raw': 2/2 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
  // CHECK: table-pointers.cu:[[@LINE+1]]:43: remark: store of 8 bytes to 'Raw': 2/2 wavefronts, conflict-free, block 32x1x1, 1 request
  __device__ Box(int I) : Shape(I), Width(I + 1) {}
  __device__ int area() const override { return Width * Id; }
};
__global__ void derived(int *Out) {
  __shared__ alignas(16) char Raw[32][24];
  new (Raw[threadIdx.x]) Box(threadIdx.x);
  // CHECK: table-pointers.cu:[[@LINE+1]]:22: remark: load of 4 bytes from 'Raw': 2/1 wavefronts, conflict, block 32x1x1, 1 request
  Out[threadIdx.x] = reinterpret_cast<int *>(Raw[31 - threadIdx.x])[2];
}

struct First {
  int A;
  __device__ virtual void f() {}
};
struct Second {
  int B;
  __device__ virtual void g() {}
};
// Two bases with tables of their own are two stores.
struct Both : First, Second {
  // CHECK: table-pointers.cu:[[@LINE+1]]:14: remark: store of 8 bytes to 'Two': {{.*}}inexact, block 32x1x1, 2 requests
  __device__ Both() {}
};
__global__ void twoBases(int *Out) {
  __shared__ alignas(16) char Two[32][40];
  new (Two[threadIdx.x]) Both();
  // CHECK: table-pointers.cu:[[@LINE+1]]:22: remark: load of 1 byte from 'Two': 2/1 wavefronts, conflict, block 32x1x1, 1 request
  Out[threadIdx.x] = Two[threadIdx.x ^ 1][8];
}

// No virtual function: nothing is stored but the member.
struct Plain {
  int A;
  // CHECK-NEXT: table-pointers.cu:[[@LINE+1]]:31: remark: store of 4 bytes to 'Flat': 2/1 wavefronts, conflict, block 32x1x1, 1 request
  __device__ Plain(int I) : A(I) {}
};
__global__ void noTable(int *Out) {
  __shared__ alignas(16) char Flat[32][8];
  new (Flat[threadIdx.x]) Plain(threadIdx.x);
  // CHECK-NEXT: table-pointers.cu:[[@LINE+1]]:22: remark: load of 1 byte from 'Flat': 2/1 wavefronts, conflict, block 32x1x1, 1 request
  Out[threadIdx.x] = Flat[threadIdx.x ^ 1][0];
}

// An object of one thread has its table in registers or local memory.
// CHECK-NOT: remark:
struct Other : Shape {
  __device__ Other(int I) : Shape(I) {}
};
__global__ void local(int *Out) {
  Other O(threadIdx.x);
  Out[threadIdx.x] = O.Id;
}

void launch(int *Out) {
  derived<<<1, 32>>>(Out);
  twoBases<<<1, 32>>>(Out);
  noTable<<<1, 32>>>(Out);
  local<<<1, 32>>>(Out);
}
