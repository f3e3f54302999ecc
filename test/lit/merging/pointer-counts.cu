// RUN: %lint --all-accesses --exit-zero %s -- 2>/dev/null | FileCheck %s

// A loop from one pointer to another that is a constant away is unrolled, and
// the loads of a row join. Read off machine code (LDS.128, nvcc 13.0 -O3,
// sm_90). 8 rows of 32 bytes fill the banks, so that 16 of them are 2-way.

template <class T, int N> struct View {
  T *Data;
  __device__ T *begin() const { return Data; }
  __device__ T *end() const { return Data + N; }
};

__global__ void rows(float *out, int n) {
  __shared__ int s[32][8];
  int t = threadIdx.x;
  (&s[0][0])[t] = n;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, {{.*}}
  __syncthreads();
  float sum = 0;
  for (int x : s[t % 32])
// CHECK: :[[@LINE-1]]:14: remark: load of 16 bytes from 's': {{.*}}, 16 requests{{.*}}
    sum += x;
  const int *p = s[(t * 3) % 32], *end = p + 8;
  while (p != end) {
    sum += *p;
// CHECK: :[[@LINE-1]]:12: remark: load of 16 bytes from 's': {{.*}}, 16 requests{{.*}}
    ++p;
  }
  for (const int *q = s[(t * 5) % 32]; q < s[(t * 5) % 32] + 8; ++q)
    sum += *q;
// CHECK: :[[@LINE-1]]:12: remark: load of 16 bytes from 's': {{.*}}, 16 requests{{.*}}
  for (int x : View<int, 8>{s[(t * 7) % 32]})
// CHECK: :[[@LINE-1]]:14: remark: load of 16 bytes from 's': {{.*}}, 16 requests{{.*}}
    sum += x;
  out[t] = sum;
}

// A neighbour that stays as it is: rows of 9 are at no more than 4 bytes.
__global__ void others(float *out, int n) {
  __shared__ int s[32][9];
  int t = threadIdx.x;
  (&s[0][0])[t] = n;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, {{.*}}
  __syncthreads();
  float sum = 0;
  for (int x : s[t % 32])
// CHECK: :[[@LINE-1]]:14: remark: load of 4 bytes from 's': 1/1 wavefronts, {{.*}}, 72 requests{{.*}}
    sum += x;
  out[t] = sum;
}
