// Copies of objects beside their members: see pieces.test.

struct Base {
  short first;
};

struct Mixed : Base {
  long long second;
  long long third;
  float fourth;
  Mixed() = default;
  __device__ explicit Mixed(float from) {
    first = from;
    second = from;
    third = from;
    fourth = from;
  }
};

struct Pair {
  short first, second;
  Pair() = default;
  __device__ explicit Pair(int from) : first(from), second(from) {}
};

__global__ void members(float *out) {
  __shared__ Mixed s[64];
  __shared__ Pair pairs[64];
  __shared__ int words[64];
  int t = threadIdx.x;
  s[t] = Mixed(float(t));
  // No bytes of padding lie in it; a line beside it stores words of its size.
  pairs[t] = Pair(t);
  int *at = words + t;
  *at = t & 31;
  __syncthreads();
  out[t] =
      s[63 - t].fourth + s[t ^ 1].second + pairs[63 - t].second + words[t ^ 1];
}

// What the first load reads is one of few values, and the same in all lanes;
// the other may read anything.
__global__ void matched(float *out, const signed char *in) {
  __shared__ signed char s[1024];
  int t = threadIdx.x;
  for (int i = t; i < 1024; i += 64)
    s[i] = in[i];
  __syncthreads();
  int few = s[0] & 31, many = s[1] + s[2] + s[3] * 3;
  out[t] = s[t < 32 ? few * 9 + min(many + 512, t) : few * 9];
}

int main() {
  float *out;
  signed char *in;
  cudaMalloc(&out, 1024);
  cudaMalloc(&in, 1024);
  cudaMemset(in, 1, 1024);
  members<<<1, 64>>>(out);
  matched<<<1, 64>>>(out, in);
  return cudaDeviceSynchronize() != cudaSuccess;
}
