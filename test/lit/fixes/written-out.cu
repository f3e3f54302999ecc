// RUN: cd %S && %lint --exit-zero --format=diff %{s:basename} -- | FileCheck %s --check-prefix=DIFF
// RUN: %lint --exit-zero %s -- 2>&1 | FileCheck %s

// An index that serves for something else, too, is written out where the array
// is used: it keeps its value.
__global__ void index(float *g, const float *in) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  int i = y * 32 + x;
  s[i] = in[i];
  __syncthreads();
  g[i] = s[x * 32 + y];
}
// DIFF:      -  __shared__ float s[1024];
// DIFF-NEXT: +  __shared__ float s[1024 + 32];
// DIFF:      -  s[i] = in[i];
// DIFF-NEXT: +  s[y * (32 + 1) + x] = in[i];
// DIFF:      -  g[i] = s[x * 32 + y];
// DIFF-NEXT: +  g[i] = s[x * (32 + 1) + y];

// Through another variable, in a loop, and beside a sum.
__global__ void rows(float *g, const float *in) {
  __shared__ float s[32 * 32 + 32];
  const unsigned x = threadIdx.x, y = threadIdx.y;
  for (int r = 0; r < 32; r += 8) {
    const unsigned row = (y + r) * 32;
    const unsigned to = row
                        + x;
    s[to] = in[to];
    g[row] = in[to];
  }
  __syncthreads();
  for (int r = y; r < 32; r += 8)
    g[r * 32 + x] = s[x * 32 + r];
}
// DIFF:      -    s[to] = in[to];
// DIFF-NEXT: +    s[(y + r) * (32 + 1) + x] = in[to];

// The distance of rows, likewise.
__global__ void pitch(float *g, const float *in) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  int pitch = 32;
  s[y * pitch + x] = in[y * pitch + x];
  __syncthreads();
  g[y * pitch + x] = s[x * pitch + y];
}
// DIFF:      -  s[y * pitch + x] = in[y * pitch + x];
// DIFF-NEXT: +  s[y * (pitch + 1) + x] = in[y * pitch + x];
// DIFF:      -  g[y * pitch + x] = s[x * pitch + y];
// DIFF-NEXT: +  g[y * pitch + x] = s[x * (pitch + 1) + y];

// Parentheses where they are needed.
__global__ void operand(float *g, const float *in) {
  __shared__ float s[1088];
  int x = threadIdx.x, y = threadIdx.y;
  int i = y * 32 + x, row = y * 32;
  s[32 + i] = in[i];
  i[s] = in[i + row];
  s[x + row] = in[i];
  __syncthreads();
  g[i] = s[x * 32 + y];
}
// DIFF:      -  s[32 + i] = in[i];
// DIFF-NEXT: -  i[s] = in[i + row];
// DIFF-NEXT: -  s[x + row] = in[i];
// DIFF-NEXT: +  s[(32 + 1) + (y * (32 + 1) + x)] = in[i];
// DIFF-NEXT: +  (y * (32 + 1) + x)[s] = in[i + row];
// DIFF-NEXT: +  s[x + y * (32 + 1)] = in[i];
// DIFF:      -  g[i] = s[x * 32 + y];
// DIFF-NEXT: +  g[i] = s[x * (32 + 1) + y];

// It does not keep its value: the rows in it are counted.
__global__ void changed(float *g, const float *in) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  int i = y * 32 + x;
  s[i] = in[i];
  i = y * 32 + x;
  __syncthreads();
  g[i] = s[x * 32 + y];
}
// DIFF:      -  s[i] = in[i];
// DIFF-NEXT: +  s[i + i / 32] = in[i];
// DIFF:      -  g[i] = s[x * 32 + y];
// DIFF-NEXT: +  g[i] = s[x * (32 + 1) + y];

// A request to unroll defines no macro.
__global__ void unrolled(float *g, const float *in) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  int i = y * 32 + x;
  float sum = 0;
#pragma unroll 4
  for (int k = 0; k < 4; ++k)
    sum += in[i + k];
  s[i] = sum;
  __syncthreads();
  g[i] = s[x * 32 + y];
}
// DIFF:      -  s[i] = sum;
// DIFF-NEXT: +  s[y * (32 + 1) + x] = sum;
// DIFF:      -  g[i] = s[x * 32 + y];
// DIFF-NEXT: +  g[i] = s[x * (32 + 1) + y];

// DIFF-NOT: {{^[-+] }}

// Elsewhere its text cannot be written out. Such an index is swizzled as it stands.
// It is made of what has changed.
__global__ void changedPart(float *g, const float *in) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  int i = y * 32 + x;
  x = 31 - x;
  s[i] = in[i];
  __syncthreads();
  g[i] = s[x * 32 + y];
}
// DIFF:      {{^}}-  s[i] = in[i];
// DIFF-NEXT: {{^}}+  s[i ^ (i / 32 & 31)] = in[i];
// DIFF:      {{^}}-  g[i] = s[x * 32 + y];
// DIFF-NEXT: {{^}}+  g[i] = s[(x * 32 + y) ^ ((x * 32 + y) / 32 & 31)];
// DIFF-NOT: {{^[-+] }}
// CHECK: [[@LINE-7]]:10: warning:
// CHECK-NOT: a row of 33

// Its names mean something else there.
__global__ void hidden(float *g, const float *in) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  int i = y * 32 + x;
  {
    int x = 0;
    s[i] = in[i + x];
  }
  __syncthreads();
  g[i] = s[x * 32 + y];
// CHECK: [[@LINE-1]]:10: warning:
// CHECK-NOT: a row of 33
}
// DIFF:      {{^}}-    s[i] = in[i + x];
// DIFF-NEXT: {{^}}+    s[i ^ (i / 32 & 31)] = in[i + x];
// DIFF:      {{^}}-  g[i] = s[x * 32 + y];
// DIFF-NEXT: {{^}}+  g[i] = s[(x * 32 + y) ^ ((x * 32 + y) / 32 & 31)];
// DIFF-NOT: {{^[-+] }}
#define ROW 32
__global__ void redefined(float *g, const float *in) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  int i = y * ROW + x;
#undef ROW
#define ROW 16
  s[i] = in[i];
  __syncthreads();
  g[i] = s[x * 32 + y];
// CHECK: [[@LINE-1]]:10: warning:
// CHECK-NOT: a row of 33
}
// DIFF:      {{^}}-  s[i] = in[i];
// DIFF-NEXT: {{^}}+  s[i ^ (i / 32 & 31)] = in[i];
// DIFF:      {{^}}-  g[i] = s[x * 32 + y];
// DIFF-NEXT: {{^}}+  g[i] = s[(x * 32 + y) ^ ((x * 32 + y) / 32 & 31)];
// DIFF-NOT: {{^[-+] }}
__global__ void captured(float *g, const float *in) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  int i = y * 32 + x;
  auto put = [i](float v) { s[i] = v; };
  put(in[i]);
  __syncthreads();
  g[i] = s[x * 32 + y];
// CHECK: [[@LINE-1]]:10: warning:
// CHECK-NOT: a row of 33
}
// DIFF:      {{^}}-  auto put = [i](float v) { s[i] = v; };
// DIFF-NEXT: {{^}}+  auto put = [i](float v) { s[i ^ (i / 32 & 31)] = v; };
// DIFF:      {{^}}-  g[i] = s[x * 32 + y];
// DIFF-NEXT: {{^}}+  g[i] = s[(x * 32 + y) ^ ((x * 32 + y) / 32 & 31)];
// DIFF-NOT: {{^[-+] }}

// Another configuration has another index.
__global__ void configured(float *g, const float *in) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
#ifdef BY_COLUMNS
  int i = x * 32 + y;
#else
  int i = y * 32 + x;
#endif
  s[i] = in[i];
  __syncthreads();
  g[i] = s[x * 32 + y];
// CHECK: [[@LINE-1]]:10: warning:
// CHECK-NOT: a row of 33
}
// DIFF:      {{^}}-  s[i] = in[i];
// DIFF-NEXT: {{^}}+  s[i ^ (i / 32 & 31)] = in[i];
// DIFF:      {{^}}-  g[i] = s[x * 32 + y];
// DIFF-NEXT: {{^}}+  g[i] = s[(x * 32 + y) ^ ((x * 32 + y) / 32 & 31)];
// DIFF-NOT: {{^[-+] }}

// A negative number, which the type of the variable makes.
__global__ void negative(float *g, const float *in, long far) {
  __shared__ float s[1024];
  unsigned x = threadIdx.x, y = threadIdx.y;
  int i = y * 32 + x - 1;
  float *second = s + 1;
  second[i] = in[i + 1];
  __syncthreads();
  g[i + 1] = s[x * 32 + y];
// CHECK: no fix for 's': {{.*}}negative
}

void run(float *g, float *in) {
  dim3 whole(32, 32), part(32, 8);
  index<<<1, whole>>>(g, in);
  unrolled<<<1, whole>>>(g, in);
  rows<<<1, part>>>(g, in);
  pitch<<<1, whole>>>(g, in);
  operand<<<1, whole>>>(g, in);
  changed<<<1, whole>>>(g, in);
  changedPart<<<1, whole>>>(g, in);
  hidden<<<1, whole>>>(g, in);
  redefined<<<1, whole>>>(g, in);
  captured<<<1, whole>>>(g, in);
  configured<<<1, whole>>>(g, in);
  negative<<<1, whole>>>(g, in, 1);
}
