// A kernel that waits for all of its blocks counts on all of them running at
// once: where fewer may, since each takes more memory with longer rows, none is
// offered. (A swizzle would take no memory, but is not written beside an
// exclusive or.) Blocks of 128 threads are 16 on an SM; where this has 64 KB, 16
// arrays of 4,096 bytes fit, but not 16 of 4,224.
//
// RUN: %lint --exit-zero --sort=place %s 2>&1 | FileCheck %s
#include <cuda_runtime.h>

__device__ unsigned arrived;
__device__ volatile int flags[64];
__constant__ int limit;

// CHECK: [[#@LINE+12]]:21: warning: 32-way bank conflict in load from 't'
// CHECK: note: no fix for 't': this may wait for other blocks
__global__ void byAtomics(const float *in, float *out, int *counts, int n) {
  __shared__ float t[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  t[y][x ^ 1] = in[y * 32 + x];
  if (x + y == 0) {
    atomicAdd(&arrived, 1u);
    while (atomicAdd(&arrived, 0u) < gridDim.x)
      ;
  }
  __syncthreads();
  out[y * 32 + x] = t[x][y];
}

// CHECK: [[#@LINE+12]]:21: warning: 32-way bank conflict in load from 't'
// CHECK: note: no fix for 't': this may wait for other blocks
__global__ void byVolatile(const float *in, float *out, int *counts, int n) {
  __shared__ float t[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  t[y][x ^ 1] = in[y * 32 + x];
  for (;;) {
    int seen = flags[blockIdx.x];
    if (seen > 3)
      break;
  }
  __syncthreads();
  out[y * 32 + x] = t[x][y];
}

// CHECK: [[#@LINE+9]]:21: warning: 32-way bank conflict in load from 't'
// CHECK: note: no fix for 't': this may wait for other blocks
__global__ void byPlainLoads(const float *in, float *out, int *counts, int n) {
  __shared__ float t[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  t[y][x ^ 1] = in[y * 32 + x];
  while (counts[0] < n)
    __syncthreads();
  __syncthreads();
  out[y * 32 + x] = t[x][y];
}

// CHECK: [[#@LINE+11]]:21: warning: 32-way bank conflict in load from 't'
// CHECK: note: no fix for 't': this may wait for other blocks
__global__ void byExchange(const float *in, float *out, int *counts, int n) {
  __shared__ float t[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  t[y][x ^ 1] = in[y * 32 + x];
  int old;
  do
    old = atomicCAS(counts, 7, 0);
  while (old != 7);
  __syncthreads();
  out[y * 32 + x] = t[x][y];
}

// CHECK: [[#@LINE+14]]:21: warning: 32-way bank conflict in load from 't'
// CHECK: note: no fix for 't': this may wait for other blocks
__global__ void byAllFlags(const float *in, float *out, int *counts, int n) {
  __shared__ float t[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  t[y][x ^ 1] = in[y * 32 + x];
  bool all;
  do {
    all = true;
    for (int i = 0; i < n; ++i)
      all &= counts[i] != 0;
    __threadfence();
  } while (!all);
  __syncthreads();
  out[y * 32 + x] = t[x][y];
}

// CHECK: [[#@LINE+11]]:21: warning: 32-way bank conflict in load from 't'
// CHECK: note: no fix for 't': this may wait for other blocks
__global__ void byEachFlag(const float *in, float *out, int *counts, int n) {
  __shared__ float t[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  t[y][x ^ 1] = in[y * 32 + x];
  int next = 0;
  while (next < n)
    if (flags[next] != 0)
      ++next;
  __syncthreads();
  out[y * 32 + x] = t[x][y];
}

// CHECK: [[#@LINE+18]]:21: warning: 32-way bank conflict in load from 't'
// CHECK: note: no fix for 't': this may wait for other blocks
__global__ void byState(const float *in, float *out, int *counts, int n) {
  __shared__ float t[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  t[y][x ^ 1] = in[y * 32 + x];
  int state = 0;
  while (state != 2)
    switch (state) {
    case 0:
      if (flags[0] == n)
        ++state;
      break;
    default:
      if (flags[1] == n)
        state = 2;
    }
  __syncthreads();
  out[y * 32 + x] = t[x][y];
}

struct Gate {
  int *count;
  int wanted;
  __device__ bool isOpen() const { return *count >= wanted; }
};
// CHECK: [[#@LINE+10]]:21: warning: 32-way bank conflict in load from 't'
// CHECK: note: no fix for 't': this may wait for other blocks
__global__ void byMember(const float *in, float *out, int *counts, int n) {
  __shared__ float t[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  t[y][x ^ 1] = in[y * 32 + x];
  Gate gate{counts, n};
  while (!gate.isOpen())
    __nanosleep(20);
  __syncthreads();
  out[y * 32 + x] = t[x][y];
}

struct Arrival {
  __device__ Arrival(int *p, int n) {
    while (__sync_fetch_and_add(p, 0) < n)
      ;
  }
};
// CHECK: [[#@LINE+8]]:21: warning: 32-way bank conflict in load from 't'
// CHECK: note: no fix for 't': this may wait for other blocks
__global__ void byConstructor(const float *in, float *out, int *counts, int n) {
  __shared__ float t[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  t[y][x ^ 1] = in[y * 32 + x];
  Arrival all(counts, n);
  __syncthreads();
  out[y * 32 + x] = t[x][y];
}

// CHECK: [[#@LINE+10]]:21: warning: 32-way bank conflict in load from 't'
// CHECK: note: no fix for 't': this may wait for other blocks
__global__ void byLambda(const float *in, float *out, int *counts, int n) {
  __shared__ float t[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  t[y][x ^ 1] = in[y * 32 + x];
  auto isDone = [&] { return *counts == n; };
  while (!isDone())
    ;
  __syncthreads();
  out[y * 32 + x] = t[x][y];
}

// CHECK: [[#@LINE+9]]:21: warning: 32-way bank conflict in load from 't'
// CHECK: note: no fix for 't': this may wait for other blocks
__global__ void withLimit(const float *in, float *out, int *counts, int n) {
  __shared__ float t[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  t[y][x ^ 1] = in[y * 32 + x];
  for (int i = 0; i < 100000000 && flags[0] < n; ++i)
    ;
  __syncthreads();
  out[y * 32 + x] = t[x][y];
}

// CHECK: [[#@LINE+11]]:21: warning: 32-way bank conflict in load from 't'
// CHECK: note: no fix for 't': this may wait for other blocks
__global__ void byTicket(const float *in, float *out, int *counts, int n) {
  __shared__ float t[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  t[y][x ^ 1] = in[y * 32 + x];
  int mine = blockIdx.x;
  if (x + y == 0)
    while (atomicCAS(counts, mine, mine) != mine)
      ;
  __syncthreads();
  out[y * 32 + x] = t[x][y];
}

// CHECK: [[#@LINE+11]]:21: warning: 32-way bank conflict in load from 't'
// CHECK: note: no fix for 't': this may wait for other blocks
__global__ void byCopy(const float *in, float *out, int *counts, int n) {
  __shared__ float t[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  t[y][x ^ 1] = in[y * 32 + x];
  int seen;
  do
    memcpy(&seen, counts, sizeof(int));
  while (seen != n);
  __syncthreads();
  out[y * 32 + x] = t[x][y];
}

// CHECK: [[#@LINE+10]]:21: warning: 32-way bank conflict in load from 't'
// CHECK: note: no fix for 't': this may wait for other blocks
__global__ void byChoice(const float *in, float *out, int *counts, int n) {
  __shared__ float t[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  t[y][x ^ 1] = in[y * 32 + x];
  int next = 0;
  while (next < n)
    next = flags[next] ? next + 1 : next;
  __syncthreads();
  out[y * 32 + x] = t[x][y];
}

// CHECK: [[#@LINE+10]]:21: warning: 32-way bank conflict in load from 't'
// CHECK: note: no fix for 't': this may wait for other blocks
__global__ void bySum(const float *in, float *out, int *counts, int n) {
  __shared__ float t[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  t[y][x ^ 1] = in[y * 32 + x];
  int sum = 0;
  while (sum < n)
    sum += atomicAdd(counts, 0) == n ? n : 0;
  __syncthreads();
  out[y * 32 + x] = t[x][y];
}

// With 1,024 threads, two blocks are all that an SM has room for in any case.
// CHECK: [[#@LINE+12]]:21: warning: 32-way bank conflict in load from 't'
// CHECK: note: pad the rows of 't' to 33 floats
__global__ void isAsResident(const float *in, float *out, int *counts, int n) {
  __shared__ float t[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  t[y][x] = in[y * 32 + x];
  if (x + y == 0) {
    atomicAdd(&arrived, 1u);
    while (atomicAdd(&arrived, 0u) < gridDim.x)
      ;
  }
  __syncthreads();
  out[y * 32 + x] = t[x][y];
}

// What a condition asks for comes by a reference, a round of four flags, an
// argument, or in front of a `continue`; a limit that moves is none.
__device__ unsigned most(unsigned a, unsigned b) { return a > b ? a : b; }
// CHECK: [[#@LINE+24]]:21: warning: 32-way bank conflict in load from 't'
// CHECK: note: no fix for 't': this may wait for other blocks
__global__ void byWays(const float *in, float *out, int *counts, unsigned n) {
  __shared__ float t[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  t[y][x ^ 1] = in[y * 32 + x];
  unsigned seen = 0, stage = 0;
  if (y == 0) {
    auto look = [&] { seen = flags[0]; };
    while (seen < n)
      look();
  } else if (y == 1) {
    for (int i = 0; flags[i % 4] < n; ++i)
      ;
  } else if (y == 2) {
    while (seen < n)
      seen = most(seen, flags[1]);
  } else {
    while (stage < 3) {
      if (flags[stage] < n)
        continue;
      ++stage;
    }
  }
  out[y * 32 + x] = t[x][y];
}

// These loops get on by what they do themselves. Where that is not seen, the
// layout is one that takes no memory.
// CHECK: [[#@LINE+9]]:21: warning: 32-way bank conflict in load from 't'
// CHECK: note: pad the rows of 't' to 33 floats
__global__ void walksRow(const float *in, float *out, int *counts, int n) {
  __shared__ float t[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  t[y][x] = in[y * 32 + x];
  for (int i = counts[y]; i < counts[y + 1]; i += 32)
    out[i] = 0;
  __syncthreads();
  out[y * 32 + x] = t[x][y];
}

// CHECK: [[#@LINE+10]]:21: warning: 32-way bank conflict in load from 't'
// CHECK: note: swizzle every index of 't'
__global__ void takesWork(const float *in, float *out, int *counts, int n) {
  __shared__ float t[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  t[y][x] = in[y * 32 + x];
  int task;
  while ((task = atomicAdd(counts, 1)) < n)
    out[task] = 0;
  __syncthreads();
  out[y * 32 + x] = t[x][y];
}

// CHECK: [[#@LINE+17]]:21: warning: 32-way bank conflict in load from 't'
// CHECK: note: pad the rows of 't' to 33 floats
__global__ void takesWorkOfBlock(const float *in, float *out, int *counts, int n) {
  __shared__ float t[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  t[y][x] = in[y * 32 + x];
  __shared__ int task;
  for (;;) {
    if (x + y == 0)
      task = atomicAdd(counts, 1);
    __syncthreads();
    if (task >= n)
      break;
    out[task] = 0;
    __syncthreads();
  }
  __syncthreads();
  out[y * 32 + x] = t[x][y];
}

// CHECK: [[#@LINE+15]]:21: warning: 32-way bank conflict in load from 't'
// CHECK: note: swizzle every index of 't'
__global__ void searches(const float *in, float *out, int *counts, int n) {
  __shared__ float t[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  t[y][x] = in[y * 32 + x];
  int low = 0, high = n;
  while (low < high) {
    int middle = (low + high) / 2;
    if (counts[middle] < x)
      low = middle + 1;
    else
      high = middle;
  }
  __syncthreads();
  out[y * 32 + x] = t[x][y];
}

// CHECK: [[#@LINE+12]]:21: warning: 32-way bank conflict in load from 't'
// CHECK: note: swizzle every index of 't'
__global__ void triesAgain(const float *in, float *out, int *counts, int n) {
  __shared__ float t[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  t[y][x] = in[y * 32 + x];
  int old = counts[0], assumed;
  do {
    assumed = old;
    old = atomicCAS(counts, assumed, assumed * 2 + 1);
  } while (assumed != old);
  __syncthreads();
  out[y * 32 + x] = t[x][y];
}

// CHECK: [[#@LINE+9]]:21: warning: 32-way bank conflict in load from 't'
// CHECK: note: swizzle every index of 't'
__global__ void followsList(const float *in, float *out, int *counts, int n) {
  __shared__ float t[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  t[y][x] = in[y * 32 + x];
  for (int at = counts[0]; at >= 0; at = counts[at])
    out[at] = 0;
  __syncthreads();
  out[y * 32 + x] = t[x][y];
}

// CHECK: [[#@LINE+9]]:21: warning: 32-way bank conflict in load from 't'
// CHECK: note: swizzle every index of 't'
__global__ void halves(const float *in, float *out, int *counts, int n) {
  __shared__ float t[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  t[y][x] = in[y * 32 + x];
  for (int left = n; left > counts[0]; left /= 2)
    out[left] = 0;
  __syncthreads();
  out[y * 32 + x] = t[x][y];
}

// CHECK: [[#@LINE+9]]:21: warning: 32-way bank conflict in load from 't'
// CHECK: note: pad the rows of 't' to 33 floats
__global__ void asksConstant(const float *in, float *out, int *counts, int n) {
  __shared__ float t[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  t[y][x] = in[y * 32 + x];
  while (x < limit)
    x += 32;
  __syncthreads();
  out[y * 32 + x] = t[x][y];
}

// CHECK: [[#@LINE+14]]:21: warning: 32-way bank conflict in load from 't'
// CHECK: note: swizzle every index of 't'
__global__ void adds(const float *in, float *out, int *counts, int n) {
  __shared__ float t[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  t[y][x] = in[y * 32 + x];
  int sum = 0;
  for (;;) {
    for (int i = 0; i < 8; ++i)
      sum += i;
    if (sum > counts[0])
      break;
  }
  __syncthreads();
  out[y * 32 + x] = t[x][y];
}

// CHECK: [[#@LINE+14]]:21: warning: 32-way bank conflict in load from 't'
// CHECK: note: swizzle every index of 't'
__global__ void finds(const float *in, float *out, int *counts, int n) {
  __shared__ float t[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  t[y][x] = in[y * 32 + x];
  int at = 0;
  bool found = false;
  while (!found) {
    if (counts[at] == n)
      found = true;
    ++at;
  }
  __syncthreads();
  out[y * 32 + x] = t[x][y];
}

void launch(const float *in, float *out, int *counts, int n) {
  dim3 part(32, 4), whole(32, 32);
  byAtomics<<<5, part>>>(in, out, counts, n);
  byVolatile<<<5, part>>>(in, out, counts, n);
  byPlainLoads<<<5, part>>>(in, out, counts, n);
  byExchange<<<5, part>>>(in, out, counts, n);
  byAllFlags<<<5, part>>>(in, out, counts, n);
  byEachFlag<<<5, part>>>(in, out, counts, n);
  byState<<<5, part>>>(in, out, counts, n);
  byMember<<<5, part>>>(in, out, counts, n);
  byConstructor<<<5, part>>>(in, out, counts, n);
  byLambda<<<5, part>>>(in, out, counts, n);
  withLimit<<<5, part>>>(in, out, counts, n);
  byTicket<<<5, part>>>(in, out, counts, n);
  isAsResident<<<5, whole>>>(in, out, counts, n);
  walksRow<<<5, part>>>(in, out, counts, n);
  takesWork<<<5, part>>>(in, out, counts, n);
  takesWorkOfBlock<<<5, part>>>(in, out, counts, n);
  searches<<<5, part>>>(in, out, counts, n);
  triesAgain<<<5, part>>>(in, out, counts, n);
  followsList<<<5, part>>>(in, out, counts, n);
  halves<<<5, part>>>(in, out, counts, n);
  asksConstant<<<5, part>>>(in, out, counts, n);
  adds<<<5, part>>>(in, out, counts, n);
  finds<<<5, part>>>(in, out, counts, n);
  byCopy<<<5, part>>>(in, out, counts, n);
  byChoice<<<5, part>>>(in, out, counts, n);
  bySum<<<5, part>>>(in, out, counts, n);
  byWays<<<5, part>>>(in, out, counts, n);
}
