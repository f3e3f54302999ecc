// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// The step between lanes is the size of the struct.

struct Particle { // 3 words: no common divisor with 32
  float x, y, z;
};

struct Record { // 8 words: 32 lanes in 4 banks
  float values[4];
  int key;
  char flags[8];
  short rank;
};

struct Storage {
  float square[32][32];
  float padded[32][33];
};

__global__ void arraysOfStructs(float *out, const float *in) {
  __shared__ Particle particles[32];
  __shared__ Record records[32];
  int t = threadIdx.x;
  particles[t].y = in[t];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 'particles': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  records[t].values[1] = in[t];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 'records': 8/1 wavefronts, conflict, block 32x1x1, 1 request
  records[t].flags[5] = t;
// CHECK: :[[@LINE-1]]:3: remark: store of 1 byte to 'records': 8/1 wavefronts, conflict, block 32x1x1, 1 request
  __syncthreads();
  out[t] = particles[31 - t].y;
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 'particles': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  // Word 8 (t / 4) + t % 4: 8 records, whose first 4 words lie in 4 * 4 banks: 2.
  out[t] += records[t / 4].values[t % 4];
// CHECK: :[[@LINE-1]]:13: remark: load of 4 bytes from 'records': 2/1 wavefronts, conflict, block 32x1x1, 1 request
  __syncthreads();
  Record *record = &records[t];
  out[t] += record->rank;
// CHECK: :[[@LINE-1]]:13: remark: load of 2 bytes from 'records': 8/1 wavefronts, conflict, block 32x1x1, 1 request
}

__global__ void structOfArrays(float *out, const float *in) {
  __shared__ Storage storage;
  int x = threadIdx.x, y = threadIdx.y, i = y * 32 + x;
  storage.square[y][x] = in[i];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 'storage': 1/1 wavefronts, conflict-free, block 32x32x1, 32 requests
  storage.padded[y][x] = in[i];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 'storage': 1/1 wavefronts, conflict-free, block 32x32x1, 32 requests
  __syncthreads();
  out[i] = storage.square[x][y];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 'storage': 32/1 wavefronts, conflict, block 32x32x1, 32 requests
  __syncthreads();
  out[i + 1024] = storage.padded[x][y];
// CHECK: :[[@LINE-1]]:19: remark: load of 4 bytes from 'storage': 1/1 wavefronts, conflict-free, block 32x32x1, 32 requests
}

// A copy on two lines stands where its source does, unless a call keeps the two
// apart.
__device__ int swizzled(int t) { return t ^ 1; }
__global__ void copies(float4 *out, float4 *in) {
  __shared__ float4 s[32];
  int t = threadIdx.x;
  s[t] =
      in[t];
// CHECK: :[[@LINE-1]]:7: remark: store of 16 bytes to 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request
  __syncthreads();
  s[swizzled(t)] =
      in[t];
// CHECK: :[[@LINE-2]]:3: remark: store of 16 bytes to 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request
  __syncthreads();
  s[t] =
      in[swizzled(t)];
// CHECK: :[[@LINE-2]]:3: remark: store of 16 bytes to 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request
}

// Of a structure that is copied from shared memory or from a local, only the
// lanes that take the one load it.
struct Pair {
  float first, second;
};
__global__ void either(float *out, const float *in) {
  __shared__ Pair pairs[32];
  int t = threadIdx.x;
  Pair none = {0, 0}, mine;
  mine = t < 8 ? pairs[t] : none;
// CHECK: :[[@LINE-1]]:18: remark: load of 8 bytes from 'pairs': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  out[t] = mine.first + mine.second;
}

void run(float *out, const float *in) {
  arraysOfStructs<<<1, 32>>>(out, in);
  structOfArrays<<<1, dim3(32, 32)>>>(out, in);
  copies<<<1, 32>>>((float4 *)out, (float4 *)in);
  either<<<1, 32>>>(out, in);
}
