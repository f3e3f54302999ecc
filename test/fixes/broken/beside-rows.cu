// Addresses of what lies beside the rows in an object, which lead back into
// them.

#include "host.h"

struct Kept {
  float rows[32][32];
  float sums[32];
};
__global__ void besideKept(const float *in, float *out) {
  __shared__ Kept s;
  __shared__ float *kept;
  int x = threadIdx.x, y = threadIdx.y;
  if (x == 0 && y == 0)
    kept = s.sums;
  s.rows[y][x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s.rows[x][y] + kept[x - 32]; // none: does not follow this use
}

struct Shuffled {
  float rows[32][32];
  float sums[32];
};
__global__ void besideShuffled(const float *in, float *out) {
  __shared__ Shuffled s;
  int x = threadIdx.x, y = threadIdx.y;
  s.rows[y][x] = in[y * 32 + x];
  __syncthreads();
  auto number = __shfl_sync(~0u, (unsigned long long)&s.sums[0], 0);
  float *sums = (float *)number;
  out[y * 32 + x] = s.rows[x][y] + sums[x - 32]; // none: does not follow this use
}

struct Number {
  float rows[32][32];
  float sums[32];
};
__global__ void besideAsNumber(const float *in, float *out) {
  __shared__ Number s;
  __shared__ unsigned kept;
  int x = threadIdx.x, y = threadIdx.y;
  if (x == 0 && y == 0)
    kept = static_cast<unsigned>(__cvta_generic_to_shared(s.sums));
  s.rows[y][x] = in[y * 32 + x];
  __syncthreads();
  float value;
  asm volatile("ld.shared.f32 %0, [%1];"
               : "=f"(value)
               : "r"(kept - 128 + 4 * x)
               : "memory");
  out[y * 32 + x] = s.rows[x][y] + value; // none: does not follow this use
}

struct Plain {
  float rows[32][32];
  float sums[32];
};
__global__ void besideItself(const float *in, float *out) {
  __shared__ Plain s;
  int x = threadIdx.x, y = threadIdx.y;
  s.rows[y][x] = in[y * 32 + x];
  if (y == 0)
    s.sums[x] = in[x];
  __syncthreads();
  const float *sums = s.sums;
  out[y * 32 + x] = s.rows[x][y] + sums[31 - x]; // safe
}

struct Counted {
  float values[31];
  int count;
};
__global__ void besideOfNext(const float *in, float *out) {
  __shared__ Counted s[32];
  int x = threadIdx.x, y = threadIdx.y;
  if (x < 31)
    s[y].values[x] = in[y * 32 + x];
  else
    s[y].count = y;
  __syncthreads();
  const int *count = reinterpret_cast<const int *>(
      reinterpret_cast<const char *>(&s[0].count) + 128 * (y & 7));
  out[y * 32 + x] = s[x].values[y < 31 ? y : 0] + *count; // none
}

// How far other members are from each other, the rows between decide.
struct Framed {
  float heads[32];
  float rows[32][32];
  float sums[32];
};
__global__ void besideMeasured(const float *in, float *out) {
  __shared__ Framed s;
  int x = threadIdx.x, y = threadIdx.y;
  s.rows[y][x] = in[y * 32 + x];
  if (y == 0)
    s.sums[x] = s.heads[x] = x;
  __syncthreads();
  out[y * 32 + x] = s.rows[x][y] + s.sums[x] + s.heads[y]; // none
  if (x + y == 0)
    out[1024] = (const char *)&s.sums - (const char *)&s.heads;
}

int main() {
  dim3 whole(32, 32);
  run<float>("besideKept",
             [&](auto i, auto o) { besideKept<<<1, whole>>>(i, o); });
  run<float>("besideShuffled",
             [&](auto i, auto o) { besideShuffled<<<1, whole>>>(i, o); });
  run<float>("besideAsNumber",
             [&](auto i, auto o) { besideAsNumber<<<1, whole>>>(i, o); });
  run<float>("besideItself",
             [&](auto i, auto o) { besideItself<<<1, whole>>>(i, o); });
  run<float>("besideOfNext",
             [&](auto i, auto o) { besideOfNext<<<1, whole>>>(i, o); });
  run<float>("besideMeasured",
             [&](auto i, auto o) { besideMeasured<<<1, whole>>>(i, o); });
}
