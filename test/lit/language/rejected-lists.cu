// RUN: %lint --all-accesses --exit-zero %s 2>&1 | FileCheck %s

// Of a list with more in it than there are members Clang keeps empty places.
// Nothing that it makes is known, and no launch beside it is lost.

#define KERNEL(name)                                                           \
  __global__ void name(int n) {                                                \
    __shared__ float s[2048];                                                  \
    s[threadIdx.x * n] = 1;                                                    \
  }
KERNEL(besideList)
KERNEL(ofList)

struct Pair {
  int id, value;
};
union Either {
  int id;
  float value;
};
struct Tagged {
  int id;
  Either either;
};

void run() {
  Pair pairs[2] = {{2, {}, {}}, {3, 4, 5}};
  Tagged tagged[1] = {{2, {}, {}}};
  Either either[1] = {{2, {}}};
  besideList<<<1, 32>>>(32);
  ofList<<<1, pairs[0].id>>>(2);
}

// CHECK: :11:1: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict, block 32x1x1, 1 request [besideList(int)]
// CHECK: :12:1: remark: store of 4 bytes to 's': 1/1 wavefronts, possible (conflicts for some values, as with n = 64), inexact, worst 32x, block 256x1x1, 8 requests [ofList(int)]
// CHECK: :27:28: remark: code outside kernels not analysed: 4 errors, the first: excess elements in struct initializer
