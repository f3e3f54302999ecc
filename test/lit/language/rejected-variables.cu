// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s --implicit-check-not=crashed

// Variables of which Clang knows no type, or not that of what they begin as, as
// where a header is missing: what they hold is unknown, and all else is read.

__global__ void columns(float *out) {
  __shared__ float s[1024];
  s[32 * threadIdx.x] = out[0];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict, block 32x1x1, 1 request [columns(float *)]
  __syncthreads();
  out[0] = s[threadIdx.x];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [columns(float *)]
}

struct Pair {
  Pair(int a, int b);
  int a, b;
};

void ofErrors(Missing given, float *out) {
  auto value = given;
  auto several(3, 4);
  auto &reference = given;
  auto [first, second] = given;
  dim3 blocks(given, 1), threads = {given, 1};
  auto *made = new Pair(given, 1);
  int number = given, numbers[2] = {given, 1};
  columns<<<blocks, 32>>>(out);
  for (auto each = given; each < value; ++each)
    columns<<<several, 32>>>(out);
}
// CHECK: :[[#]]:15: remark: code outside kernels not analysed: 2 errors, the first: unknown type name 'Missing'
