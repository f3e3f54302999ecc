// Products of a warp group on operands that a descriptor names: each type, in
// each swizzle mode, transposed or not, with A in registers or not. Hardware
// counts as many wavefronts as ideal, whatever the layout; the stores that fill
// an operand are a warp's, and conflict as others do.

#include "hopper.h"
#include "host.h"

using Descriptor = unsigned long long;

// A descriptor of a matrix at this address: 16 bytes a unit; core matrices are
// 128 bytes apart in one direction and 1024 in the other.
__device__ Descriptor describe(const void *matrix, int mode) {
  return (sharedOffset(matrix) & 0x3ffff) >> 4 | 8ull << 16 | 64ull << 32 |
         Descriptor(mode) << 62;
}

__device__ void complete() {
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
  asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
}

// 64 rows of A and 8 columns of B, 32 bytes each: 16 + 2 wavefronts a warp group.
// The line tables give a product the line of the fence before it.
#define PRODUCT(NAME, TYPE, C, TEXT, TAIL)                                     \
  struct NAME {                                                                \
    using Result = TYPE;                                                       \
    static __device__ void run(TYPE *d, Descriptor a, Descriptor b) {   \
      asm volatile("{ .reg .pred p; setp.ne.b32 p, 1, 0;\n"                   \
                   "wgmma.fence.sync.aligned;\n"                               \
                   "wgmma.mma_async.sync.aligned.m64n8" TEXT                   \
                   " {%0, %1, %2, %3}, %4, %5, p" TAIL "; }"                   \
                   : "+" C(d[0]), "+" C(d[1]), "+" C(d[2]), "+" C(d[3])        \
                   : "l"(a), "l"(b));                                         \
    }                                                                          \
  }

// Of A in registers: the wavefronts are those of B alone.
#define IN_REGISTERS(NAME, TYPE, C, TEXT, TAIL)                                \
  struct NAME {                                                                \
    using Result = TYPE;                                                       \
    static __device__ void run(TYPE *d, Descriptor a, Descriptor b) {   \
      unsigned r = unsigned(a);                                                \
      asm volatile("{ .reg .pred p; setp.ne.b32 p, 1, 0;\n"                   \
                   "wgmma.fence.sync.aligned;\n"                               \
                   "wgmma.mma_async.sync.aligned.m64n8" TEXT                   \
                   " {%0, %1, %2, %3}, {%4, %4, %4, %4}, %5, p" TAIL "; }"     \
                   : "+" C(d[0]), "+" C(d[1]), "+" C(d[2]), "+" C(d[3])        \
                   : "r"(r), "l"(b));                                         \
    }                                                                          \
  }

PRODUCT(Half, float, "f", "k16.f32.f16.f16", ", 1, 1, 0, 0");
PRODUCT(HalfA, float, "f", "k16.f32.f16.f16", ", 1, 1, 1, 0");
PRODUCT(HalfB, float, "f", "k16.f32.f16.f16", ", 1, 1, 0, 1");
PRODUCT(HalfAB, float, "f", "k16.f32.f16.f16", ", 1, 1, 1, 1");
PRODUCT(Bfloat, float, "f", "k16.f32.bf16.bf16", ", 1, 1, 0, 0");
PRODUCT(BfloatAB, float, "f", "k16.f32.bf16.bf16", ", 1, 1, 1, 1");
PRODUCT(Tf32, float, "f", "k8.f32.tf32.tf32", ", 1, 1");
PRODUCT(E4m3, float, "f", "k32.f32.e4m3.e4m3", ", 1, 1");
PRODUCT(E5m2, float, "f", "k32.f32.e5m2.e4m3", ", 1, 1");
PRODUCT(Signed, int, "r", "k32.s32.s8.s8", "");
PRODUCT(Unsigned, int, "r", "k32.s32.u8.u8", "");
PRODUCT(Bits, int, "r", "k256.s32.b1.b1.and.popc", "");
IN_REGISTERS(HalfRegisters, float, "f", "k16.f32.f16.f16", ", 1, 1, 0");
IN_REGISTERS(HalfRegistersB, float, "f", "k16.f32.f16.f16", ", 1, 1, 1");
IN_REGISTERS(BfloatRegisters, float, "f", "k16.f32.bf16.bf16", ", 1, 1, 0");
IN_REGISTERS(Tf32Registers, float, "f", "k8.f32.tf32.tf32", ", 1, 1");
IN_REGISTERS(E4m3Registers, float, "f", "k32.f32.e4m3.e4m3", ", 1, 1");
IN_REGISTERS(SignedRegisters, int, "r", "k32.s32.s8.s8", "");

template <class Product, int Mode> __global__ void multiply(int *out) {
  __shared__ __align__(1024) int a[2048], b[2048];
  int t = threadIdx.x;
  a[t] = t;
  b[t * 8] = t;
  typename Product::Result d[4] = {};
  fenceForHardware();
  Product::run(d, describe(a, Mode), describe(b, Mode));
  complete();
  out[t] = int(d[0]);
}

// Rows of 128 bytes, filled by a warp that walks down a column of 16 bytes: as
// they are, and swizzled as the descriptor's mode has it.
__global__ void filledByColumn(int *out, const int4 *in) {
  __shared__ __align__(1024) int4 a[64][8], b[8][8];
  int t = threadIdx.x, row = t / 2, half = t % 2;
  a[row][half] = in[t];
  float d[4] = {};
  fenceForHardware();
  Half::run(d, describe(a, 0), describe(b, 0));
  complete();
  out[t] = int(d[0]);
}

__global__ void filledSwizzled(int *out, const int4 *in) {
  __shared__ __align__(1024) int4 a[64][8], b[8][8];
  int t = threadIdx.x, row = t % 64, part = t / 64;
  a[row][part ^ row % 8] = in[t];
  float d[4] = {};
  fenceForHardware();
  Half::run(d, describe(a, 1), describe(b, 1));
  complete();
  out[t] = int(d[0]);
}

template <class Product> void inEachMode(int *out) {
  multiply<Product, 0><<<1, 128>>>(out);
  multiply<Product, 1><<<1, 128>>>(out);
  multiply<Product, 2><<<1, 128>>>(out);
  multiply<Product, 3><<<1, 128>>>(out);
}

int main() {
  int *out = counting<int>(4096);
  inEachMode<Half>(out);
  inEachMode<HalfA>(out);
  inEachMode<HalfB>(out);
  inEachMode<HalfAB>(out);
  inEachMode<Bfloat>(out);
  inEachMode<BfloatAB>(out);
  inEachMode<Tf32>(out);
  inEachMode<E4m3>(out);
  inEachMode<E5m2>(out);
  inEachMode<Signed>(out);
  inEachMode<Unsigned>(out);
  inEachMode<Bits>(out);
  inEachMode<HalfRegisters>(out);
  inEachMode<HalfRegistersB>(out);
  inEachMode<BfloatRegisters>(out);
  inEachMode<Tf32Registers>(out);
  inEachMode<E4m3Registers>(out);
  inEachMode<SignedRegisters>(out);
  filledByColumn<<<1, 128>>>(out, counting<int4>(4096));
  filledSwizzled<<<1, 128>>>(out, counting<int4>(4096));
  return finish();
}
