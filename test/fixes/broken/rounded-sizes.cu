// A swizzle of dynamic memory moves elements within blocks of 128 bytes, the last of
// which has to be whole: every launch then asks for a multiple, and every attribute
// allows one. Most kernels have 100 floats, whose last block is not.

#include "host.h"
#include <cuda_runtime.h>
#include <functional>

constexpr int count = 100;

// The size is written in many ways.

__global__ void byNumber(const float *in, float *out) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[t % 3 * 32 + t / 3]; // safe: and round its size up
}

__global__ void bySizeof(const float *in, float *out) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[t % 3 * 32 + t / 3]; // safe: and round its size up
}

__global__ void byMinus(const float *in, float *out) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[t % 3 * 32 + t / 3]; // safe: and round its size up
}

__global__ void byBraces(const float *in, float *out) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[t % 3 * 32 + t / 3]; // safe: and round its size up
}

__global__ void byMember(const float *in, float *out) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[t % 3 * 32 + t / 3]; // safe: and round its size up
}

__global__ void byLambda(const float *in, float *out) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[t % 3 * 32 + t / 3]; // safe: and round its size up
}

__global__ void byDefault(const float *in, float *out) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[t % 3 * 32 + t / 3]; // safe: and round its size up
}

__global__ void byHex(const float *in, float *out) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[t % 3 * 32 + t / 3]; // safe: and round its size up
}

__global__ void bySuffix(const float *in, float *out) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[t % 3 * 32 + t / 3]; // safe: and round its size up
}

char buffer[400];
void launchByDefault(const float *in, float *out, size_t bytes = 400) {
  byDefault<<<1, count, bytes>>>(in, out);
}

// What is no constant to be relied on, though it looks like a multiple.

__global__ void byReference(const float *in, float *out) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[t % 3 * 32 + t / 3]; // safe: and round its size up
}

__global__ void byOutput(const float *in, float *out) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[t % 3 * 32 + t / 3]; // safe: and round its size up
}

__global__ void byPointerTo(const float *in, float *out) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[t % 3 * 32 + t / 3]; // safe: and round its size up
}

__global__ void byCapture(const float *in, float *out) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[t % 3 * 32 + t / 3]; // safe: and round its size up
}

__global__ void byCopyOut(const float *in, float *out) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[t % 3 * 32 + t / 3]; // safe: and round its size up
}

__global__ void byBits(const float *in, float *out) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[t % 3 * 32 + t / 3]; // safe: and round its size up
}

__global__ void byGlobal(const float *in, float *out) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[t % 3 * 32 + t / 3]; // safe: and round its size up
}

__global__ void byNarrow(const float *in, float *out) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[t % 3 * 32 + t / 3]; // safe: and round its size up
}

void setTo(size_t &bytes, size_t to) { bytes = to; }
size_t globalBytes = 512;

// Several launches, and what is no launch by its name.

__global__ void byFunction(const float *in, float *out) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[t % 3 * 32 + t / 3]; // safe: and round its size up
}

__global__ void byHolder(const float *in, float *out) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[t % 3 * 32 + t / 3]; // safe: and round its size up
}

__global__ void byChangedHolder(const float *in, float *out) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[t % 3 * 32 + t / 3]; // none: 'byChangedHolder' may be launched
}

__global__ void byArgument(const float *in, float *out) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[t % 3 * 32 + t / 3]; // none: 'byArgument' may be launched
}

__global__ void byTable(const float *in, float *out) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[t % 3 * 32 + t / 3]; // none: 'byTable' may be launched
}

__global__ void byStdFunction(const float *in, float *out) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[t % 3 * 32 + t / 3]; // none: 'byStdFunction' may be launched
}

template <class F> void launchAny(F kernel, const float *in, float *out) {
  kernel<<<1, count, count * sizeof(float)>>>(in, out);
}
void (*table[])(const float *, float *) = {byTable};

// Static memory beside it: of whole blocks, or less.

__global__ void besideLessKnown(const float *in, float *out) {
  extern __shared__ float s[];
  __shared__ float other;
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[t % 3 * 32 + t / 3]; // safe: and round its size up
  if (t == 0)
    other = in[0];
  __syncthreads();
  out[t] += other;
}

__global__ void besideLessFull(const float *in, float *out) {
  extern __shared__ float s[];
  __shared__ float other;
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[t % 3 * 32 + t / 3]; // unsafe: a launch that asks for nearly all
  if (t == 0)
    other = in[0];
  __syncthreads();
  out[t] += other;
}

__global__ void lessThanMostFull(const float *in, float *out) {
  extern __shared__ float s[];
  __shared__ float other;
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  out[t] = s[t % 3 * 32 + t / 3]; // unsafe: a launch that asks for nearly all
  if (t == 0)
    other = in[0];
  __syncthreads();
  out[t] += other;
}

int main() {
  int n = count, m = -400;
  run<float>("byNumber", [&](auto i, auto o) {
    byNumber<<<1, count, 400>>>(i, o);
  });
  run<float>("bySizeof", [&](auto i, auto o) {
    bySizeof<<<1, count, sizeof buffer>>>(i, o);
  });
  run<float>("byMinus", [&](auto i, auto o) {
    byMinus<<<1, count, -m>>>(i, o);
  });
  run<float>("byBraces", [&](auto i, auto o) {
    byBraces<<<1, count, size_t{400}>>>(i, o);
  });
  run<float>("byMember", [&](auto i, auto o) {
    struct { size_t bytes = 400; } a;
    byMember<<<1, count, a.bytes>>>(i, o);
  });
  run<float>("byLambda", [&](auto i, auto o) {
    auto go = [&](size_t bytes) { byLambda<<<1, count, bytes>>>(i, o); };
    go(400);
  });
  run<float>("byDefault", [&](auto i, auto o) {
    launchByDefault(i, o);
  });
  run<float>("byHex", [&](auto i, auto o) {
    byHex<<<1, count, 0x190>>>(i, o);
  });
  run<float>("bySuffix", [&](auto i, auto o) {
    bySuffix<<<1, count, 400ul>>>(i, o);
  });
  run<float>("byReference", [&](auto i, auto o) {
    size_t bytes = 512, &other = bytes;
    other = 400;
    byReference<<<1, count, bytes>>>(i, o);
  });
  run<float>("byOutput", [&](auto i, auto o) {
    size_t bytes = 512;
    setTo(bytes, 400);
    byOutput<<<1, count, bytes>>>(i, o);
  });
  run<float>("byPointerTo", [&](auto i, auto o) {
    size_t bytes = 512, *to = &bytes;
    *to = 400;
    byPointerTo<<<1, count, bytes>>>(i, o);
  });
  run<float>("byCapture", [&](auto i, auto o) {
    size_t bytes = 512;
    auto set = [&] { bytes = 400; };
    set();
    byCapture<<<1, count, bytes>>>(i, o);
  });
  run<float>("byCopyOut", [&](auto i, auto o) {
    size_t bytes = 512, less = 400;
    memcpy(&bytes, &less, sizeof(bytes));
    byCopyOut<<<1, count, bytes>>>(i, o);
  });
  run<float>("byBits", [&](auto i, auto o) {
    size_t bytes = 384;
    byBits<<<1, count, bytes | 16>>>(i, o);
  });
  run<float>("byGlobal", [&](auto i, auto o) {
    globalBytes = 400;
    byGlobal<<<1, count, globalBytes>>>(i, o);
  });
  run<float>("byNarrow", [&](auto i, auto o) {
    unsigned char part = 200;
    byNarrow<<<1, count, part * 2>>>(i, o);
  });
  run<float>("byFunction", [&](auto i, auto o) {
    const float *from = i;
    float *to = o;
    void *arguments[] = {&from, &to};
    cudaLaunchKernel((const void *)byFunction, dim3(1), dim3(count), arguments, n * 4, 0);
  });
  run<float>("byHolder", [&](auto i, auto o) {
    auto kernel = byHolder;
    kernel<<<1, count, n * 4>>>(i, o);
  });
  run<float>("byChangedHolder", [&](auto i, auto o) {
    auto kernel = byChangedHolder;
    if (n < 5)
      kernel = byArgument;
    kernel<<<1, count, n * 4>>>(i, o);
  });
  run<float>("byArgument", [&](auto i, auto o) {
    launchAny(byArgument, i, o);
  });
  run<float>("byTable", [&](auto i, auto o) {
    table[n / 2000]<<<1, count, n * 4>>>(i, o);
  });
  run<float>("byStdFunction", [&](auto i, auto o) {
    std::function<void(size_t)> go = [&](size_t bytes) {
      launchAny(byStdFunction, i, o);
    };
    go(400);
  });
  run<float>("besideLessKnown", [&](auto i, auto o) {
    besideLessKnown<<<1, count, 400>>>(i, o);
  });
  run<float>("besideLessFull", [&](auto i, auto o) {
    besideLessFull<<<1, count, 49100>>>(i, o);
  });
  run<float>("lessThanMostFull", [&](auto i, auto o) {
    lessThanMostFull<<<1, count, 49100>>>(i, o);
    cudaFuncSetAttribute(lessThanMostFull, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
    lessThanMostFull<<<1, count, 65536>>>(i, o);
  });
}
