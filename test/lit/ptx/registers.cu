// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// Values that inline assembly makes: registers of the machine, arithmetic,
// predicates. Each is seen by the conflicts of an access that it indexes.

__device__ unsigned laneId() {
  unsigned lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  return lane;
}

__device__ unsigned extract(unsigned from, unsigned bit, unsigned count) {
  unsigned part;
  asm("bfe.u32 %0, %1, %2, %3;" : "=r"(part) : "r"(from), "r"(bit), "r"(count));
  return part;
}

__global__ void registers(int *out) {
  __shared__ int s[4096];
  unsigned warp, x, dim, below, r;
  s[laneId() * 2] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, block 32x2x1, 2 requests
  asm("mov.u32 %0, %%warpid;" : "=r"(warp));
  s[warp * 32 + laneId() * 4] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 4/1 wavefronts, conflict, block 32x2x1, 2 requests
  asm("mov.u32 %0, %%tid.x;\n\tmov.u32 %1, %%ntid.x;" : "=r"(x), "=r"(dim));
  s[x * dim] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict, block 32x2x1, 2 requests
  // The number of lanes below is the lane's number.
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(below));
  s[__popc(below) * 8] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 8/1 wavefronts, conflict, block 32x2x1, 2 requests
  s[extract(x, 1, 4) * 32] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 16/1 wavefronts, conflict, block 32x2x1, 2 requests
  // 5x + 3, in registers of the text's own.
  asm("{\n\t.reg .u32 t, u;\n\tshl.b32 t, %1, 2;\n\tadd.u32 u, t, %1;\n\t"
      "add.u32 %0, u, 3;\n\t}" : "=r"(r) : "r"(x));
  s[r] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x2x1, 2 requests
  asm("mad.lo.u32 %0, %1, 6, %2;" : "=r"(r) : "r"(x), "r"(warp));
  s[r] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, block 32x2x1, 2 requests
  // Lanes 0 to 7 at 32x, the others at x.
  asm("{ .reg .pred p; setp.lt.u32 p, %1, 8; selp.b32 %0, %2, %1, p; }"
      : "=r"(r) : "r"(x), "r"(x * 32));
  s[r] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 8/1 wavefronts, conflict, block 32x2x1, 2 requests
  // The same with a guard: the others keep what they had.
  r = x;
  asm("{ .reg .pred p; setp.ge.u32 p, %1, 8; @!p mov.b32 %0, %2; }"
      : "+r"(r) : "r"(x), "r"(x * 32));
  s[r] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 8/1 wavefronts, conflict, block 32x2x1, 2 requests
  // Nothing happens to what only the compiler must not see through.
  r = x * 16;
  asm volatile("" : "+r"(r)::"memory");
  s[r] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 16/1 wavefronts, conflict, block 32x2x1, 2 requests
  // (x & 3) ^ 24: 4 numbers.
  asm("lop3.b32 %0, %1, 3, 24, 0x6a;" : "=r"(r) : "r"(x));
  s[r * 32] = 1;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 4/1 wavefronts, conflict, block 32x2x1, 2 requests
  __syncthreads();
  out[0] = s[0];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x2x1, 2 requests
}

void run(int *out) { registers<<<1, dim3(32, 2)>>>(out); }
