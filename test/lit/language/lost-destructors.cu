// RUN: %lint --all-accesses %s 2>&1 | FileCheck %s

// Objects of which it is not known whether they end, when, or by what: what
// their destructors access is not known, or missing with a reason.

struct Guard {
  int *p;
  __device__ Guard(int *q) : p(q) {}
  __device__ Guard(const Guard &o) : p(o.p) {}
  __device__ ~Guard() { p[0] = 2; }
};

// What 'new' made lies in global memory, and so does the pointer to 's'.
__global__ void __launch_bounds__(32) deletes() {
  __shared__ int s[8192];
  Guard *g = new Guard(s + 2 * threadIdx.x);
  delete g;
}

__global__ void __launch_bounds__(32) deletesAll(int n) {
  __shared__ int s[8192];
  Guard *g = new Guard[2]{s, s + 1};
  delete[] g;
}

struct Shape {
  int *p;
  __device__ Shape(int *q) : p(q) {}
  __device__ virtual ~Shape() { p[threadIdx.x] = 2; }
};
__global__ void __launch_bounds__(32) chosen() {
  __shared__ int s[8192];
  Shape *shape = new Shape(s);
  delete shape;
}

struct Elsewhere {
  int *p;
  __device__ Elsewhere(int *q) : p(q) {}
  __device__ ~Elsewhere();
};
__global__ void __launch_bounds__(32) unseen() {
  __shared__ int s[8192];
  Elsewhere e(s + threadIdx.x);
}

__device__ Guard made(int *q);
__device__ void kept(Guard g);
__global__ void __launch_bounds__(32) given() {
  __shared__ int s[8192];
  made(s);
  kept(Guard(s + threadIdx.x));
}

__global__ void __launch_bounds__(32) again(int n) {
  __shared__ int s[8192];
again:
  Guard g(s + 2 * threadIdx.x);
  if (--n > 0)
    goto again;
}

// In lanes that data tells, and in which the destructor may not run.
__global__ void __launch_bounds__(32) data(const int *in, int *out) {
  __shared__ int s[8192];
  int t = threadIdx.x;
  out[t] = in[t] ? *Guard(s + 2 * t).p : 0;
}

// CHECK-NOT: warning:
// CHECK: :10:25: remark: store of 4 bytes to shared memory: ?/? wavefronts, unknown (set where jumps are not followed at line 57), inexact, block 32x1x1 [again(int)]
// CHECK: :10:25: remark: store of 4 bytes to 's': 2/1 wavefronts, possible (conflicts if all lanes pass a condition that depends on data), inexact, block 32x1x1 [data(const int *, int *)]
// CHECK: :10:25: remark: store of 4 bytes to shared memory: ?/? wavefronts, unknown (loaded from memory at line 10), inexact, block 32x1x1, 1 request [deletes()]
// CHECK: :10:25: remark: store of 4 bytes to shared memory: ?/? wavefronts, unknown (loaded from memory at line 51), inexact, block 32x1x1, 2 requests [given()]
// CHECK: :51:8: remark: load of 4 bytes from shared memory: ?/? wavefronts, unknown (address is passed to 'made', whose body is not visible, at line 51), inexact, block 32x1x1, 1 request [given()]
// CHECK: :52:8: remark: load of 4 bytes from shared memory: ?/? wavefronts, unknown (address is passed to 'kept', whose body is not visible, at line 52), inexact, block 32x1x1, 1 request [given()]
// CHECK: :67:20: remark: load of 4 bytes from 's': 2/1 wavefronts, possible (conflicts if all lanes pass a condition that depends on data), inexact, block 32x1x1 [data(const int *, int *)]
// CHECK: :23:3: remark: the destructors of an array of unknown length in kernel 'deletesAll' not analysed: it is skipped
// CHECK: :21:18: remark: shared array 's' of kernel 'deletesAll' not analysed: no access to it was found
// CHECK: :34:3: remark: a virtual destructor in kernel 'chosen' not analysed: it is skipped
// CHECK: :32:18: remark: shared array 's' of kernel 'chosen' not analysed: no access to it was found
// CHECK: :44:13: remark: a destructor whose body is not visible in kernel 'unseen' not analysed: it is skipped
// CHECK: :43:18: remark: shared array 's' of kernel 'unseen' not analysed: no access to it was found
// CHECK: :60:5: remark: a goto in kernel 'again' not analysed: it is skipped
// CHECK: 1 file, 7 kernels, 5 accesses: 0 conflicts, 2 possible, 3 unknown, 0 suppressed; 7 not analysed
