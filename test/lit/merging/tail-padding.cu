// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// An object of a number of 64 bits and, without a gap, less than two words is copied
// in two parts of 8 bytes that stay apart; of other objects such parts merge. Of several
// members behind the number some are copied alone. Read off machine code of 26 objects
// (nvcc 13.0 -O3, sm_90).

struct Tail {
  double number;
  int word;
};
struct Narrow {
  long long number;
  short numbers[2];
};
struct Front {
  alignas(8) short number;
  int word;
  double last;
};
struct Twice {
  double number;
  int word;
  double second;
  int other;
};
struct Numbers {
  double a, b;
};

template <class T> __global__ void copied(T *out) {
  __shared__ T s[128];
  int t = threadIdx.x;
  s[t] = out[t];
// CHECK: :[[@LINE-1]]:3: remark: store of 16 bytes to 's': 4/4 wavefronts, conflict-free, block 64x1x1, 2 requests [copied<Front>(Front *)]
// CHECK: :[[@LINE-2]]:3: remark: store of 8 bytes to 's': 4/2 wavefronts, conflict, inexact, block 64x1x1, 4 requests [copied<Narrow>(Narrow *)]
// CHECK: :[[@LINE-3]]:3: remark: store of 16 bytes to 's': 4/4 wavefronts, conflict-free, block 64x1x1, 2 requests [copied<Numbers>(Numbers *)]
// CHECK: :[[@LINE-4]]:3: remark: store of 8 bytes to 's': 4/2 wavefronts, conflict, block 64x1x1, 4 requests [copied<Tail>(Tail *)]
// CHECK: :[[@LINE-5]]:3: remark: store of 16 bytes to 's': 8/4 wavefronts, conflict, block 64x1x1, 4 requests [copied<Twice>(Twice *)]
  __syncthreads();
  T value = s[t ^ 1];
// CHECK: :[[@LINE-1]]:13: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 64x1x1, 2 requests [copied<Front>(Front *)]
// CHECK: :[[@LINE-2]]:13: remark: load of 8 bytes from 's': 4/2 wavefronts, conflict, inexact, block 64x1x1, 4 requests [copied<Narrow>(Narrow *)]
// CHECK: :[[@LINE-3]]:13: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 64x1x1, 2 requests [copied<Numbers>(Numbers *)]
// CHECK: :[[@LINE-4]]:13: remark: load of 8 bytes from 's': 4/2 wavefronts, conflict, block 64x1x1, 4 requests [copied<Tail>(Tail *)]
// CHECK: :[[@LINE-5]]:13: remark: load of 16 bytes from 's': 8/4 wavefronts, conflict, block 64x1x1, 4 requests [copied<Twice>(Twice *)]
  out[t + 64] = value;
}

int main() {
  copied<<<1, 64>>>((Tail *)nullptr);
  copied<<<1, 64>>>((Narrow *)nullptr);
  copied<<<1, 64>>>((Front *)nullptr);
  copied<<<1, 64>>>((Twice *)nullptr);
  copied<<<1, 64>>>((Numbers *)nullptr);
}
