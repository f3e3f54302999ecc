// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 \
// RUN:   | grep "remark: load" | FileCheck %s --implicit-check-not=remark

// nvcc does not see that an address is shared whose bits were changed while it
// was an integer, nor that of an array that only the launch chooses (nvcc 13.0
// -O3, sm_90): LD.E.128 in the place of LDS.128, by other rules.

using Address = unsigned long long;

__global__ void rounded(float4 *out, const float4 *in) {
  extern __shared__ char raw[];
  const Address base = (reinterpret_cast<Address>(raw) + 127) & ~Address(127);
  float4 *s = reinterpret_cast<float4 *>(base);
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
// CHECK: [[#@LINE+1]]:22: remark: load of 16 bytes from 'raw': 16/4 wavefronts, conflict (loads through generic pointers{{.*}}, inexact, block 128x1x1, 4 requests [rounded(
  out[threadIdx.x] = s[(threadIdx.x & ~1u) * 8 % 128];
}

// LDS.128: only its last bits were looked at.
__global__ void moved(float4 *out, const float4 *in) {
  extern __shared__ char raw[];
  float4 *s = reinterpret_cast<float4 *>(
      raw + (-reinterpret_cast<Address>(raw) & 127));
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
// CHECK: [[#@LINE+1]]:22: remark: load of 16 bytes from 'raw': 16/2 wavefronts, conflict, block 128x1x1, 4 requests [moved(
  out[threadIdx.x] = s[(threadIdx.x & ~1u) * 8 % 128];
}

__global__ void chosen(float4 *out, const float4 *in, int k) {
  __shared__ float4 a[128], b[128];
  float4 *both[] = {a, b};
  a[threadIdx.x] = in[threadIdx.x];
  b[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
// CHECK: [[#@LINE+1]]:22: remark: load of 16 bytes from 'b': 16/4 wavefronts, conflict (loads through generic pointers{{.*}}, inexact, block 128x1x1, 4 requests [chosen(
  out[threadIdx.x] = both[k][(threadIdx.x & ~1u) * 8 % 128];
}

void launch(float4 *out, const float4 *in) {
  rounded<<<1, 128, 4096>>>(out, in);
  moved<<<1, 128, 4096>>>(out, in);
  chosen<<<1, 128>>>(out, in, 1);
}
