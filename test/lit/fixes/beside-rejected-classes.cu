// RUN: not %lint %s 2>&1 | FileCheck %s

// A class that lacks a member, as one for another system does, says nothing of
// kernels that have nothing to do with it.

class Clock {
public:
  nowhere::Ticks started;
  static constexpr int pad = 1;
  float factor;
  __device__ static float twice(float x) { return 2 * x; }
};
struct Angle {
  float degrees;
  __device__ Angle(float x) : degrees(x) {}
  __device__ Angle(nowhere::Turns x) : degrees(360) {}
};
struct Pose {
  float x;
  Angle heading;
};

__global__ void apart(float *o) {
  __shared__ float s[32][32];
// CHECK: :[[@LINE-1]]:26: note: pad the rows of 's' to 33 floats (+128 bytes), which leaves no conflict{{$}}
  s[threadIdx.x][threadIdx.y] = 1;
  o[threadIdx.x] = s[threadIdx.x][threadIdx.y];
}
void launchApart(float *o) { apart<<<1, dim3(32, 8)>>>(o); }

// Another constructor may be the one that is meant.
__global__ void made(float *o) {
  __shared__ float s[32][32];
// CHECK: :[[@LINE-1]]:26: note: pad the rows of 's' to 33 floats (+128 bytes), which leaves no conflict (unsafe: code that was not analysed may use it)
  s[threadIdx.x][threadIdx.y] = 1;
  Angle a(90);
  o[threadIdx.x] = s[threadIdx.x][threadIdx.y] * a.degrees;
}
void launchMade(float *o) { made<<<1, dim3(32, 8)>>>(o); }

// Nor is it known what its objects consist of, or what holds them.
__global__ void held(float *o) {
  __shared__ float s[32][32];
// CHECK: :[[@LINE-1]]:26: note: pad the rows of 's' to 33 floats (+128 bytes), which leaves no conflict (unsafe: code that was not analysed may use it)
  s[threadIdx.x][threadIdx.y] = 1;
  o[threadIdx.x] = s[threadIdx.x][threadIdx.y] + ((Pose *)o)->x;
}
void launchHeld(float *o) { held<<<1, dim3(32, 8)>>>(o); }

// CHECK: :[[#]]:53: remark: code in 'Angle' not analysed: Clang rejects it: use of undeclared identifier 'nowhere'
// CHECK: :[[#]]:3: remark: code outside kernels not analysed: 2 errors, the first: use of undeclared identifier 'nowhere'
