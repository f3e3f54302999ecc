// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// Members of some bits hold what was set, and leave their neighbours alone.

struct Tile {
  int id;
  unsigned isTransposed : 1, logRows : 5, : 0;
  unsigned step : 12;
  int shift : 6;
  unsigned long long rows : 40;
};

union Any {
  struct {
    unsigned flag : 1, kind : 7;
  } plain;
  struct {
    unsigned flag : 1, kind : 7, size : 24;
  } sized;
};

__device__ int shiftOf(Tile tile) { return tile.shift * 8; }

__global__ void locals(float *out, bool flag) {
  __shared__ float s[32 * 64];
  int t = threadIdx.x;
  Tile tile = {7, 1, 5, 32, -4, 1ull << 35};
  tile.isTransposed = flag;
  tile.step += 32 + 4096; // wraps in 12 bits: 64
  out[t] = s[t << tile.logRows];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 32/1 wavefronts, conflict, block 32x1x1, 1 request
  out[t] += s[t * (tile.step / 16)];
// CHECK: :[[@LINE-1]]:13: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, block 32x1x1, 1 request
  out[t] += s[t * int(tile.rows >> 34)];
// CHECK: :[[@LINE-1]]:13: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, 1 request
  out[t] += s[t * (36 + shiftOf(tile))];
// CHECK: :[[@LINE-1]]:13: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, block 32x1x1, 1 request
  tile.logRows = t & 1;
  out[t] += s[tile.logRows * 32 + t / 2 * 0];
// CHECK: :[[@LINE-1]]:13: remark: load of 4 bytes from 's': 2/1 wavefronts, conflict, block 32x1x1, 1 request
  Any any;
  any.sized.size = 8;
  any.sized.kind = 3;
  any.plain.flag = flag;
  if (any.plain.kind == 3)
    out[t] += s[t * any.sized.size];
// CHECK: :[[@LINE-1]]:15: remark: load of 4 bytes from 's': 8/1 wavefronts, conflict, block 32x1x1, 1 request
}

__global__ void shared(float *out) {
  __shared__ Tile tiles[32];
  // What lies beside the bits is loaded first. 4 words: 4 lanes a bank.
  tiles[threadIdx.x].shift = 3;
// CHECK: :[[@LINE-1]]:3: remark: load of 4 bytes from 'tiles': 4/1 wavefronts, conflict, block 32x1x1, 1 request
// CHECK: :[[@LINE-2]]:3: remark: store of 4 bytes to 'tiles': 4/1 wavefronts, conflict, block 32x1x1, 1 request
}

void run(float *out) {
  locals<<<1, 32>>>(out, false);
  shared<<<1, 32>>>(out);
}
