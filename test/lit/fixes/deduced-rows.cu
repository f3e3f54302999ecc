// RUN: cd %S && %lint --exit-zero --format=diff %{s:basename} -- | FileCheck %s --check-prefix=DIFF
// RUN: %lint --exit-zero %s -- 2>&1 | FileCheck %s

// A template that deduces the length of the rows takes longer ones, if nothing
// else in it looks at that length. A copy of one row is no wider then.

template <int N>
__device__ float cell(const float (&t)[32][N], int r, int c) {
  return t[r][c];
}
template <class T> __device__ float any(const T &t, int r, int c) {
  auto &row = t[r];
  return row[c];
}
template <class T, int N> __device__ void put(T (*t)[N], int r, int c, T v) {
  t[r][c] = v;
}
__global__ void taken(float *g, const float *in) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  put(s, y, x, in[y * 32 + x]);
  __syncthreads();
  g[y * 32 + x] = cell(s, x, y) + any(s, y, x);
}
// DIFF:      -  __shared__ float s[32][32];
// DIFF-NEXT: +  __shared__ float s[32][32 + 1];
__global__ void copied(float *g, const float *in) {
  __shared__ float t[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  if (x == 0)
    memcpy(t[y], in + y * 32, 32 * sizeof(float));
  __syncthreads();
  g[y * 32 + x] = t[x][y];
}
// DIFF:      -  __shared__ float t[32][32];
// DIFF-NEXT: +  __shared__ float t[32][32 + 4];
// DIFF-NOT: {{^[-+] }}

// The length is a bound, or the array's own type is asked for.
template <int N> __device__ float sum(float (&t)[32][N], int r) {
  float all = 0;
  for (int i = 0; i < N; ++i)
    all += t[r][i];
  return all;
}
__global__ void bound(float *g, const float *in) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[x][y] = in[y * 32 + x];
  __syncthreads();
  g[y * 32 + x] = sum(s, x);
// CHECK: :[[@LINE-1]]:19: note: no fix for 's': 'sum' is instantiated for the length of its rows
}
template <class T> __device__ float last(const T &t, int r) {
  return t[r][sizeof(T) / 128 - 1];
}
__global__ void size(float *g, const float *in) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[x][y] = in[y * 32 + x];
  __syncthreads();
  g[y * 32 + x] = last(s, x);
// CHECK: :[[@LINE-1]]:19: note: no fix for 's': 'last' is instantiated for the length of its rows
}

// Another function would be called, or none.
template <int N> __device__ float over(float (&t)[32][N], int r, int c) {
  return t[r][c];
}
__device__ float over(float (&t)[32][33], int r, int c) { return t[c][r]; }
__global__ void overloaded(float *g, const float *in) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x];
  __syncthreads();
  g[y * 32 + x] = over(s, x, y);
// CHECK: :[[@LINE-1]]:19: note: no fix for 's': 'over' is instantiated for the length of its rows
}
template <int N> __device__ float special(float (&t)[32][N], int r, int c) {
  return t[r][c];
}
template <> __device__ float special(float (&t)[32][33], int r, int c) {
  return t[c][r];
}
__global__ void specialised(float *g, const float *in) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x];
  __syncthreads();
  g[y * 32 + x] = special(s, x, y);
// CHECK: :[[@LINE-1]]:19: note: no fix for 's': 'special' is instantiated for the length of its rows
}
template <int N> __device__ float exact(float (&t)[32][N], int r, int c) {
  return t[r][c];
}
__global__ void explicitLength(float *g, const float *in) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x];
  __syncthreads();
  g[y * 32 + x] = exact<32>(s, x, y);
// CHECK: :[[@LINE-1]]:19: note: no fix for 's': 'exact' is instantiated for the length of its rows
}
template <int N>
__device__ float both(float (&s)[32][N], float (&t)[32][N], int r, int c) {
  return s[r][c] + t[c][r];
}
__global__ void together(float *g, const float *in) {
  __shared__ float s[32][32];
  __shared__ float t[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = t[y][x] = in[y * 32 + x];
  __syncthreads();
  g[y * 32 + x] = both(s, t, x, y);
// CHECK: :[[@LINE-1]]:19: note: no fix for 's': 'both' is instantiated for the length of its rows
}

// Two rows at once, and the size of the row.
__global__ void twoRows(float *g, const float *in) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  if (x == 0 && y < 16)
    memcpy(s[2 * y], in + y * 64, 256);
// CHECK: :[[@LINE-1]]:14: note: no fix for 's': '2 * y' may run past the end of a declared row
  __syncthreads();
  g[y * 32 + x] = s[x][y];
}
__global__ void sizeOfRow(float *g, const float *in) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  if (x == 0)
    memcpy(s[y], in + y * 32, sizeof(s[y]));
// CHECK: :[[@LINE-1]]:31: note: no fix for 's': 'sizeof' depends on its size
  __syncthreads();
  g[y * 32 + x] = s[x][y];
}

void run(float *g, float *in) {
  const dim3 whole(32, 32);
  taken<<<1, whole>>>(g, in);
  copied<<<1, whole>>>(g, in);
  bound<<<1, whole>>>(g, in);
  size<<<1, whole>>>(g, in);
  overloaded<<<1, whole>>>(g, in);
  specialised<<<1, whole>>>(g, in);
  explicitLength<<<1, whole>>>(g, in);
  together<<<1, whole>>>(g, in);
  twoRows<<<1, whole>>>(g, in);
  sizeOfRow<<<1, whole>>>(g, in);
}
