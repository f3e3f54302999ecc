// Addresses as numbers: what is added to them counts bytes.

#include "host.h"

#define LOAD(v, at)                                                            \
  asm volatile("ld.shared.u32 %0, [%1];" : "=r"(v) : "r"(at) : "memory")

__device__ void store(unsigned at, unsigned v) {
  asm volatile("st.shared.u32 [%0], %1;" ::"r"(at), "r"(v) : "memory");
}

__device__ unsigned addressOf(unsigned base, int row, int column, int length) {
  return base + (row * length + column) * 4;
}

__global__ void sums(const unsigned *in, unsigned *out) {
  unsigned v0 = 0;
  __shared__ unsigned s[32 * 32];
  unsigned b = unsigned(__cvta_generic_to_shared(s));
  int x = threadIdx.x, y = threadIdx.y;
  for (int r = y; r < 32; r += 8)
    s[r * 32 + x] = in[r * 32 + x];
  __syncthreads();
  for (int c = y; c < 32; c += 8) {
    LOAD(v0, b + (x * 32 + c) * 4); // safe: to 33 elements
    out[c * 32 + x] = v0;
  }
}

__global__ void bytes(const unsigned *in, unsigned *out) {
  unsigned v0 = 0;
  __shared__ unsigned s[32 * 32];
  unsigned b = unsigned(__cvta_generic_to_shared(s));
  int x = threadIdx.x, y = threadIdx.y;
  for (int r = y; r < 32; r += 8)
    s[r * 32 + x] = in[r * 32 + x];
  __syncthreads();
  for (int c = y; c < 32; c += 8) {
    LOAD(v0, b + x * 128 + c * 4); // safe: to 33 elements
    out[c * 32 + x] = v0;
  }
}

__global__ void shifts(const unsigned *in, unsigned *out) {
  unsigned v0 = 0;
  __shared__ unsigned s[32 * 32];
  unsigned b = unsigned(__cvta_generic_to_shared(s));
  int x = threadIdx.x, y = threadIdx.y;
  for (int r = y; r < 32; r += 8)
    s[r * 32 + x] = in[r * 32 + x];
  __syncthreads();
  for (int c = y; c < 32; c += 8) {
    LOAD(v0, b + ((x * 32 + c) << 2)); // safe: to 33 elements
    out[c * 32 + x] = v0;
  }
}

__global__ void bits(const unsigned *in, unsigned *out) {
  unsigned v0 = 0;
  __shared__ unsigned s[32 * 32];
  unsigned b = unsigned(__cvta_generic_to_shared(s));
  int x = threadIdx.x, y = threadIdx.y;
  for (int r = y; r < 32; r += 8)
    s[r * 32 + x] = in[r * 32 + x];
  __syncthreads();
  for (int c = y; c < 32; c += 8) {
    LOAD(v0, b + (x * 128 | c * 4)); // safe: to 33 elements
    out[c * 32 + x] = v0;
  }
}

__global__ void behind(const unsigned *in, unsigned *out) {
  unsigned v0 = 0;
  __shared__ unsigned s[32 * 32];
  unsigned b = unsigned(__cvta_generic_to_shared(s));
  int x = threadIdx.x, y = threadIdx.y;
  for (int r = y; r < 32; r += 8)
    s[r * 32 + x] = in[r * 32 + x];
  __syncthreads();
  unsigned end = b + 4096;
  for (int c = y; c < 32; c += 8) {
    LOAD(v0, end - (x + 1) * 128 + c * 4); // safe: to 33 elements
    out[c * 32 + x] = v0;
  }
}

__global__ void moved(const unsigned *in, unsigned *out) {
  unsigned v0 = 0;
  __shared__ unsigned s[32 * 32];
  unsigned b = unsigned(__cvta_generic_to_shared(s));
  int x = threadIdx.x, y = threadIdx.y;
  for (int r = y; r < 32; r += 8)
    s[r * 32 + x] = in[r * 32 + x];
  __syncthreads();
  unsigned at = b + y * 4 + x * 128;
  for (int c = y; c < 32; c += 8, at += 32) {
    LOAD(v0, at); // safe: to 33 elements
    out[c * 32 + x] = v0;
  }
}

__global__ void movedByRows(const unsigned *in, unsigned *out) {
  unsigned v0 = 0;
  __shared__ unsigned s[32 * 32];
  unsigned b = unsigned(__cvta_generic_to_shared(s));
  int x = threadIdx.x, y = threadIdx.y;
  for (int r = y; r < 32; r += 8)
    s[r * 32 + x] = in[r * 32 + x];
  __syncthreads();
  unsigned at = b + y * 128 + x * 4, sum = 0;
  for (int c = y; c < 32; c += 8, at += 1024) {
    LOAD(v0, at);
    sum += v0;
  }
  for (int c = y; c < 32; c += 8) {
    LOAD(v0, b + (x * 32 + c) * 4); // safe: to 33 elements
    out[c * 32 + x] = sum + v0;
  }
}

// The variable counts elements of global memory, too.
__global__ void named(const unsigned *in, unsigned *out) {
  unsigned v0 = 0;
  __shared__ unsigned s[32 * 32];
  unsigned b = unsigned(__cvta_generic_to_shared(s));
  int x = threadIdx.x, y = threadIdx.y;
  for (int r = y; r < 32; r += 8)
    s[r * 32 + x] = in[r * 32 + x];
  __syncthreads();
  for (int c = y; c < 32; c += 8) {
    int at = x * 32 + c;
    LOAD(v0, b + at * 4); // safe: to 33 elements
    out[c * 32 + x] = v0 + at;
  }
}

__global__ void lengthPassed(const unsigned *in, unsigned *out) {
  unsigned v0 = 0;
  __shared__ unsigned s[32 * 32];
  unsigned b = unsigned(__cvta_generic_to_shared(s));
  int x = threadIdx.x, y = threadIdx.y;
  for (int r = y; r < 32; r += 8)
    s[r * 32 + x] = in[r * 32 + x];
  __syncthreads();
  for (int c = y; c < 32; c += 8) {
    LOAD(v0, addressOf(b, x, c, 32)); // safe: to 33 elements
    out[c * 32 + x] = v0;
  }
}

__global__ void wide(const unsigned *in, unsigned *out) {
  unsigned v0 = 0;
  __shared__ unsigned s[32 * 32];
  size_t b = __cvta_generic_to_shared(s);
  int x = threadIdx.x, y = threadIdx.y;
  for (int r = y; r < 32; r += 8)
    s[r * 32 + x] = in[r * 32 + x];
  __syncthreads();
  for (int c = y; c < 32; c += 8) {
    LOAD(v0, unsigned(b + (x * 32 + c) * sizeof(unsigned))); // safe: to 33
    out[c * 32 + x] = v0;
  }
}

__global__ void buffers(const unsigned *in, unsigned *out) {
  unsigned v0 = 0;
  __shared__ unsigned s[2 * 32 * 32];
  unsigned b = unsigned(__cvta_generic_to_shared(s));
  int x = threadIdx.x, y = threadIdx.y, w = 0;
  for (int t = 0; t < 4; ++t) {
    for (int r = y; r < 32; r += 8)
      store(b + (w * 32 * 32 + r * 32 + x) * 4, in[t * 1024 + r * 32 + x]);
    __syncthreads();
    for (int c = y; c < 32; c += 8) {
      LOAD(v0, b + w * 4096 + (x * 32 + c) * 4); // safe: to 33 elements
      out[c * 32 + x] += v0;
    }
    w ^= 1;
  }
}

// Bytes within a row that is declared.
__global__ void declared(const unsigned *in, unsigned *out) {
  unsigned v0 = 0;
  __shared__ unsigned s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  for (int r = y; r < 32; r += 8)
    s[r][x] = in[r * 32 + x];
  __syncthreads();
  unsigned b = unsigned(__cvta_generic_to_shared(&s[x][0]));
  for (int c = y; c < 32; c += 8) {
    LOAD(v0, b + c * 4); // safe: to 33 elements
    out[c * 32 + x] = v0;
  }
}

__global__ void declaredBeyond(const unsigned *in, unsigned *out) {
  unsigned v0 = 0;
  __shared__ unsigned s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  for (int r = y; r < 32; r += 8)
    s[r][x] = in[r * 32 + x];
  __syncthreads();
  unsigned b = unsigned(__cvta_generic_to_shared(&s[x & ~1][0]));
  for (int c = y; c < 32; c += 8) {
    LOAD(v0, b + c * 8); // safe: leave gaps in 's', in the form 's[row][column + column / 32]'
    out[c * 32 + x] = v0;
  }
}

__global__ void rowsOfHalf(const unsigned *in, unsigned *out) {
  unsigned v0 = 0, v1 = 0;
  __shared__ unsigned s[32 * 32];
  unsigned b = unsigned(__cvta_generic_to_shared(s));
  int x = threadIdx.x, y = threadIdx.y;
  for (int r = y; r < 32; r += 8)
    s[r * 32 + x] = in[r * 32 + x];
  __syncthreads();
  for (int c = y; c < 32; c += 8) {
    LOAD(v0, b + (x * 32 + c) * 4);      // safe: leave gaps
    LOAD(v1, b + (x * 16 + c % 16) * 4); // safe: leave gaps
    out[c * 32 + x] = v0 + v1;
  }
}

__global__ void allRows(const unsigned *in, unsigned *out) {
  unsigned v0 = 0;
  __shared__ unsigned s[32 * 32];
  unsigned b = unsigned(__cvta_generic_to_shared(s));
  int x = threadIdx.x, y = threadIdx.y;
  for (int r = y; r < 32; r += 8)
    s[r * 32 + x] = in[r * 32 + x];
  __syncthreads();
  unsigned sum = 0;
  for (int i = (y * 32 + x) * 4; i < 4096; i += 1024) {
    LOAD(v0, b + i);
    sum += v0;
  }
  for (int c = y; c < 32; c += 8) {
    LOAD(v0, b + (x * 32 + c) * 4); // safe: leave gaps
    out[c * 32 + x] = sum + v0;
  }
}

__global__ void nextInRow(const unsigned *in, unsigned *out) {
  unsigned v0 = 0;
  __shared__ unsigned s[32 * 32];
  unsigned b = unsigned(__cvta_generic_to_shared(s));
  int x = threadIdx.x, y = threadIdx.y;
  for (int r = y; r < 32; r += 8)
    s[r * 32 + x] = in[r * 32 + x];
  __syncthreads();
  for (int c = y; c < 32; c += 8) {
    const int next = x * 32 + c < 1023 ? 4 : 0;
    LOAD(v0, b + (x * 32 + c) * 4 + next); // none: whose alignment
    out[c * 32 + x] = v0;
  }
}

__global__ void stored(const unsigned *in, unsigned *out) {
  unsigned v0 = 0, v1 = 0;
  __shared__ unsigned s[32 * 32];
  unsigned b = unsigned(__cvta_generic_to_shared(s));
  int x = threadIdx.x, y = threadIdx.y;
  for (int r = y; r < 32; r += 8)
    s[r * 32 + x] = in[r * 32 + x];
  __syncthreads();
  __shared__ unsigned q[256];
  q[y * 32 + x] = b + (x * 32 + y) * 4;
  __syncthreads();
  for (int c = y; c < 32; c += 8) {
    LOAD(v0, q[y * 32 + (x + 1) % 32]);
    LOAD(v1, b + (x * 32 + c) * 4); // none: is stored where
    out[c * 32 + x] = v0 + v1;
  }
}

__global__ void compared(const unsigned *in, unsigned *out) {
  unsigned v0 = 0;
  __shared__ unsigned s[32 * 32];
  unsigned b = unsigned(__cvta_generic_to_shared(s));
  int x = threadIdx.x, y = threadIdx.y;
  for (int r = y; r < 32; r += 8)
    s[r * 32 + x] = in[r * 32 + x];
  __syncthreads();
  unsigned sum = 0;
  for (unsigned a = b + x * 128; a < b + x * 128 + 128; a += 4) {
    LOAD(v0, a); // none: compared
    sum += v0;
  }
  out[y * 32 + x] = sum;
}

__global__ void mixed(const unsigned *in, unsigned *out) {
  unsigned v0 = 0;
  __shared__ unsigned s[32 * 32];
  unsigned b = unsigned(__cvta_generic_to_shared(s));
  int x = threadIdx.x, y = threadIdx.y;
  for (int r = y; r < 32; r += 8)
    s[r * 32 + x] = in[r * 32 + x];
  __syncthreads();
  for (int c = y; c < 32; c += 8) {
    LOAD(v0, b ^ (x * 128 + c * 4)); // none
    out[c * 32 + x] = v0;
  }
}

__global__ void narrow(const unsigned *in, unsigned *out) {
  unsigned v0 = 0, v1 = 0;
  __shared__ unsigned s[32 * 32];
  unsigned b = unsigned(__cvta_generic_to_shared(s));
  int x = threadIdx.x, y = threadIdx.y;
  for (int r = y; r < 32; r += 8)
    s[r * 32 + x] = in[r * 32 + x];
  __syncthreads();
  unsigned short at = (unsigned short)((x * 32 + y) * 4);
  for (int c = y; c < 32; c += 8) {
    LOAD(v0, b + at);               // safe: leave gaps
    LOAD(v1, b + (x * 32 + c) * 4); // safe: leave gaps
    out[c * 32 + x] = v0 + v1;
  }
}

int main() {
  run<unsigned>("sums", [](unsigned *In, unsigned *Out) {
    sums<<<1, dim3(32, 8)>>>(In, Out);
  });
  run<unsigned>("bytes", [](unsigned *In, unsigned *Out) {
    bytes<<<1, dim3(32, 8)>>>(In, Out);
  });
  run<unsigned>("shifts", [](unsigned *In, unsigned *Out) {
    shifts<<<1, dim3(32, 8)>>>(In, Out);
  });
  run<unsigned>("bits", [](unsigned *In, unsigned *Out) {
    bits<<<1, dim3(32, 8)>>>(In, Out);
  });
  run<unsigned>("behind", [](unsigned *In, unsigned *Out) {
    behind<<<1, dim3(32, 8)>>>(In, Out);
  });
  run<unsigned>("moved", [](unsigned *In, unsigned *Out) {
    moved<<<1, dim3(32, 8)>>>(In, Out);
  });
  run<unsigned>("movedByRows", [](unsigned *In, unsigned *Out) {
    movedByRows<<<1, dim3(32, 8)>>>(In, Out);
  });
  run<unsigned>("named", [](unsigned *In, unsigned *Out) {
    named<<<1, dim3(32, 8)>>>(In, Out);
  });
  run<unsigned>("lengthPassed", [](unsigned *In, unsigned *Out) {
    lengthPassed<<<1, dim3(32, 8)>>>(In, Out);
  });
  run<unsigned>("wide", [](unsigned *In, unsigned *Out) {
    wide<<<1, dim3(32, 8)>>>(In, Out);
  });
  run<unsigned>("buffers", [](unsigned *In, unsigned *Out) {
    buffers<<<1, dim3(32, 8)>>>(In, Out);
  });
  run<unsigned>("declared", [](unsigned *In, unsigned *Out) {
    declared<<<1, dim3(32, 8)>>>(In, Out);
  });
  run<unsigned>("declaredBeyond", [](unsigned *In, unsigned *Out) {
    declaredBeyond<<<1, dim3(32, 8)>>>(In, Out);
  });
  run<unsigned>("rowsOfHalf", [](unsigned *In, unsigned *Out) {
    rowsOfHalf<<<1, dim3(32, 8)>>>(In, Out);
  });
  run<unsigned>("allRows", [](unsigned *In, unsigned *Out) {
    allRows<<<1, dim3(32, 8)>>>(In, Out);
  });
  run<unsigned>("nextInRow", [](unsigned *In, unsigned *Out) {
    nextInRow<<<1, dim3(32, 8)>>>(In, Out);
  });
  run<unsigned>("stored", [](unsigned *In, unsigned *Out) {
    stored<<<1, dim3(32, 8)>>>(In, Out);
  });
  run<unsigned>("compared", [](unsigned *In, unsigned *Out) {
    compared<<<1, dim3(32, 8)>>>(In, Out);
  });
  run<unsigned>("mixed", [](unsigned *In, unsigned *Out) {
    mixed<<<1, dim3(32, 8)>>>(In, Out);
  });
  run<unsigned>("narrow", [](unsigned *In, unsigned *Out) {
    narrow<<<1, dim3(32, 8)>>>(In, Out);
  });
}
