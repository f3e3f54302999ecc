// Vector types have CUDA's sizes and alignments, and dim3 its defaults.

// RUN: %banklint --cuda-path=none --all-accesses --exit-zero %s -- 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error:
// RUN: %banklint --cuda-path=none --all-accesses --exit-zero %s -- -std=c++14 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error:

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

// 16 bytes a lane in four phases, also where neighbours are exchanged. Last, all lanes
// load one word.
__global__ void vectors(float4 *Out, const double2 *In) {
  __shared__ float4 Tile[64];
  const double2 Value = In[threadIdx.x];
  Tile[threadIdx.x] = make_float4(Value.x, Value.y, 0, 1);
// CHECK: :[[@LINE-1]]:3: remark: store of 16 bytes to 'Tile': 4/4 wavefronts, conflict-free, block 64x1x1, 2 requests
  const uchar4 Bytes = make_uchar4(1, 2, 3, 4);
  const int2 Pair = {Bytes.x, Bytes.w};
  Out[threadIdx.x] = Tile[threadIdx.x ^ Pair.x];
// CHECK: :[[@LINE-1]]:22: remark: load of 16 bytes from 'Tile': 4/4 wavefronts, conflict-free, block 64x1x1, 2 requests
  Out[threadIdx.x].w = reinterpret_cast<const float2 *>(Tile)[Pair.y].y;
// CHECK: :[[@LINE-1]]:24: remark: load of 4 bytes from 'Tile': 1/1 wavefronts, conflict-free, block 64x1x1, 2 requests
}

void run(float4 *Out, const double2 *In) { vectors<<<1, 64>>>(Out, In); }
