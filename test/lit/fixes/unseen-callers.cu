// RUN: %lint --exit-zero %s -- 2>&1 | FileCheck %s --implicit-check-not="note: pad"

// Who may call a function that is not seen, may pass it another block: a method
// that overrides, a lambda that becomes an object of the library or a pointer,
// recursion, what an initializer of static memory calls. Of each kernel one
// launch is known.

#include <functional>
#include <memory>
#include <vector>

#define KERNEL(name)                                                           \
  __global__ void name(const float *in, float *out) {                          \
    __shared__ float s[1024];                                                  \
    int x = threadIdx.x, y = threadIdx.y;                                      \
    s[y * 32 + x] = in[y * 32 + x];                                            \
    __syncthreads();                                                           \
    out[y * 32 + x] = s[x * 32 + y];                                           \
  }

struct Engine {
  virtual void run(float *p, dim3 b) = 0;
};

KERNEL(overridden)
// CHECK: :[[@LINE-1]]:1: note: no fix for 's': its kernel may also be launched with blocks that are not known
struct Tiles : Engine {
  void run(float *p, dim3 b) override { overridden<<<1, b>>>(p, p); }
};
void byName(float *p) {
  Tiles t;
  t.run(p, dim3(32, 32));
}

KERNEL(recursive)
// CHECK: :[[@LINE-1]]:1: note: no fix for 's': its kernel may also be launched with blocks that are not known
static void levels(float *p, unsigned w) {
  recursive<<<1, dim3(w, 1024 / w)>>>(p, p);
  if (p[w] > 0)
    levels(p, 2 * w);
}
void allLevels(float *p) { levels(p, 32); }

KERNEL(kept)
// CHECK: :[[@LINE-1]]:1: note: no fix for 's': its kernel may also be launched with blocks that are not known
void keep(float *p, std::vector<std::function<void(dim3)>> &tasks) {
  auto task = [=](dim3 b) { kept<<<1, b>>>(p, p); };
  task(dim3(32, 32));
  tasks.push_back(task);
}

KERNEL(pointed)
// CHECK: :[[@LINE-1]]:1: note: no fix for 's': its kernel may also be launched with blocks that are not known
using Task = void (*)(float *, dim3);
Task pointer(float *p) {
  auto task = [](float *p, dim3 b) { pointed<<<1, b>>>(p, p); };
  task(p, dim3(32, 32));
  return task;
}

KERNEL(functor)
// CHECK: :[[@LINE-1]]:1: note: no fix for 's': its kernel may also be launched with blocks that are not known
struct Launch {
  unsigned w;
  void operator()(float *p) const { functor<<<1, dim3(w, 32)>>>(p, p); }
};
void functors(float *p) {
  Launch{32}(p);
  std::vector<std::function<void(float *)>> all{Launch{32}, Launch{64}};
  for (auto &each : all)
    each(p);
}

KERNEL(early)
// CHECK: :[[@LINE-1]]:1: note: no fix for 's': its kernel may also be launched with blocks that are not known
static int start(float *p, unsigned w) {
  early<<<1, dim3(w, 32)>>>(p, p);
  return 0;
}
static float *first;
void once(float *p, unsigned w) {
  start(p, 32);
  static int made = start(first, w);
}

// What only this source calls is known: a lambda that is called here, a method
// that overrides nothing.
__global__ void called(const float *in, float *out) {
  __shared__ float s[1024];
// CHECK: :[[@LINE-1]]:{{[0-9]+}}: note: pad the rows of 's' to 33 floats
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = s[x * 32 + y];
}
struct Plain {
  void run(float *p, dim3 b) { called<<<1, b>>>(p, p); }
};
template <class F> void with(F f) { f(dim3(32, 32)); }
void calls(float *p) {
  Plain().run(p, dim3(32, 32));
  with([=](dim3 b) { called<<<1, b>>>(p, p); });
}

// A lambda that has become a pointer does what it says.
__global__ void invoked(float *out) {
  __shared__ float s[1024];
  int (*row)(int) = [](int t) { return t * 32; };
  s[row(threadIdx.x)] = 1;
// CHECK: :[[@LINE-1]]:3: warning: 32-way bank conflict in store to 's'
  out[threadIdx.x] = s[threadIdx.x];
}
void invoke(float *p) { invoked<<<1, 32>>>(p); }
