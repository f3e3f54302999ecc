// RUN: %lint --exit-zero %s | FileCheck %s

// Rows that nothing declares are those of the blocks: what a launch is made of has to be all that
// it can have. Calls that no walk sees may pass other numbers.
constexpr int Tile = 32;
__global__ void constants(float *out, const float *in) {
  __shared__ float t[1024];
// CHECK: :[[@LINE-1]]:22: note: pad the rows of 't' to 33 floats (+128 bytes), which leaves no conflict;
  t[threadIdx.y * 32 + threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = t[threadIdx.x * 32 + threadIdx.y];
}
void callConstants(float *y, float *x, int n) {
  int rows = Tile;
  dim3 block(Tile, rows), grid(n / block.x);
  auto launch = [&] { constants<<<grid, block>>>(y, x); };
  launch();
}

static void callParameter(float *y, float *x, int n);
__global__ void parameter(float *out, const float *in) {
  __shared__ float t[1024];
// CHECK: :[[@LINE-1]]:22: note: pad the rows of 't' to 33 floats (+128 bytes), which leaves no conflict;
  t[threadIdx.y * 32 + threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = t[threadIdx.x * 32 + threadIdx.y];
}
static void callParameter(float *y, float *x, int n) {
  parameter<<<1, dim3(n, 32)>>>(y, x);
}
void callWith32(float *y, float *x) { callParameter(y, x, 32); }

// By whom a method is called for its object, nobody sees.
__global__ void member(float *out, const float *in) {
  __shared__ float t[1024];
// CHECK: :[[@LINE-1]]:22: note: pad the rows of 't' to 33 floats (+128 bytes), which leaves no conflict (unsafe: its kernel may also be launched with blocks that are not known);
  t[threadIdx.y * 32 + threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = t[threadIdx.x * 32 + threadIdx.y];
}
struct Launcher {
  int n = 32;
  void run(float *y, float *x) { member<<<1, dim3(n, 32)>>>(y, x); }
};
void callMember(float *y, float *x) { Launcher().run(y, x); }

// What else changes a variable, a handler, say.
void other();
__global__ void changed(float *out, const float *in) {
  __shared__ float t[1024];
// CHECK: :[[@LINE-1]]:22: note: pad the rows of 't' to 33 floats (+128 bytes), which leaves no conflict (unsafe: its kernel may also be launched with blocks that are not known);
  t[threadIdx.y * 32 + threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = t[threadIdx.x * 32 + threadIdx.y];
}
int *Kept;
void callChanged(float *y, float *x) {
  int n = 32;
  Kept = &n;
  other();
  changed<<<1, dim3(n, 32)>>>(y, x);
}

// A swizzle of single elements is right for any block.
__global__ void swizzled(float *out, const float *in, int n) {
  __shared__ float t[1024];
// CHECK: note: swizzle every index of 't', in the form 't[i ^ (i / 32 & 31)]', which leaves no conflict and takes no memory; index
  const int i = threadIdx.x;
  t[i] = in[i];
  __syncthreads();
  out[i] = t[i * 32 & 1023];
}
struct Other {
  int n = 1024;
  void run(float *y, float *x) { swizzled<<<1, n>>>(y, x, 1); }
};
void callSwizzled(float *y, float *x) { Other().run(y, x); }
