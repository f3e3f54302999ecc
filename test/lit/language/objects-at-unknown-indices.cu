// A member of one of several objects, whose index is not known: that member of any of
// them, in each lane for itself where the index differs between lanes.

// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

struct View {
  float *p;
  int pitch;
};

__global__ void views(const int *in, float *out, int n) {
  __shared__ float s[2048];
  const int t = threadIdx.x;
  s[t] = in[t];
  // CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  __syncthreads();
  float sum = 0;
  View far[2] = {{s, 33}, {s + 1024, 34}};
  View one = far[in[t] & 1];
  sum += one.p[t];
  // CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  sum += s[t * one.pitch];
  // CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': ?/? wavefronts, unknown (index read from a local array at an unknown index at line {{[0-9]+}}), inexact, block 32x1x1, 1 request
  View near[2] = {{s, 33}, {s + 8, 33}};
  View other = near[in[t] & 1];
  sum += other.p[t];
  // CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': ?/? wavefronts, unknown (index read from a local array at an unknown index at line {{[0-9]+}}), inexact, block 32x1x1, 1 request
  sum += s[t * other.pitch];
  // CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  View third = near[n & 1];
  sum += third.p[t];
  // CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  const View &same = near[in[t] & 1];
  sum += same.p[t];
  // CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': ?/? wavefronts, unknown (index read from a local array at an unknown index at line {{[0-9]+}}), inexact, block 32x1x1, 1 request
  View fourth = near[t & 1];
  sum += fourth.p[t * 2];
  // CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, 1 request
  float *maybe[2] = {nullptr, s};
  sum += maybe[in[t] & 1][t * 2];
  // CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, 1 request
  struct { long tag; float *p; } tagged[2] = {{1, s}, {2, s + 1024}};
  auto tag = tagged[in[t] & 1];
  sum += tag.p[t * 32] + tag.tag;
  // CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': ?/? wavefronts, unknown (index read from a local array at an unknown index at line {{[0-9]+}}), inexact, block 32x1x1, 1 request
  out[t] = sum;
}
void launch(const int *in, float *out, int n) { views<<<1, 32>>>(in, out, n); }
