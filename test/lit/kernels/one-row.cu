// What an index can reach decides, where what it is does not: all of it lies in one
// row of banks, so that no two lanes ask for different words of one bank.

// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

__global__ void tables(const int *in, const unsigned char *bytes,
                       const signed char *steps, int *out, int n) {
  __shared__ int table[32], longer[33], wide[64];
  __shared__ short halves[64], more[66];
  __shared__ double doubles[16];
  __shared__ int rows[8][32];
  const int t = threadIdx.x;
  int sum = 0;
  // All of an array, whatever the index.
  sum += table[in[t]];
  // CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 'table': 1/1 wavefronts, conflict-free, block 64x1x1, 2 requests
  sum += longer[in[t]];
  // CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 'longer': ?/? wavefronts, unknown (index loaded from memory at line 17), inexact, block 64x1x1, 2 requests
  sum += halves[in[t]];
  // CHECK: :[[@LINE-1]]:10: remark: load of 2 bytes from 'halves': 1/1 wavefronts, conflict-free, block 64x1x1, 2 requests
  sum += more[in[t]];
  // CHECK: :[[@LINE-1]]:10: remark: load of 2 bytes from 'more': ?/? wavefronts, unknown (index loaded from memory at line 21), inexact, block 64x1x1, 2 requests
  // Eight bytes a lane go in phases, which lanes that are alike may change.
  sum += (int)doubles[in[t]];
  // CHECK: :[[@LINE-1]]:15: remark: load of 8 bytes from 'doubles': ?/? wavefronts, unknown (index loaded from memory at line 24), inexact, block 64x1x1, 2 requests
  // As much of a longer one as the index reaches.
  sum += wide[in[t] & 31];
  // CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 'wide': 1/1 wavefronts, conflict-free, block 64x1x1, 2 requests
  sum += wide[32 + (bytes[t] >> 3)];
  // CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 'wide': 1/1 wavefronts, conflict-free, block 64x1x1, 2 requests
  sum += wide[16 + (in[t] & 31)];
  // CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 'wide': 1/1 wavefronts, conflict-free, block 64x1x1, 2 requests
  sum += wide[in[t] & 63];
  // CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 'wide': ?/? wavefronts, unknown (index loaded from memory at line 33), inexact, block 64x1x1, 2 requests
  sum += wide[(in[t] & 15) * 2];
  // CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 'wide': 1/1 wavefronts, conflict-free, block 64x1x1, 2 requests
  sum += wide[(in[t] & 31) * 2];
  // CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 'wide': ?/? wavefronts, unknown (index loaded from memory at line 37), inexact, block 64x1x1, 2 requests
  sum += wide[32 + (steps[t] >> 3)];
  // CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 'wide': 1/1 wavefronts, conflict-free, block 64x1x1, 2 requests
  sum += wide[32 + (steps[t] >> 2)];
  // CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 'wide': ?/? wavefronts, unknown (index loaded from memory at line 41), inexact, block 64x1x1, 2 requests
  // Which row is the same in all lanes.
  sum += rows[n][in[t] & 31];
  // CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 'rows': 1/1 wavefronts, conflict-free, block 64x1x1, 2 requests
  sum += rows[t & 7][in[t] & 31];
  // CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 'rows': ?/? wavefronts, unknown (index loaded from memory at line 46), inexact, block 64x1x1, 2 requests
  sum += wide[t % 2 + (in[t] & 15)];
  // CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 'wide': 1/1 wavefronts, conflict-free, block 64x1x1, 2 requests
  // Atomics on one word take turns.
  atomicAdd(&table[in[t]], sum);
  // CHECK: :[[@LINE-1]]:3: remark: atomic of 4 bytes on 'table': ?/? wavefronts, unknown (index loaded from memory at line 51), inexact, block 64x1x1, 2 requests
  out[t] = sum;
}

// Positions that lanes count for themselves: each is one of the lanes before it.
__global__ void compacts(const int *in, int *out) {
  __shared__ int dense[32], spread[1024], kept[2][32];
  const int lane = threadIdx.x % 32, v = in[threadIdx.x];
  const unsigned votes = __ballot_sync(~0u, v > 3);
  const unsigned below = (1u << lane) - 1;
  const int at = __popc(votes & below);
  if (v > 3)
    dense[at] = v;
  // CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 'dense': 1/1 wavefronts, conflict-free, inexact, block 64x1x1
  if (v > 3)
    kept[threadIdx.x / 32][at] = v;
  // CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 'kept': 1/1 wavefronts, conflict-free, inexact, block 64x1x1
  if (v > 3)
    spread[at] = v;
  // CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 'spread': 1/1 wavefronts, conflict-free, inexact, block 64x1x1
  if (v > 3)
    spread[at * 32] = v;
  // CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 'spread': ?/? wavefronts, unknown (index computed from unknown bits at line 62), inexact, block 64x1x1
  // Those at and before a lane are up to 32, which is one too many.
  spread[__popc(votes & (below << 1 | 1))] = v;
  // CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 'spread': ?/? wavefronts, unknown (index computed from unknown bits at line 76), inexact, block 64x1x1, 2 requests
  spread[__popc(votes)] = v;
  // CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 'spread': 1/1 wavefronts, conflict-free, block 64x1x1, 2 requests
  __syncthreads();
  out[threadIdx.x] = dense[lane];
  // CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 'dense': 1/1 wavefronts, conflict-free, block 64x1x1, 2 requests
  out[threadIdx.x + 64] = spread[lane] + kept[0][lane];
  // CHECK: :[[@LINE-1]]:27: remark: load of 4 bytes from 'spread': 1/1 wavefronts, conflict-free, block 64x1x1, 2 requests
  // CHECK: :[[@LINE-2]]:42: remark: load of 4 bytes from 'kept': 1/1 wavefronts, conflict-free, block 64x1x1, 2 requests
}

void launch(const int *in, const unsigned char *bytes, const signed char *steps,
            int *out, int n) {
  tables<<<1, 64>>>(in, bytes, steps, out, n);
  compacts<<<1, 64>>>(in, out);
}
