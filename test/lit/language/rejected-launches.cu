// RUN: %lint --all-accesses --exit-zero %s > %t 2>&1
// RUN: grep -o 'store of .* bytes to .*' %t | FileCheck %s

// What Clang drops of host code without a trace may write what it names: a block
// that is made of that is not known. Other launches are.

template <class T> __global__ void columns(T *out) {
  __shared__ T s[1024];
  s[threadIdx.x * 4 % 1024] = out[0];
// CHECK-DAG: store of 4 bytes to 's': {{.*}} block 8x1x1, {{.*}} [columns<int>(int *)]
// CHECK-DAG: store of 4 bytes to 's': {{.*}} block {{[^8].*}} [columns<float>(float *)]
// CHECK-DAG: store of 8 bytes to 's': {{.*}} block {{[^8].*}} [columns<double>(double *)]
}

void assigned(float *out) {
  int width = 8;
  only nvcc takes(width);
  columns<<<1, width>>>(out);
}
void inBranch(double *out, int n) {
  int width = 8;
  if (n > 3)
    only nvcc takes(width);
  columns<<<1, width>>>(out);
}
void other(int *out) {
  int width = 8, unused = 3;
  only nvcc takes(unused);
  columns<<<1, width>>>(out);
}
