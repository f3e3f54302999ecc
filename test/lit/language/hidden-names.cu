// RUN: not %lint %s -- 2>&1 | FileCheck %s --implicit-check-not="'{{[$]}}"

// A name that is hidden in the second reading is said as it is written.
constexpr int notConstant(int);
constexpr int NumThreads = notConstant(3);
constexpr int numThreads = notConstant(4);
__global__ void k(int *p) { p[0] = NumThreads + numThreads; }
// CHECK-DAG: use of undeclared identifier 'NumThreads'
// CHECK-DAG: :5:15: {{.*}} 3 errors, the first: constexpr variable 'NumThreads' must be initialized

// So is that of a kernel, which another one may stand for.
__global__ void overloaded(nowhere::View);
__global__ void overloaded(float *p) {
  __shared__ float s[1024];
  s[threadIdx.x * 32] = 1;
  nowhere::use(p);
}
// CHECK-DAG: in kernel 'overloaded'
// CHECK-DAG: code in 'overloaded' not analysed
