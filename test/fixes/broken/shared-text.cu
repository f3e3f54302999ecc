// One text is compiled to several things, of which one is for the array: for
// the elements of a parameter pack, in instances of generic code, in calls that
// nobody sees.

#include "host.h"

template <class... P> __device__ float plain(int x, int y, P *...p) {
  return (p[x * 32 + y] + ...); // none: in another instantiation
}
template <class... P> __device__ float shifted(int x, int y, P *...p) {
  return (p[(x << 5) + y] + ...); // none: in another instantiation
}
template <int N, class... P> __device__ float byLength(int x, int y, P *...p) {
  return (*(p + x * N + y) + ...); // none: its indices count from elements that the swizzle may move
}
template <class... P> __device__ float written(int x, int y, P *...p) {
  int i = x * 32 + y;
  return (p[i] + ...); // none: in another instantiation
}
template <class... P> __device__ float flat(int t, P *...p) {
  return (p[1023 - t] + ...);
}
template <class... P> __device__ float alone(int x, int y, P *...p) {
  return (p[x * 32 + y] + ...); // safe
}

__global__ void packOfBoth(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = plain(x, y, in, s);
}

__global__ void packShifted(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = shifted(x, y, in, s);
}

__global__ void packByLength(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = byLength<32>(x, y, in, s);
}

__global__ void packWritten(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = written(x, y, in, s);
}

__global__ void packFlat(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x * 32 + y] + // none: this code also serves another array, in another instantiation
                    flat(y * 32 + x, in, s);
}

__global__ void packOfOne(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = alone(x, y, s);
}

// Calls through pointers and as virtual methods.
__device__ int rowOf(int r) { return r * 32; }
__global__ void calledByPointer(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[rowOf(y) + x] = in[y * 32 + x] + 1;
  __syncthreads();
  auto *row = &rowOf;
  out[y * 32 + x] = s[rowOf(x) + y] + // none: this index cannot be written twice
                    float(row(y));
}

__global__ void lambdaByPointer(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  auto at = [](int r, int c) { return r * 32 + c; };
  s[at(y, x)] = in[y * 32 + x] + 1;
  __syncthreads();
  out[(+at)(y, x)] = s[at(x, y)]; // none: this index cannot be written twice
}

__global__ void genericByPointer(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  auto at = [](auto r, auto c) { return r * 32 + c; };
  s[at(y, x)] = in[y * 32 + x] + 1;
  __syncthreads();
  int (*place)(int, int) = at;
  out[place(y, x)] = s[at(x, y)]; // none: this index cannot be written twice
}

__global__ void memoryByPointer(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  auto load = [](const float *p, int r, int c) {
    return p[r * 32 + c]; // none: called through a pointer
  };
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  float (*other)(const float *, int, int) = load;
  out[y * 32 + x] = load(s, x, y) + other(in, y, x);
}

struct Rows {
  __device__ virtual int of(int r) const { return r; }
};
struct LongRows : Rows {
  __device__ int of(int r) const override { return r * 32; }
};
__global__ void calledVirtually(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  LongRows rows;
  const Rows *any = &rows;
  s[rows.of(y) + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[rows.of(x) + y] + // none: this index cannot be written twice
                    float(any->of(y));
}

__global__ void lambdaCalled(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  auto at = [](float *p, int r, int c) -> float & {
    return p[r * 32 + c];
  };
  at(s, y, x) = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = at(s, x, y); // safe
}

// The length of a row is a member that is read without its name.
struct View {
  float *p;
  int length;
  __device__ float &at(int r, int c) const {
    return p[r * length + c];
  }
};
struct Derived : View {};
struct Holder {
  View view;
  int other;
};
struct Whole {
  float *p;
  int length;
  __device__ float &at(int r, int c) const {
    return p[r * length + c];
  }
};

__global__ void boundOfDerived(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  Derived view{{s, 32}};
  view.at(y, x) = in[y * 32 + x] + 1;
  __syncthreads();
  auto [p, length] = view;
  out[y * 32 + x] = view.at(x, y) + float(length); // none: without its name
}

__global__ void bytesOfObject(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  View view{s, 32};
  view.at(y, x) = in[y * 32 + x] + 1;
  __syncthreads();
  int length;
  memcpy(&length, (char *)&view + sizeof(float *), sizeof(length));
  out[y * 32 + x] = view.at(x, y) + float(length); // none: without its name
}

__global__ void bytesOfHolder(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  Holder holder{{s, 32}, 1};
  holder.view.at(y, x) = in[y * 32 + x] + 1;
  __syncthreads();
  const int *words = reinterpret_cast<const int *>(&holder);
  out[y * 32 + x] = holder.view.at(x, y) + float(words[2]); // none: without its name
}

__global__ void copiedObject(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  Whole view{s, 32};
  view.at(y, x) = in[y * 32 + x] + 1;
  __syncthreads();
  Whole copy = view;
  const Whole *pointer = &copy;
  out[y * 32 + x] = pointer->at(x, y); // safe
}

int main() {
  dim3 whole(32, 32);
  run<float>("packOfBoth",
             [&](auto i, auto o) { packOfBoth<<<1, whole>>>(i, o); });
  run<float>("packShifted",
             [&](auto i, auto o) { packShifted<<<1, whole>>>(i, o); });
  run<float>("packByLength",
             [&](auto i, auto o) { packByLength<<<1, whole>>>(i, o); });
  run<float>("packWritten",
             [&](auto i, auto o) { packWritten<<<1, whole>>>(i, o); });
  run<float>("packFlat", [&](auto i, auto o) { packFlat<<<1, whole>>>(i, o); });
  run<float>("packOfOne",
             [&](auto i, auto o) { packOfOne<<<1, whole>>>(i, o); });
  run<float>("calledByPointer",
             [&](auto i, auto o) { calledByPointer<<<1, whole>>>(i, o); });
  run<float>("lambdaByPointer",
             [&](auto i, auto o) { lambdaByPointer<<<1, whole>>>(i, o); });
  run<float>("genericByPointer",
             [&](auto i, auto o) { genericByPointer<<<1, whole>>>(i, o); });
  run<float>("memoryByPointer",
             [&](auto i, auto o) { memoryByPointer<<<1, whole>>>(i, o); });
  run<float>("calledVirtually",
             [&](auto i, auto o) { calledVirtually<<<1, whole>>>(i, o); });
  run<float>("lambdaCalled",
             [&](auto i, auto o) { lambdaCalled<<<1, whole>>>(i, o); });
  run<float>("boundOfDerived",
             [&](auto i, auto o) { boundOfDerived<<<1, whole>>>(i, o); });
  run<float>("bytesOfObject",
             [&](auto i, auto o) { bytesOfObject<<<1, whole>>>(i, o); });
  run<float>("bytesOfHolder",
             [&](auto i, auto o) { bytesOfHolder<<<1, whole>>>(i, o); });
  run<float>("copiedObject",
             [&](auto i, auto o) { copiedObject<<<1, whole>>>(i, o); });
}
