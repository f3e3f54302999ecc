// RUN: %lint --exit-zero %s -- 2>&1 | FileCheck %s

// Where a kernel also runs with blocks that are not known, these may leave the
// rows, or other rows may be better for them.

__global__ void anyBlock(float *out, const float *in) {
// CHECK: :[[@LINE-1]]:17: note: no fix for 's': its kernel may also be launched with blocks that are not known; by hand, rows of 20 floats would be best
  __shared__ float s[16][16];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 16 + x];
  __syncthreads();
  out[y * 16 + x] = s[x][y];
}
__global__ void configured(float *out, const float *in) {
// CHECK: :[[@LINE-1]]:17: note: no fix for 's': its kernel may also be launched with blocks that are not known; by hand, rows of 20 floats would be best
  __shared__ float s[16][16];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 16 + x];
  __syncthreads();
  out[y * 16 + x] = s[x][y];
}
// Each launch is known, those in generic lambdas and templates, too.
__global__ void known(float *out, const float *in) {
  __shared__ float s[16][16];
// CHECK: :[[@LINE-1]]:{{[0-9]+}}: note: pad the rows of 's' to 20 floats (+256 bytes), which leaves no conflict{{$}}
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 16 + x];
  __syncthreads();
  out[y * 16 + x] = s[x][y];
}
template <class Kernel> void start(Kernel kernel, dim3 block) {
  kernel<<<1, block>>>(nullptr, nullptr);
}
void launch(int b, float *out, const float *in) {
  anyBlock<<<1, dim3(8, 16)>>>(out, in);
  anyBlock<<<1, dim3(b, b)>>>(out, in);
  configured<<<1, dim3(8, 16)>>>(out, in);
  void *arguments[] = {&out, &in};
  cudaLaunchKernel((const void *)configured, dim3(1), dim3(b, 16), arguments);
}
int main() {
  auto run = [](auto k) { start(k, dim3(8, 16)); };
  run(known);
}
