// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// Lanes of an atomic on one word are not merged: each takes its turn. The one
// exception is atomicAdd(p, 1) whose result nobody uses.

__global__ void atomics(int *out, const int *in) {
  __shared__ int bins[1024];
  int t = threadIdx.x;
  for (int i = t; i < 1024; i += 32)
    bins[i] = 0;
// CHECK: :[[@LINE-1]]:5: remark: store of 4 bytes to 'bins': 1/1 wavefronts, conflict-free, block 32x1x1, 32 requests
  __syncthreads();
  // Each its own word in its own bank.
  atomicMax(&bins[t], in[t]);
// CHECK: :[[@LINE-1]]:3: remark: atomic of 4 bytes on 'bins': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  // Each its own word, in one bank.
  atomicMax(&bins[t * 32], in[t]);
// CHECK: :[[@LINE-1]]:3: remark: atomic of 4 bytes on 'bins': 32/1 wavefronts, conflict, block 32x1x1, 1 request
  // 4 words, 8 lanes each.
  atomicExch(&bins[t % 4], in[t]);
// CHECK: :[[@LINE-1]]:3: remark: atomic of 4 bytes on 'bins': 8/1 wavefronts, conflict, block 32x1x1, 1 request
  out[t + 32] = atomicCAS(bins + t / 8, 0, in[t]);
// CHECK: :[[@LINE-1]]:17: remark: atomic of 4 bytes on 'bins': 8/1 wavefronts, conflict, block 32x1x1, 1 request
  // A counting increment: 4 words in 4 banks.
  atomicAdd(&bins[t % 4], 1);
// CHECK: :[[@LINE-1]]:3: remark: atomic of 4 bytes on 'bins': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  __syncthreads();
  out[t] = bins[t];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 'bins': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
}

void run(int *out, const int *in) { atomics<<<1, 32>>>(out, in); }
