// Which of several objects a view is copied from is not known, or a pointer is copied
// as something else: where these lead is not known either.

#include "host.h"
#include <cstring>

/// One for each kernel, since all objects of a class are followed together.
template <int> struct View {
  float *p;
  int pitch;
};

__global__ void copiesByData(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  View<1> views[2] = {{s, 32}, {s + 512, 32}};
  View<1> view = views[int(in[x]) & 1];
  out[y * 32 + x] = s[x * 32 + y] + view.p[(y & 15) * view.pitch + x]; // none
}

__global__ void copiesPitches(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  View<2> views[2] = {{s, 32}, {s + 512, 16}};
  View<2> view = views[int(in[x]) & 1];
  const int r = y & 15, c = x & 15;
  out[y * 32 + x] = s[x * 32 + y] + view.p[r * view.pitch + c]; // safe: swizzle
}

__global__ void copiesByThread(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  View<3> views[2] = {{s, 32}, {s + 512, 32}};
  View<3> view = views[threadIdx.y & 1];
  out[y * 32 + x] = s[x * 32 + y] + view.p[(y & 15) * 32 + x]; // safe
}

__global__ void copiesInTurn(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  View<4> views[2] = {{s, 32}, {s + 512, 32}};
  const int count = int(in[0]) & 7;
  float sum = 0;
  for (int k = 0; k < count; ++k) {
    View<4> view = views[k % 2];
    sum += view.p[(y & 15) * 32 + x];
  }
  out[y * 32 + x] = s[x * 32 + y] + sum; // safe
}

__device__ View<5> pick(const View<5> *views, int i) { return views[i]; }
struct Stages {
  View<5> views[2];
  int now;
  __device__ View<5> current() const { return views[now]; }
};
__global__ void returnsCopies(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  const int i = int(in[x]) & 1;
  Stages stages{{{s, 32}, {s + 512, 32}}, i};
  out[y * 32 + x] = s[x * 32 + y] + // none
                    pick(stages.views, i).p[(y & 15) * 32 + x] +
                    stages.current().p[(y & 15) * 32 + x];
}

__global__ void copiesOfRows(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x];
  __syncthreads();
  View<6> views[2] = {{s[0], 32}, {s[16], 32}};
  View<6> view = views[in[0] > 3];
  out[y * 32 + x] = s[x][y] + view.p[(y & 15) * 32 + x]; // safe
}

struct Named {
  float *p;
};
__global__ void copiesAsNumber(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  Named row{s + (y & 7) * 32};
  unsigned long long number;
  memcpy(&number, &row, 8);
  number = __shfl_xor_sync(~0u, number, 2);
  const float *p = reinterpret_cast<float *>(number);
  out[y * 32 + x] = s[x * 32 + y] + p[40]; // none
}

// Of one that is known, all is known.
__global__ void copiesOne(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  View<8> views[2] = {{s, 32}, {s, 32}};
  View<8> view = views[1];
  out[y * 32 + x] = s[x * 32 + y] + view.p[(y & 15) * 32 + x]; // safe
}

int main() {
  dim3 whole(32, 32);
  for (auto kernel : {copiesByData, copiesPitches, copiesByThread, copiesInTurn, returnsCopies,
                      copiesOfRows, copiesAsNumber, copiesOne})
    run<float>("views", [&](const float *in, float *out) {
      kernel<<<1, whole>>>(in, out);
    });
}
