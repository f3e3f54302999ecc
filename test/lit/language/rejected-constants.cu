// RUN: not %banklint --cuda-path=none --all-accesses %s 2>&1 \
// RUN:   | grep -E "remark: store of" | FileCheck %s

// Of a function that has lost a statement Clang makes no constant: each of
// these would be 32. The function is walked all the same.

#define CONSTANT constexpr __host__ __device__
#define FUNCTION(name)                                                         \
  CONSTANT int name(int x) {                                                   \
    nowhere::f(x);                                                             \
    return 32;                                                                 \
  }
template <class T> __host__ __device__ constexpr int inTemplate(T x) {
  int w = 32;
  w = nowhere::f(w);
  return w;
}
constexpr int inGuard(int x) {
  nowhere::Guard guard(&x);
  return 32;
}
CONSTANT int byMacro(int x) {
  if (nowhere::flag)
    return 3;
  return 32;
}
FUNCTION(inMacro)
constexpr int ofLost(int x) { return byMacro(x); }
constexpr auto lambda = [](int x) {
  nowhere::f(&x);
  return 32;
};
struct Body {
  int w = 32;
  constexpr Body(int x) { w = nowhere::f(x); }
};
struct Initializer {
  int a, w = 32;
  constexpr Initializer(int x) : a(nowhere::f(x)) {}
};
template <class T> struct Static {
  static constexpr int get() {
    nowhere::f(T());
    return 32;
  }
  static constexpr int value = get();
};
constexpr int fine(int x) { return x; }

constexpr int ofTemplate = inTemplate(1), ofGuard = inGuard(1),
              ofMacro = byMacro(1), ofMade = inMacro(1), twice = ofLost(1),
              ofLambda = lambda(1), ofFine = fine(32);
constexpr Body body(1);
constexpr Initializer initializer(1);
enum { enumerator = inTemplate(2) };

__global__ void lost(float *o) {
  __shared__ float s[2048];
  int t = threadIdx.x;
  s[t * ofTemplate] = 1;
  s[t * ofGuard] = 1;
  s[t * ofMacro] = 1;
  s[t * ofMade] = 1;
  s[t * twice] = 1;
  s[t * ofLambda] = 1;
  s[t * body.w] = 1;
  s[t * initializer.w] = 1;
  s[t * enumerator] = 1;
  s[t * Static<int>::value] = 1;
}

__global__ void walked(float *o) {
  __shared__ float s[2048];
  int t = threadIdx.x;
  s[t * inTemplate(t)] = 1;
  s[t * inGuard(t)] = 1;
  s[t * ofFine] = 1;
}
// CHECK:      :[[@LINE-4]]:3: remark: store of 4 bytes to 's': ?/? wavefronts, unknown (index may be written by code that Clang rejects at line 15), inexact, {{.*}} [walked(float *)]
// CHECK-NEXT: :[[@LINE-4]]:3: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict{{.*}} inexact, {{.*}} [walked(float *)]
// CHECK-NEXT: :[[@LINE-4]]:3: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict{{.*}} [walked(float *)]

void launch(float *o) {
  lost<<<1, 32>>>(o);
  walked<<<1, 32>>>(o);
}
