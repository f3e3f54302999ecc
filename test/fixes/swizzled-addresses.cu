// Shared memory that inline PTX alone accesses, at addresses that are numbers:
// a swizzle of these. Memory is full, so that no padding fits.

#include "host.h"

__device__ void store4(unsigned to, int v) {
  asm volatile("st.shared.b32 [%0], %1;" ::"r"(to), "r"(v) : "memory");
}
__device__ int load4(unsigned from) {
  int v;
  asm volatile("ld.shared.b32 %0, [%1];"
               : "=r"(v)
               : "r"(from) // safe: (i / 32 & 7)
               : "memory");
  return v;
}

// Eight rows of 128 bytes decide: thirty-two are more than hardware aligns to.
__global__ void columns(const int *in, int *out) {
  __shared__ __align__(4096) int s[12288];
  unsigned base = (unsigned)__cvta_generic_to_shared(s);
  int t = threadIdx.x, sum = 0;
  for (int k = 0; k < 32; ++k)
    store4(base + (k * 32 + t) * 4, in[k * 32 + t]);
  __syncthreads();
  unsigned row = base + t * 128;
  for (int k = 0; k < 32; ++k)
    sum = 3 * sum + load4(row + 4 * k);
  out[t] = sum;
}

// One row to a lane: eight of them are one access.
__device__ void storeRow(unsigned to, int4 v) {
  asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};" ::"r"(to), "r"(v.x),
               "r"(v.y), "r"(v.z), "r"(v.w)
               : "memory");
}
__device__ int loadRow(unsigned from) {
  int x, y, z, w;
  asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4];"
               : "=r"(x), "=r"(y), "=r"(z), "=r"(w)
               : "r"(from) // safe: swizzle
               : "memory");
  return x + 2 * y + 3 * z + 5 * w;
}
__global__ void rows(const int *in, int *out) {
  __shared__ __align__(1024) int s[12288];
  const unsigned base = (unsigned)__cvta_generic_to_shared(&s[2048]);
  int t = threadIdx.x, sum = 0;
  for (int k = 0; k < 8; ++k)
    storeRow(base + (k * 4 + t / 8) * 128 + t % 8 * 16,
             *reinterpret_cast<const int4 *>(&in[k * 128 + t * 4]));
  __syncthreads();
  for (int k = 0; k < 8; ++k)
    sum = 3 * sum + loadRow(base + t * 128 + k * 16);
  out[t] = sum;
}

// An index finds the same word as its address.
__device__ int readWord(unsigned from) {
  int v;
  asm volatile("ld.shared.b32 %0, [%1];"
               : "=r"(v)
               : "r"(from) // safe: (i / 32 & 7)
               : "memory");
  return v;
}
__global__ void indexAndAddress(const int *in, int *out) {
  __shared__ __align__(4096) int s[12288];
  int t = threadIdx.x, sum = 0;
  for (int k = 0; k < 32; ++k)
    s[k * 32 + t] = in[k * 32 + t];
  __syncthreads();
  unsigned at = (unsigned)__cvta_generic_to_shared(s) + t * 128;
  for (int k = 0; k < 32; ++k, at += 4)
    sum = 3 * sum + readWord(at);
  out[t] = sum;
}

// Likewise where the row is written.
__device__ int readOfRow(unsigned from) {
  int v;
  asm volatile("ld.shared.b32 %0, [%1];"
               : "=r"(v)
               : "r"(from) // none: whose alignment
               : "memory");
  return v;
}
__global__ void rowAndAddress(const int *in, int *out) {
  __shared__ int s[384][32];
  int t = threadIdx.x;
  for (int k = 0; k < 32; ++k)
    s[k][t] = in[k * 32 + t];
  __syncthreads();
  const unsigned at = (unsigned)__cvta_generic_to_shared(s[t]);
  out[t] = readOfRow(at) + 3 * readOfRow(at + 4) + 5 * readOfRow(at + 8) +
           7 * readOfRow(at + 12) + readOfRow(at + 16);
}

// Nothing says that the array begins where the bits of an address that decide
// are zero.
__device__ int readUnaligned(unsigned from) {
  int v;
  asm volatile("ld.shared.b32 %0, [%1];"
               : "=r"(v)
               : "r"(from) // none: whose alignment
               : "memory");
  return v;
}
__global__ void unaligned(const int *in, int *out) {
  __shared__ int s[12288];
  int t = threadIdx.x, sum = 0;
  unsigned at = (unsigned)__cvta_generic_to_shared(s) + t * 4;
  for (int k = 0; k < 32; ++k)
    asm volatile("st.shared.b32 [%0], %1;" ::"r"(at + 128 * k),
                 "r"(in[k * 32 + t])
                 : "memory");
  __syncthreads();
  for (int k = 0; k < 32; ++k)
    sum += readUnaligned((unsigned)__cvta_generic_to_shared(s) + t * 128 + 4 * k);
  out[t] = sum;
}

// The helper serves another array.
__device__ int readBoth(unsigned from) {
  int v;
  asm volatile("ld.shared.b32 %0, [%1];"
               : "=r"(v)
               : "r"(from) // none: 'from' also points to other memory
               : "memory");
  return v;
}
__global__ void twoArrays(const int *in, int *out) {
  __shared__ __align__(4096) int s[8192];
  __shared__ __align__(4096) int other[4096];
  int t = threadIdx.x, sum = 0;
  for (int k = 0; k < 32; ++k) {
    s[k * 32 + t] = in[k * 32 + t];
    other[k * 32 + t] = in[k * 32 + t + 1];
  }
  __syncthreads();
  for (int k = 0; k < 32; ++k)
    sum += readBoth((unsigned)__cvta_generic_to_shared(s) + t * 128 + k * 4) +
           readBoth((unsigned)__cvta_generic_to_shared(other) + k * 128 + t * 4);
  out[t] = sum;
}

// The instruction adds to the address: the words of a row that is moved lie
// elsewhere.
__device__ int readBehind(unsigned from) {
  int v, w;
  asm volatile("ld.shared.b32 %0, [%2]; "
               "ld.shared.b32 %1, [%2+64];"
               : "=r"(v), "=r"(w)
               : "r"(from) // none: without an index
               : "memory");
  return v + 3 * w;
}
__global__ void atDistance(const int *in, int *out) {
  __shared__ __align__(4096) int s[12288];
  int t = threadIdx.x, sum = 0;
  for (int k = 0; k < 32; ++k)
    s[k * 32 + t] = in[k * 32 + t];
  __syncthreads();
  for (int k = 0; k < 16; ++k)
    sum += readBehind((unsigned)__cvta_generic_to_shared(s) + t * 128 + k * 4);
  out[t] = sum;
}

// A word is read from the unit that another access writes whole: units of four.
__global__ void unitsOfFour(const int *in, int *out) {
  __shared__ __align__(1024) int s[12288];
  const unsigned base = (unsigned)__cvta_generic_to_shared(s);
  int t = threadIdx.x, sum = 0;
  for (int k = 0; k < 8; ++k)
    *reinterpret_cast<int4 *>(&s[k * 128 + t * 4]) =
        *reinterpret_cast<const int4 *>(&in[k * 128 + t * 4]);
  __syncthreads();
  for (int k = 0; k < 32; ++k) {
    int v;
    asm volatile("ld.shared.b32 %0, [%1];"
                 : "=r"(v)
                 : "r"(base + t * 128 + k * 4) // safe: (i / 32 & 7) * 4
                 : "memory");
    sum = 3 * sum + v;
  }
  out[t] = sum;
}

int main() {
  run<int>("columns", [](auto in, auto out) { columns<<<1, 32>>>(in, out); });
  run<int>("rows", [](auto in, auto out) { rows<<<1, 32>>>(in, out); });
  run<int>("indexAndAddress",
           [](auto in, auto out) { indexAndAddress<<<1, 32>>>(in, out); });
  run<int>("rowAndAddress",
           [](auto in, auto out) { rowAndAddress<<<1, 32>>>(in, out); });
  run<int>("unaligned",
           [](auto in, auto out) { unaligned<<<1, 32>>>(in, out); });
  run<int>("twoArrays",
           [](auto in, auto out) { twoArrays<<<1, 32>>>(in, out); });
  run<int>("atDistance",
           [](auto in, auto out) { atDistance<<<1, 32>>>(in, out); });
  run<int>("unitsOfFour",
           [](auto in, auto out) { unitsOfFour<<<1, 32>>>(in, out); });
}
