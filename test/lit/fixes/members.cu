// RUN: %lint --exit-zero --format=diff %s 2>&1 -- | FileCheck %s --check-prefix=DIFF --allow-empty
// RUN: %lint --exit-zero --sort=place %s -- 2>&1 | FileCheck %s

// Rows that are a member of a class stay where something else than the array
// depends on the class, or an access runs from one row or member into the next.
// test/fixes/members.cu holds those that grow.

// DIFF-NOT: {{^[-+] }}

struct Sized { float a[32][32], sums[32]; };
__global__ void sized(float *out, const float *in) {
  __shared__ Sized s;
  int x = threadIdx.x, y = threadIdx.y;
  s.a[y][x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s.a[x][y] + sizeof(Sized);
// CHECK: :[[@LINE-1]]:33: note: no fix for 's': this other use of 'Sized' may count on its layout
}

struct Global { float a[32][32]; };
__global__ void global(float *out, const Global *in) {
  __shared__ Global s;
  int x = threadIdx.x, y = threadIdx.y;
  s.a[y][x] = in->a[y][x];
// CHECK: :[[@LINE-1]]:15: note: no fix for 's': this other use of 'Global' may count on its layout
  __syncthreads();
  out[y * 32 + x] = s.a[x][y];
}

struct Copied { float v[32]; };
__global__ void copied(float *out, const float *in) {
  __shared__ Copied rows[32];
  int x = threadIdx.x, y = threadIdx.y;
  rows[y].v[x] = in[y * 32 + x];
  __syncthreads();
  Copied row = rows[x];
// CHECK: :[[@LINE-1]]:{{[0-9]+}}: note: no fix for 'rows': this other use of 'Copied' may count on its layout
  out[y * 32 + x] = row.v[y] + rows[x].v[y];
}

struct Second { float a[32][32]; };
__global__ void second(float *out, const float *in) {
  __shared__ Second s, t;
// CHECK: :[[@LINE-1]]:{{[0-9]+}}: note: no fix for 's': this other use of 'Second' may count on its layout
  int x = threadIdx.x, y = threadIdx.y;
  s.a[y][x] = t.a[y][x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s.a[x][y] + t.a[y][x];
}

struct Zeroed { float a[32][32], sums[32]; };
__global__ void zeroed(float *out, const float *in) {
  __shared__ Zeroed s;
  int x = threadIdx.x, y = threadIdx.y;
  float *p = reinterpret_cast<float *>(&s);
  for (int i = y * 32 + x; i < 1056; i += 1024)
    p[i] = 0;
// CHECK: :[[@LINE-1]]:7: note: no fix for 's': 'i' may run past the end of a declared row
  __syncthreads();
  out[y * 32 + x] = s.a[x][y] + s.sums[x];
}

struct Edge { float a[32][32], sums[32]; };
__global__ void edge(float *out, const float *in) {
  __shared__ Edge s;
  int x = threadIdx.x, y = threadIdx.y;
  s.a[y][x] = in[y * 32 + x];
  if (y == 0)
    s.sums[x] = 0;
  __syncthreads();
  out[y * 32 + x] = s.a[x][y] + s.a[y][x + 1];
// CHECK: :[[@LINE-1]]:40: note: no fix for 's': 'x + 1' may run past the end of a declared row
}

// From the member behind the rows back into them.
struct Tail { float a[32][32], tail[32]; };
__global__ void tail(float *out, const float *in) {
  __shared__ Tail s;
  int x = threadIdx.x, y = threadIdx.y;
  s.a[y][x] = in[y * 32 + x];
  __syncthreads();
  const float *last = s.tail - 32;
  out[y * 32 + x] = s.a[x][y] + last[x];
// CHECK: :[[@LINE-1]]:33: note: no fix for 's': 'last[x]' may run past the end of a declared row
}

struct Removed { float a[32][32]; };
__global__ void removed(float *out, const float *in) {
  __shared__ Removed s;
  int x = threadIdx.x, y = threadIdx.y;
  s.a[y][x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s.a[x][y];
}
#ifdef ELSEWHERE
static_assert(sizeof(Removed) == 4096);
// CHECK: :[[@LINE-1]]:22: note: no fix for 's': code that is not compiled here names 'Removed'; by hand, rows of 33 floats would be best
#endif

union Both { float a[32][32]; float flat[1024]; };
__global__ void both(float *out, const float *in) {
  __shared__ Both s;
// CHECK: :[[@LINE-1]]:{{[0-9]+}}: note: no fix for 's': its rows are members of a class, which banklint does not edit
  int x = threadIdx.x, y = threadIdx.y;
  s.flat[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s.a[x][y];
}

int main() {
  dim3 whole(32, 32);
  sized<<<1, whole>>>(nullptr, nullptr);
  global<<<1, whole>>>(nullptr, nullptr);
  copied<<<1, whole>>>(nullptr, nullptr);
  second<<<1, whole>>>(nullptr, nullptr);
  zeroed<<<1, whole>>>(nullptr, nullptr);
  edge<<<1, whole>>>(nullptr, nullptr);
  tail<<<1, whole>>>(nullptr, nullptr);
  removed<<<1, whole>>>(nullptr, nullptr);
  both<<<1, whole>>>(nullptr, nullptr);
}
