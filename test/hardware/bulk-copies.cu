// Copies that a unit of the hardware makes by itself (TMA): whole ranges and
// tiles, both ways, with reductions, in each swizzle mode. Hardware counts no
// wavefronts for them. What warps do with the tiles is judged as ever.

#include "hopper.h"
#include "host.h"
#include <cuda.h>
#include <cudaTypedefs.h>

__device__ void initialize(unsigned long long *barrier, unsigned count) {
  if (threadIdx.x == 0)
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(sharedOffset(barrier)), "r"(count) : "memory");
  fenceForHardware();
}

__device__ void expect(unsigned long long *barrier, unsigned bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(sharedOffset(barrier)), "r"(bytes) : "memory");
}

__device__ void wait(unsigned long long *barrier) {
  unsigned done = 0;
  while (!done)
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0; selp.u32 %0, 1, 0, p; }" : "=r"(done) : "r"(sharedOffset(barrier)) : "memory");
}

__device__ void waitForStores() {
  asm volatile("cp.async.bulk.commit_group;" ::: "memory");
  asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}

// Ranges.

__global__ void load(float *out, const float *in) {
  __shared__ __align__(128) float s[32][32];
  __shared__ unsigned long long barrier;
  int t = threadIdx.x;
  initialize(&barrier, 1);
  if (t == 0) {
    expect(&barrier, 4096);
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(sharedOffset(s)), "l"(in), "r"(4096), "r"(sharedOffset(&barrier)) : "memory");
  }
  wait(&barrier);
  out[t] = s[t][5];
}

__global__ void loadBeside(float *out, const float *in) {
  __shared__ __align__(128) float s[32][36];
  __shared__ unsigned long long barrier;
  int t = threadIdx.x;
  initialize(&barrier, 32);
  expect(&barrier, 128);
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(sharedOffset(s[t])), "l"(in + t * 32), "r"(128), "r"(sharedOffset(&barrier)) : "memory");
  wait(&barrier);
  out[t] = s[t][5];
}

__global__ void store(float *out, const float *in) {
  __shared__ __align__(128) float s[32][32];
  int t = threadIdx.x;
  s[t][3] = in[t];
  s[3][t] = in[t];
  fenceForHardware();
  if (t == 0) {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(out), "r"(sharedOffset(s)), "r"(4096) : "memory");
    waitForStores();
  }
}

#define REDUCE(NAME, T, OPERATION)                                             \
  __global__ void NAME(T *out, const T *in) {                                  \
    __shared__ __align__(128) T s[1024];                                       \
    int t = threadIdx.x;                                                       \
    s[t] = in[t];                                                              \
    fenceForHardware();                                                        \
    if (t == 0) {                                                              \
      asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group"        \
                   OPERATION " [%0], [%1], %2;" ::"l"(out),                    \
                   "r"(sharedOffset(s)), "r"(128) : "memory");                 \
      waitForStores();                                                         \
    }                                                                          \
  }
REDUCE(reduceAdd, float, ".add.f32")
REDUCE(reduceMin, int, ".min.s32")
REDUCE(reduceXor, unsigned, ".xor.b32")
REDUCE(reduceLong, unsigned long long, ".add.u64")

__global__ void prefetch(float *out, const float *in) {
  __shared__ float s[32];
  int t = threadIdx.x;
  s[31 - t] = in[t];
  asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" ::"l"(in), "r"(4096) : "memory");
  __syncwarp();
  out[t] = s[t];
}

// Tiles of 32 rows of `Bytes`, as far as a swizzle mode reaches: 32 bytes (1),
// 64 (2) or 128 (3). Lanes that read down a column as the tile is swizzled, 16
// bytes each, share no bank.

template <int Mode, int Bytes>
__global__ void loadTile(int4 *out, const __grid_constant__ CUtensorMap map) {
  __shared__ __align__(1024) int4 s[32][Bytes / 16];
  __shared__ unsigned long long barrier;
  int t = threadIdx.x;
  initialize(&barrier, 1);
  if (t == 0) {
    expect(&barrier, sizeof(s));
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::"r"(sharedOffset(s)), "l"(&map), "r"(0), "r"(0), "r"(sharedOffset(&barrier)) : "memory");
  }
  wait(&barrier);
  constexpr int factor = 128 / Bytes, pieces = Mode ? Bytes / 16 : 1;
  out[t] = s[t][t / factor % pieces];
}

template <int Mode, int Bytes>
__global__ void storeTile(const int4 *in, const __grid_constant__ CUtensorMap map) {
  __shared__ __align__(1024) int4 s[32][Bytes / 16];
  int t = threadIdx.x;
  constexpr int factor = 128 / Bytes, pieces = Mode ? Bytes / 16 : 1;
  s[t][t / factor % pieces] = in[t];
  fenceForHardware();
  if (t == 0) {
    asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%1, %2}], [%3];" ::"l"(&map), "r"(0), "r"(0), "r"(sharedOffset(s)) : "memory");
    waitForStores();
  }
}

template <int Mode, int Bytes>
__global__ void reduceTile(const int4 *in, const __grid_constant__ CUtensorMap map) {
  __shared__ __align__(1024) int4 s[32][Bytes / 16];
  int t = threadIdx.x;
  s[t / (Bytes / 16)][t % (Bytes / 16)] = in[t];
  fenceForHardware();
  if (t == 0) {
    asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.bulk_group [%0, {%1, %2}], [%3];" ::"l"(&map), "r"(0), "r"(0), "r"(sharedOffset(s)) : "memory");
    waitForStores();
  }
}

// A tile that ldmatrix reads: eight rows are eight different pieces of a line if
// swizzled by 128 bytes, and one piece if not.
template <int Mode> __global__ void matrices(int4 *out, const __grid_constant__ CUtensorMap map) {
  __shared__ __align__(1024) int4 s[32][8];
  __shared__ unsigned long long barrier;
  int t = threadIdx.x;
  initialize(&barrier, 1);
  if (t == 0) {
    expect(&barrier, sizeof(s));
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::"r"(sharedOffset(s)), "l"(&map), "r"(0), "r"(0), "r"(sharedOffset(&barrier)) : "memory");
  }
  wait(&barrier);
  int4 d;
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(d.x), "=r"(d.y), "=r"(d.z), "=r"(d.w) : "r"(sharedOffset(&s[t][Mode ? t % 8 : 0])));
  out[t] = d;
}

// What leaves by TMA is written by stmatrix, and what came by cp.async leaves so.
template <int Mode> __global__ void matricesBack(const int4 *in, const __grid_constant__ CUtensorMap map) {
  __shared__ __align__(1024) int4 s[32][8];
  int t = threadIdx.x;
  int4 d = in[t];
  asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(sharedOffset(&s[t][Mode ? t % 8 : 0])), "r"(d.x), "r"(d.y), "r"(d.z), "r"(d.w) : "memory");
  fenceForHardware();
  if (t == 0) {
    asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, {%1, %2}], [%3];" ::"l"(&map), "r"(0), "r"(0), "r"(sharedOffset(s)) : "memory");
    waitForStores();
  }
}

template <int Padding> __global__ void throughBoth(float *out, const float *in) {
  __shared__ __align__(128) float s[32][32 + Padding];
  int t = threadIdx.x;
  for (int row = 0; row < 32; row += 4)
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(sharedOffset(&s[row + t / 8][t % 8 * 4])), "l"(in + row * 32 + t * 4) : "memory");
  asm volatile("cp.async.wait_all;" ::: "memory");
  fenceForHardware();
  if (t == 0) {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(out), "r"(sharedOffset(s)), "r"(4096) : "memory");
    waitForStores();
  }
}

// A map of a matrix of 1024 rows of 4096 bytes, for tiles of 32 rows.
static CUtensorMap mapOf(void *matrix, int mode, int bytes) {
  static PFN_cuTensorMapEncodeTiled_v12000 encode = nullptr;
  cudaDriverEntryPointQueryResult found;
  check(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", (void **)&encode, 12000, cudaEnableDefault, &found));
  CUtensorMap map;
  cuuint64_t extents[] = {1024, 1024}, strides[] = {4096};
  cuuint32_t box[] = {cuuint32_t(bytes) / 4, 32}, steps[] = {1, 1};
  encode(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, matrix, extents, strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE, CUtensorMapSwizzle(mode), CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  return map;
}

template <int Mode, int Bytes> static void tiles(int4 *out, float *in) {
  CUtensorMap map = mapOf(in, Mode, Bytes);
  loadTile<Mode, Bytes><<<1, 32>>>(out, map);
  storeTile<Mode, Bytes><<<1, 32>>>(out, map);
  reduceTile<Mode, Bytes><<<1, 32>>>(out, map);
}

int main() {
  float *in = counting<float>(1 << 20), *out = counting<float>(1 << 16);
  load<<<1, 32>>>(out, in);
  loadBeside<<<1, 32>>>(out, in);
  store<<<1, 32>>>(out, in);
  reduceAdd<<<1, 32>>>(out, in);
  reduceMin<<<1, 32>>>((int *)out, (int *)in);
  reduceXor<<<1, 32>>>((unsigned *)out, (unsigned *)in);
  reduceLong<<<1, 32>>>((unsigned long long *)out, (unsigned long long *)in);
  prefetch<<<1, 32>>>(out, in);
  tiles<0, 16>((int4 *)out, in);
  tiles<0, 128>((int4 *)out, in);
  tiles<1, 32>((int4 *)out, in);
  tiles<2, 64>((int4 *)out, in);
  tiles<3, 128>((int4 *)out, in);
  matrices<0><<<1, 32>>>((int4 *)out, mapOf(in, 0, 128));
  matrices<3><<<1, 32>>>((int4 *)out, mapOf(in, 3, 128));
  matricesBack<0><<<1, 32>>>((int4 *)out, mapOf(in, 0, 128));
  matricesBack<3><<<1, 32>>>((int4 *)out, mapOf(in, 3, 128));
  throughBoth<0><<<1, 32>>>(out, in);
  throughBoth<4><<<1, 32>>>(out, in);
  return finish();
}
