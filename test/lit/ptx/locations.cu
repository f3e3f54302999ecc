// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// An access in inline assembly stands where the compilers' line tables put it:
// at the last input in a register, else at the last output that is read, too,
// or more than a variable, else at the beginning of the statement.

#define STORE(at, value)                                                       \
  asm volatile("st.shared.u32 [%0], %1;"                                       \
               ::"r"(at), "r"(value))

__global__ void locations(unsigned *out) {
  __shared__ unsigned s[256];
  unsigned at =
      static_cast<unsigned>(__cvta_generic_to_shared(s + threadIdx.x));
  unsigned v;
  STORE(at,
        3);
// CHECK: :[[@LINE-2]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 256x1x1, 8 requests
  asm volatile(
      "st.shared.u32 [%0 + 128], %1;"
      :
      : "r"(at),
        "r"(threadIdx.x)
      : "memory");
// CHECK: :[[@LINE-2]]:13: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 256x1x1, 8 requests
  asm volatile(
      "ld.shared.u32 %0, [%1 + %2];"
      : "=r"(v)
      : "r"(at),
        "n"(16));
// CHECK: :[[@LINE-2]]:13: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 256x1x1, 8 requests
  // On one line, at the address.
  asm volatile("st.shared.u32 [%0 + 512], %1;" ::"r"(at), "r"(v));
// CHECK: :[[@LINE-1]]:54: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 256x1x1, 8 requests
  asm volatile(
      "{ .reg .b32 t; mov.u32 t, %%laneid; shl.b32 t, t, 2;"
      "  ld.shared.u32 %0, [t]; }"
      : "=r"(
          v));
// CHECK: :[[@LINE-5]]:3: remark: load of 4 bytes from shared memory: 1/1 wavefronts, conflict-free, block 256x1x1, 8 requests
  unsigned each[4];
  asm volatile(
      "{ .reg .b32 t; mov.u32 t, 64; ld.shared.u32 %0, [t]; }"
      : "=r"(
          each[v]));
// CHECK: :[[@LINE-1]]:11: remark: load of 4 bytes from shared memory: 1/1 wavefronts, conflict-free, block 256x1x1, 8 requests
  asm volatile(
      "ld.shared.u32 %0, [%0];"
      : "+r"(at));
// CHECK: :[[@LINE-1]]:14: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 256x1x1, 8 requests
  out[threadIdx.x] = v + each[v / 2] + at;
}

void run(unsigned *out) { locations<<<1, 256>>>(out); }
