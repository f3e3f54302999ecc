// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | grep -o 'block .*' \
// RUN:   | FileCheck %s

// A condition around a launch, or before it, that compares with a constant says
// what the shape is made of.

template <int N> __global__ void columns(float *out) {
  __shared__ float s[2048];
  s[threadIdx.x * 2] = out[N];
}

void ofIf(float *p, int width) {
  const dim3 block(width, width);
  if (width == 8)
    // CHECK-DAG: block 8x8x1, {{.*}} [columns<0>(
    columns<0><<<1, block>>>(p);
  else if (16 == width)
    // CHECK-DAG: block 16x16x1, {{.*}} [columns<1>(
    columns<1><<<1, dim3(width, width)>>>(p);
  else if (width / 2 == 6)
    // 12 or 13
    // CHECK-DAG: block 256x1x1, {{.*}} [columns<2>(
    columns<2><<<1, width>>>(p);
}

void ofBoth(float *p, int width, unsigned height) {
  if (width != 4)
    return;
  if (unsigned(width) * 2 == height && p)
    // CHECK-DAG: block 4x8x1, {{.*}} [columns<3>(
    columns<3><<<1, dim3(width, height)>>>(p);
  if (!(width != 4 || height != 2))
    // CHECK-DAG: block 4x2x1, {{.*}} [columns<4>(
    columns<4><<<1, dim3(width, height)>>>(p);
  if (height == 2 || p)
    // CHECK-DAG: block 256x1x1, {{.*}} [columns<5>(
    columns<5><<<1, dim3(height, width)>>>(p);
}

void launch(float *p, int width) {
  // CHECK-DAG: block 24x1x1, {{.*}} [columns<6>(
  columns<6><<<1, width>>>(p);
}

void ofSwitch(float *p, int width, int height) {
  switch (width) {
  case 24:
    launch(p, width);
    break;
  case 6:
    switch (height) {
    case 2:
      ++height;
      // CHECK-DAG: block 6x3x1, {{.*}} [columns<7>(
      columns<7><<<1, dim3(width, height)>>>(p);
    }
    [[fallthrough]];
  case 7:
    // From the case before, too.
    // CHECK-DAG: block 6x2x1, {{.*}} [columns<8>(
    // CHECK-DAG: block 7x2x1, {{.*}} [columns<8>(
    columns<8><<<1, dim3(width, 2)>>>(p);
    break;
  case 9:
  case 10:
    // CHECK-DAG: block 256x1x1, {{.*}} [columns<9>(
    columns<9><<<1, width>>>(p);
    break;
  default:
    // CHECK-DAG: block 256x1x1, {{.*}} [columns<10>(
    columns<10><<<1, width>>>(p);
  }
  // Behind all of them nothing is told.
  // CHECK-DAG: block 256x1x1, {{.*}} [columns<11>(
  columns<11><<<1, width>>>(p);
}
