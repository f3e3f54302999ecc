// Swizzles mix the bits of an index: what counts several elements together, begins
// within a block of what is mixed, or repeats a text would go wrong. Memory is full, so
// that no padding fits.

#include "host.h"
#include <cstring>

struct Pair {
  int a, b;
};

__global__ void copiedBytes(const int *in, int *out) {
  __shared__ int s[96][128];
  int t = threadIdx.x, sum = 0, part[4];
  for (int k = 0; k < 96; ++k)
    s[k][t] = in[k * 32 + t];
  __syncthreads();
  memcpy(part, s[t], 16); // none: 'memcpy' expects its bytes to be contiguous
  for (int k = 0; k < 32; ++k)
    sum += s[t][k] + part[k % 4]; // none: 'memcpy' expects its bytes to be contiguous
  out[t] = sum;
}

__global__ void referredTo(const int *in, int *out) {
  __shared__ int s[12288];
  int t = threadIdx.x, sum = 0;
  for (int k = 0; k < 32; ++k)
    s[k * 32 + t] = in[k * 32 + t];
  __syncthreads();
  for (int k = 0; k < 32; ++k)
    sum += s[t * 32 + k]; // none: this may access elements that a swizzle would separate
  Pair &p = (Pair &)s[t * 32 + 2];
  out[t] = sum + p.a + p.b * 5;
}

__global__ void indexOfAnother(const int *in, int *out) {
  __shared__ int a[2048], s[8192];
  int t = threadIdx.x, sum = 0;
  for (int k = 0; k < 32; ++k) {
    a[k * 32 + t] = (in[k * 32 + t] & 1023) + k;
    s[k * 32 + t] = in[k * 32 + t];
  }
  __syncthreads();
  for (int k = 0; k < 31; ++k)
    sum += a[t * 32 + k] + // safe: 'a[i ^ (i / 32 & 31)]'
           s[t * 32 + k] + // none: this index cannot be written twice
           s[a[40] & 1023];
  out[t] = sum;
}

#define PAREN(i) s[(i)]
__global__ void parenthesesOfMacro(const int *in, int *out) {
  __shared__ int s[12288];
  int t = threadIdx.x, sum = 0;
  for (int k = 0; k < 32; ++k)
    PAREN(k * 32 + t) = in[k * 32 + t];
  __syncthreads();
  for (int k = 0; k < 32; ++k)
    sum += PAREN(t * 32 + k); // safe: 's[i ^ (i / 32 & 31)]'
  out[t] = sum;
}

#define SIZED(i) (s[i] + int(sizeof(#i)))
__global__ void asText(const int *in, int *out) {
  __shared__ int s[12288];
  int t = threadIdx.x, sum = 0;
  for (int k = 0; k < 32; ++k)
    s[k * 32 + t] = in[k * 32 + t];
  __syncthreads();
  for (int k = 0; k < 32; ++k)
    sum += SIZED(t * 32 + k); // none: it is written in the argument of a macro
  out[t] = sum;
}

#define NAMED(j)                                                               \
  {                                                                            \
    const int j = threadIdx.x * 32;                                            \
    sum += s[j];                                                               \
  }
__global__ void asName(const int *in, int *out) {
  __shared__ int s[12288];
  int t = threadIdx.x, sum = 0;
  for (int k = 0; k < 32; ++k)
    s[k * 32 + t] = in[k * 32 + t];
  __syncthreads();
  NAMED(j) // none: it is written in the argument of a macro
  out[t] = sum;
}

__global__ void walking(const int *in, int *out, int n) {
  __shared__ int s[12288];
  int t = threadIdx.x, sum = 0;
  int *p = s, step = 1024;
  for (int i = 0; i < n; ++i) {
    p += step;
    step /= 2;
  }
  for (int k = 0; k < 32; ++k)
    p[k * 32 + t] = in[k * 32 + t];
  for (int k = 0; k < 96; ++k)
    s[8192 + k * 32 + t] = in[k];
  __syncthreads();
  for (int k = 0; k < 32; ++k)
    sum += p[t * 32 + k] + s[2040 + k]; // none: its indices count from elements that the swizzle may move
  out[t] = sum;
}

__global__ void volatileIndex(const int *in, int *out, const volatile int *at) {
  __shared__ int s[12288];
  int t = threadIdx.x, sum = 0;
  for (int k = 0; k < 32; ++k)
    s[k * 32 + t] = in[k * 32 + t];
  __syncthreads();
  for (int k = 0; k < 32; ++k)
    sum += s[t * 32 + k]; // none: this index cannot be written twice
  out[t] = sum + s[*at & 1023];
}

__global__ void otherPointer(const int *in, int *out, int n) {
  __shared__ int s[12288];
  int t = threadIdx.x, sum = 0;
  const int *p = s;
  for (int k = 0; k < 32; ++k)
    s[k * 32 + t] = in[k * 32 + t] + 1;
  __syncthreads();
  if (n > 3)
    p = in;
  for (int k = 0; k < 32; ++k)
    sum += p[t * 32 + k]; // none: 'p' also points to other memory
  out[t] = sum;
}

int main() {
  run<int>("copiedBytes", [&](auto i, auto o) { copiedBytes<<<1, 32>>>(i, o); });
  run<int>("referredTo", [&](auto i, auto o) { referredTo<<<1, 32>>>(i, o); });
  run<int>("indexOfAnother",
           [&](auto i, auto o) { indexOfAnother<<<1, 32>>>(i, o); });
  run<int>("parenthesesOfMacro",
           [&](auto i, auto o) { parenthesesOfMacro<<<1, 32>>>(i, o); });
  run<int>("asText", [&](auto i, auto o) { asText<<<1, 32>>>(i, o); });
  run<int>("asName", [&](auto i, auto o) { asName<<<1, 32>>>(i, o); });
  run<int>("walking", [&](auto i, auto o) { walking<<<1, 32>>>(i, o, 9); });
  run<int>("volatileIndex",
           [&](auto i, auto o) { volatileIndex<<<1, 32>>>(i, o, i); });
  run<int>("otherPointer",
           [&](auto i, auto o) { otherPointer<<<1, 32>>>(i, o, 2); });
}
