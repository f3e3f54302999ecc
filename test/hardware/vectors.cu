// Several elements at once, by casts and by copies of structures.

#include "host.h"

struct alignas(16) Sphere {
  float x, y, z, radius;
};
struct alignas(8) Edge {
  int from, to;
};

__global__ void casts(float *out, const float *in) {
  __shared__ __align__(16) float s[32][32];
  __shared__ __align__(16) float spread[32][36];
  int t = threadIdx.x;
  float4 value = reinterpret_cast<const float4 *>(in)[t];
  reinterpret_cast<float4 *>(&s[t / 8][0])[t % 8] = value;
  *reinterpret_cast<float4 *>(&s[t][4]) = value;
  *(float4 *)&spread[t][4] = value;
  *(float2 *)&spread[t][2] = make_float2(value.x, value.y);
  __syncthreads();
  float4 *out4 = reinterpret_cast<float4 *>(out);
  out4[t] = *reinterpret_cast<const float4 *>(&s[t][0]);
  out4[t + 32] = reinterpret_cast<const float4 *>(s)[t];
  out4[t + 64] = *(const float4 *)&spread[t][8];
  out4[t + 96] = *(const float4 *)&spread[t / 8][t % 8 * 4];
  float2 *out2 = reinterpret_cast<float2 *>(out + 2048);
  out2[t] = *(const float2 *)&s[t][16];
  out2[t + 32] = *(const float2 *)&spread[t / 16][t % 16 * 2];
}

__global__ void structures(Sphere *out, const Sphere *in, Edge *edges) {
  __shared__ Sphere spheres[64];
  __shared__ Edge list[64];
  int t = threadIdx.x;
  spheres[t] = in[t];
  spheres[2 * (t % 8) + 33] = in[t + 32];
  list[t * 2] = edges[t];
  __syncthreads();
  list[t * 2 + 1] = edges[t + 32];
  __syncthreads();
  out[t] = spheres[t * 2];
  out[t + 32] = spheres[t % 4];
  edges[t] = list[63 - t];
}

__global__ void doubles(double2 *out, const double2 *in) {
  __shared__ double2 s[64];
  int t = threadIdx.x;
  s[t] = in[t];
  s[t + 32] = in[t + 32];
  __syncthreads();
  out[t] = s[t * 2];
  out[t + 32] = s[t ^ 1];
}

__global__ void integers(int4 *out, const int4 *in, uchar4 *bytes) {
  __shared__ int4 s[64];
  __shared__ uchar4 pixels[32][32];
  int t = threadIdx.x;
  s[t * 2] = in[t];
  pixels[t][3] = bytes[t];
  __syncthreads();
  out[t] = s[t * 2 % 64];
  bytes[t] = pixels[t][3];
}

int main() {
  float *in = counting<float>(8192);
  float *out = counting<float>(8192);
  casts<<<1, 32>>>(out, in);
  structures<<<1, 32>>>((Sphere *)out, (Sphere *)in, (Edge *)in);
  doubles<<<1, 32>>>((double2 *)out, (double2 *)in);
  integers<<<1, 32>>>((int4 *)out, (int4 *)in, (uchar4 *)in);
  return finish();
}
