// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// Loads and stores of every width, with the rules of those written in C++:
// 4 bytes: the most words of one bank; 8 and 16 bytes: the sum over phases of
// 16 and 8 lanes.

__device__ unsigned sharedOffset(const void *p) {
  return static_cast<unsigned>(__cvta_generic_to_shared(p));
}

__global__ void widths(float *out) {
  __shared__ __align__(16) float s[2048];
  int t = threadIdx.x;
  float a, b, c, d;
  unsigned short h;
  unsigned at = sharedOffset(s);
  // A stride of 3 words visits every bank once.
  asm volatile("st.shared.f32 [%0], %1;" ::"r"(at + t * 12), "f"(1.0f));
// CHECK: :[[@LINE-1]]:48: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  __syncthreads();
  // 2 words: lanes 0 and 16 meet in bank 0.
  asm volatile("ld.shared.f32 %0, [%1];" : "=f"(a) : "r"(at + t * 8));
// CHECK: :[[@LINE-1]]:58: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, 1 request
  __syncthreads();
  // Offsets that all lanes share change nothing.
  asm volatile("ld.volatile.shared.f32 %0, [%1 + 20];" : "=f"(b) : "r"(at + t * 8));
// CHECK: :[[@LINE-1]]:72: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, 1 request
  __syncthreads();
  // Neighbouring pairs: 2 phases of 16 lanes.
  asm volatile("ld.shared.v2.f32 {%0, %1}, [%2 + 512];"
               : "=f"(c), "=f"(d) : "r"(at + t * 8));
// CHECK: :[[@LINE-1]]:41: remark: load of 8 bytes from 's': 2/2 wavefronts, conflict-free, block 32x1x1, 1 request
  __syncthreads();
  // 8 lanes a phase, 32 bytes apart: lanes l and l + 4 meet.
  asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};" ::"r"(at + t * 32),
               "f"(a), "f"(b), "f"(c), "f"(d));
// CHECK: :[[@LINE-1]]:44: remark: store of 16 bytes to 's': 8/4 wavefronts, conflict, block 32x1x1, 1 request
  __syncthreads();
  // Two lanes a word: 16 banks.
  asm volatile("ld.shared.u16 %0, [%1];" : "=h"(h) : "r"(at + t * 2));
// CHECK: :[[@LINE-1]]:58: remark: load of 2 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  __syncthreads();
  // 64 bits: 16 lanes a phase, 16 bytes apart, lanes l and l + 8 meet.
  asm volatile("st.shared.u64 [%0], %1;" ::"r"(at + t * 16), "l"(0ll));
// CHECK: :[[@LINE-1]]:48: remark: store of 8 bytes to 's': 4/2 wavefronts, conflict, block 32x1x1, 1 request
  __syncthreads();
  // The space by its longer name, and a 64-bit address.
  unsigned long long wide;
  asm("cvta.to.shared.u64 %0, %1;" : "=l"(wide) : "l"(s + t));
  asm volatile("ld.shared::cta.b32 %0, [%1];" : "=f"(a) : "l"(wide));
// CHECK: :[[@LINE-1]]:63: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  __syncthreads();
  // A generic address.
  asm volatile("ld.b32 %0, [%1];" : "=f"(b) : "l"(s + t * 4));
// CHECK: :[[@LINE-1]]:51: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, block 32x1x1, 1 request
  __syncthreads();
  // Global memory.
  asm volatile("st.global.f32 [%0], %1;" ::"l"(out + t), "f"(a + b + h));
}

void run(float *out) { widths<<<1, 32>>>(out); }
