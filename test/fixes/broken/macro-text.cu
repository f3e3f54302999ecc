// configurations: -DFAST

// Macros write indices: what is edited in their text is edited wherever they are
// used, for whatever they are used for.

#include "host.h"

#define A01(r, c) s[(r) * 32 + (c)]
__global__ void factorInBody(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  A01(y, x) = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = A01(x, y); // safe: pad
}

#define A02(i, j) s[((j) << 5) + (i)]
__global__ void shiftInBody(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  A02(x, y) = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = A02(y, x); // safe: pad
}

// What is given may be a sum, and the shift a part of it.
#define A03(i, j) s[(j << 5) + i]
__global__ void bareShift(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  A03(x, y) = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = A03(y, x + 0); // safe: pad
}

#define VALUE(to, address) to = *(address);
#define A04(i, j) s[((j) << 5) + (i)]
__global__ void inArgument(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  A04(x, y) = in[y * 32 + x] + 1;
  __syncthreads();
  float v;
  VALUE(v, &A04(y, x)) // safe: pad
  out[y * 32 + x] = v;
}

#define A05(r, c) s[(r) * 32 + (c)]
__global__ void besideText(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = A05(x, y); // safe: pad
}

#define A06(r, c) ((r) * 32 + (c))
__global__ void alsoOtherMemory(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[A06(y, x)] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[A06(x, y)] + in[A06(y, x)]; // safe: swizzle
}

#define A07(r, c) ((r) * 32 + (c))
__global__ void indexAlone(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[A07(y, x)] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[A07(x, y)]; // safe: pad
}

#define A08(a, r, c) a[(r) * 32 + (c)]
__global__ void twoArrays(const float *in, float *out) {
  __shared__ float s[1024], t[1024];
  int x = threadIdx.x, y = threadIdx.y;
  A08(s, y, x) = in[y * 32 + x] + 1;
  __syncthreads();
  A08(t, y, x) = 2;
  __syncthreads();
  out[y * 32 + x] = A08(s, x, y) + A08(t, x, y); // none: the same text for something else
}

#define TEXT(x) #x
#define SIZE_OF_TEXT(x) (x + sizeof(TEXT(x)))
#define A09(r, c) s[(r) * 32 + (c)]
__global__ void asText(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  A09(y, x) = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = A09(x, y) + float(sizeof(TEXT(A09(1, 2)))); // none: names 'A09'
}

#define TEXT_OF(x) TEXT(x)
#define A10(r, c) s[(r) * 32 + (c)]
__global__ void expandedAsText(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  A10(y, x) = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = A10(x, y) + float(sizeof(TEXT_OF(A10(1, 2)))); // none: the same text for something else
}

#define A11(r, c, more) s[(r) * 32##more + (c)]
__global__ void pasted(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  A11(y, x, ) = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = A11(x, y, ); // none: a macro writes it
}

#define A12(r, c) ((r) * 32 + (c))
__global__ void inCondition(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[A12(y, x)] = in[y * 32 + x] + 1;
  __syncthreads();
#if A12(1, 2) == 34
  const float One = 1;
#else
  const float One = 2;
#endif
  out[y * 32 + x] = s[A12(x, y)] + One; // safe: swizzle
}

#define A13(r, c) s[(r) * 32 + (c)]
__global__ void ended(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  A13(y, x) = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = A13(x, y); // safe: pad
}
#undef A13

#define A14(r, c) s[(r) * 32 + (c)]
__global__ void definedAnew(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  A14(y, x) = in[y * 32 + x] + 1;
  __syncthreads();
#undef A14
#define A14(r, c) in[(r) * 32 + (c)]
  out[y * 32 + x] = s[x * 32 + y] + A14(x, y); // none: is defined again
}

#ifdef FAST
#define A15(r, c) s[(c) * 32 + (r)]
#else
#define A15(r, c) s[(r) * 32 + (c)]
#endif
__global__ void otherDefinition(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  A15(y, x) = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = A15(x, y); // none: is defined again
}

#define A16(r, c) ((r) * 32 + (c))
__global__ void removedUse(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[A16(y, x)] = in[y * 32 + x] + 1;
  __syncthreads();
  float v = s[A16(x, y)]; // none: names 'A16'
#ifdef FAST
  v += in[A16(x, y)];
#endif
  out[y * 32 + x] = v;
}

#define A17(i) (s[i] + s[i])
__global__ void writtenTwice(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = A17(x * 32 + y); // safe: pad
}

#define A18(r, c) s[(r) * 32 + (c)]
__global__ void countsOn(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  A18(y, x) = in[y * 32 + x] + 1;
  __syncthreads();
  int n = x;
  float v = A18(n++, y) + n; // safe: pad
  out[y * 32 + x] = v;
}

#define I19(r, c) ((r) * 32 + (c))
#define A19(r, c) s[I19(r, c)]
__global__ void throughOther(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  A19(y, x) = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = A19(x, y); // safe: pad
}

#define I20(r, c) ((r) * 32 + (c))
#define A20(r, c) s[I20(r, c)]
__global__ void throughShared(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  A20(y, x) = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = A20(x, y) + in[I20(y, x)]; // safe: swizzle
}

#define LENGTH 32
#define A21(r, c) s[(r) * LENGTH + (c)]
__global__ void namedLength(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  A21(y, x) = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = A21(x, y) + in[y * LENGTH]; // safe: pad
}

#ifdef FAST
#define CHECKED(x) x
#else
#define CHECKED(x) 0
#endif
#define A22(r, c) ((r) * 32 + (c))
__global__ void dropped(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[A22(y, x)] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[A22(x, y)] + CHECKED(in[A22(x, y)]); // safe: swizzle
}

#define A23(r, c) ((r) * 32 + (c))
template <class T> __device__ float unused(T p) { return p[A23(1, 2)]; }
__global__ void inPattern(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[A23(y, x)] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[A23(x, y)]; // safe: swizzle
}

#define A24(r, c) s[(r) * 32 + (c)]
__global__ void typeOnly(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  A24(y, x) = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = A24(x, y) + float(sizeof(A24(0, 0))); // none: a macro writes it, and the same text for something else
}

#define A25(r, c) s[(r) * 32 | (c)]
__global__ void eitherBits(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  A25(y, x) = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = A25(x, y); // safe: pad
}

#define A26(r, c) ((r) * 32 + (c))
static_assert(A26(1, 2) == 34);
__global__ void asConstant(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[A26(y, x)] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[A26(x, y)]; // safe: swizzle
}

#define A27(r, c) ((r) * 32 + (c))
__global__ void asCase(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[A27(y, x)] = in[y * 32 + x] + 1;
  __syncthreads();
  float v = s[A27(x, y)]; // safe: swizzle
  switch (x * 32 + y) {
  case A27(3, 4):
    v += 5;
  }
  out[y * 32 + x] = v;
}

#define A28(r, c) ((r) * 32 + (c))
inline int onHostToo(int r) { return A28(r, 1); }
__global__ void onHost(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[A28(y, x)] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[A28(x, y)]; // safe: swizzle
}

#define EXCHANGE(r, c)                                                             \
  {                                                                            \
    float v = s[(r) * 32 + (c)];                                                  \
    __syncthreads();                                                           \
    s[(c) * 32 + (r)] = v;                                                     \
  }
__global__ void exchanged(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  EXCHANGE(y, x) // safe: pad
  __syncthreads();
  out[y * 32 + x] = s[y * 32 + x];
}

#define I30(r, c) ((r) * 32 + (c))
#define A30(...) s[I30(__VA_ARGS__)]
__global__ void anyArguments(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  A30(y, x) = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = A30(x, y); // safe: pad
}

#define A31(r, c)                                                                  \
  s[((r) /* rows */                                                            \
     << 5) +                                                                   \
    (c)]
__global__ void continued(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  A31(y, x) = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = A31(x, y); // safe: pad
}

#define A32(r, c) ((r) * 32 + (c))
#pragma push_macro("A32")
__global__ void kept(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[A32(y, x)] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[A32(x, y)]; // safe: swizzle
}

#define OFFSET(row, col, ld) ((row) * (ld) + (col))
template <int Side>
__global__ void lengthGiven(const float *in, float *out) {
  __shared__ float s[Side * Side];
  int x = threadIdx.x, y = threadIdx.y;
  s[OFFSET(y, x, Side)] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[OFFSET(x, y, Side)] + in[OFFSET(y, x, Side)]; // safe: pad
}

#define WRAPPED(row, col, ld) ((row) * (ld) + (col) % (ld))
__global__ void lengthTwice(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[WRAPPED(y, x, 32)] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[WRAPPED(x, y, 32)]; // safe: swizzle
}

#define HERE s[y * 32 + x]
#define THERE s[x * 32 + y]
__global__ void plainMacro(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  HERE = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = THERE; // safe: pad
}

#define A36(r, c) s[(r) * 32 + (c)]
#define APPLY(f) f(y, x)
__global__ void namedAlone(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  APPLY(A36) = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = A36(x, y); // safe: pad
}

#define A37(r, c) s[(r) * 32 + (c)]
__global__ void inLambda(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  A37(y, x) = in[y * 32 + x] + 1;
  __syncthreads();
  auto read = [&] { return A37(x, y); }; // safe: pad
  out[y * 32 + x] = read();
}

#define P38(r, c) p[(r) * 32 + (c)]
__device__ float readAt(const float *p, int r, int c) { return P38(r, c); } // none: 'p' also points
__global__ void ofPointer(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = readAt(s, x, y) + readAt(in, y, x);
}

#define P39(r, c) p[(r) * 32 + (c)]
__device__ float readOurs(const float *p, int r, int c) { return P39(r, c); } // safe: pad
__global__ void ofOurPointer(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = readOurs(s, x, y);
}

#define A40(r, c) s[(r) * 32 + (c)]
__global__ void otherKernel(float *out) {
  __shared__ float s[64];
  A40(threadIdx.x / 32, threadIdx.x % 32) = 1;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x ^ 1];
}
__global__ void twoKernels(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  A40(y, x) = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = A40(x, y); // none: the same text for something else
}

#define SIDE 32
#define A41(i, SIDE) s[(i) + 0 * (SIDE)]
__global__ void parameterName(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * SIDE + x] = in[y * 32 + x] + 1;
  __syncthreads();
  float v = s[x * SIDE + y] + A41(y * 32 + x, 1); // safe: pad
  out[y * 32 + x] = v;
}

#define CLOSE )
#define A42(r, c) s[(r) * 32 + (c CLOSE]
__global__ void givenAnother(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  A42(y, x) = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = A42(x, y); // safe: pad
}

#define A43(r, c) s[r * 32 + c]
__global__ void sumOfSum(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  A43(y, x) = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = A43(x, y + 0); // safe: pad
}

#define A44(r, c) s[r * 32 + c]
__global__ void sumAsRow(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  A44(y, x) = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = A44(0 + x, y); // safe: pad
}

#define A45(r, c) s[((r) << 5) + (c) + 0 * __LINE__]
__global__ void compilerCounts(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  A45(y, x) = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = A45(x, y); // safe: pad
}

#define A46(r, c) s[((r) << 5) bitor (c)]
__global__ void spelledOr(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  A46(y, x) = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = A46(x, y); // safe: pad
}

// As published kernels do.
#define sa(i, j) sa[((j) << 7) + (i)]
#define sb(i, j) sb[((j) << 7) + (i)]
#define vload(v, address) v = *((float4 *)(address));
__global__ __launch_bounds__(256) void gemm(const float4 *in, float4 *out) {
  int t = threadIdx.x, row = (t & 15) << 3, column = (t >> 4) << 3;
  int rowB = (t & 1) << 2, columnB = t >> 1;
  __shared__ float sa[1024];
  __shared__ float sb[1024];
  float4 va, vb, sum = {0, 0, 0, 0};
  for (int i = 0; i < 16; i += 8) {
    vb = in[i * 32 + t + 4096];
    ((float4 *)sa)[t] = in[i * 32 + t];
    sb(columnB, rowB) = vb.x; // safe: pad
    sb(columnB, rowB + 1) = vb.y; // safe: pad
    sb(columnB, rowB + 2) = vb.z; // safe: pad
    sb(columnB, rowB + 3) = vb.w; // safe: pad
    __syncthreads();
    for (int j = 0; j < 8; j++) {
      vload(va, &sa(row, j)) // safe: gaps
      vload(vb, &sb(column, j))
      sum.x += va.x * vb.x, sum.y += va.y * vb.y;
      vload(va, &sa(row + 4, j)) // safe: gaps
      vload(vb, &sb(column + 4, j))
      sum.z += va.z * vb.z, sum.w += va.w * vb.w;
    }
    __syncthreads();
  }
  out[t] = sum;
}

// One macro's use beside another's text, in the argument of a third.
#define OFFSET(row, col, ld) ((row) * (ld) + (col))
#define ONCE(p) (reinterpret_cast<float *>(&(p))[0])
__global__ void useInArgument(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  ONCE(s[OFFSET(y, x, 32)]) = in[OFFSET(y, x, 32)] + 1;
  __syncthreads();
  out[y * 32 + x] = ONCE(s[OFFSET(x, y, 32)]); // safe: pad
}

// The use is an argument that is written twice, and one that is in no file.
#define SUM(p) ((p) + (p))
#define INNER(p) ONCE(p)
__global__ void useWrittenTwice(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  INNER(s[OFFSET(y, x, 32)]) = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = SUM(s[OFFSET(x, y, 32)]) - SUM(in[OFFSET(x, y, 32)]); // safe: pad
}

// The second time it is no index of the array.
#define BOTH(a, b, i) ((a)[i] + (b)[i])
__global__ void useForOther(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[OFFSET(y, x, 32)] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = BOTH(s, in, OFFSET(x, y, 32)); // none: argument of a macro
}

// What stands right before the index, and right behind it, is written twice.
#define TWICE(p) p p
__global__ void besideTwice(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[OFFSET(y, x, 32)] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = TWICE(+)s[OFFSET(x, y, 32)]TWICE(;) // safe: pad
}

// The index is written once more, within the argument.
#define F4(p) (reinterpret_cast<const float4 *>(&(p))[0])
__global__ void indexInArgument(const float4 *in, float4 *out) {
  __shared__ __align__(16) float s[2][1024];
  int t = threadIdx.x, r = t / 32, c = t % 32 * 4, x = t % 16 * 8;
  reinterpret_cast<float4 *>(&s[0][OFFSET(r, c, 128)])[0] = in[t];
  __syncthreads();
  for (int k = 0; k < 8; k++)
    for (int m = 0; m < 8; m += 4)
      out[(k * 2 + m / 4) * 256 + t] = F4(s[0][OFFSET(k, x + m, 128)]); // safe: swizzle
}

int main() {
  dim3 whole(32, 32);
  run<float>("factorInBody", [&](auto i, auto o) { factorInBody<<<1, whole>>>(i, o); });
  run<float>("shiftInBody", [&](auto i, auto o) { shiftInBody<<<1, whole>>>(i, o); });
  run<float>("bareShift", [&](auto i, auto o) { bareShift<<<1, whole>>>(i, o); });
  run<float>("inArgument", [&](auto i, auto o) { inArgument<<<1, whole>>>(i, o); });
  run<float>("besideText", [&](auto i, auto o) { besideText<<<1, whole>>>(i, o); });
  run<float>("alsoOtherMemory", [&](auto i, auto o) { alsoOtherMemory<<<1, whole>>>(i, o); });
  run<float>("indexAlone", [&](auto i, auto o) { indexAlone<<<1, whole>>>(i, o); });
  run<float>("twoArrays", [&](auto i, auto o) { twoArrays<<<1, whole>>>(i, o); });
  run<float>("asText", [&](auto i, auto o) { asText<<<1, whole>>>(i, o); });
  run<float>("expandedAsText", [&](auto i, auto o) { expandedAsText<<<1, whole>>>(i, o); });
  run<float>("pasted", [&](auto i, auto o) { pasted<<<1, whole>>>(i, o); });
  run<float>("inCondition", [&](auto i, auto o) { inCondition<<<1, whole>>>(i, o); });
  run<float>("ended", [&](auto i, auto o) { ended<<<1, whole>>>(i, o); });
  run<float>("definedAnew", [&](auto i, auto o) { definedAnew<<<1, whole>>>(i, o); });
  run<float>("otherDefinition", [&](auto i, auto o) { otherDefinition<<<1, whole>>>(i, o); });
  run<float>("removedUse", [&](auto i, auto o) { removedUse<<<1, whole>>>(i, o); });
  run<float>("writtenTwice", [&](auto i, auto o) { writtenTwice<<<1, whole>>>(i, o); });
  run<float>("countsOn", [&](auto i, auto o) { countsOn<<<1, whole>>>(i, o); });
  run<float>("throughOther", [&](auto i, auto o) { throughOther<<<1, whole>>>(i, o); });
  run<float>("throughShared", [&](auto i, auto o) { throughShared<<<1, whole>>>(i, o); });
  run<float>("namedLength", [&](auto i, auto o) { namedLength<<<1, whole>>>(i, o); });
  run<float>("dropped", [&](auto i, auto o) { dropped<<<1, whole>>>(i, o); });
  run<float>("inPattern", [&](auto i, auto o) { inPattern<<<1, whole>>>(i, o); });
  run<float>("typeOnly", [&](auto i, auto o) { typeOnly<<<1, whole>>>(i, o); });
  run<float>("eitherBits", [&](auto i, auto o) { eitherBits<<<1, whole>>>(i, o); });
  run<float>("asConstant", [&](auto i, auto o) { asConstant<<<1, whole>>>(i, o); });
  run<float>("asCase", [&](auto i, auto o) { asCase<<<1, whole>>>(i, o); });
  run<float>("onHost", [&](auto i, auto o) { onHost<<<1, whole>>>(i, o); });
  run<float>("exchanged", [&](auto i, auto o) { exchanged<<<1, whole>>>(i, o); });
  run<float>("anyArguments", [&](auto i, auto o) { anyArguments<<<1, whole>>>(i, o); });
  run<float>("continued", [&](auto i, auto o) { continued<<<1, whole>>>(i, o); });
  run<float>("kept", [&](auto i, auto o) { kept<<<1, whole>>>(i, o); });
  run<float>("lengthGiven", [&](auto i, auto o) { lengthGiven<32><<<1, whole>>>(i, o); });
  run<float>("lengthTwice", [&](auto i, auto o) { lengthTwice<<<1, whole>>>(i, o); });
  run<float>("plainMacro", [&](auto i, auto o) { plainMacro<<<1, whole>>>(i, o); });
  run<float>("namedAlone", [&](auto i, auto o) { namedAlone<<<1, whole>>>(i, o); });
  run<float>("inLambda", [&](auto i, auto o) { inLambda<<<1, whole>>>(i, o); });
  run<float>("ofPointer", [&](auto i, auto o) { ofPointer<<<1, whole>>>(i, o); });
  run<float>("ofOurPointer", [&](auto i, auto o) { ofOurPointer<<<1, whole>>>(i, o); });
  run<float>("twoKernels", [&](auto i, auto o) { twoKernels<<<1, whole>>>(i, o); });
  run<float>("otherKernel", [&](auto, auto o) { otherKernel<<<1, 64>>>(o); });
  run<float>("parameterName", [&](auto i, auto o) { parameterName<<<1, whole>>>(i, o); });
  run<float>("givenAnother", [&](auto i, auto o) { givenAnother<<<1, whole>>>(i, o); });
  run<float>("sumOfSum", [&](auto i, auto o) { sumOfSum<<<1, whole>>>(i, o); });
  run<float>("sumAsRow", [&](auto i, auto o) { sumAsRow<<<1, whole>>>(i, o); });
  run<float>("compilerCounts", [&](auto i, auto o) { compilerCounts<<<1, whole>>>(i, o); });
  run<float>("spelledOr", [&](auto i, auto o) { spelledOr<<<1, whole>>>(i, o); });
  run<float4>("gemm", [&](auto i, auto o) { gemm<<<1, 256>>>(i, o); });
  run<float>("useInArgument", [&](auto i, auto o) { useInArgument<<<1, whole>>>(i, o); });
  run<float>("useWrittenTwice", [&](auto i, auto o) { useWrittenTwice<<<1, whole>>>(i, o); });
  run<float>("useForOther", [&](auto i, auto o) { useForOther<<<1, whole>>>(i, o); });
  run<float>("besideTwice", [&](auto i, auto o) { besideTwice<<<1, whole>>>(i, o); });
  run<float4>("indexInArgument", [&](auto i, auto o) { indexInArgument<<<1, 256>>>(i, o); });
}
