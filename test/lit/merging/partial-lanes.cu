// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// What the lanes hold that do not run is nothing to the compiler: a loop that
// some lanes run merges as one that all do (machine code of nvcc 13.0, sm_90:
// one LDS.128 each).

// Two phases of 8 lanes run, each of which asks for 32 words.
__global__ void counted(float *out) {
  __shared__ float s[128];
  int t = threadIdx.x;
  float sum = 0;
  if (t < 16)
    for (int j = 0; j < 4; ++j)
      sum += s[4 * t + j];
// CHECK: :[[@LINE-1]]:14: remark: load of 16 bytes from 's': 2/2 wavefronts, conflict-free, block 32x1x1, 1 request
  out[t] = sum;
}

// Behind a return of the other lanes.
__global__ void returned(float *out) {
  __shared__ float s[128];
  int t = threadIdx.x;
  if (t >= 16)
    return;
  float sum = 0;
  for (int j = 0; j < 4; ++j)
    sum += s[4 * t + j];
// CHECK: :[[@LINE-1]]:12: remark: load of 16 bytes from 's': 2/2 wavefronts, conflict-free, block 32x1x1, 1 request
  out[t] = sum;
}

int main() {
  counted<<<1, 32>>>(nullptr);
  returned<<<1, 32>>>(nullptr);
}
