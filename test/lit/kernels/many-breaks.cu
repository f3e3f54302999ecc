// RUN: bash -c 'ulimit -t 10; exec "$@"' -- %lint --all-accesses --exit-zero %s | FileCheck %s

// Each of some thousand iterations may end in a break, with other values. Nothing
// may be done for all pairs of them: that took longer than the limit above.
__global__ void walk(float *out, int n, int m) {
  __shared__ float s[256];
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  int plane = blockIdx.z * blockDim.z + threadIdx.z;
  const int rows = gridDim.y * blockDim.y;
  const int planes = gridDim.z * blockDim.z;
  int first = threadIdx.x + row * n + plane * m;
  do {
    int begin = first;
    do {
      int at = begin, end = 3 * m + begin;
      do {
        out[at] = 1;
        at += m;
      } while (at != end);
      row += rows;
      if (row >= n)
        break;
      begin += rows * n;
    } while (true);
    plane += planes;
    if (plane >= n)
      break;
    first += planes * m;
  } while (true);
  s[threadIdx.x] = row;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, inexact, block 32x8x1
  out[threadIdx.x] = s[threadIdx.x];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 's': 0/0 wavefronts, conflict-free, block 32x8x1, 0 requests
}
void run(float *out, int n) {
  walk<<<dim3(1, n, n), dim3(32, 8)>>>(out, n, n * 7);
}
