// RUN: %lint --exit-zero --sort=place %s -- 2>&1 | FileCheck %s
// RUN: %lint --exit-zero --all-accesses %s -- 2>&1 | FileCheck %s --check-prefix=ALL
// RUN: %lint --exit-zero --disable=banklint-copy-lines %s -- 2>&1 | FileCheck %s --check-prefix=OFF
// RUN: not %lint --disable=banklint-bank-conflict %s -- 2>&1 | FileCheck %s --check-prefix=ALONE
// RUN: %lint --exit-zero --enable=unused-nolint %s -- 2>&1 | FileCheck %s --check-prefix=UNUSED
// RUN: %lint --exit-zero --format=json --all-accesses %s -- | FileCheck %s --check-prefix=JSON
// RUN: %banklint explain banklint-copy-lines | FileCheck %s --check-prefix=PAGE

// What a copy takes for where it reads global memory, in any layout of shared
// memory, is no bank conflict. No fix is looked for, and no reason given why
// there is none.

// OFF-NOT: {{[[]}}banklint-copy-lines
// OFF: 6 kernels, {{[0-9]+}} accesses: 3 conflicts, 2 possible, 0 unknown, 0 suppressed{{$}}
// ALONE-NOT: {{[[]}}banklint-bank-conflict
// ALONE: accesses: 0 conflicts, 4 by lines of global memory, 2 possible, 0 unknown, 1 suppressed{{$}}
// JSON: "in_any_layout": 8,
// PAGE: {{^}}Finds asynchronous copies (cp.async)

#include <cuda_pipeline.h>

// Rows of 64 bytes: a wavefront moves pieces of one line.
__global__ void rowsOfHalfALine(float *out, const float4 *in) {
  __shared__ float4 s[64][4];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t / 4][t % 4], &in[t / 4 * 64 + t % 4], 16);
// CHECK: :[[@LINE-1]]:3: warning: copy from 8 lines of global memory at once in cp.async to 's': 8 wavefronts, ideal 4 [banklint-copy-lines]
// CHECK: :[[@LINE-2]]:3: note: each wavefront takes pieces of one 128-byte line of global memory
// CHECK: :[[@LINE-3]]:3: note: no layout of shared memory helps; let lanes read at least 128 adjacent bytes of global memory, not 64
// CHECK-NOT: no fix for
// ALL: :[[@LINE-5]]:3: remark: cp.async of 16 bytes to 's': 8/4 wavefronts, by lines of global memory (assumes that the copy's source is aligned to 128 bytes, as allocations are), inexact, block 256x1x1, 8 requests
  // The same, and the author knows.
  __pipeline_memcpy_async(&s[t / 4][t % 4], &in[t / 4 * 32 + t % 4], 16); // NOLINT(banklint-copy-lines)
// CHECK-NOT: :[[@LINE-1]]:{{.*}} warning
// ALL: :[[@LINE-2]]:3: remark: cp.async of 16 bytes to 's': 8/4 wavefronts, by lines of global memory (assumes {{.*}}), inexact, block 256x1x1, 8 requests
  // Rows of 144 bytes on both sides: each but the first begins within a line.
  __shared__ float4 p[32][9];
  __pipeline_memcpy_async(&p[t / 8][t % 8], &in[t / 8 * 9 + t % 8], 16);
// CHECK: :[[@LINE-1]]:3: warning: copy from 5 lines of global memory at once in cp.async to 'p': 9 wavefronts, ideal 4 [banklint-copy-lines]
// CHECK: :[[@LINE-2]]:3: note: no layout of shared memory helps; let rows of global memory begin at a 128-byte boundary
// ALL: :[[@LINE-3]]:3: remark: cp.async of 16 bytes to 'p': 9/4 wavefronts, by lines of global memory (assumes {{.*}}), inexact, block 256x1x1, 8 requests
  out[t] = 0;
}

// Through the cache: a column of global memory, and one word for all lanes.
__global__ void columns(float *out, const float *in) {
  __shared__ float s[32], p[32];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t], &in[t * 1024], 4); // NOLINT(banklint-bank-conflict)
// CHECK: :[[@LINE-1]]:3: warning: copy from 32 lines of global memory at once in cp.async to 's': 32 wavefronts, ideal 1 [banklint-copy-lines]
// CHECK: :[[@LINE-2]]:3: note: lanes read the same place in different 128-byte lines of global memory
// CHECK: :[[@LINE-3]]:3: note: no layout of shared memory helps; let lanes read at least 128 adjacent bytes of global memory, not 4
// CHECK-NOT: no fix for
// UNUSED: :[[@LINE-5]]:56: warning: this comment covers no finding of 'banklint-bank-conflict' [banklint-unused-nolint]
// ALL: :[[@LINE-6]]:3: remark: cp.async of 4 bytes to 's': 32/1 wavefronts, by lines of global memory, block 32x1x1, 1 request
  __pipeline_memcpy_async(&p[t], &in[5], 4);
// CHECK: :[[@LINE-1]]:3: warning: copy from 1 line of global memory at once in cp.async to 'p': 32 wavefronts, ideal 1 [banklint-copy-lines]
// CHECK: :[[@LINE-2]]:3: note: lanes that access the same word are served one after another
// ALL: :[[@LINE-3]]:3: remark: cp.async of 4 bytes to 'p': 32/1 wavefronts, by lines of global memory, block 32x1x1, 1 request
  out[t] = 0;
}

// The shared side alone: rows of 36 words, of which each lane writes the first.
__global__ void columnsOfShared(float *out, const float *in) {
  __shared__ float s[32][32];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t][0], &in[t], 4); // NOLINT(banklint-copy-lines)
// CHECK: :[[@LINE-1]]:3: warning: 32-way bank conflict in cp.async to 's': 32 wavefronts, ideal 1 [banklint-bank-conflict]
// CHECK: note: pad the rows of 's' to 33 floats (+128 bytes), which leaves no conflict
// UNUSED: :[[@LINE-3]]:52: warning: this comment covers no finding of 'banklint-copy-lines' [banklint-unused-nolint]
// ALL: :[[@LINE-4]]:3: remark: cp.async of 4 bytes to 's': 32/1 wavefronts, conflict, block 32x1x1, 1 request
  out[t] = 0;
}

// Both: 4 lanes read one place of their lines, and 4 write one place of their
// rows. Another layout leaves what the lines take.
__global__ void both(float *out, const float *in) {
  __shared__ float s[32][36];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t % 8 * 4][t / 8], &in[t / 8 * 4096 + t % 8], 4);
// CHECK: :[[@LINE-1]]:3: warning: 1.75-way bank conflict in cp.async to 's': 7 wavefronts, at least 4 in any layout, ideal 1 [banklint-bank-conflict]
// CHECK: :[[@LINE-2]]:3: note: lanes 0 and 2 access different words of one bank, 288 words apart
// CHECK-NOT: no layout of shared memory helps
// CHECK: note: pad the rows of 's' to 37 floats (+128 bytes), which leaves no conflict
// ALL: :[[@LINE-5]]:3: remark: cp.async of 4 bytes to 's': 7/1 wavefronts, conflict, block 32x1x1, 1 request
  out[t] = 0;
}

// Where lanes read is not known: the shared side alone is a bound.
__global__ void unknown(float *out, const float4 *in, const int *index) {
  __shared__ float4 s[32][8], p[32][8];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t][t % 8], &in[index[t]], 16);
// CHECK: :[[@LINE-1]]:3: warning: 8-way bank conflict in cp.async to 's': at least 32 wavefronts, ideal 4 [banklint-bank-conflict]
// ALL: :[[@LINE-2]]:3: remark: cp.async of 16 bytes to 's': 32/4 wavefronts, conflict (at least this many {{.*}}), inexact, block 32x1x1, 1 request
  __pipeline_memcpy_async(&p[t / 8][t % 8], &in[index[t]], 16);
// CHECK-NOT: :[[@LINE-1]]:3: warning
// ALL: :[[@LINE-2]]:3: remark: cp.async of 16 bytes to 'p': 4/4 wavefronts, possible (at least this many {{.*}}), inexact, block 32x1x1, 1 request
  out[t] = 0;
}

// Rows of a length that nobody knows: whole lines for some, more than one for
// others, which no layout could help.
__global__ void lengths(float *out, const float4 *in, int n) {
  __shared__ float4 s[32][8];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[t / 8][t % 8], &in[t / 8 * n + t % 8], 16);
// ALL: :[[@LINE-1]]:3: remark: cp.async of 16 bytes to 's': 4/4 wavefronts, possible (conflicts for some values, as with n = {{[0-9]+}}), inexact, worst {{.*}}x, block 32x1x1, 1 request
  out[t] = 0;
}
// CHECK: 6 kernels, {{[0-9]+}} accesses: 3 conflicts, 4 by lines of global memory, 2 possible, 0 unknown, 1 suppressed{{$}}

void run(float *out, const float4 *in, const float *words, const int *index, int n) {
  rowsOfHalfALine<<<1, 256>>>(out, in);
  columns<<<1, 32>>>(out, words);
  columnsOfShared<<<1, 32>>>(out, words);
  both<<<1, 32>>>(out, words);
  unknown<<<1, 32>>>(out, in, index);
  lengths<<<1, 32>>>(out, in, n);
}
