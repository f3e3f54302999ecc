// RUN: %lint --all-accesses --exit-zero %s -- 2>/dev/null | FileCheck %s

// Of a number that is cut to a narrower type, the compiler loads the bytes that
// are left. Read off machine code (nvcc 13.0 -O3, sm_90).
__global__ void lowBytes(int *out, int n) {
  __shared__ long long wide[256];
  __shared__ int narrow[256];
  int t = threadIdx.x;
  wide[t] = n;
// CHECK: :[[@LINE-1]]:3: remark: store of 8 bytes to 'wide': 2/2 wavefronts, {{.*}}
  narrow[t] = n;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 'narrow': 1/1 wavefronts, {{.*}}
  __syncthreads();
  // LDS: two lanes a bank.
  int cut = wide[t ^ 1];
// CHECK: :[[@LINE-1]]:13: remark: load of 4 bytes from 'wide': 2/1 wavefronts, conflict, {{.*}}
  int masked = wide[t ^ 2] & 7;
// CHECK: :[[@LINE-1]]:16: remark: load of 4 bytes from 'wide': 2/1 wavefronts, conflict, {{.*}}
  int sum = -wide[t ^ 3] + (wide[t ^ 4] << 2) * n;
// CHECK: :[[@LINE-1]]:14: remark: load of 4 bytes from 'wide': 2/1 wavefronts, conflict, {{.*}}
// CHECK: :[[@LINE-2]]:29: remark: load of 4 bytes from 'wide': 2/1 wavefronts, conflict, {{.*}}
  // LDS.S16, LDS.U8.
  short half = narrow[t ^ 5];
// CHECK: :[[@LINE-1]]:16: remark: load of 2 bytes from 'narrow': 1/1 wavefronts, {{.*}}
  unsigned char byte = narrow[t ^ 6];
// CHECK: :[[@LINE-1]]:24: remark: load of 1 byte{{s?}} from 'narrow': 1/1 wavefronts, {{.*}}
  // High bytes decide: LDS.64.
  int quotient = wide[t ^ 7] / 3;
// CHECK: :[[@LINE-1]]:18: remark: load of 8 bytes from 'wide': 2/2 wavefronts, {{.*}}
  int rest = wide[t ^ 8] % 8;
// CHECK: :[[@LINE-1]]:14: remark: load of 8 bytes from 'wide': 2/2 wavefronts, {{.*}}
  int shifted = wide[t ^ 9] >> 2;
// CHECK: :[[@LINE-1]]:17: remark: load of 8 bytes from 'wide': 2/2 wavefronts, {{.*}}
  float whole = wide[t ^ 10];
// CHECK: :[[@LINE-1]]:17: remark: load of 8 bytes from 'wide': 2/2 wavefronts, {{.*}}
  bool isSet = wide[t ^ 11];
// CHECK: :[[@LINE-1]]:16: remark: load of 8 bytes from 'wide': 2/2 wavefronts, {{.*}}
  int kept = *const_cast<volatile long long *>(&wide[t ^ 12]);
// CHECK: :[[@LINE-1]]:14: remark: load of 8 bytes from 'wide': 2/2 wavefronts, {{.*}}
  out[t] = cut + masked + sum + half + byte + quotient + rest + shifted +
           int(whole) + isSet + kept;
}
