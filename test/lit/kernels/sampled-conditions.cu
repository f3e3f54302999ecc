// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// Conditions of which each lane has a function of its own in what is not known:
// the fullest sides that some number makes are walked, and behind them all
// lanes go on.

__global__ void residue(float *out, int m) {
  __shared__ float s[1056];
  int t = threadIdx.x;
  float sum = 0;
  if ((t + m) % 3 == 1)
    sum += 1;
  sum += s[t * 32];
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': 32/1 wavefronts, conflict, block 32x1x1, 1 request
  if (t > 2 && (t + m) % 3 == 1)
    sum += 1;
  else if ((t + blockIdx.x) % 5 == 2)
    sum += 2;
  sum += s[t * 16];
// CHECK: :[[@LINE-1]]:10: remark: load of 4 bytes from 's': 16/1 wavefronts, conflict, block 32x1x1, 1 request
  out[t] = sum;
}

// What a lane holds behind one depends on the lane.
__global__ void stride(float *out, int m) {
  __shared__ float s[1056];
  int t = threadIdx.x, by = 1;
  if ((t + m) % 3 == 1)
    by = 32;
  out[t] = s[t * by];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': ?/? wavefronts, unknown (index set by a condition that may differ between lanes at line [[@LINE-3]]), inexact, block 32x1x1, 1 request
  out[t + 32] = s[(t + m) & 1 ? t : 63 - t];
// CHECK: :[[@LINE-1]]:17: remark: load of 4 bytes from 's': ?/? wavefronts, unknown (index set by a condition that may differ between lanes at line [[@LINE-1]]), inexact, block 32x1x1, 1 request
}

// One lane, of which nobody knows which.
__global__ void one(float *out, int m) {
  __shared__ float s[1056];
  int t = threadIdx.x, at = t;
  if (t == m)
    at = 32;
  out[t] = s[at];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': ?/? wavefronts, unknown (index set by a condition that may differ between lanes at line [[@LINE-3]]), inexact, block 32x1x1, 1 request
  out[t + 32] = s[t * 32];
// CHECK: :[[@LINE-1]]:17: remark: load of 4 bytes from 's': 32/1 wavefronts, conflict, block 32x1x1, 1 request
}

// Those that leave are missing.
__global__ void leaves(float *out, int m) {
  __shared__ float s[1056];
  int t = threadIdx.x;
  if ((t + m) % 4 == 1)
    return;
  out[t] = s[t * 32];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 's': 24/1 wavefronts, conflict, inexact, block 32x1x1, 1 request
}

void launch(float *out, int n) {
  residue<<<1, 32>>>(out, n);
  stride<<<1, 32>>>(out, n);
  one<<<1, 32>>>(out, n);
  leaves<<<1, 32>>>(out, n);
}
