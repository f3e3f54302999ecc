// RUN: not %lint %s -- 2>&1 | FileCheck %s --implicit-check-not="'{{[$]}}"

// A name that is hidden in the second reading is said as it is written.
constexpr int notConstant(int);
constexpr int NumThreads = notConstant(3);
constexpr int numThreads = notConstant(4);
__global__ void k(int *p) { p[0] = NumThreads + numThreads; }
// CHECK-DAG: use of undeclared identifier 'NumThreads'
// CHECK-DAG: :5:15: {{.*}} 2 errors, the first: constexpr variable 'NumThreads' must be initialized
