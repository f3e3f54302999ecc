// Arms that a constant rules out, which a label or a case leads into.

#include "host.h"

__global__ void leadsByGoto(const float *in, float *out, int n) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x];
  __syncthreads();
  float sum = s[x][y]; // none
  const float *p = s[0];
  if (n == 3)
    goto inside;
  if (0) {
  inside:
    sum += p[y * 32 + x];
  }
  out[y * 32 + x] = sum;
}

__global__ void leadsByCase(const float *in, float *out, int n) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x];
  __syncthreads();
  float sum = s[x][y]; // none
  const float *p = s[0];
  switch (n) {
  case 0:
    if (0) {
    case 3:
      sum += p[y * 32 + x];
    }
  }
  out[y * 32 + x] = sum;
}

__global__ void leadsToElse(const float *in, float *out, int n) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  float sum = s[x * 32 + y]; // none
  const float *p = s;
  switch (n) {
  default:
    if (true) {
      sum += 1;
      break;
    } else {
    case 3:
      sum += p[(x & 7) * 32 + 32 + y];
    }
  }
  out[y * 32 + x] = sum;
}

template <bool IsTaken>
__device__ void part(float *p, int x, int y, float &sum) {
  if (IsTaken) {
  again:
    sum += p[y * 32 + x];
    return;
  }
  if (x >= 0)
    goto again;
}
__global__ void leadsInInstance(const float *in, float *out, int n) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x];
  __syncthreads();
  float sum = s[x][y]; // none
  part<false>(s[0], x, y, sum);
  out[y * 32 + x] = sum;
}

// Without a label, the arm is never executed.
__global__ void leadsNowhere(const float *in, float *out, int n) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x];
  __syncthreads();
  float sum = s[x][y]; // safe
  const float *p = s[0];
  if (0)
    sum += p[(y & 7) * 32 + x];
  out[y * 32 + x] = sum;
}

int main() {
  dim3 whole(32, 32);
  for (auto kernel : {leadsByGoto, leadsByCase, leadsToElse, leadsInInstance,
                      leadsNowhere})
    run<float>("arms", [&](const float *in, float *out) {
      kernel<<<1, whole>>>(in, out, 3);
    });
}
