// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s --implicit-check-not=remark:

// The walk of main() ends before its calls. Each instance of run() is then
// walked by itself, although all stand in the same lines.

template <int Threads> __global__ void shift(float *out) {
  __shared__ float s[2 * Threads];
  s[2 * threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x + 1];
}

template <int Threads> void run(float *out) {
  shift<Threads><<<1, Threads>>>(out);
}

int main(int count, char **) {
  int sum = 0;
  for (int i = 0; i < 1000000; ++i)
    sum += i * count;
  run<64>(nullptr);
  run<128>(nullptr);
  return sum;
}

// CHECK: 8:3: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, block 128x1x1, 4 requests [shift<128>(float *)]
// CHECK: 8:3: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, block 64x1x1, 2 requests [shift<64>(float *)]
// CHECK: 10:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 128x1x1, 4 requests [shift<128>(float *)]
// CHECK: 10:22: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 64x1x1, 2 requests [shift<64>(float *)]
