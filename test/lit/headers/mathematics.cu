// Mathematics resolves to the device's overloads, with and without <cmath>.

// RUN: %banklint --cuda-path=none --all-accesses --exit-zero %s -- 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error:
// RUN: %banklint --cuda-path=none --all-accesses --exit-zero %s -- -std=c++14 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error:
// RUN: %banklint --cuda-path=none --all-accesses --exit-zero %s -- -std=c++20 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error:

__host__ __device__ float before(float X, int I) {
  return sqrt(X) + std::sqrt(X) + pow(X, I) + abs(I) + fabs(X) + sqrt(I) +
         isnan(X) + fmaxf(X, 1) + fmax(X, 1.0) + min(I, 3u) + max(X, 1.0);
}

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <math.h>

__host__ __device__ float after(float X, int I) {
  return sqrt(X) + std::sqrt(X) + std::pow(X, 2) + std::abs(X) + std::abs(I) +
         std::isnan(X) + std::max(X, 1.f) + round(X) + floor(X) + ceil(I / 2);
}

__global__ void mathematics(float *F, double *D, int N, unsigned U,
                            long long L) {
  F[0] = sin(F[1]) + std::sin(F[1]) + sinf(1) + sin(1.0) + sin(N) + __sinf(2);
  F[1] = rsqrtf(2) + rsqrt(F[2]) + rsqrt(N) + __expf(F[0]) + exp2f(F[1]);
  D[0] = pow(2, N) + pow(F[0], N) + pow(D[0], 2) + pow(2.0f, 3.0);
  D[1] = max(N, 1) + max(U, 1) + max(L, 1ll) + min(F[0], 2.f) + max(F[0], 1.0);
  F[2] = abs(N) + abs(F[0]) + abs(D[0]) + fabs(N) + abs(L) + isinf(D[0]);
  F[3] = fma(F[0], F[1], F[2]) + __fmaf_rn(F[0], F[1], F[2]) + fmod(F[0], 2);
  F[4] = __fdividef(1, 2) + __fmul_rn(F[0], 2) + __saturatef(F[1]) + M_PI;
  float S, C;
  sincosf(F[0], &S, &C);
  F[5] = S + C + frexp(F[0], &N) + normcdff(F[1]) + erfinvf(F[2]) + INFINITY;
  using std::max;
  F[6] = max(N, 1) + std::min(F[0], F[1]) + std::numeric_limits<float>::max();
  F[7] =
      std::complex<float>(F[0], F[1]).imag() + before(F[0], N) + after(F[0], N);
}
// The kernel has no shared memory.
// CHECK: 1 file, 1 kernel, 0 accesses: 0 conflicts, 0 possible, 0 unknown, 0 suppressed

using namespace std;
int main() {
  mathematics<<<1, 1>>>(nullptr, nullptr, 1, 2, 3);
  return max(1, 2) + min(1.f, 2.f) + sqrt(2) + pow(2, 3) + abs(-2) + rsqrtf(2);
}
