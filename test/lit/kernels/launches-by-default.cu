// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// What a program launches that is run without arguments, beside all else that
// its launches may be.

#include <cstdlib>
#include <cstring>

#define KERNEL(name)                                                           \
  __global__ void name(int n) {                                                \
    extern __shared__ float s[];                                               \
    s[threadIdx.x * n] = 1;                                                    \
  }
KERNEL(ofChoice)
KERNEL(ofAssignment)
KERNEL(ofLoop)
KERNEL(ofStruct)
KERNEL(known)

struct Settings {
  int block = 64, stride = 32;
};
static Settings parse(int argc, char **argv) {
  Settings settings;
  for (int i = 1; i < argc; ++i)
    if (!strcmp(argv[i], "--stride"))
      settings.stride = atoi(argv[i + 1]);
  return settings;
}

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 32;
  ofChoice<<<1, n, 8192>>>(n);
  int m = 32;
  if (argc >= 3)
    m = atoi(argv[2]);
  ofAssignment<<<1, 64, 8192>>>(m);
  int block = 32;
  while (--argc)
    block = atoi(*++argv);
  ofLoop<<<1, block, 8192>>>(32);
  Settings settings = parse(argc, argv);
  ofStruct<<<1, settings.block, 8192>>>(settings.stride);
  known<<<1, 128, 8192>>>(32);
}

// CHECK: :14:1: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict, block 32x1x1, 1 request [ofChoice(int)]
// CHECK: :15:1: remark: store of 4 bytes to 's': 1/1 wavefronts, possible (conflicts for some values, as with n = 1024), inexact, worst 32x, block 64x1x1, 2 requests [ofAssignment(int)]
// CHECK: :15:1: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict, block 64x1x1, 2 requests [ofAssignment(int)]
// CHECK: :16:1: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict, block 32x1x1, 1 request [ofLoop(int)]
// CHECK: :17:1: remark: store of 4 bytes to 's': 1/1 wavefronts, possible (conflicts for some values, as with n = 1024), inexact, worst 32x, block 64x1x1, 2 requests [ofStruct(int)]
// CHECK: :17:1: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict, block 64x1x1, 2 requests [ofStruct(int)]
// CHECK: :18:1: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict, block 128x1x1, 4 requests [known(int)]
