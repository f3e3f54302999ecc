// What the edits make of the source is parsed and walked, as on the command line: here
// a number would be read from memory twice.
//
// REQUIRES: clang-tidy
// RUN: cp %s %t.cu
// RUN: %tidy --fix %t.cu -- %cuda | FileCheck %s
// RUN: diff %s %t.cu
// CHECK: warning: 32-way bank conflict in load from 's'
// CHECK: :[[#@LINE+8]]:3: note: no fix for 's': with the edits, the source would do something else here
__global__ void chooses(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  float v = s[x * 32 + y];
  v += s[(int)in[x] & 15 ? x : y];
  out[y * 32 + x] = v;
}
void launch(float *in, float *out) {
  chooses<<<1, dim3(32, 32)>>>(in, out);
}
