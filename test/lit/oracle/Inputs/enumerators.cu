// Instances of a template that enumerators tell apart: see enumerators.test.

enum class Kind { First, Second };
namespace deep {
enum Way : unsigned { Down, Up };
}
template <Kind K, deep::Way W, int N> __global__ void k(float *out) {
  __shared__ float s[64];
  s[threadIdx.x * (K == Kind::Second ? 2 : 1)] = W;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
int main() {
  float *out;
  cudaMalloc(&out, 256);
  k<Kind::First, deep::Up, 3><<<1, 32>>>(out);
  k<Kind::Second, deep::Down, 3><<<1, 32>>>(out);
  return cudaDeviceSynchronize() != cudaSuccess;
}
