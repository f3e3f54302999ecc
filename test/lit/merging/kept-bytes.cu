// RUN: %lint --all-accesses --exit-zero %s -- 2>/dev/null | FileCheck %s

// Of a number that is looked at in whole bytes, nvcc loads these (LDS.U8,
// LDS.U16, LDS, at the place of the first of them); read off machine code for
// sm_90, nvcc 13.0.

__global__ void words(unsigned *out) {
  __shared__ unsigned s[512];
  __shared__ int i[512];
  const int t = threadIdx.x;
  s[t] = out[t];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, {{.*}}
  i[t] = out[t];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 'i': 1/1 wavefronts, {{.*}}
  __syncthreads();
  unsigned sum = s[t] & 255;
// CHECK: :[[@LINE-1]]:18: remark: load of 1 byte{{.*}} 1/1 wavefronts, {{.*}}
  sum += s[t + 1] & 0xffff;
// CHECK: :[[@LINE-1]]:10: remark: load of 2 bytes {{.*}} 1/1 wavefronts, {{.*}}
  sum += s[t + 2] >> 16;
// CHECK: :[[@LINE-1]]:10: remark: load of 2 bytes {{.*}} 1/1 wavefronts, {{.*}}
  sum += s[t + 3] >> 24;
// CHECK: :[[@LINE-1]]:10: remark: load of 1 byte{{.*}} 1/1 wavefronts, {{.*}}
  sum += (s[t + 4] >> 8) & 255;
// CHECK: :[[@LINE-1]]:11: remark: load of 1 byte{{.*}} 1/1 wavefronts, {{.*}}
  sum += (unsigned char)(s[t + 5] >> 8);
// CHECK: :[[@LINE-1]]:26: remark: load of 1 byte{{.*}} 1/1 wavefronts, {{.*}}
  sum += s[t + 6] % 256;
// CHECK: :[[@LINE-1]]:10: remark: load of 1 byte{{.*}} 1/1 wavefronts, {{.*}}
  sum += s[t + 7] / 65536;
// CHECK: :[[@LINE-1]]:10: remark: load of 2 bytes {{.*}} 1/1 wavefronts, {{.*}}
  sum += (s[t + 8] >> 16) & 15;
// CHECK: :[[@LINE-1]]:11: remark: load of 2 bytes {{.*}} 1/1 wavefronts, {{.*}}
  sum += (unsigned)i[t] >> 16;
// CHECK: :[[@LINE-1]]:20: remark: load of 2 bytes {{.*}} 1/1 wavefronts, {{.*}}
  sum += (i[t + 1] >> 16) & 255;
// CHECK: :[[@LINE-1]]:11: remark: load of 1 byte{{.*}} 1/1 wavefronts, {{.*}}
  const unsigned kept = s[t + 9];
// CHECK: :[[@LINE-1]]:25: remark: load of 2 bytes {{.*}} 1/1 wavefronts, {{.*}}
  sum += kept >> 16;
  // LDS: no whole bytes that a load could bring, a sign, or two parts.
  sum += s[t + 10] & 0xff00;
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes {{.*}} 1/1 wavefronts, {{.*}}
  sum += s[t + 11] & 127;
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes {{.*}} 1/1 wavefronts, {{.*}}
  sum += s[t + 12] >> 8;
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes {{.*}} 1/1 wavefronts, {{.*}}
  sum += (s[t + 13] >> 4) & 255;
// CHECK: :[[@LINE-1]]:11: remark: load of 4 bytes {{.*}} 1/1 wavefronts, {{.*}}
  sum += i[t + 2] >> 16;
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes {{.*}} 1/1 wavefronts, {{.*}}
  const unsigned both = s[t + 14];
// CHECK: :[[@LINE-1]]:25: remark: load of 4 bytes {{.*}} 1/1 wavefronts, {{.*}}
  sum += (both & 0xffff) * (both >> 16);
  out[t] = sum;
}

__global__ void longs(unsigned long long *out) {
  __shared__ unsigned long long s[512];
  const int t = threadIdx.x;
  s[t] = out[t];
// CHECK: :[[@LINE-1]]:3: remark: store of 8 bytes to 's': 2/2 wavefronts, {{.*}}
  __syncthreads();
  // The words of 32 neighbours lie 2 apart.
  unsigned long long sum = s[t] >> 32;
// CHECK: :[[@LINE-1]]:28: remark: load of 4 bytes {{.*}} 2/1 wavefronts, conflict{{.*}}
  sum += int((long long)s[t + 1] >> 32);
// CHECK: :[[@LINE-1]]:25: remark: load of 4 bytes {{.*}} 2/1 wavefronts, conflict{{.*}}
  sum += s[t + 2] & 0xffffffff;
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes {{.*}} 2/1 wavefronts, conflict{{.*}}
  sum += s[t + 3] >> 48;
// CHECK: :[[@LINE-1]]:10: remark: load of 2 bytes {{.*}} 2/1 wavefronts, conflict{{.*}}
  sum += short(s[t + 4] >> 16);
// CHECK: :[[@LINE-1]]:16: remark: load of 4 bytes {{.*}} 2/1 wavefronts, conflict{{.*}}
  sum += s[t + 5] >> 16;
// CHECK: :[[@LINE-1]]:10: remark: load of 8 bytes {{.*}} 2/2 wavefronts, {{.*}}
  out[t] = sum;
}

void host(unsigned *out, unsigned long long *wide) {
  words<<<1, 64>>>(out);
  longs<<<1, 64>>>(wide);
}
