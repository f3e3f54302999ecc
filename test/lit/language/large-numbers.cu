// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 \
// RUN:   | grep "remark: load" | FileCheck %s --implicit-check-not=remark

// Numbers of 64 bits without a sign that no signed one can hold: what is behind a
// comparison with one does not vanish.
__global__ void __launch_bounds__(32) sentinels(
    float *out, const unsigned long long *keys, unsigned long long limit) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  s[t] = out[t];
  __syncthreads();
  float a = 0;
  if (keys[t] == ~0ull)
// CHECK: [[#@LINE+1]]:10: remark: load of 4 bytes from 's': 4/1 wavefronts, possible (conflicts if all lanes pass a condition that depends on data), inexact, block 32x1x1
    a += s[t * 4];
  if (keys[t] != -1)
// CHECK: [[#@LINE+1]]:10: remark: load of 4 bytes from 's': 8/1 wavefronts, possible (conflicts if all lanes pass a condition that depends on data), inexact, block 32x1x1
    a += s[t * 8];
  if (keys[t] < ~0ull)
// CHECK: [[#@LINE+1]]:10: remark: load of 4 bytes from 's': 16/1 wavefronts, possible (conflicts if all lanes pass a condition that depends on data), inexact, block 32x1x1
    a += s[t * 16];
  if (keys[t] >= 0x8000000000000000)
// CHECK: [[#@LINE+1]]:10: remark: load of 4 bytes from 's': 32/1 wavefronts, possible (conflicts if all lanes pass a condition that depends on data), inexact, block 32x1x1
    a += s[t * 32];
  if (limit == ~0ull)
// CHECK: [[#@LINE+1]]:10: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, 1 request
    a += s[t * 2];
  if (~0ull != 0x8000000000000000 + 1)
// CHECK: [[#@LINE+1]]:10: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
    a += s[t * 3];
  const unsigned n = unsigned(limit);
  if (n + 1u == 0) // wraps
// CHECK: [[#@LINE+1]]:10: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
    a += s[t * 5];
  out[t] = a;
}
