// Longer rows take memory that something else counts on. A swizzle takes none.

#include "host.h"
#include <algorithm>

// The most that 48 KB leave, by numbers that are not known.
__global__ void byArgument(const float *in, float *out, int m) {
  extern __shared__ float more[];
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x];
  more[m - 1024 + y * 32 + x] = in[x];
  __syncthreads();
  out[y * 32 + x] = s[x][y] + more[m - 1 - x]; // safe: swizzle
}
__global__ void byVariable(const float *in, float *out, int m) {
  extern __shared__ float more[];
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x];
  more[m - 1024 + y * 32 + x] = in[x];
  __syncthreads();
  out[y * 32 + x] = s[x][y] + more[m - 1 - x]; // safe: swizzle
}
__global__ void byLoop(const float *in, float *out, int m) {
  extern __shared__ float more[];
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x];
  more[m - 1024 + y * 32 + x] = in[x];
  __syncthreads();
  out[y * 32 + x] = s[x][y] + more[m - 1 - x]; // safe: swizzle
}
__global__ void byPointer(const float *in, float *out, int m) {
  extern __shared__ float more[];
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x];
  more[m - 1024 + y * 32 + x] = in[x];
  __syncthreads();
  out[y * 32 + x] = s[x][y] + more[m - 1 - x]; // safe: swizzle
}
__global__ void byObject(const float *in, float *out, int m) {
  extern __shared__ float more[];
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x];
  more[m - 1024 + y * 32 + x] = in[x];
  __syncthreads();
  out[y * 32 + x] = s[x][y] + more[m - 1 - x]; // safe: swizzle
}
__global__ void byTemplate(const float *in, float *out, int m) {
  extern __shared__ float more[];
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x];
  more[m - 1024 + y * 32 + x] = in[x];
  __syncthreads();
  out[y * 32 + x] = s[x][y] + more[m - 1 - x]; // safe: swizzle
}

void launch(const float *in, float *out, int m) {
  byArgument<<<1, dim3(32, 32), m * sizeof(float)>>>(in, out, m);
}
struct Launcher {
  size_t bytes;
  void operator()(const float *in, float *out) const {
    byObject<<<1, dim3(32, 32), bytes>>>(in, out, int(bytes / 4));
  }
};
template <class F, class... Arguments>
void launchAny(F kernel, size_t bytes, Arguments... arguments) {
  kernel<<<1, dim3(32, 32), bytes>>>(arguments...);
}

// Of a known size, they fit or they do not.
__global__ void fits(const float *in, float *out, int m) {
  extern __shared__ float more[];
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x];
  more[m - 1024 + y * 32 + x] = in[x];
  __syncthreads();
  out[y * 32 + x] = s[x][y] + more[m - 1 - x]; // safe
}
__global__ void fitsNot(const float *in, float *out, int m) {
  extern __shared__ float more[];
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x];
  more[m - 1024 + y * 32 + x] = in[x];
  __syncthreads();
  out[y * 32 + x] = s[x][y] + more[m - 1 - x]; // safe: swizzle
}

// Code that is not seen takes memory, too.
__device__ void takesMuch(float *out) {
  __shared__ float big[11264];
  int t = threadIdx.y * 32 + threadIdx.x;
  big[t] = out[t];
  __syncthreads();
  out[t] = big[t ^ 1];
}
struct Base {
  __device__ virtual void run(float *) const {}
};
struct Derived : Base {
  __device__ void run(float *out) const override { takesMuch(out); }
};
__global__ void callsVirtually(const float *in, float *out, int m) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x][y] + m; // safe: swizzle
  Derived derived;
  Base base;
  const Base *p = in[0] >= 0 ? (const Base *)&derived : &base;
  p->run(out);
}

int main(int argc, char **) {
  dim3 whole(32, 32);
  const int all = 11264;
  run<float>("byArgument",
             [&](auto in, auto out) { launch(in, out, all - 1 + argc); });
  run<float>("byVariable", [&](auto in, auto out) {
    size_t bytes = 4096;
    if (argc > 0)
      bytes = 45056;
    byVariable<<<1, whole, bytes>>>(in, out, int(bytes / 4));
  });
  run<float>("byLoop", [&](auto in, auto out) {
    for (int m = 1024; m <= all; m += 1024)
      byLoop<<<1, whole, m * 4>>>(in, out, m);
  });
  run<float>("byPointer", [&](auto in, auto out) {
    auto kernel = byPointer;
    kernel<<<1, whole, 45056>>>(in, out, all);
  });
  run<float>("byObject", [&](auto in, auto out) {
    Launcher{size_t(45055 + argc)}(in, out);
  });
  run<float>("byTemplate", [&](auto in, auto out) {
    launchAny(byTemplate, 45055 + argc, in, out, all);
  });
  run<float>("fits", [&](auto in, auto out) {
    fits<<<1, whole, 4096>>>(in, out, 1024);
  });
  run<float>("fitsNot", [&](auto in, auto out) {
    fitsNot<<<1, whole, 45056>>>(in, out, all);
  });
  run<float>("callsVirtually", [&](auto in, auto out) {
    callsVirtually<<<1, whole>>>(in, out, 3);
  });
}
