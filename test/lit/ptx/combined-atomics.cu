// RUN: %lint --block-dim=64 --all-accesses --exit-zero %s -- 2>/dev/null | FileCheck %s

// Where all lanes add to one word, ptxas may send one lane's request, also where
// the instruction stands in inline assembly, as in cuda::atomic_ref (measured: 1
// wavefront a request). Words that lanes share in part, it leaves alone, and so
// it does exchanges. A compare-and-swap whose space is not known takes twice as
// much as others (measured).

__global__ void atoms(const int *in, int *out) {
  __shared__ int s[64];
  const int t = threadIdx.x;
  s[t] = in[t];
// CHECK: :[[@LINE-1]]:3: remark: store {{.*}}: 1/1 wavefronts, conflict-free,{{.*}}
  __syncthreads();
  int was;
  asm volatile("atom.add.relaxed.cta.s32 %0, [%1], %2;"
               : "=r"(was) : "l"(s), "r"(in[t]) : "memory");
// CHECK: :[[@LINE-1]]:34: remark: atomic of 4 bytes on 's': 32/1 wavefronts, possible (conflicts unless nvcc sees that all lanes access one word, and combines them), inexact, block 64x1x1, 2 requests [atoms(const int *, int *)]
  asm volatile("atom.add.relaxed.cta.s32 %0, [%1], %2;"
               : "=r"(was) : "l"(s + t % 8), "r"(in[t]) : "memory");
// CHECK: :[[@LINE-1]]:34: remark: atomic of 4 bytes on 's': 4/1 wavefronts, conflict, block 64x1x1, 2 requests [atoms(const int *, int *)]
  asm volatile("atom.exch.relaxed.cta.b32 %0, [%1], %2;"
               : "=r"(was) : "l"(s), "r"(in[t]) : "memory");
// CHECK: :[[@LINE-1]]:34: remark: atomic of 4 bytes on 's': 32/1 wavefronts, conflict, block 64x1x1, 2 requests [atoms(const int *, int *)]
  asm volatile("atom.cas.relaxed.cta.b32 %0, [%1], %2, %3;"
               : "=r"(was) : "l"(s + t / 2), "r"(0), "r"(in[t]) : "memory");
// CHECK: :[[@LINE-1]]:34: remark: atomic of 4 bytes on 's': 2/1 wavefronts, conflict, inexact, block 64x1x1, 2 requests [atoms(const int *, int *)]
  out[t] = was;
}
