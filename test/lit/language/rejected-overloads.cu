// RUN: not %banklint --cuda-path=none --all-accesses %s -- -std=c++20 2>&1 \
// RUN:   | grep -E "remark: store of" | FileCheck %s

// What Clang rejects answers no call, and names nothing. Another function, a
// primary template or a variable that would stand in its place is not taken.

// An unknown type of the result, of a parameter, or a macro that is not known.
__device__ int ofResult(double) { return 32; }
__device__ index_t ofResult(int) { return 33; }
__device__ int ofTrailing(double) { return 32; }
__device__ auto ofTrailing(int) -> index_t { return 33; }
__device__ int ofParameter(double) { return 32; }
__device__ int ofParameter(index_t x) { return 33; }
__device__ int ofDefault(double) { return 32; }
__device__ int ofDefault(int, index_t = 3) { return 33; }
__device__ int ofMacro(double) { return 32; }
UNKNOWN_API __device__ int ofMacro(int) { return 33; }
template <class T> __device__ int ofTemplate(T) { return 32; }
template <class T, class = index_of<T>> __device__ int ofTemplate(T *) {
  return 33;
}
template <class T> __device__ int ofSpecialization() { return 32; }
template <> __device__ index_t ofSpecialization<int>() { return 33; }
constexpr int ofConstant(long) { return 32; }
constexpr int ofConstant(int, index_t = 0) { return 33; }
struct Row {
  float x[ofConstant(1)];
};
__global__ void rejectedCalls(float *o) {
  __shared__ float s[2048];
  int t = threadIdx.x, *p = nullptr;
  s[t * ofResult(3)] = 1;
  s[t * ofTrailing(3)] = 1;
  s[t * ofParameter(3)] = 1;
  s[t * ofDefault(3)] = 1;
  s[t * ofMacro(3)] = 1;
  s[t * ofTemplate(p)] = 1;
  s[t * ofSpecialization<int>()] = 1;
  s[t * (sizeof(Row) / 4)] = 1;
}

// A class, too, may be rejected as what it is.
template <class T> struct Stride {
  static constexpr int value = 32;
};
template <> struct UNKNOWN_API Stride<int> {
  static constexpr int value = 33;
};
struct Virtual {
  int d[32];
  virtual index_t f();
};
struct Bits {
  int b : 4;
  int c : UNKNOWN_BITS;
  int d[31];
};
typedef struct LostRow {
  int b[32];
  index_t m;
} *RowPointer;
struct Base {
  int ld = 32;
};
struct Derived : Base {
  int UNKNOWN_ATTRIBUTE ld = 33;
};
__global__ void rejectedTypes(float *o) {
  __shared__ float s[2048];
  int t = threadIdx.x;
  s[t * Stride<int>::value] = 1;
  s[t * (sizeof(Virtual) / 4)] = 1;
  s[t * (sizeof(Bits) / 4)] = 1;
  s[t * (sizeof(*RowPointer()) / 4)] = 1;
  Derived derived;
  s[t * derived.ld] = 1;
}

// What stands in a namespace may be lost there, and known around it.
namespace sizes {
constexpr int w = 32;
}
constexpr int second = 32, third = 32, used = 32, made = 32, pointer = 32;
struct Second {
  int d[32];
};
__device__ int constrained(long) { return 32; }
#define USING_LOST using unknown::made;
namespace inner {
namespace sizes = unknown::sizes;
Unknown first, *second, (*pointer)(int);
static const unknown::Int before(3), third(33);
typedef Unknown First, Second;
using unknown::used;
template <class T>
concept Lost = unknown::c<T>;
template <Lost T> __device__ int constrained(T) { return 33; }
template <unknown::C T> __device__ int constrained(T *) { return 33; }
struct Friendly {
  friend __device__ int befriended(Friendly, index_t) { return 33; }
  friend __device__ int befriended(Friendly, long) { return 32; }
};
USING_LOST
__global__ void rejectedNames(float *o) {
  __shared__ float s[2048];
  int t = threadIdx.x;
  s[t * sizes::w] = 1;
  s[t * second] = 1;
  s[t * third] = 1;
  s[t * pointer] = 1;
  s[t * (sizeof(Second) / 4)] = 1;
  s[t * used] = 1;
  s[t * made] = 1;
  s[t * constrained(3)] = 1;
  s[t * befriended(Friendly(), 3)] = 1;
  s[threadIdx.x * 32] = 1;
}
// CHECK:      :[[@LINE-2]]:3: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict{{.*}}, block 32x1x1, 1 request [inner::rejectedNames(float *)]
} // namespace inner

// A name that a lost statement declares means nothing that stands before it.
constexpr int ld = 32;
__global__ void rejectedLocals(float *o) {
  __shared__ float s[2048];
  int t = threadIdx.x;
  {
    Unknown<int> ld{33};
    s[t * ld] = 1;
  }
  {
    unknown::Int ld = 33;
    s[t * ld] = 1;
  }
  {
    int UNKNOWN_ATTRIBUTE ld = 33;
    s[t * ld] = 1;
  }
  {
    using unknown::ld;
    s[t * ld] = 1;
  }
}

// Others of the name stand: with another number of arguments, or in another
// class.
__device__ int byCount(int) { return 32; }
__device__ index_t byCount(int, int) { return 33; }
struct One {
  __device__ int get(int) const { return 32; }
};
struct Other {
  __device__ index_t get(int) const { return 33; }
};
__global__ void knownCalls(float *o) {
  __shared__ float s[2048];
  int t = threadIdx.x;
  s[t * byCount(3)] = 1;
  s[t * One().get(3)] = 1;
  {
    Unknown<int> ld{33};
  }
  if (unknown > ld)
    s[t * ld] = 1;
}
// CHECK:      :[[@LINE-8]]:3: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict{{.*}} [knownCalls(float *)]
// CHECK-NEXT: :[[@LINE-8]]:3: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict{{.*}} [knownCalls(float *)]
// CHECK-NEXT: :[[@LINE-4]]:5: remark: store of 4 bytes to 's': {{.*}} [knownCalls(float *)]

void launch(float *o) {
  rejectedCalls<<<1, 32>>>(o);
  rejectedTypes<<<1, 32>>>(o);
  rejectedLocals<<<1, 32>>>(o);
  inner::rejectedNames<<<1, 32>>>(o);
  knownCalls<<<1, 32>>>(o);
}
