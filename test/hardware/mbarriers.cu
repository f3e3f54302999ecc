// Operations on mbarriers: no bank counts, and hardware counts no wavefronts,
// whether lanes name one barrier or their own, however far apart these lie.

#include "hopper.h"
#include "host.h"
#include <cuda_pipeline.h>

using Barrier = unsigned long long;

// One operation on a barrier of each lane, `Step` barriers apart; of one barrier
// for all lanes with a step of 0.
#define KERNEL(NAME, ...)                                                      \
  template <int Step> __global__ void NAME(int *out) {                         \
    __shared__ Barrier s[Step ? 32 * Step : 1];                                \
    int t = threadIdx.x;                                                       \
    unsigned at = sharedOffset(&s[t * Step]), done = 0;                        \
    if (Step || !t)                                                            \
      asm volatile("mbarrier.init.shared::cta.b64 [%0], 1000;" ::"r"(at) : "memory"); \
    __syncthreads();                                                           \
    __VA_ARGS__                                                                \
    out[t] = int(done);                                                        \
  }

KERNEL(arrive, asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(at) : "memory");)
KERNEL(arriveAndExpect, asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 16;" ::"r"(at) : "memory");)
KERNEL(expect, asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], 16;" ::"r"(at) : "memory");)
KERNEL(drop, Barrier state; asm volatile("mbarrier.arrive_drop.shared::cta.b64 %0, [%1];" : "=l"(state) : "r"(at) : "memory"); done = unsigned(state);)
KERNEL(test, asm volatile("{ .reg .pred p; mbarrier.test_wait.parity.shared::cta.b64 p, [%1], 1; selp.u32 %0, 1, 0, p; }" : "=r"(done) : "r"(at) : "memory");)
KERNEL(tryWait, asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], 1; selp.u32 %0, 1, 0, p; }" : "=r"(done) : "r"(at) : "memory");)
KERNEL(arriveForCopies, asm volatile("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" ::"r"(at) : "memory");)
KERNEL(invalidate, asm volatile("mbarrier.inval.shared::cta.b64 [%0];" ::"r"(at) : "memory");)

// A barrier's words, looked at as data, are an array like any other.
__global__ void peek(int *out) {
  __shared__ Barrier s[32][4];
  int t = threadIdx.x;
  asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(sharedOffset(&s[t][0])) : "memory");
  __syncthreads();
  out[t] = int(s[t][0]);
}

// A pipeline of one stage: cp.async that ends in an arrival.
__global__ void pipeline(float *out, const float *in) {
  __shared__ float s[32][33];
  __shared__ Barrier ready;
  int t = threadIdx.x;
  unsigned done = 0;
  if (t == 0)
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 32;" ::"r"(sharedOffset(&ready)) : "memory");
  __syncthreads();
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(sharedOffset(&s[t][1])), "l"(in + t) : "memory");
  asm volatile("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" ::"r"(sharedOffset(&ready)) : "memory");
  while (!done)
    asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0; selp.u32 %0, 1, 0, p; }" : "=r"(done) : "r"(sharedOffset(&ready)) : "memory");
  out[t] = s[t][1] + s[1][t];
}

template <int Step> static void each(int *out) {
  arrive<Step><<<1, 32>>>(out);
  arriveAndExpect<Step><<<1, 32>>>(out);
  expect<Step><<<1, 32>>>(out);
  drop<Step><<<1, 32>>>(out);
  test<Step><<<1, 32>>>(out);
  tryWait<Step><<<1, 32>>>(out);
  arriveForCopies<Step><<<1, 32>>>(out);
}

int main() {
  int *out = counting<int>(4096);
  each<0>(out);
  each<1>(out);
  each<16>(out);
  invalidate<1><<<1, 32>>>(out);
  peek<<<1, 32>>>(out);
  pipeline<<<1, 32>>>((float *)out, (float *)out);
  return finish();
}
