// Each warp of the block of 256 takes 2 wavefronts for a store at 2 * t.
#define STORE s[2 * t] = 1
#define BEGIN __shared__ volatile float s[512]; int t = threadIdx.x;

__global__ void known(float *out) { BEGIN for (int i = 0; i < 10; ++i) STORE; }
__global__ void upTo(float *out, int n) { BEGIN for (int i = 0; i < n; ++i) STORE; }
__global__ void inSteps(float *out, int n, int m) { BEGIN for (int i = m; i <= n; i += 5) STORE; }
__global__ void down(float *out, int n) { BEGIN for (int i = n; i >= 3; i -= 2) STORE; }
__global__ void unequal(float *out, int n) { BEGIN for (int i = 0; i != n; ++i) STORE; }
__global__ void divided(float *out, int n) { BEGIN for (int i = n; i > 0; i /= 2) STORE; }
__global__ void doubled(float *out, int n) { BEGIN for (int i = 1; i < n; i *= 2) STORE; }
__global__ void nested(float *out, int n, int m) { BEGIN for (int i = 0; i < n; ++i) for (int j = 0; j < m; ++j) STORE; }
__global__ void triangle(float *out, int n) { BEGIN for (int i = 0; i < n; ++i) for (int j = 0; j <= i; ++j) STORE; }
__global__ void ofLane(float *out) { BEGIN for (int i = 0; i < t % 4; ++i) STORE; }
__global__ void branches(float *out, int n) { BEGIN if (n < 4) { STORE; } else { STORE; STORE; STORE; } }
__global__ void stride(float *out, int n) { BEGIN s[n * t] = 1; }
__global__ void twoBounds(float *out, int n, int m) { BEGIN for (int i = 0; i < n && i < m; ++i) STORE; }
__global__ void whileLoop(float *out, int n) { BEGIN while (n-- > 0) STORE; }
__global__ void doLoop(float *out, int n) { BEGIN int i = 0; do STORE; while (++i < n); }
__global__ void guarded(float *out, int n) { BEGIN if (t < n) s[t] = 1; }
__global__ void blockStride(float *out, int n) { BEGIN for (int i = t; i < n; i += blockDim.x) s[t] = 1; }
__device__ void helper(volatile float *s, int t, int n) { for (int i = 0; i < n; ++i) { if (i > 1000) return; STORE; } }
template <int N> __device__ void instance(volatile float *s, int t, int n) { for (int i = 0; i < N * n; ++i) STORE; }
__global__ void inTemplate(float *out, int n) { BEGIN instance<3>(s, t, n); }

// Neighbours of these.
__global__ void moving(float *out, int n) { BEGIN for (int i = 0; i < n; ++i) { STORE; ++i; } }
__global__ void movingBound(float *out, int n) { BEGIN for (int i = 0; i < n; ++i) { STORE; --n; } }
__global__ void continued(float *out, int n, int m) { BEGIN for (int i = 0; i < n; ++i) { if (m > 2) continue; STORE; } }
__global__ void returned(float *out, int n) { BEGIN if (n > 7) return; STORE; }
__global__ void unsignedBound(float *out, unsigned n) { BEGIN for (unsigned i = 0; i < n - 1; ++i) STORE; }
__global__ void broken(float *out, int n) { BEGIN for (int i = 0; i < n; ++i) { STORE; if (out[i] > 0) break; } }
__global__ void earlyHelper(float *out, int n) { BEGIN helper(s, t, n); }
__global__ void stepOfZero(float *out, int n) { BEGIN for (int i = 0; i < n; i += 0) STORE; }
__global__ void away(float *out, unsigned n) { BEGIN for (unsigned i = n; i >= 0; --i) STORE; }
__global__ void ofData(float *out, int n) { BEGIN for (int i = 0; i < n; ++i) if (out[t] > 0) STORE; }
__global__ void byData(int *out) { BEGIN for (int i = 0; i < out[1]; ++i) STORE; }

void run(float *out, int n, int m) {
  known<<<3, 256>>>(out); upTo<<<1, 256>>>(out, n); inSteps<<<1, 256>>>(out, n, m); down<<<1, 256>>>(out, n);
  unequal<<<1, 256>>>(out, n); divided<<<1, 256>>>(out, n); doubled<<<1, 256>>>(out, n); nested<<<1, 256>>>(out, n, m);
  triangle<<<1, 256>>>(out, n); ofLane<<<1, 256>>>(out); branches<<<1, 256>>>(out, n); stride<<<1, 256>>>(out, n);
  twoBounds<<<1, 256>>>(out, n, m); whileLoop<<<1, 256>>>(out, n); doLoop<<<1, 256>>>(out, n); guarded<<<1, 256>>>(out, n);
  blockStride<<<1, 256>>>(out, n); inTemplate<<<1, 256>>>(out, n); moving<<<1, 256>>>(out, n);
  movingBound<<<1, 256>>>(out, n); continued<<<1, 256>>>(out, n, m); returned<<<1, 256>>>(out, n);
  unsignedBound<<<1, 256>>>(out, n); broken<<<1, 256>>>(out, n); earlyHelper<<<1, 256>>>(out, n);
  stepOfZero<<<1, 256>>>(out, n); away<<<1, 256>>>(out, n); ofData<<<1, 256>>>(out, n); byData<<<1, 256>>>((int *)out);
}
