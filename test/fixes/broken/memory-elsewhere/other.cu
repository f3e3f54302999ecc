#include "host.h"
#include "kernels.h"

__global__ void withMore(const float *in, float *out, int m) {
  extern __shared__ float more[];
  const int t = threadIdx.y * 32 + threadIdx.x;
  more[m - 1024 + t] = in[t];
  out[t] = transposed(in) + more[m - 1024 + t];
}

void launch(const float *in, float *out, int m) {
  withMore<<<1, dim3(32, 32), m * 4>>>(in, out, m);
}

int main(int argc, char **) {
  run<float>("withMore",
             [&](auto in, auto out) { launch(in, out, 11263 + argc); });
}
