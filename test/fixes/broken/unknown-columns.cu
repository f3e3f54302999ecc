// Columns of which nothing is known before the program runs, and of which only
// one value would keep them in their rows.

#include "host.h"

__global__ void byParameter(const float *in, float *out, int n) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x][y] + (y < 31 ? s[y][x + n] : 0); // none: past the end of a declared row
}

__global__ void byMember(const float *in, float *out, int2 n) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x][y] + (y < 31 ? s[y][x + n.y] : 0); // none: past the end of a declared row
}

__device__ int Moved = 0;
__global__ void moveIt(int by) { Moved = by; }
__global__ void byGlobalMemory(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x][y] + (y < 31 ? s[y][x + Moved] : 0); // none: past the end of a declared row
}

__global__ void byBallot(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  int c = __popc(__ballot_sync(~0u, x > 3)) + 4;
  out[y * 32 + x] = s[x][y] + (y < 31 ? s[y][c] : 0); // safe: 's[row][column + column / 32]'
}

__global__ void byBarrier(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  int c = x + __syncthreads_or(in[x] > 0);
  out[y * 32 + x] = s[x][y] + (y < 31 ? s[y][c] : 0); // none: past the end of a declared row
}

// The same, kept inside.
__global__ void masked(const float *in, float *out, int n) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x][y] + s[y][(x + n) & 31] + s[y][(x ^ Moved) & 31]; // safe
}

// Remainders of numbers that may be negative, in rows that indices make: the
// language lets them go to the row before.
__global__ void remainder(const float *in, float *out, int n) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x * 32 + y] + (y > 0 && y < 31 ? s[y * 32 + n % 32] : 0); // safe
}
__global__ void remainderOfSum(const float *in, float *out, int n) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x * 32 + y] + (y > 0 && y < 31 ? s[y * 32 + (x + n) % 32] : 0); // safe
}
__global__ void remainderAndMore(const float *in, float *out, int n) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x * 32 + y] + (y > 0 && y < 31 ? s[y * 32 + n % 16 + 1] : 0); // safe
}
__global__ void longRemainder(const float *in, float *out, long long n) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x * 32 + y] + (y > 0 && y < 31 ? s[y * 32 + n % 32] : 0); // safe
}
__global__ void fromTheEnd(const float *in, float *out, int n) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x * 32 + y] + (y > 0 && y < 31 ? s[y * 32 + n % 32 * -1] : 0); // safe
}
__global__ void walkedFromBelow(const float *in, float *out, int n) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  float v = 0;
  for (int k = n; k < n + 8; ++k)
    v += y > 0 ? s[y * 32 + k % 32] : 0;
  out[y * 32 + x] = s[x * 32 + y] + v; // safe
}
__global__ void unsignedRemainder(const float *in, float *out, unsigned n) {
  __shared__ float s[1024];
  unsigned x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x * 32 + y] + s[y * 32 + (x + n) % 32]; // safe
}

// A number that nobody knows before the program runs.
int given(int n) { return atoi(std::to_string(n).c_str()); }

int main() {
  moveIt<<<1, 1>>>(1);
  dim3 whole(32, 32);
  run<float>("byParameter", [&](auto i, auto o) {
    byParameter<<<1, whole>>>(i, o, given(1));
  });
  run<float>("byMember", [&](auto i, auto o) {
    byMember<<<1, whole>>>(i, o, make_int2(0, 1));
  });
  run<float>("byGlobalMemory",
             [&](auto i, auto o) { byGlobalMemory<<<1, whole>>>(i, o); });
  run<float>("byBallot", [&](auto i, auto o) { byBallot<<<1, whole>>>(i, o); });
  run<float>("byBarrier",
             [&](auto i, auto o) { byBarrier<<<1, whole>>>(i, o); });
  run<float>("masked",
             [&](auto i, auto o) { masked<<<1, whole>>>(i, o, given(1)); });
  run<float>("remainder", [&](auto i, auto o) {
    remainder<<<1, whole>>>(i, o, given(-5));
  });
  run<float>("remainderOfSum", [&](auto i, auto o) {
    remainderOfSum<<<1, whole>>>(i, o, given(-5));
  });
  run<float>("remainderAndMore", [&](auto i, auto o) {
    remainderAndMore<<<1, whole>>>(i, o, given(-5));
  });
  run<float>("longRemainder", [&](auto i, auto o) {
    longRemainder<<<1, whole>>>(i, o, given(-5));
  });
  run<float>("fromTheEnd", [&](auto i, auto o) {
    fromTheEnd<<<1, whole>>>(i, o, given(5));
  });
  run<float>("walkedFromBelow", [&](auto i, auto o) {
    walkedFromBelow<<<1, whole>>>(i, o, given(-5));
  });
  run<float>("unsignedRemainder", [&](auto i, auto o) {
    unsignedRemainder<<<1, whole>>>(i, o, unsigned(given(5)));
  });
}
