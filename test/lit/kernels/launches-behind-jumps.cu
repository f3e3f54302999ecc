// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 \
// RUN:   | grep "remark: store" | FileCheck %s --implicit-check-not=remark

// Blocks behind host code that jumps, throws, and ends objects.

#define KERNEL(NAME)                                                           \
  __global__ void NAME(float *out) {                                           \
    __shared__ float s[64][33];                                                \
    s[threadIdx.y][threadIdx.x % 32] = 1;                                      \
    __syncthreads();                                                           \
    out[threadIdx.x] = s[threadIdx.x % 32][threadIdx.y];                       \
  }

// What a jump may skip is not known at its label: common shapes.
// CHECK: :[[#@LINE+6]]:1: remark: store {{.*}} block 8x8x1, {{.*}} [jump(float *)]
// CHECK: :[[#@LINE+5]]:1: remark: store {{.*}} block 16x16x1, {{.*}} [jump(float *)]
// CHECK: :[[#@LINE+4]]:1: remark: store {{.*}} block 32x8x1, {{.*}} [jump(float *)]
// CHECK: :[[#@LINE+3]]:1: remark: store {{.*}} block 32x16x1, {{.*}} [jump(float *)]
// CHECK: :[[#@LINE+2]]:1: remark: store {{.*}} block 32x32x1, {{.*}} [jump(float *)]
// CHECK: :[[#@LINE+1]]:1: remark: store {{.*}} block 64x4x1, {{.*}} [jump(float *)]
KERNEL(jump)
void jumps() {
  int n = 8, bad = 1;
  if (bad)
    goto done;
  n = 32;
done:
  jump<<<1, dim3(n, 4)>>>(nullptr);
}

// Nor is what a handler may have set.
// CHECK: :[[#@LINE+6]]:1: remark: store {{.*}} block 8x8x1, {{.*}} [handled(float *)]
// CHECK: :[[#@LINE+5]]:1: remark: store {{.*}} block 16x16x1, {{.*}} [handled(float *)]
// CHECK: :[[#@LINE+4]]:1: remark: store {{.*}} block 32x8x1, {{.*}} [handled(float *)]
// CHECK: :[[#@LINE+3]]:1: remark: store {{.*}} block 32x16x1, {{.*}} [handled(float *)]
// CHECK: :[[#@LINE+2]]:1: remark: store {{.*}} block 32x32x1, {{.*}} [handled(float *)]
// CHECK: :[[#@LINE+1]]:1: remark: store {{.*}} block 64x4x1, {{.*}} [handled(float *)]
KERNEL(handled)
static int checked(int n) {
  if (n > 16)
    throw n;
  return n;
}
void handles() {
  int n = 16;
  try {
    n = checked(32);
  } catch (int) {
    n = 8;
  }
  handled<<<1, dim3(n, 4)>>>(nullptr);
}

// Where nothing throws, no handler runs.
// CHECK: :[[#@LINE+1]]:1: remark: store {{.*}} block 32x4x1, {{.*}} [calm(float *)]
KERNEL(calm)
void tries() {
  int n = 16;
  try {
    n = 32;
  } catch (int) {
    n = 8;
  }
  calm<<<1, dim3(n, 4)>>>(nullptr);
}

// The guard's end sets it back.
// CHECK: :[[#@LINE+1]]:1: remark: store {{.*}} block 8x4x1, {{.*}} [restored(float *)]
KERNEL(restored)
struct Guard {
  int &number, before;
  Guard(int &n, int now) : number(n), before(n) { number = now; }
  ~Guard() { number = before; }
};
void restores() {
  int n = 8;
  {
    Guard inside(n, 32);
  }
  restored<<<1, dim3(n, 4)>>>(nullptr);
}
