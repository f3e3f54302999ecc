// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 \
// RUN:   | grep "remark: store" | FileCheck %s --implicit-check-not=remark

// A launch through a pointer is one of each kernel whose address goes somewhere;
// not of those that only launches of their own name.

#define KERNEL(NAME)                                                           \
  __global__ void NAME(float *out) {                                           \
    __shared__ float s[64][33];                                                \
    s[threadIdx.y][threadIdx.x % 32] = 1;                                      \
    __syncthreads();                                                           \
    out[threadIdx.x] = s[threadIdx.x % 32][threadIdx.y];                       \
  }

// CHECK: :[[#@LINE+1]]:1: remark: store {{.*}} block 8x8x1, {{.*}} [first(float *)]
KERNEL(first)
// CHECK: :[[#@LINE+1]]:1: remark: store {{.*}} block 8x8x1, {{.*}} [second(float *)]
KERNEL(second)
// CHECK: :[[#@LINE+1]]:1: remark: store {{.*}} block 32x4x1, {{.*}} [other(float *)]
KERNEL(other)

struct Entry {
  void (*kernel)(float *);
};
static Entry table[] = {{first}, {second}};

int main(int count, char **) {
  table[count & 1].kernel<<<1, dim3(8, 8)>>>(nullptr);
  other<<<1, dim3(32, 4)>>>(nullptr);
}
