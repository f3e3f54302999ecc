// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s
// RUN: %lint --exit-zero --sort=place %s -- 2>&1 | FileCheck %s --check-prefix=WARNING

// WARNING: :[[#PADDED:]]:3: warning: up to 2.75-way bank conflict in cp.async to 's': about 10.5 wavefronts per request, ideal 4
// WARNING: :[[#PADDED]]:3: note: 16-byte pieces have different positions in their 128-byte lines of global and of shared memory
// WARNING: warning: copy from 32 lines of global memory at once in cp.async to 's': 32 wavefronts, ideal 1
// WARNING-NEXT: __pipeline_memcpy_async(&s[t / 32][t % 32], &in[t % 32 * 32 + t / 32], 4);
// WARNING: note: lanes read the same place in different 128-byte lines of global memory
// WARNING: :40:3: warning: 1.75-way bank conflict in cp.async to 's': 7 wavefronts, at least 4 in any layout, ideal 1
// WARNING: :49:3: warning: 8-way bank conflict in cp.async to 's': 32 wavefronts, ideal 4
// WARNING: :53:5: note: likewise 8-way in cp.async '__pipeline_memcpy_async(&s[t][4],&in[t],16)'
// WARNING: :91:3: warning: 8-way bank conflict in cp.async to 's': at least 32 wavefronts, ideal 4

// What asynchronous copies take depends on where they read, too.

#include <cuda_pipeline.h>

// Rows of 128 bytes into rows of 144: row r is shifted by r pieces, which takes
// 1, 3, 2, 4, 2, 4, 2 and 3 wavefronts. Measured: 10.5 a request.
__global__ void padded(float *out, const float4 *in) {
  __shared__ float4 s[32][9];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t / 8][t % 8], &in[t], 16);
// CHECK: :[[@LINE-1]]:3: remark: cp.async of 16 bytes to 's': 10.5/4 wavefronts, conflict (assumes that the copy's source is aligned to 128 bytes, as allocations are), inexact, worst 2.75x, block 256x1x1, 8 requests
  out[t] = 0;
}

// The same words through the cache: 4 bytes a lane, all different.
__global__ void paddedWords(float *out, const float *in) {
  __shared__ float s[32][36];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t / 32][t % 32], &in[t], 4);
// CHECK: :[[@LINE-1]]:3: remark: cp.async of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 256x1x1, 8 requests
  // Down a column of rows of 32 words: all lanes read one place of a line.
  __pipeline_memcpy_async(&s[t / 32][t % 32], &in[t % 32 * 32 + t / 32], 4);
// CHECK: :[[@LINE-1]]:3: remark: cp.async of 4 bytes to 's': 32/1 wavefronts, by lines of global memory, block 256x1x1, 8 requests
  // 8 columns of 4 rows of global memory: 4 lanes read one place of a line. Rows
  // of 36 words, 4 apart, are 16 banks apart: 4 lanes write one place. A lane
  // is in both sets: 4 + 4 - 1.
  __pipeline_memcpy_async(&s[t % 8 * 4][t / 8 % 32], &in[t / 8 * 4096 + t % 8], 4);
// CHECK: :[[@LINE-1]]:3: remark: cp.async of 4 bytes to 's': 7/1 wavefronts, conflict, block 256x1x1, 8 requests
  out[t] = 0;
}

// A column of rows of a line: each lane writes a line of its own.
__global__ void column(float *out, const float4 *in) {
  __shared__ float4 s[32][8];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t][3], &in[t], 16);
// CHECK: :[[@LINE-1]]:3: remark: cp.async of 16 bytes to 's': 32/4 wavefronts, conflict, block 32x1x1, 1 request
  // Half of the warp.
  if (t < 16)
    __pipeline_memcpy_async(&s[t][4], &in[t], 16);
// CHECK: :[[@LINE-1]]:5: remark: cp.async of 16 bytes to 's': 16/2 wavefronts, conflict{{.*}}, block 32x1x1, 1 request
  out[t] = 0;
}

// Rows that nobody knows the length of; of 64 halves or a multiple of them; of
// what the launch says, 72 halves, as long as those of shared memory.
__global__ void rows(short *out, const short *in, int n, int m) {
  __shared__ __align__(16) short s[32][64], p[32][72];
  int t = threadIdx.x, r = t / 8, c = t % 8 * 8;
  __pipeline_memcpy_async(&s[r][c], &in[r * n + c], 16);
// CHECK: :[[@LINE-1]]:3: remark: cp.async of 16 bytes to 's': 4/4 wavefronts, possible (conflicts for some values, as with n = {{[0-9]+}}), inexact, worst {{.*}}x, block 256x1x1, 8 requests
  __pipeline_memcpy_async(&s[r][c], &in[r * (n * 64) + c], 16);
// CHECK: :[[@LINE-1]]:3: remark: cp.async of 16 bytes to 's': 4/4 wavefronts, conflict-free (assumes {{.*}}), inexact, block 256x1x1, 8 requests
  __pipeline_memcpy_async(&p[r][c], &in[r * 64 + c], 16);
// CHECK: :[[@LINE-1]]:3: remark: cp.async of 16 bytes to 'p': 10.5/4 wavefronts, conflict (assumes {{.*}}), inexact, worst 2.75x, block 256x1x1, 8 requests
  // Rows of 144 bytes on both sides: 5 lines to 5 rows of shared memory, of which
  // two hold halves of sectors.
  __pipeline_memcpy_async(&p[r][c], &in[r * m + c], 16);
// CHECK: :[[@LINE-1]]:3: remark: cp.async of 16 bytes to 'p': 9/4 wavefronts, by lines of global memory (assumes {{.*}}), inexact, block 256x1x1, 8 requests
  // A tile after the other: lines of rows of 512 bytes.
  for (int k = 0; k < 256; k += 64)
    __pipeline_memcpy_async(&s[r][c], &in[r * 256 + k + c], 16);
// CHECK: :[[@LINE-1]]:5: remark: cp.async of 16 bytes to 's': 4/4 wavefronts, conflict-free (assumes {{.*}}), inexact, block 256x1x1, 32 requests
  out[t] = 0;
}

__device__ float4 table[1024];
extern __device__ float4 (&elsewhere)[1024];

// Where these read is not known: what the shared side takes is a bound, and
// free of conflicts is not said of it.
__global__ void unknown(float *out, const float4 *in, const float4 *other,
                        const int *index, int n) {
  __shared__ float4 s[32][8];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t / 8][t % 8], &in[index[t]], 16);
// CHECK: :[[@LINE-1]]:3: remark: cp.async of 16 bytes to 's': 4/4 wavefronts, possible (at least this many wavefronts; more if the global addresses, which are unknown, are misaligned), inexact, block 32x1x1, 1 request
  __pipeline_memcpy_async(&s[t][t % 8], &in[index[t]], 16);
// CHECK: :[[@LINE-1]]:3: remark: cp.async of 16 bytes to 's': 32/4 wavefronts, conflict (at least this many wavefronts; more if the global addresses, which are unknown, are misaligned), inexact, block 32x1x1, 1 request
  __pipeline_memcpy_async(&s[t / 8][t % 8], t % 2 ? &in[t] : &other[t], 16);
// CHECK: :[[@LINE-1]]:3: remark: cp.async of 16 bytes to 's': 4/4 wavefronts, possible (at least this many wavefronts; more if {{.*}}), inexact, block 32x1x1, 1 request
  __pipeline_memcpy_async(&s[t / 8][t % 8], &elsewhere[t], 16);
// CHECK: :[[@LINE-1]]:3: remark: cp.async of 16 bytes to 's': 4/4 wavefronts, possible (at least this many wavefronts; more if {{.*}}), inexact, block 32x1x1, 1 request
  __pipeline_memcpy_async(&s[t / 8][t % 8], &table[t], 16);
// CHECK: :[[@LINE-1]]:3: remark: cp.async of 16 bytes to 's': 4/4 wavefronts, conflict-free (assumes that the copy's source is aligned to 128 bytes, as allocations are), inexact, block 32x1x1, 1 request
  out[t] = 0;
}

// Zeros: nothing is read. Through the cache, the shared side of those lanes counts
// alone; past it, lanes that read nothing travel as the others do, whichever they are.
__global__ void zeros(float *out, const float *in, int n) {
  __shared__ __align__(16) float s[32][32];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[0][t], &in[t * 32], 4, 4);
// CHECK: :[[@LINE-1]]:3: remark: cp.async of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  __pipeline_memcpy_async(&s[0][t], &in[t * 32], 4, t < 16 ? 0 : 4);
// CHECK: :[[@LINE-1]]:3: remark: cp.async of 4 bytes to 's': 16/1 wavefronts, by lines of global memory, block 32x1x1, 1 request
  __pipeline_memcpy_async(&s[0][t], &in[t * 32], 4, in[t] > 0 ? 0 : 4);
// CHECK: :[[@LINE-1]]:3: remark: cp.async of 4 bytes to 's': 1/1 wavefronts, possible (at least this many wavefronts; more if {{.*}}), inexact, block 32x1x1, 1 request
  __pipeline_memcpy_async(&s[t / 8][t % 8 * 4], &in[t * 4], 16, 16);
// CHECK: :[[@LINE-1]]:3: remark: cp.async of 16 bytes to 's': 4/4 wavefronts, conflict-free (assumes {{.*}}), inexact, block 32x1x1, 1 request
  __pipeline_memcpy_async(&s[t / 8][t % 8 * 4], &in[t * 4], 16, in[t] > 0 ? 0 : 16);
// CHECK: :[[@LINE-1]]:3: remark: cp.async of 16 bytes to 's': 4/4 wavefronts, conflict-free (assumes {{.*}}), inexact, block 32x1x1, 1 request
  // A part of what is copied takes another instruction, which was not measured.
  __pipeline_memcpy_async(&s[t / 8][t % 8 * 4], &in[t * 4], 16, in[t] > 0 ? 0 : 8);
// CHECK: :[[@LINE-1]]:3: remark: cp.async of 16 bytes to 's': 4/4 wavefronts, possible (at least this many wavefronts{{.*}}), inexact, block 32x1x1, 1 request
  unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(&s[0][t]));
  unsigned long long policy = 0;
  // A policy is no size of the source; a predicate says whether to ignore it.
  asm volatile("cp.async.ca.shared.global.L2::cache_hint [%0], [%1], 4, %2;"
               ::"r"(at), "l"(in + t), "l"(policy));
// CHECK: :[[@LINE-1]]:22: remark: cp.async of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  asm volatile("{ .reg .pred p; setp.ne.b32 p, %2, 0;\n"
               "  cp.async.ca.shared.global [%0], [%1], 4, p; }"
               ::"r"(at), "l"(in + t * 32), "r"(1));
// CHECK: :[[@LINE-1]]:22: remark: cp.async of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  asm volatile("{ .reg .pred p; setp.ne.b32 p, %2, 0;\n"
               "  cp.async.ca.shared.global [%0], [%1], 4, p; }"
               ::"r"(at), "l"(in + t * 32), "r"(0));
// CHECK: :[[@LINE-1]]:22: remark: cp.async of 4 bytes to 's': 32/1 wavefronts, by lines of global memory, block 32x1x1, 1 request
  asm volatile("cp.async.ca.shared.global [%0], [%1 + 128], 4, 4;"
               ::"r"(at), "l"(in + t));
// CHECK: :[[@LINE-1]]:22: remark: cp.async of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  out[t] = 0;
}

// Three pieces into a row: of each line 5 pieces go to one row and 3 to the next,
// the even and the odd ones apart. 4 wavefronts a line.
__global__ void within(float *out, const float4 *in) {
  __shared__ float4 s[3 + 64];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[3 + t], &in[t], 16);
// CHECK: :[[@LINE-1]]:3: remark: cp.async of 16 bytes to 's': 16/4 wavefronts, conflict (assumes that the copy's source is aligned to 128 bytes, as allocations are), inexact, block 32x1x1, 1 request
  out[t] = 0;
}

void run(float *out, const float4 *in, short *h, int n) {
  padded<<<1, 256>>>(out, in);
  paddedWords<<<1, 256>>>(out, out);
  column<<<1, 32>>>(out, in);
  rows<<<1, 256>>>(h, h, n, 72);
  unknown<<<1, 32>>>(out, in, in, nullptr, n);
  zeros<<<1, 32>>>(out, out, n);
  within<<<1, 32>>>(out, in);
}
