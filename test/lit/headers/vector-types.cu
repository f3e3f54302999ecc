// Vector types have CUDA's sizes and alignments, and dim3 its defaults.

// RUN: %banklint --cuda-path=none --all-accesses --exit-zero %s -- 2>&1 \
// RUN:   | FileCheck %s --allow-empty --check-prefix=CLEAN
// CLEAN-NOT: error:
// RUN: %banklint --cuda-path=none --all-accesses --exit-zero %s -- -std=c++14 2>&1 \
// RUN:   | FileCheck %s --allow-empty --check-prefix=CLEAN

#define LAYOUT(Type, Size, Alignment)                                          \
  static_assert(sizeof(Type) == Size && alignof(Type) == Alignment, #Type)

LAYOUT(char2, 2, 2);
LAYOUT(char3, 3, 1);
LAYOUT(uchar4, 4, 4);
LAYOUT(short2, 4, 4);
LAYOUT(ushort3, 6, 2);
LAYOUT(short4, 8, 8);
LAYOUT(int2, 8, 8);
LAYOUT(uint3, 12, 4);
LAYOUT(int4, 16, 16);
LAYOUT(longlong2, 16, 16);
LAYOUT(ulonglong3, 24, 8);
LAYOUT(longlong4, 32, 16);
LAYOUT(float1, 4, 4);
LAYOUT(float2, 8, 8);
LAYOUT(float3, 12, 4);
LAYOUT(float4, 16, 16);
LAYOUT(double2, 16, 16);
LAYOUT(double3, 24, 8);
LAYOUT(double4, 32, 16);
LAYOUT(double4_32a, 32, 32);
LAYOUT(dim3, 12, 4);
static_assert(dim3().x == 1 && dim3(8).y == 1 && dim3(8, 4).z == 1, "dim3");
constexpr dim3 Block(32, 8);
static_assert(Block.x * Block.y * Block.z == 256, "dim3");

__global__ void vectors(float4 *Out, const double2 *In) {
  __shared__ float4 Tile[64];
  const double2 Value = In[threadIdx.x];
  Tile[threadIdx.x] = make_float4(Value.x, Value.y, 0, 1);
  const uchar4 Bytes = make_uchar4(1, 2, 3, 4);
  const int2 Pair = {Bytes.x, Bytes.w};
  Out[threadIdx.x] = Tile[threadIdx.x ^ Pair.x];
  Out[threadIdx.x].w = reinterpret_cast<const float2 *>(Tile)[Pair.y].y;
}
