// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s
// RUN: %lint --summary --exit-zero %s -- 2>&1 | FileCheck --check-prefix=TABLE %s
// RUN: %lint --format=json --all-accesses --exit-zero %s -- | FileCheck --check-prefix=JSON %s

// What a unit of the hardware does by itself, without addresses of lanes, is
// neither free of conflicts nor unknown. The code around it is judged.

// TABLE: kernel{{ +}}accesses  free  conflict  possible  unknown  by hardware
// TABLE-NEXT: multiply({{.*}}){{$}}
// TABLE-NEXT: 2{{ +}}0{{ +}}1{{ +}}0{{ +}}0{{ +}}1
// TABLE-NEXT: load({{.*}}){{$}}
// TABLE-NEXT: 4{{ +}}1{{ +}}0{{ +}}0{{ +}}0{{ +}}3
// TABLE-NEXT: maybe({{.*}}){{$}}
// TABLE-NEXT: 1{{ +}}0{{ +}}0{{ +}}0{{ +}}1{{ +}}0
// TABLE-NEXT: all kernels{{ +}}7{{ +}}1{{ +}}1{{ +}}0{{ +}}1{{ +}}4
// JSON: "verdict": "by-hardware"
// JSON: "unknown": 1,
// JSON-NEXT: "by_hardware": 4,

__device__ unsigned sharedOffset(const void *p) {
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
}

// 128-byte swizzle; the stores that fill the operand conflict.
__global__ void multiply(float *out, const short *in) {
  __shared__ __align__(1024) short a[64 * 64];
  a[threadIdx.x * 64] = in[threadIdx.x];
// CHECK: :[[@LINE-1]]:3: remark: store of 2 bytes to 'a': 32/1 wavefronts, conflict, block 128x1x1, 4 requests [multiply
  unsigned long long descriptor =
      (sharedOffset(a) & 0x3ffff) >> 4 | 1ull << 16 | 64ull << 32 | 1ull << 62;
  float d[4] = {};
  asm volatile("wgmma.fence.sync.aligned;");
  asm volatile(
      "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 "
      "{%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "l"(descriptor), "l"(descriptor));
// CHECK: :[[@LINE-1]]:30: remark: load of 4 bytes from shared memory: ?/? wavefronts, by-hardware (wgmma reads shared memory through a descriptor: no layout of its operands conflicts), inexact, block 128x1x1, 4 requests [multiply
  asm volatile("wgmma.commit_group.sync.aligned;");
  asm volatile("wgmma.wait_group.sync.aligned 0;");
  out[threadIdx.x] = d[0];
}

__global__ void load(float *out, const float *in, const void *map) {
  __shared__ __align__(128) float s[1024];
  __shared__ unsigned long long barrier;
  unsigned at = sharedOffset(s), mbar = sharedOffset(&barrier);
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;"
                 ::"r"(mbar), "r"(4096));
// CHECK: :[[@LINE-1]]:24: remark: atomic of 4 bytes on shared memory: ?/? wavefronts, by-hardware (operation on an mbarrier: no bank counts, and lanes of one barrier act as one), inexact, block 128x1x1, 1 request [load
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier"
                 "::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];"
                 ::"r"(at), "l"(map), "r"(0), "r"(0), "r"(mbar) : "memory");
// CHECK: :[[@LINE-1]]:24: remark: cp.async of 4 bytes to shared memory: ?/? wavefronts, by-hardware (bulk copy (TMA): hardware writes shared memory without addresses of lanes), inexact, block 128x1x1, 1 request [load
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 "
                 "[%0], [%1], %2;" ::"l"(out), "r"(at), "r"(4096) : "memory");
// CHECK: :[[@LINE-1]]:42: remark: cp.async of 4 bytes to shared memory: ?/? wavefronts, by-hardware (bulk copy (TMA): hardware reads shared memory without addresses of lanes), inexact, block 128x1x1, 1 request [load
  }
  out[threadIdx.x] = s[threadIdx.x];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 128x1x1, 4 requests [load
}

// By a warp, but in a block that is not known.
__global__ void maybe(float *out, unsigned other) {
  float v;
  asm volatile("ld.shared::cluster.f32 %0, [%1];" : "=f"(v) : "r"(other));
// CHECK: :[[@LINE-1]]:67: remark: load of 4 bytes from shared memory: ?/? wavefronts, unknown (distributed shared memory of a cluster: in another block, 32-byte sectors count, not banks), inexact, block 128x1x1, 4 requests [maybe
  out[threadIdx.x] = v;
}

void run(float *f, const short *h) {
  multiply<<<1, 128>>>(f, h);
  load<<<1, 128>>>(f, f, f);
  maybe<<<1, 128>>>(f, 0);
}

// CHECK: 1 conflict, 0 possible, 1 unknown, 4 by hardware, 0 suppressed
