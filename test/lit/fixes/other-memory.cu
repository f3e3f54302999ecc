// RUN: %lint --exit-zero --sort=place %s -- 2>&1 | FileCheck %s

// What an edit means has to lead into the padded array alone.

// Of the arguments, those of calls that pass the array beside them.
__device__ void copy(float *to, int toRow, const float *from, int fromRow) {
  int x = threadIdx.x, y = threadIdx.y;
  to[y * toRow + x] = from[x * fromRow + y];
}
__global__ void bothWays(float *out, const float *in) {
  __shared__ float s[1024];
  copy(s, 32, in, 32);
  __syncthreads();
  copy(out, 32, s, 32);
// CHECK: note: pad the rows of 's' to 33 floats (+128 bytes), which leaves no conflict
}

// One or the other.
__global__ void either(float *out, const float *in, bool isShared) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  const float *p = isShared ? s : in;
// CHECK: :[[@LINE-1]]:20: note: no fix for 's': this points into it or into other memory
  out[y * 32 + x] = p[x * 32 + y];
}

__device__ const float *pick(const float *a, const float *b, bool isFirst) {
  if (isFirst)
    return a;
  return b;
// CHECK: :[[@LINE-1]]:3: note: no fix for 's': this points into it or into other memory
}
__global__ void picked(float *out, const float *in, bool isShared) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = pick(s, in, isShared)[x * 32 + y];
}

// A view that leads elsewhere later.
struct View {
  const float *data;
  int row;
  __device__ float at(int r, int c) const { return data[r * row + c]; }
};
__global__ void reassigned(float *out, const float *in, bool isShared) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  View v{s, 32};
  if (!isShared)
    v.data = in;
// CHECK: :[[@LINE-1]]:14: note: no fix for 's': 'data' also points to other memory
  out[y * 32 + x] = v.at(x, y);
}

// Dynamic memory under two names.
extern __shared__ float first[];
extern __shared__ float second[];
// CHECK: :[[@LINE-1]]:1: note: no fix for 'first': 'second' is the same dynamic shared memory under another name
__global__ void twoNames(float *out, const float *in) {
  int x = threadIdx.x, y = threadIdx.y;
  first[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = first[x * 32 + y] + second[33 * y];
}

// Rows of a class that a cast lays over the array.
struct Row {
  float values[32];
};
__global__ void overlaid(float *out, const float *in) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x];
  __syncthreads();
  const Row *rows = (const Row *)s;
// CHECK: :[[@LINE-1]]:21: note: no fix for 's': it is also accessed as an array of another shape
  out[y * 32 + x] = s[x][y] + rows[y].values[x];
}

// Subscripts that leave their rows.
__global__ void flat(float *out, const float *in) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x][y];
  for (int i = y * 32 + x; i < 1024; i += 1024)
    s[0][i++] = 0;
// CHECK: :[[@LINE-1]]:10: note: no fix for 's': 'i++' may run past the end of a declared row
}
__global__ void edge(float *out, const float *in) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x][y] + (y < 31 ? s[y][x + 1] : 0);
// CHECK: :[[@LINE-1]]:46: note: no fix for 's': 'x + 1' may run past the end of a declared row
}
__global__ void unreached(float *out, const float *in) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x][y];
  if (blockDim.x > 32)
    s[0][y * 32 + x] = 0;
// CHECK: :[[@LINE-1]]:7: note: no fix for 's': no analysed kernel executes this use of it
}

// The distance of two addresses, as numbers.
__global__ void distance(float *out, const float *in) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x];
  __syncthreads();
  unsigned row = __cvta_generic_to_shared(&s[1][0]);
  unsigned begin = __cvta_generic_to_shared(&s[0][0]);
  out[y * 32 + x] = s[x][y] + (row - begin);
// CHECK: :[[@LINE-1]]:32: note: no fix for 's': the distance of two addresses in it is computed
}

// Alignment that is promised: rows of 36 words.
__global__ void promised(float *out, const float *in) {
  __shared__ float s[32][32];
// CHECK: :[[@LINE-1]]:{{[0-9]+}}: note: pad the rows of 's' to 36 floats (+512 bytes), which leaves 4 wavefronts per request
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x];
  __syncthreads();
  const float *row = (const float *)__builtin_assume_aligned(&s[y][0], 16);
  out[y * 32 + x] = s[x][y] + row[x];
}

// From shared memory to global memory, all of it.
__global__ void bulk(float *out, const float *in) {
  __shared__ alignas(128) float s[32][32];
// CHECK: :[[@LINE-1]]:{{[0-9]+}}: note: no fix for 's': its address is used in a way that banklint does not follow
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x][y];
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(out),
               "r"(unsigned(__cvta_generic_to_shared(s))), "r"(4096));
}

// A pointer that a function is given a reference to, or that has another name.
__device__ void point(const float *&p, const float *q) { p = q; }
// CHECK: :[[@LINE-1]]:58: note: no fix for 's': 'p' may change a pointer to it
__global__ void pointed(float *out, const float *in) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  const float *p = in;
  if (x < 8)
    point(p, s);
  out[y * 32 + x] = s[x * 32 + y] + p[x * 32 + y];
}
__global__ void renamed(float *out, const float *in) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  const float *p = in;
  const float *&other = p;
  other = s;
// CHECK: :[[@LINE-1]]:3: note: no fix for 's': 'other' may change a pointer to it
  out[y * 32 + x] = s[x * 32 + y] + p[x * 32 + y];
}

void run(float *out, float *in) {
  pointed<<<1, dim3(32, 32)>>>(out, in);
  renamed<<<1, dim3(32, 32)>>>(out, in);
  bothWays<<<1, dim3(32, 32)>>>(out, in);
  either<<<1, dim3(32, 32)>>>(out, in, true);
  picked<<<1, dim3(32, 32)>>>(out, in, true);
  reassigned<<<1, dim3(32, 32)>>>(out, in, true);
  twoNames<<<1, dim3(32, 32), 4096>>>(out, in);
  overlaid<<<1, dim3(32, 32)>>>(out, in);
  flat<<<1, dim3(32, 32)>>>(out, in);
  edge<<<1, dim3(32, 32)>>>(out, in);
  unreached<<<1, dim3(32, 32)>>>(out, in);
  distance<<<1, dim3(32, 32)>>>(out, in);
  promised<<<1, dim3(32, 32)>>>(out, in);
  bulk<<<1, dim3(32, 32)>>>(out, in);
}
