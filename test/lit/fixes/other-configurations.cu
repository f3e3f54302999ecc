// RUN: %lint --exit-zero %s -- 2>&1 | FileCheck %s

// A fix edits the text of all configurations, and Clang's tree has one: code that is
// left out here may name the array, a pointer into it, or what is edited.

__global__ void directive(float *out, const float *in) {
  __shared__ float tile[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 32 + x];
  __syncthreads();
#ifdef FLAT
  out[y * 32 + x] = (&tile[0][0])[x * 32 + y];
// CHECK: :[[@LINE-1]]:23: note: no fix for 'tile': code that is not compiled here names 'tile'
#else
  out[y * 32 + x] = tile[x][y];
#endif
}

// As an argument that a macro drops: `assert` under NDEBUG.
#define CHECK_THAT(x)
__global__ void dropped(float *out, const float *in) {
  __shared__ float tile[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[x][y];
  CHECK_THAT((&tile[0][0])[x * 32 + y] == 0);
// CHECK: :[[@LINE-1]]:16: note: no fix for 'tile': code that is not compiled here names 'tile'
}

// The arm that no instance keeps.
template <bool IsFlat> __global__ void arm(float *out, const float *in) {
  __shared__ float tile[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 32 + x];
  __syncthreads();
  if constexpr (IsFlat)
    out[y * 32 + x] = (&tile[0][0])[x * 32 + y];
// CHECK: :[[@LINE-1]]:25: note: no fix for 'tile': code that is not compiled here names 'tile'
  else
    out[y * 32 + x] = tile[x][y];
}

// A macro that another configuration defines otherwise.
#ifdef FLAT
#define AT(r, c) (&tile[0][0])[(r) * 32 + (c)]
// CHECK: :[[@LINE-1]]:20: note: no fix for 'tile': code that is not compiled here names 'tile'
#else
#define AT(r, c) tile[r][c]
#endif
__global__ void macro(float *out, const float *in) {
  __shared__ float tile[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  AT(y, x) = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[x][y];
}

// A helper that is edited, with other memory.
__device__ float at(const float *m, int r, int c) { return m[r * 32 + c]; }
__global__ void helper(float *out, const float *in) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = at(s, x, y);
#ifdef BOTH
  out[y * 32 + x] += at(in, y, x);
// CHECK: :[[@LINE-1]]:22: note: no fix for 's': code that is not compiled here names 'at'
#endif
}

// Indices that another configuration computes otherwise, without a word of the array:
// the length of a row, by a macro, a constant and a variable. (A swizzle would serve any
// length, but is not written where a pointer is at the element.)
#ifdef FLAT
#define STEP 16
constexpr int Length = 16;
#else
#define STEP 32
constexpr int Length = 32;
#endif
__global__ void stepByMacro(float *out, const float *in) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  float *to = s + y * 32 + x;
  *to = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x * STEP + y];
// CHECK: :[[@LINE-1]]:27: note: no fix for 's': its indices depend on 'STEP', which differs in other configurations
}
__global__ void stepByConstant(float *out, const float *in) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  float *to = s + y * 32 + x;
  *to = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x * Length + y];
// CHECK: note: no fix for 's': its indices depend on 'Length', which differs in other configurations
}
#ifndef SIDE
#define SIDE 32
#endif
constexpr int Half = SIDE / 2;
__global__ void stepByValue(float *out, const float *in) {
  __shared__ float s[1024];
  const int step = 2 * Half;
  int x = threadIdx.x, y = threadIdx.y;
  float *to = s + y * 32 + x;
  *to = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x * step + y];
// CHECK: note: no fix for 's': its indices depend on 'SIDE', which differs in other configurations
}

// The argument of a template, by the launch.
#ifdef FLAT
#define SHORT 16
#else
#define SHORT 32
#endif
template <int N> __global__ void stepByArgument(float *out, const float *in) {
  __shared__ float s[N * 32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x * N + y];
}
void launchStepByArgument(float *out, float *in) {
  stepByArgument<SHORT><<<1, dim3(32, 32)>>>(out, in);
// CHECK: :[[@LINE-1]]:18: note: no fix for 's': its indices depend on 'SHORT', which differs in other configurations
}

// The size alone, to which the fix adds what these rows take.
#ifdef FLAT
#define SIZE 2048
#else
#define SIZE 1024
#endif
__global__ void sizeByMacro(float *out, const float *in) {
  __shared__ float s[SIZE];
// CHECK: :[[@LINE-1]]:22: note: no fix for 's': its indices depend on 'SIZE', which differs in other configurations
  int x = threadIdx.x, y = threadIdx.y;
  for (int r = y; r < SIZE / 32; r += 32)
    s[r * 32 + x] = in[r * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x * 32 + y];
}

// A launch that asks for as much as before.
__global__ void launchedElsewhere(float *out, const float *in) {
  extern __shared__ float s[];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x * 32 + y];
}
void launchEither(float *out, float *in) {
#ifdef FLAT
  launchedElsewhere<<<1, dim3(32, 32), 4096>>>(out, in);
// CHECK: :[[@LINE-1]]:3: note: no fix for 's': code that is not compiled here names 'launchedElsewhere'
#else
  launchedElsewhere<<<1, dim3(32, 32), 4 * 1024>>>(out, in);
#endif
}

// The type of the accesses: a vector would not lie at its alignment.
#ifdef FLAT
typedef float4 Piece;
// CHECK: :[[@LINE-1]]:16: note: no fix for 'tile': code that is not compiled here names 'Piece'
#define PIECE float4
#else
typedef float Piece;
#define PIECE float
#endif
__global__ void pieces(float *out, const float *in) {
  __shared__ __align__(16) float tile[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 32 + x];
  __syncthreads();
  const int n = sizeof(Piece) / 4;
  if (y < 32 / n)
    ((Piece *)out)[y * 32 + x] = *(Piece *)&tile[x][y * n];
}
__global__ void piecesByMacro(float *out, const float *in) {
  __shared__ __align__(16) float tile[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 32 + x];
  __syncthreads();
  const int n = sizeof(PIECE) / 4;
  if (y < 32 / n)
    reinterpret_cast<PIECE *>(out)[y * 32 + x] =
        *reinterpret_cast<PIECE *>(&tile[x][y * n]);
// CHECK: :[[@LINE-1]]:27: note: no fix for 'tile': code that is not compiled here names 'PIECE'
}

// The column, by a function and by a variable.
__device__ int columnOf(int c) {
#ifdef FLAT
  return c + 32;
#else
  return c;
#endif
}
__global__ void columnByFunction(float *out, const float *in) {
  __shared__ float s[1024 + 32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x * 32 + columnOf(y)];
// CHECK: :[[@LINE-1]]:32: note: no fix for 's': its indices depend on 'columnOf', which differs in other configurations
}
__global__ void columnByVariable(float *out, const float *in) {
  __shared__ float s[1024 + 32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  int column = y;
#ifdef FLAT
  column += 32;
#endif
  out[y * 32 + x] = s[x * 32 + column];
// CHECK: :[[@LINE-1]]:21: warning: 32-way bank conflict in load from 's'
// CHECK-NOT: pad the rows
// A swizzle is right for any index.
// CHECK: :[[@LINE-4]]:21: note: swizzle every index of 's', in the form 's[i ^ (i / 32 & 31)]'
}

// A length that is the same wherever it stands, also as an argument of a template,
// any number of rows, and a variable that removed text only reads.
__global__ void sameLength(float *out, const float *in) {
  __shared__ float s[SIDE * SIDE];
// CHECK: :[[@LINE-1]]:{{[0-9]+}}: note: pad the rows of 's' to 33 floats (+128 bytes), which leaves no conflict
  int x = threadIdx.x, y = threadIdx.y;
  s[y * SIDE + x] = in[y * SIDE + x];
  __syncthreads();
  CHECK_THAT(x < SIDE);
  out[y * SIDE + x] = s[x * SIDE + y];
}
template <int N> __global__ void sameArgument(float *out, const float *in) {
  __shared__ float s[N * N];
// CHECK: :[[@LINE-1]]:{{[0-9]+}}: note: pad the rows of 's' to 33 floats (+128 bytes), which leaves no conflict
  int x = threadIdx.x, y = threadIdx.y;
  s[y * N + x] = in[y * N + x];
  __syncthreads();
  out[y * N + x] = s[x * N + y];
}
__global__ void anyNumber(float *out, const float *in) {
  __shared__ float s[STEP * 64];
// CHECK: :[[@LINE-1]]:{{[0-9]+}}: note: pad the rows of 's' to 65 floats (+128 bytes), which leaves no conflict
  int x = threadIdx.x, y = threadIdx.y;
  if (y < STEP)
    s[y * 64 + x] = in[y * 64 + x];
  __syncthreads();
  if (x < STEP)
    out[y * 32 + x] = s[x * 64 + y];
}
__global__ void anyRow(float *out, const float *in) {
  __shared__ float s[1024];
// CHECK: :[[@LINE-1]]:{{[0-9]+}}: note: pad the rows of 's' to 33 floats (+128 bytes), which leaves no conflict
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x * (SIDE / 32) * 32 + y];
}

// What is named elsewhere, in a comment, a text or a template that is not used,
// keeps nothing from being fixed: tile.
template <class T> struct Unused {
  T *tile;
  T &at(int i) { return tile[i * 32]; }
};
__global__ void plain(float *out, const float *in) {
  __shared__ float tile[32][32];
// CHECK: :[[@LINE-1]]:{{[0-9]+}}: note: pad the rows of 'tile' to 33 floats (+128 bytes), which leaves no conflict
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 32 + x];
  __syncthreads();
  const char *text = "tile";
  out[y * 32 + x] = tile[x][y] + (text == nullptr);
}

// What compilers define differs by build, also where no `#if` asks for it.
__device__ int shift() { return __CUDA_ARCH__ >= 1000; }
__global__ void ofArchitecture(float *out, const float *in) {
  __shared__ float tile[1024];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[x * 32 + y] + (y < 31 ? tile[y * 32 + x + shift()] : 0);
// CHECK: :[[@LINE-7]]:33: note: no fix for 'tile': its indices depend on '__CUDA_ARCH__', which differs in other configurations
}
__global__ void asLongAsArchitecture(float *out, const float *in) {
#ifdef __CUDA_ARCH__
  __shared__ float tile[__CUDA_ARCH__ >= 1000 ? 376 : 32][32];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[x][y];
// CHECK: note: no fix for 'tile': longer rows may exceed 48 KB of shared memory in other configurations, because of '__CUDA_ARCH__'
#endif
}

void run(float *out, float *in) {
  ofArchitecture<<<1, dim3(32, 32)>>>(out, in);
  asLongAsArchitecture<<<1, dim3(32, 32)>>>(out, in);
  directive<<<1, dim3(32, 32)>>>(out, in);
  dropped<<<1, dim3(32, 32)>>>(out, in);
  arm<false><<<1, dim3(32, 32)>>>(out, in);
  macro<<<1, dim3(32, 32)>>>(out, in);
  helper<<<1, dim3(32, 32)>>>(out, in);
  stepByMacro<<<1, dim3(32, 32)>>>(out, in);
  stepByConstant<<<1, dim3(32, 32)>>>(out, in);
  stepByValue<<<1, dim3(32, 32)>>>(out, in);
  pieces<<<1, dim3(32, 32)>>>(out, in);
  piecesByMacro<<<1, dim3(32, 32)>>>(out, in);
  sizeByMacro<<<1, dim3(32, 32)>>>(out, in);
  columnByFunction<<<1, dim3(32, 32)>>>(out, in);
  columnByVariable<<<1, dim3(32, 32)>>>(out, in);
  sameLength<<<1, dim3(32, 32)>>>(out, in);
  sameArgument<SIDE><<<1, dim3(32, 32)>>>(out, in);
  anyNumber<<<1, dim3(32, 32)>>>(out, in);
  anyRow<<<1, dim3(32, 32)>>>(out, in);
  plain<<<1, dim3(32, 32)>>>(out, in);
}
