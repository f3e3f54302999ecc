// RUN: not %lint %s 2>&1 | FileCheck %s

// Where the rules of a later standard cost more than they mend, a source is read
// by its own: a class whose constructor is declared is an aggregate until C++20.

struct Pair {
  Pair() = default;
  int first, second;
};

__global__ void byPair(float *g) {
  __shared__ float s[1024];
  Pair step{32, 1};
  Pair other{1, 2};
  s[threadIdx.x] = g[threadIdx.x];
  __syncthreads();
  // CHECK: :[[@LINE+1]]:20: warning: 32-way bank conflict in load from 's': 32 wavefronts, ideal 1 [banklint-bank-conflict]
  g[threadIdx.x] = s[threadIdx.x * step.first * other.first];
}

void run(float *g) { byPair<<<1, 32>>>(g); }

// CHECK: :[[@LINE+2]]:24: remark: code in 'ofAny' not analysed: {{.*}}'auto' not allowed in function prototype
// CHECK: :[[@LINE+1]]:40: remark: code in 'ofAny' not analysed: {{.*}}'<unknown>'
__device__ float ofAny(auto x) { return x; }
