// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// Which lanes pass `(blockIdx.x ^ t) & 1` depends on the block: the odd ones stand
// for them all. What only even lanes do is done in other blocks.

__device__ float pick(const float *s, int t) {
  if ((blockIdx.x ^ t) & 1) {
    if (t % 2 == 0)
      return s[t * 32];
// CHECK: :[[@LINE-1]]:14: remark: load of 4 bytes from 's': 16/1 wavefronts, possible {{.*}}, inexact, block 32x1x1{{(, [0-9]+ requests?)?}}
    return s[t];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1{{(, [0-9]+ requests?)?}}
  }
  return 0;
}

__global__ void branches(float *out) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  float acc = pick(s, t);
  s[t] = t;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  if ((blockIdx.x ^ t) & 1) {
    if (t % 4 == 0)
      acc += s[t * 16];
// CHECK: :[[@LINE-1]]:14: remark: load of 4 bytes from 's': {{[0-9]+}}/1 wavefronts, possible {{.*}}, inexact, block 32x1x1{{(, [0-9]+ requests?)?}}
    switch (t & 3) {
    case 2:
      acc += s[t * 8];
// CHECK: :[[@LINE-1]]:14: remark: load of 4 bytes from 's': {{[0-9]+}}/1 wavefronts, possible {{.*}}, inexact, block 32x1x1{{(, [0-9]+ requests?)?}}
      break;
    default:
      acc += s[t];
// A register holds what was stored.
// CHECK: :[[@LINE-2]]:14: remark: load of 4 bytes from 's': 0/0 wavefronts, conflict-free, block 32x1x1, 0 requests
    }
    acc += t % 2 == 0 ? s[t * 4 + 512] : 0;
// CHECK: :[[@LINE-1]]:25: remark: load of 4 bytes from 's': {{[0-9]+}}/1 wavefronts, possible {{.*}}, inexact, block 32x1x1{{(, [0-9]+ requests?)?}}
    for (int i = t % 2 == 0 ? 0 : 3; i < 3; ++i)
      acc += s[t * 32 + i];
// CHECK: :[[@LINE-1]]:14: remark: load of 4 bytes from 's': 16/1 wavefronts, possible {{.*}}, inexact, block 32x1x1{{(, [0-9]+ requests?)?}}
    if (t % 2 == 1 || s[t * 32] > 2)
// CHECK: :[[@LINE-1]]:23: remark: load of 4 bytes from 's': 16/1 wavefronts, possible {{.*}}, inexact, block 32x1x1{{(, [0-9]+ requests?)?}}
      acc += 1;
    // No lane of any sample comes here.
    if (t > 40)
      acc += s[t * 32];
  }
  out[t] = acc;
}

// What the others write is not known behind the branch; they leave no loop.
__global__ void values(float *out, int n) {
  __shared__ float s[2048];
  int t = threadIdx.x, stride = 1;
  float acc = 0;
  for (int i = 0; i < 4; ++i) {
    if ((blockIdx.x ^ t) & 1) {
      if (t % 2 == 0) {
        stride = 32;
        break;
      }
    }
    acc += s[t + i];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, inexact, block 32x1x1{{(, [0-9]+ requests?)?}}
  }
  out[t] = acc + s[t * stride];
// CHECK: :[[@LINE-1]]:18: remark: load of 4 bytes from 's': ?/? wavefronts, unknown (index set by a condition that may differ between lanes at line {{[0-9]+}}), inexact, block 32x1x1, 1 request
}

int main() {
  branches<<<2, 32>>>(nullptr);
  values<<<2, 32>>>(nullptr, 3);
}
