// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// What reaches shared memory in ways that have no measured rule is reported as
// unknown, with the reason.

__device__ unsigned sharedOffset(const void *p) {
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
}

__global__ void bulk(const float *in, float *out) {
  __shared__ __align__(128) float s[1024];
  __shared__ unsigned long long barrier;
  unsigned at = sharedOffset(s), mbar = sharedOffset(&barrier);
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(mbar), "r"(1));
// CHECK: :[[@LINE-1]]:66: remark: store of 4 bytes to shared memory: ?/? wavefronts, by-hardware (operation on an mbarrier: no bank counts, and lanes of one barrier act as one), inexact, block 256x1x1, 1 request
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx"
                 "::bytes [%0], [%1], %2, [%3];"
                 ::"r"(at), "l"(in), "r"(4096), "r"(mbar) : "memory");
// CHECK: :[[@LINE-1]]:24: remark: cp.async of 4 bytes to shared memory: ?/? wavefronts, by-hardware (bulk copy (TMA): hardware writes shared memory without addresses of lanes), inexact, block 256x1x1, 1 request
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;"
                 ::"r"(mbar), "r"(4096));
// CHECK: :[[@LINE-1]]:24: remark: atomic of 4 bytes on shared memory: ?/? wavefronts, by-hardware (operation on an mbarrier: no bank counts, and lanes of one barrier act as one), inexact, block 256x1x1, 1 request
  }
  asm volatile("{\n.reg .pred P1;\nLAB_WAIT:\n"
               "mbarrier.try_wait.parity.shared::cta.b64 P1, [%0], %1;\n"
               "@P1 bra DONE;\nbra LAB_WAIT;\nDONE:\n}" ::"r"(mbar), "r"(0));
// CHECK: :[[@LINE-1]]:63: remark: load of 4 bytes from shared memory: ?/? wavefronts, by-hardware (operation on an mbarrier: no bank counts, and lanes of one barrier act as one), inexact, block 256x1x1
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;"
               ::"l"(out), "r"(at), "r"(4096));
// CHECK: :[[@LINE-1]]:22: remark: cp.async of 4 bytes to shared memory: ?/? wavefronts, by-hardware (bulk copy (TMA): hardware reads shared memory without addresses of lanes), inexact, block 256x1x1, 8 requests
  asm volatile("cp.async.bulk.commit_group;");
  asm volatile("cp.async.bulk.wait_group 0;");
}

__global__ void cluster(float *out) {
  __shared__ float s[256];
  unsigned at = sharedOffset(s + threadIdx.x), other;
  s[threadIdx.x] = 0;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 256x1x1, 8 requests
  asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(other) : "r"(at), "r"(1));
  float v;
  asm volatile("ld.shared::cluster.f32 %0, [%1];" : "=f"(v) : "r"(other));
// CHECK: :[[@LINE-1]]:67: remark: load of 4 bytes from shared memory: ?/? wavefronts, unknown (distributed shared memory of a cluster: in another block, 32-byte sectors count, not banks), inexact, block 256x1x1, 8 requests
  out[threadIdx.x] = v;
}

// The width of a load is known, its address is not.
__global__ void loaded(const unsigned *in, unsigned *out) {
  __shared__ unsigned s[256];
  unsigned v, at = sharedOffset(s) + in[threadIdx.x];
  asm volatile("ld.shared.u32 %0, [%1];" : "=r"(v) : "r"(at));
// CHECK: :[[@LINE-1]]:58: remark: load of 4 bytes from 's': ?/? wavefronts, unknown (index loaded from memory at line [[@LINE-2]]), inexact, block 256x1x1, 8 requests
  out[threadIdx.x] = v;
}

void run(float *f, unsigned *u) {
  bulk<<<1, 256>>>(f, f);
  cluster<<<1, 256>>>(f);
  loaded<<<1, 256>>>(u, u);
}
