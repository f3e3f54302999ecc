// What is as large as a row and no row stays so when rows become longer.

#include "host.h"

struct Complex { float re, im; };

__global__ void asClass(const float *in, float *out) {
  __shared__ float t[256][2];
  int i = threadIdx.x;
  t[i][0] = in[i], t[i][1] = in[256 + i];
  __syncthreads();
  const Complex *z = reinterpret_cast<const Complex *>(t);
  out[i] = t[255 - i][0] + z[255 - i].re + z[i].im; // none: run past the end of a declared row
}

// By a sum, a vector and a number of 64 bits.
__global__ void bySums(const float *in, float *out) {
  __shared__ float t[256][2];
  int i = threadIdx.x;
  t[i][0] = in[i], t[i][1] = in[256 + i];
  __syncthreads();
  const float2 *v = reinterpret_cast<const float2 *>(&t[0][0]) + i;
  out[i] = t[255 - i][0] + v->y; // none: run past the end of a declared row
}
__global__ void counted(const float *in, float *out) {
  __shared__ float t[256][2];
  int i = threadIdx.x;
  t[i][0] = in[i], t[i][1] = in[256 + i];
  __syncthreads();
  auto *p = reinterpret_cast<const long long *>(t);
  for (int k = 0; k < i; ++k)
    ++p;
  out[i] = t[255 - i][0] + float(*p & 1023); // none: run past the end of a declared row
}

// Rows of four in a member, and objects as large as a vector.
struct Quads { float z[256][4]; int n; };
__global__ void ofMember(const float *in, float *out) {
  __shared__ Quads s;
  int i = threadIdx.x;
  for (int c = 0; c < 4; ++c)
    s.z[i][c] = in[c * 256 + i];
  __syncthreads();
  auto *z = reinterpret_cast<const float4 *>(s.z);
  out[i] = s.z[255 - i][0] + z[i].w; // none: accessed as an array of another shape
}
struct Square { float v[2][2]; };
__global__ void ofObjects(const float *in, float *out) {
  __shared__ __align__(16) Square s[256];
  int i = threadIdx.x;
  for (int c = 0; c < 4; ++c)
    s[i].v[c / 2][c % 2] = in[c * 256 + i];
  __syncthreads();
  auto *z = reinterpret_cast<const float4 *>(s);
  out[i] = s[255 - i].v[0][0] + z[i].w; // none: accessed as an array of another shape
}

// One pair, by a pointer to its row.
__global__ void withinRow(const float *in, float *out) {
  __shared__ float t[256][2];
  int i = threadIdx.x;
  t[i][0] = in[i], t[i][1] = in[256 + i];
  __syncthreads();
  out[i] = t[255 - i][0] + reinterpret_cast<const Complex *>(t[i])->im; // safe
}

int main() {
  run<float>("asClass", [](auto i, auto o) { asClass<<<1, 256>>>(i, o); });
  run<float>("bySums", [](auto i, auto o) { bySums<<<1, 256>>>(i, o); });
  run<float>("counted", [](auto i, auto o) { counted<<<1, 256>>>(i, o); });
  run<float>("ofMember", [](auto i, auto o) { ofMember<<<1, 256>>>(i, o); });
  run<float>("ofObjects", [](auto i, auto o) { ofObjects<<<1, 256>>>(i, o); });
  run<float>("withinRow", [](auto i, auto o) { withinRow<<<1, 256>>>(i, o); });
}
