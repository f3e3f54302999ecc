// What CUDA's functions compute on fibers, beside what they are to compute. The
// program returns how many results are wrong.

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cstdio>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <mma.h>

namespace cg = cooperative_groups;

#define EXPECT(Found, Wanted)                                                  \
  if ((Found) != (Wanted))                                                     \
  atomicAdd(wrong, 1), printf("line %d, thread %d\n", __LINE__, threadIdx.x)

__global__ void warps(int *wrong) {
  int t = threadIdx.x, lane = t % 32;
  unsigned all = 0xffffffff;
  EXPECT(__shfl_sync(all, t, 5), t / 32 * 32 + 5);
  EXPECT(__shfl_sync(all, lane, 9, 8), lane / 8 * 8 + 1);
  EXPECT(__shfl_up_sync(all, lane, 3), lane < 3 ? lane : lane - 3);
  EXPECT(__shfl_down_sync(all, lane, 3, 16),
         lane % 16 + 3 < 16 ? lane + 3 : lane);
  EXPECT(__shfl_xor_sync(all, double(lane), 17), double(lane ^ 17));
  EXPECT(__ballot_sync(all, lane % 4 == 1), 0x22222222u);
  EXPECT(__any_sync(all, lane == 40), 0);
  EXPECT(__all_sync(all, lane < 32), 1);
  EXPECT(__match_any_sync(all, lane / 4), 15u << lane / 4 * 4);
  EXPECT(__reduce_max_sync(all, lane), 31);
  EXPECT(__syncthreads_count(t < 40), 40);
  EXPECT(__syncthreads_or(t == 63), 1);
  EXPECT(__syncthreads_and(t < 63), 0);
  // Those that are here together.
  if (lane % 3 == 0) {
    EXPECT(__activemask(), 0x49249249u);
    cg::coalesced_group group = cg::coalesced_threads();
    EXPECT(group.thread_rank(), unsigned(lane / 3));
    EXPECT(group.shfl(lane, 2), 6);
  }
  // Lanes that have returned are not waited for.
  if (lane >= 16)
    return;
  EXPECT(__shfl_sync(all, lane, 3), 3);
}

__global__ void groups(int *wrong) {
  cg::thread_block block = cg::this_thread_block();
  auto tile = cg::tiled_partition<8>(block);
  int t = threadIdx.x;
  EXPECT(tile.meta_group_rank(), unsigned(t / 8));
  EXPECT(cg::reduce(tile, t % 8, cg::plus<int>()), 28);
  EXPECT(cg::inclusive_scan(tile, 1), t % 8 + 1);
  EXPECT(cg::exclusive_scan(tile, 2), t % 8 * 2);
  EXPECT(tile.ballot(t % 8 < 3), 7u);
  auto pair = cg::tiled_partition<2>(tile);
  EXPECT(pair.meta_group_rank(), unsigned(t % 8 / 2));
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  __shared__ int sum;
  if (t == 0) {
    sum = 0;
    init(&barrier, blockDim.x);
  }
  block.sync();
  for (int round = 1; round < 4; ++round) {
    atomicAdd(&sum, 1);
    barrier.arrive_and_wait();
    EXPECT(sum, round * 64);
    barrier.arrive_and_wait();
  }
}

__global__ void numbers(int *wrong) {
  float x = 0.1f * threadIdx.x - 1;
  __half h = __float2half(x), twice = h + h;
  EXPECT(__half2float(__float2half(65519.f)), 65504.f);
  EXPECT(__half2float(__float2half(1e-7f)), 0x1p-23f);
  EXPECT(float(twice), 2 * float(h));
  EXPECT(fabsf(float(h) - x) <= fabsf(x) / 2048, true);
  EXPECT(__brev(1u), 0x80000000u);
  EXPECT(__byte_perm(0x33221100, 0x77665544, 0x7160), 0x77116600u);
  EXPECT(__dp4a(0x01ff0203, 0x02030204, 5), 2 - 3 + 4 + 12 + 5);
  EXPECT(__dp4a(0x01ff0203u, 0x02030204u, 5u), 2u + 765 + 4 + 12 + 5);
  EXPECT(__dp2a_hi(int(0xffff0003), 0x0204ff00, 5), -2 + 12 + 5);
  EXPECT(__funnelshift_r(1, 2, 40), 1u << 25);
  EXPECT(__funnelshift_rc(1, 2, 40), 2u);
  EXPECT(__usad(3, 8, 1), 6u);
  EXPECT(__mul64hi(-1, 5), -1);
  EXPECT(__hiloint2double(0x3ff80000, 0), 1.5);
  EXPECT(__double2hiint(1.5), 0x3ff80000);
  EXPECT(__float2int_rd(-1.5f), -2);
  EXPECT(__float2ll_ru(-1.5f), -1);
  EXPECT(ldexp(3.0, 2), 12.0);
  EXPECT(lroundf(2.5f), 3);
  EXPECT(exp10f(2), 100.f);
}

__constant__ int scale[2];
__constant__ const int fixed = 7;
__global__ void constants(int *wrong) {
  EXPECT(scale[0] * 10 + scale[1], 35);
  register int twice = 2 * fixed; // only a warning of nvcc
  EXPECT(twice, 14);
}

// Half of the threads copy, the others read.
__global__ void roles(int *wrong, const int *in) {
  __shared__ int s[2][32];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
  bool copies = threadIdx.x < 32;
  auto pipe = cuda::make_pipeline(cg::this_thread_block(), &state,
                                  copies ? cuda::pipeline_role::producer
                                         : cuda::pipeline_role::consumer);
  for (int round = 0; round < 6; ++round) {
    int at = threadIdx.x % 32, from = round * 8 + at;
    if (copies) {
      pipe.producer_acquire();
      cuda::memcpy_async(&s[round % 2][at], &in[from], sizeof(int), pipe);
      pipe.producer_commit();
    } else {
      pipe.consumer_wait();
      EXPECT(s[round % 2][at], in[from]);
      pipe.consumer_release();
    }
  }
}

__global__ void matrices(int *wrong, const __half *a, const __half *b,
                         const float *product) {
  using namespace nvcuda::wmma;
  __shared__ float s[256];
  fragment<matrix_a, 16, 16, 16, __half, row_major> left;
  fragment<matrix_b, 16, 16, 16, __half, col_major> right;
  fragment<accumulator, 16, 16, 16, float> sum;
  fill_fragment(sum, 0.0f);
  load_matrix_sync(left, a, 16);
  load_matrix_sync(right, b, 16);
  mma_sync(sum, left, right, sum);
  store_matrix_sync(s, sum, 16, mem_row_major);
  __syncwarp();
  for (int i = threadIdx.x; i < 256; i += 32)
    EXPECT(s[i], product[i]);
}

__global__ void instructions(int *wrong, const int *in) {
  __shared__ __align__(16) unsigned short s[8][8];
  __shared__ __align__(16) int copied[32 * 4];
  unsigned lane, t = threadIdx.x;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  EXPECT(lane, t);
  for (unsigned i = t; i < 64; i += 32)
    s[i / 8][i % 8] = (unsigned short)i;
  __syncwarp();
  unsigned row = unsigned(__cvta_generic_to_shared(&s[t % 8][0])), held;
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];"
               : "=r"(held)
               : "r"(row));
  EXPECT(held, (2 * t + 1) << 16 | 2 * t);
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%0}, [%1];"
               : "=r"(held)
               : "r"(row));
  EXPECT(held, (t % 4 * 16 + 8 + t / 4) << 16 | (t % 4 * 16 + t / 4));
  unsigned to = unsigned(__cvta_generic_to_shared(&copied[t * 4]));
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;\n"
               "cp.async.wait_all;" ::"r"(to),
               "l"(in + t * 4)
               : "memory");
  EXPECT(copied[t * 4 + 3], in[t * 4 + 3]);
  int got;
  asm volatile("{ .reg .pred p; setp.lt.u32 p, %1, 4; mov.u32 %0, 7;\n"
               "@p st.shared.u32 [%2], %1; @!p mov.u32 %0, 9;\n"
               "ld.shared.u32 %0, [%2 + 4]; }"
               : "=r"(got)
               : "r"(t), "r"(to));
  EXPECT(got, in[t * 4 + 1]);
  EXPECT(copied[t * 4], t < 4 ? int(t) : in[t * 4]);
}

template <class T> T *onDevice(const T *Host, size_t Count) {
  T *Result;
  cudaMalloc(&Result, Count * sizeof(T));
  cudaMemcpy(Result, Host, Count * sizeof(T), cudaMemcpyHostToDevice);
  return Result;
}

int main() {
  int Wrong = 0, In[128];
  for (int I = 0; I < 128; ++I)
    In[I] = I * 3;
  __half A[256], B[256];
  float Product[256] = {};
  for (int I = 0; I < 256; ++I) {
    A[I] = __half(I % 7 - 3);
    B[I] = __half(I % 5 - 2);
  }
  for (int I = 0; I < 256; ++I)
    for (int K = 0; K < 16; ++K)
      Product[I] += float(A[I / 16 * 16 + K]) * float(B[I % 16 * 16 + K]);
  int *wrong = onDevice(&Wrong, 1);
  warps<<<1, 64>>>(wrong);
  groups<<<1, 64>>>(wrong);
  numbers<<<1, 64>>>(wrong);
  matrices<<<1, 32>>>(wrong, onDevice(A, 256), onDevice(B, 256),
                      onDevice(Product, 256));
  instructions<<<1, 32>>>(wrong, onDevice(In, 128));
  int Scale[2] = {3, 5};
  cudaMemcpyToSymbol(scale, Scale, sizeof(Scale));
  constants<<<1, 32>>>(wrong);
  roles<<<1, 64>>>(wrong, onDevice(In, 128));
  cudaMemcpy(&Wrong, wrong, sizeof(int), cudaMemcpyDeviceToHost);
  cudaDeviceProp Properties;
  int Processors = 0, Rows[3][2], *Pitched;
  size_t Pitch;
  cudaGetDeviceProperties(&Properties, 0);
  cudaDeviceGetAttribute(&Processors, cudaDevAttrMultiProcessorCount, 0);
  Wrong += Processors < 1 || Processors != Properties.multiProcessorCount;
  cudaMallocPitch(&Pitched, &Pitch, 8, 3);
  cudaMemset2D(Pitched, Pitch, 1, 8, 3);
  cudaMemset(Pitched, 0, 4);
  cudaMemcpy2D(Rows, 8, Pitched, Pitch, 8, 3, cudaMemcpyDeviceToHost);
  Wrong += Pitch < 8 || Rows[0][0] != 0 || Rows[2][1] != 0x01010101;
  return Wrong;
}
