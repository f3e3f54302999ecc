// REQUIRES: oracle
// RUN: %oracle --flags=-std=c++26 %s | FileCheck %s

// Labels of a switch wherever they stand, jumps, and statements that declare
// what they test.

__global__ void __launch_bounds__(32) switchSingle(int x, int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  switch (x)
  case 7:
    s[32 * t] = 1;
}
__global__ void __launch_bounds__(32) switchLikely(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  switch (t & 1) {
  [[likely]] case 1:
    s[32 * t] = 1;
    break;
  case 0:
    s[t] = 2;
    break;
  }
}
__global__ void __launch_bounds__(32) switchInner(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  switch (t & 1) {
  case 0:
    s[t] = 1;
    {
      s[t] = 5;
    case 1:
      s[32 * t] = 2;
    }
    break;
  }
}
__global__ void __launch_bounds__(32) switchDuff(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  int i = 0;
  switch (threadIdx.x & 3) {
  case 0:
    do {
      s[32 * t] = i++;
    case 3:
      s[t] = i++;
    case 2:
      s[t + 1] = i++;
    case 1:
      s[2 * t] = i++;
    } while (i < 8);
  }
}
__global__ void __launch_bounds__(32) switchBefore(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  switch (t & 1) {
    int k;
    s[32 * t] = 9;
  case 0:
    k = 2;
    s[k * t] = 1;
    break;
  default:
    k = 4;
    s[k * t] = 1;
  }
}
__global__ void __launch_bounds__(32) switchIf(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  switch (t & 1) {
  case 0:
    if (t > 16) {
    case 1:
      s[32 * t] = 1;
    }
    break;
  }
}
__global__ void __launch_bounds__(32) switchLabel(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  switch (t & 1) {
  here:
  case 0:
    s[32 * t] = 1;
    break;
  case 1:
    s[t] = 1;
  }
}
__global__ void __launch_bounds__(32) switchNested(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  switch (t & 1)
    switch (t & 3) {
    case 1:
      s[32 * t] = 1;
      break;
    case 3:
      s[2 * t] = 1;
      break;
    }
}
__global__ void __launch_bounds__(32) switchNestedCase(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  switch (t & 1)
  case 1:
    switch (t & 3) {
    case 1:
      s[32 * t] = 1;
      break;
    case 3:
      s[2 * t] = 1;
      break;
    }
}
__global__ void __launch_bounds__(32) switchLoop(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  switch (t & 1)
  case 1:
    for (int i = 0; i < 2; ++i)
      s[32 * t + i] = 1;
}
__global__ void __launch_bounds__(32) switchRange(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  switch (t) {
  case 0 ... 15:
    s[32 * t] = 1;
    break;
  default:
    s[t] = 1;
  }
}
__global__ void __launch_bounds__(32) gotoForward(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  if (t < 16)
    goto end;
  s[32 * t] = 1;
end:
  s[t] = 1;
}
__global__ void __launch_bounds__(32) gotoAlways(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  goto end;
  s[32 * t] = 1;
end:
  s[t] = 1;
}
__global__ void __launch_bounds__(32) gotoBack(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  int i = 1;
again:
  s[i * t] = 1;
  i *= 2;
  if (i < 8)
    goto again;
  s[t] = 2;
}
__global__ void __launch_bounds__(32) gotoLoop(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  int k = 1;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) {
      if (i == 1)
        goto done;
      k = 2 * k;
    }
done:
  s[k * t] = 2;
}
__global__ void __launch_bounds__(32) perLaneBreak(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  for (int i = 0; i < 32; ++i) {
    if (i == t)
      break;
    s[t + i] = 1;
  }
  __syncthreads();
  s[2 * t] = 1;
}
__global__ void __launch_bounds__(32) rangeInit(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  int a[3] = {1, 2, 3};
  for (int f = 4; int v : a)
    s[f * v * t] = 1;
}
__global__ void __launch_bounds__(32) ifInit(int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  if (int q = t & 3; q > 1)
    s[q * t] = 1;
  switch (int q = t & 1; q) {
  case 1:
    s[4 * t] = q;
  }
  while (int z = t & 0)
    s[z] = 1;
}

// CHECK: {{^}}0 differ where banklint is exact, 0 otherwise
