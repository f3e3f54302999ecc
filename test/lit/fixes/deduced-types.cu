// RUN: %lint --exit-zero %s -- 2>&1 | FileCheck %s
// RUN: cd %S && %lint --exit-zero --format=diff %s -- | FileCheck %s --check-prefix=DIFF

// 'auto' that leaves the extent of a row to the text repeats it; names for each
// element of a row do, too.

// CHECK: no fix for 's': the type of 'q' repeats the length of its rows
__global__ void pointer(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x];
  __syncthreads();
  auto(*q)[32] = s;
  out[y * 32 + x] = s[x][y] + q[y][31 - x];
}

// CHECK: no fix for 's': the type of 'q' repeats the length of its rows
__global__ void reference(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x];
  __syncthreads();
  const auto(&q)[32] = s[y];
  out[y * 32 + x] = s[x][y] + q[31 - x];
}

// A structured binding reads the length of a row without its name.
// CHECK: no fix for 's': 'p', which points into it, may also be read without its name
struct View {
  float *p;
  int length;
  __device__ float &at(int r, int c) const { return p[r * length + c]; }
};
__global__ void taken(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  View v{s, 32};
  v.at(y, x) = in[y * 32 + x];
  __syncthreads();
  auto [p, length] = v;
  out[y * 32 + x] = v.at(x, y) + float(length);
}

// CHECK: no fix for 's': banklint does not follow this use of it
__global__ void binding(const float *in, float *out) {
  __shared__ float s[32][4];
  int x = threadIdx.x, y = threadIdx.y;
  if (y < 4)
    s[x][y] = in[y * 32 + x];
  __syncthreads();
  auto &[a, b, c, d] = s[x];
  if (y == 0)
    out[x] = a + b + c + d;
}

// DIFF-NOT: {{^[-+]}}  __shared__ float s
// DIFF: -  __shared__ float deduced[32][32];
// DIFF: +  __shared__ float deduced[32][32 + 1];
__global__ void whole(const float *in, float *out) {
  __shared__ float deduced[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  deduced[y][x] = in[y * 32 + x];
  __syncthreads();
  auto *rows = deduced;
  auto &row = deduced[y];
  out[y * 32 + x] = rows[x][y] + row[31 - x];
}

// DIFF: -  words[y << 5 bitor x] = in[y * 32 + x];
// DIFF: +  words[y * (32 + 1) + x] = in[y * 32 + x];
__global__ void token(const float *in, float *out) {
  __shared__ float words[1024];
  int x = threadIdx.x, y = threadIdx.y;
  words[y << 5 bitor x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = words[x << 5 bitor y];
}

void launch(const float *in, float *out) {
  const dim3 block(32, 32);
  pointer<<<1, block>>>(in, out);
  reference<<<1, block>>>(in, out);
  binding<<<1, block>>>(in, out);
  taken<<<1, block>>>(in, out);
  whole<<<1, block>>>(in, out);
  token<<<1, block>>>(in, out);
}
