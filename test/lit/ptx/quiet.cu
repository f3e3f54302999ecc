// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// Instructions without an effect on shared memory are neither accesses nor a
// reason to give up on an array: its fix is still offered.

// CHECK: warning: 32-way bank conflict in load from 'tile'
// CHECK: pad the rows of 'tile' to 33 floats (+128 bytes), which leaves no conflict

__global__ void quiet(float *out, const float *in, const unsigned *packed) {
  __shared__ float tile[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  float v, w;
  asm volatile("ld.global.nc.f32 %0, [%1];" : "=f"(v) : "l"(in + y * 32 + x));
  asm volatile("prefetch.global.L2 [%0];" ::"l"(in + 1024));
  tile[y][x] = v;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 'tile': 1/1 wavefronts, conflict-free, block 32x32x1, 32 requests
  asm volatile("bar.sync 0;");
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(w) : "f"(v));
  unsigned a = packed[x], d;
  asm("prmt.b32 %0, %1, 0, 0x3210;" : "=r"(d) : "r"(a));
  asm("{ .reg .b16 lo, hi; mov.b32 {lo, hi}, %1; mov.b32 %0, {hi, lo}; }"
      : "=r"(a) : "r"(d));
  float c0 = 0, c1 = 0, c2 = 0, c3 = 0;
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 "
               "{%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"
               : "+f"(c0), "+f"(c1), "+f"(c2), "+f"(c3)
               : "r"(a), "r"(d), "r"(a));
  asm volatile("membar.cta;");
  out[x * 32 + y] = tile[x][y] + w + c0 + c1 + c2 + c3;
// CHECK: :[[@LINE-1]]:21: remark: load of 4 bytes from 'tile': 32/1 wavefronts, conflict, block 32x32x1, 32 requests
}

void run(float *out, const float *in, const unsigned *packed) {
  quiet<<<1, dim3(32, 32)>>>(out, in, packed);
}
