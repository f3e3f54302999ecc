// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// cp.async: through the first-level cache each lane takes its own turn, also on
// words that it shares; past it each row of shared memory takes one at least.

template <int Bytes> __device__ void copyAsync(void *to, const void *from) {
  unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(to));
  asm volatile("cp.async.ca.shared.global.L2::128B [%0], [%1], %2;\n"
               ::"r"(at), "l"(from), "n"(Bytes));
// CHECK: :[[@LINE-1]]:22: remark: cp.async of 8 bytes to 's': 12/2 wavefronts, conflict, worst 8x, block 32x1x1, 2 requests
}

__global__ void copies(const float *in, float *out, int n) {
  __shared__ __align__(16) float s[32][64];
  int t = threadIdx.x;
  // A phase is 4 rows of 4 lanes, and rows are 64 words apart. Neighbours of 2
  // words: 4 lanes a bank in each phase, 8/2.
  copyAsync<8>(&s[t / 4][t % 4 * 2], in + t * 2);
  // 16 words apart in the row: 8 lanes a bank, 16/2. The mean is 12/2.
  copyAsync<8>(&s[t / 4][t % 4 * 16], in + t * 2);
  unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(&s[t][0]));
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;\n" ::"r"(at),
               "l"(in + t * 4));
// CHECK: :[[@LINE-1]]:20: remark: cp.async of 16 bytes to 's': 32/4 wavefronts, conflict, block 32x1x1, 1 request
  // Zeros instead of the source: the target is written all the same.
  int size = t < n ? 16 : 0;
  asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;\n" ::"r"(at),
               "l"(in + t * 4), "n"(16), "r"(size));
// CHECK: :[[@LINE-1]]:46: remark: cp.async of 16 bytes to 's': 32/4 wavefronts, conflict (at least this many wavefronts; more if the global addresses, which are unknown, are misaligned), inexact, block 32x1x1, 1 request
  asm volatile("cp.async.commit_group;\n" ::);
  asm volatile("cp.async.wait_group %0;\n" ::"n"(0));
  __syncthreads();
  out[t] = s[0][t];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
}

// Only where the predicate holds: it guards the edge of the data.
__global__ void guarded(const float *in, float *out, int n) {
  __shared__ __align__(16) float s[256];
  int t = threadIdx.x;
  unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(s + t * 4));
  asm volatile("{\n"
               "  .reg .pred p;\n"
               "  setp.ne.b32 p, %0, 0;\n"
               "  @p cp.async.ca.shared.global [%1], [%2], 16;\n"
               "}\n" ::"r"((int)(t < n)), "r"(at), "l"(in + t * 4));
// CHECK: :[[@LINE-1]]:47: remark: cp.async of 16 bytes to 's': 4/4 wavefronts, conflict-free, inexact, block 64x1x1, 2 requests
  // Half of the lanes: 2 of the 4 phases.
  asm volatile("{ .reg .pred p; setp.lt.s32 p, %0, 16;\n"
               "  @!p cp.async.ca.shared.global [%1], [%2], 16; }"
               ::"r"(t % 32), "r"(at), "l"(in + t * 4));
// CHECK: :[[@LINE-1]]:35: remark: cp.async of 16 bytes to 's': 2/2 wavefronts, conflict-free, block 64x1x1, 2 requests
  out[t] = 0;
}

void run(const float *in, float *out, int n) {
  copies<<<1, 32>>>(in, out, n);
  guarded<<<1, 64>>>(in, out, n);
}
