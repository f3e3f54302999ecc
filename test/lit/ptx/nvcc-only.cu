// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// Inline assembly that nvcc takes and Clang does not: a percent sign before a
// name, or before what is no name; operands without a comma between them. The
// instruction counts, and so does what it writes.

__device__ unsigned sharedOffset(const void *p) {
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
}

// All lanes have the block's number; each has its own lane.
__global__ void special(float *out) {
  __shared__ float s[2048];
  unsigned block, lane;
  asm volatile("mov.u32 %0, %clusterid.x;\n"
               " // 50% of them, 100%, and %%tid" : "=r"(block));
  asm volatile("{ mov.u32 %0, %laneid; }" : "=r"(lane) :);
  s[block + lane * 4] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 4/1 wavefronts, conflict, block 256x1x1, 8 requests [special
  out[threadIdx.x] = s[block];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 256x1x1, 8 requests [special
}

__global__ void raw(float *out) {
  __shared__ float s[2048];
  unsigned lane;
  asm volatile(R"(mov.u32 %0, %laneid;)" : "=r"(lane));
  out[threadIdx.x] = s[lane * 8];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 8/1 wavefronts, conflict, block 256x1x1, 8 requests [raw
}

#define LANE(x) asm volatile("mov.u32 %0, %laneid;" : "=r"(x))
__global__ void macro(float *out) {
  __shared__ float s[2048];
  unsigned lane;
  LANE(lane);
  out[threadIdx.x] = s[lane * 16];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 16/1 wavefronts, conflict, block 256x1x1, 8 requests [macro
}

// Without a colon the text has no operands.
__global__ void plain(float *out) {
  __shared__ float s[2048];
  s[threadIdx.x] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 256x1x1, 8 requests [plain
  asm volatile("{ .reg .b32 x; mov.u32 x, %laneid; }");
  out[threadIdx.x] = s[threadIdx.x * 2];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 256x1x1, 8 requests [plain
}

__global__ void commas(int *out) {
  __shared__ int s[2048];
  asm volatile("st.shared.b32 [%0], %1;" : : "r"(sharedOffset(s + threadIdx.x * 2)) "r"(7) : "memory");
// CHECK: :[[@LINE-1]]:50: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, block 256x1x1, 8 requests [commas
  int x, y;
  asm volatile("mov.u32 %[a], %[c];\nmov.u32 %[b], %[d];"
               : [a] "=r"(x)[b] "=r"(y) : [c] "r"(3)[d] "r"(threadIdx.x));
  out[threadIdx.x] = s[x * y];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 256x1x1, 8 requests [commas
}

// A template's statements are read once.
template <int N> __global__ void instance(float *out) {
  __shared__ float s[2048];
  unsigned lane;
  asm volatile("mov.u32 %0, %laneid;" : "=r"(lane));
  out[threadIdx.x] = s[lane * N];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, 1 request [instance<2>
}

// What nvcc rejects, too, is no register of this name.
__global__ void rejected(float *out) {
  __shared__ float s[2048];
  unsigned lane;
  asm volatile("mov.u32 %0, %r1;" : "=r"(lane));
  out[threadIdx.x] = s[lane];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': ?/? wavefronts, unknown (index never set before it is read), inexact, block 256x1x1, 8 requests [rejected
}

void run(float *f) { instance<2><<<1, 32>>>(f); }

// CHECK: remark: code in 'rejected' not analysed: Clang rejects it: invalid operand number in inline asm string
