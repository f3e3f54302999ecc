// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// atom.shared and red.shared: lanes on one word take turns, but for the
// increment whose result nobody reads.

__global__ void atomics(unsigned *out) {
  __shared__ unsigned bins[64];
  __shared__ unsigned long long wide[32];
  int t = threadIdx.x;
  unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(bins));
  unsigned old;
  unsigned long long both;
  // 8 words, 4 lanes each.
  asm volatile("atom.shared.add.u32 %0, [%1], %2;"
               : "=r"(old) : "r"(at + t % 8 * 4), "r"(t));
// CHECK: :[[@LINE-1]]:34: remark: atomic of 4 bytes on 'bins': 4/1 wavefronts, conflict, block 32x1x1, 1 request
  out[t] = old;
  asm volatile("red.shared.add.u32 [%0], 1;" ::"r"(at + t % 8 * 4));
// CHECK: :[[@LINE-1]]:52: remark: atomic of 4 bytes on 'bins': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  asm volatile("red.shared.max.s32 [%0], %1;" ::"r"(at + t % 8 * 4), "r"(t));
// CHECK: :[[@LINE-1]]:53: remark: atomic of 4 bytes on 'bins': 4/1 wavefronts, conflict, block 32x1x1, 1 request
  asm volatile("atom.shared.cas.b32 %0, [%1], 0, %2;"
               : "=r"(old) : "r"(at + t / 16 * 4), "r"(t));
// CHECK: :[[@LINE-1]]:34: remark: atomic of 4 bytes on 'bins': 16/1 wavefronts, conflict, block 32x1x1, 1 request
  out[t] += old;
  // 64 bits: 16 lanes a phase.
  unsigned there = static_cast<unsigned>(__cvta_generic_to_shared(wide + t));
  asm volatile("atom.shared.cas.b64 %0, [%1], %2, %3;"
               : "=l"(both) : "r"(there), "l"(0ll), "l"(1ll));
// CHECK: :[[@LINE-1]]:35: remark: atomic of 8 bytes on 'wide': 2/2 wavefronts, conflict-free, block 32x1x1, 1 request
  out[t] += both;
  asm volatile("red.shared.add.f32 [%0], %1;" ::"r"(at + t * 4), "f"(1.0f));
// CHECK: :[[@LINE-1]]:53: remark: atomic of 4 bytes on 'bins': ?/? wavefronts, unknown (atomic that retries until it succeeds: its cost depends on contention, at line 32), inexact, block 32x1x1, 1 request
// CHECK: :[[@LINE-2]]:53: remark: load of 4 bytes from 'bins': 1/1 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
  asm volatile("red.global.add.u32 [%0], 1;" ::"l"(out));
}

void run(unsigned *out) { atomics<<<1, 32>>>(out); }
