// RUN: %lint --exit-zero %s -- 2>&1 | FileCheck %s

// Types in a template that depend on none of its parameters are those of the
// template in all of its instances: they ask for the array nevertheless.

template <int N> __global__ void extent(float *out, const float *in) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x];
  __syncthreads();
  float copy[sizeof(s) / 128];
// CHECK: :[[@LINE-1]]:{{[0-9]+}}: note: no fix for 's': 'sizeof' depends on its size
  copy[0] = 1;
  out[y * 32 + x] = s[x][y] + copy[N - N] + sizeof(copy);
}
template <class T, size_t B> struct Box { static constexpr size_t Size = B; };
template <int N> __global__ void argument(float *out, const float *in) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x][y] + Box<float, sizeof(s)>::Size + N;
// CHECK: :[[@LINE-1]]:{{[0-9]+}}: note: no fix for 's': 'sizeof' depends on its size
}
template <int N> __global__ void row(float *out, const float *in) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x];
  __syncthreads();
  using Row = decltype(s[0]);
// CHECK: :[[@LINE-1]]:{{[0-9]+}}: note: no fix for 's': 'decltype' repeats its type
  out[y * 32 + x] = s[x][y] + sizeof(Row) + N;
}
template <int N> __global__ void asserted(float *out, const float *in) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x];
  __syncthreads();
  static_assert(sizeof(s) == 4096);
// CHECK: :[[@LINE-1]]:{{[0-9]+}}: note: no fix for 's': 'sizeof' depends on its size
  out[y * 32 + x] = s[x][y] + N;
}
template <int N> __global__ void enumerator(float *out, const float *in) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x];
  __syncthreads();
  enum { Bytes = sizeof(s) };
// CHECK: :[[@LINE-1]]:{{[0-9]+}}: note: no fix for 's': 'sizeof' depends on its size
  out[y * 32 + x] = s[x][y] + N + Bytes;
}
template <int N> __global__ void member(float *out, const float *in) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x];
  __syncthreads();
  struct Local { char at[sizeof(s)]; };
// CHECK: :[[@LINE-1]]:{{[0-9]+}}: note: no fix for 's': 'sizeof' depends on its size
  out[y * 32 + x] = s[x][y] + N + sizeof(Local);
}
int main() {
  dim3 whole(32, 32);
  extent<1><<<1, whole>>>(nullptr, nullptr);
  argument<1><<<1, whole>>>(nullptr, nullptr);
  row<1><<<1, whole>>>(nullptr, nullptr);
  asserted<1><<<1, whole>>>(nullptr, nullptr);
  enumerator<1><<<1, whole>>>(nullptr, nullptr);
  member<1><<<1, whole>>>(nullptr, nullptr);
}
