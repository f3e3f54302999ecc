// Threads by other names.

#include "host.h"
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void ranks(float *out, const float *in) {
  __shared__ float s[64][32];
  cg::thread_block block = cg::this_thread_block();
  int t = block.thread_rank();
  s[t][0] = in[t];
  block.sync();
  auto warp = cg::tiled_partition<32>(block);
  int lane = warp.thread_rank();
  out[t] = s[lane][0];
  auto quarter = cg::tiled_partition<8>(block);
  out[t + 64] = s[quarter.thread_rank() * 4][lane];
  out[t + 128] = s[warp.meta_group_rank()][lane];
}

struct Place {
  int row, column;
};
__device__ Place place() {
  Place p;
  p.row = threadIdx.x / 8;
  p.column = threadIdx.x % 8;
  return p;
}

__global__ void helpers(float *out, const float *in) {
  __shared__ float s[8][8];
  Place p = place();
  s[p.row][p.column] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[p.column][p.row];
}

int main() {
  float *in = counting<float>(4096);
  float *out = counting<float>(4096);
  ranks<<<1, 64>>>(out, in);
  helpers<<<1, 64>>>(out, in);
  return finish();
}
