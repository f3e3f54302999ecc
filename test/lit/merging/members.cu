// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// Of an object that is loaded as a whole, the compiler loads the members that
// are used, and joins these where they are neighbours. Widths and numbers of
// requests are those of machine code (nvcc 13.0, sm_90).

static __device__ float4 row(const float4 *p, int i) { return p[i]; }
// CHECK: :[[@LINE-1]]:63: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, block 32x1x1, 1 request
static __device__ float second(float4 v) { return v.y; }

// One word of 4: 4 words apart, 4 in each of 8 banks.
__global__ void one(float *out) {
  __shared__ float4 s[64];
  int t = threadIdx.x;
  float4 v = s[t ^ 1];
// CHECK: :[[@LINE-1]]:14: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, block 32x1x1, 1 request
  out[t] = v.y;
  out[t + 32] = row(s, t).z;
  out[t + 64] = second(s[t + 32]);
// CHECK: :[[@LINE-1]]:24: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, block 32x1x1, 1 request
}

// Aligned neighbours are 8 bytes, others two loads, and 3 of 4 the whole. A
// word in each of 8 banks is asked for by 4 lanes; of 8 bytes, in each of 16
// banks by 2 of a phase.
__global__ void some(float *out) {
  __shared__ float4 s[32], q[32], r[32];
  int t = threadIdx.x;
  float4 a = s[t];
// CHECK: :[[@LINE-1]]:14: remark: load of 8 bytes from 's': 4/2 wavefronts, conflict, block 32x1x1, 1 request
  out[t] = a.z + a.w;
  float4 b = q[t];
// CHECK: :[[@LINE-1]]:14: remark: load of 4 bytes from 'q': 4/1 wavefronts, conflict, block 32x1x1, 2 requests
  out[t] += b.y + b.z;
  float4 c = r[t];
// CHECK: :[[@LINE-1]]:14: remark: load of 16 bytes from 'r': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request
  out[t] += c.x + c.z + c.w;
}

struct Unaligned {
  float x, y, z;
};
struct Pair {
  float4 a, b;
};

// Whole parts are left out, and narrow members are loaded by themselves.
__global__ void parts(float *out) {
  __shared__ Pair pairs[32];
  __shared__ Unaligned triples[32];
  __shared__ short4 narrow[32];
  int t = threadIdx.x;
  Pair p = pairs[t];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 'pairs': 8/1 wavefronts, conflict, block 32x1x1, 1 request
  out[t] = p.b.x;
  Unaligned q = triples[t];
// CHECK: :[[@LINE-1]]:17: remark: load of 4 bytes from 'triples': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request
  out[t] += q.z;
  short4 n = narrow[t];
// CHECK: :[[@LINE-1]]:14: remark: load of 4 bytes from 'narrow': 2/1 wavefronts, conflict, block 32x1x1, 1 request
  out[t] += n.z + n.w;
}

// What is copied on, is assigned in part, or is a new value of the variable.
__global__ void copies(float *out, int n) {
  __shared__ float4 s[64];
  int t = threadIdx.x;
  float4 v = s[t];
// CHECK: :[[@LINE-1]]:14: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, block 32x1x1, 1 request
  float4 w = v;
  out[t] = w.w;
  v = s[t ^ 2];
// CHECK: :[[@LINE-1]]:7: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, block 32x1x1, 1 request
  if (n > 3)
    v.x = 4;
  out[t] += v.x;
}

// An iteration looks at what the one before has loaded. The whole is used by an
// index that is not known, and by a store.
__global__ void whole(float4 *out, int n) {
  __shared__ float4 s[64];
  int t = threadIdx.x;
  float4 next = s[t];
// CHECK: :[[@LINE-1]]:17: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request
  float sum = 0;
  for (int i = 0; i < n; ++i) {
    sum += next.x + next.y + next.z + next.w;
    next = s[(t + i) % 64];
// CHECK: :[[@LINE-1]]:12: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, inexact, block 32x1x1
  }
  float4 v = s[t ^ 1];
// CHECK: :[[@LINE-1]]:14: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request
  sum += ((float *)&v)[n & 3];
  float4 w = s[t ^ 2];
// CHECK: :[[@LINE-1]]:14: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request
  out[t] = w;
  out[t + 32].x = sum;
}

// Walks of loops that are taken back leave nothing of what they have looked at,
// and what was looked at before them stays.
__global__ void behindLoops(float *out, int n) {
  __shared__ float4 s[256];
  float sum = 0;
  int m = 0;
  for (int i = 0; i < n; ++i) {
    m += i; // only the second walk knows that it is unknown
    float4 v = s[(threadIdx.x + m) & 255];
// CHECK: :[[@LINE-1]]:16: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, inexact, block 32x1x1
    sum += v.x;
  }
  float4 w = s[threadIdx.x];
// CHECK: :[[@LINE-1]]:14: remark: load of 4 bytes from 's': 4/1 wavefronts, conflict, block 32x1x1, 1 request
  sum += w.x;
  for (int i = 0; i < n; ++i)
    out[i] += sum;
}

struct Doubles {
  double a, b;
};
// An array of 300 objects holds more loads than are told apart.
__global__ void many(float *out) {
  __shared__ Doubles s[512];
  Doubles all[300];
  for (int i = 0; i < 300; ++i)
    all[i] = s[threadIdx.x + i];
// CHECK: :[[@LINE-1]]:14: remark: load of 8 bytes from shared memory: ?/? wavefronts, unknown (part of an object of more than 512 loaded values), inexact, block 32x1x1, 600 requests
  for (int i = 0; i < 300; ++i)
    out[i] = all[i].b;
}

// More than 8,192 bytes are not taken apart: they are copied in steps of 16.
struct __align__(16) Large {
  float of[2048], one;
};
__global__ void large(float *out, int n) {
  __shared__ Large s[1];
  Large v = s[n];
// CHECK: :[[@LINE-1]]:13: remark: load of 16 bytes from 's': 2/2 wavefronts, conflict-free, block 32x1x1, 513 requests
  out[threadIdx.x] = v.of[0];
}

// Eight bytes that are two words are copied as words, others as one number:
// the one does not merge with the other, be it for members or as a whole. Lanes
// are 4 words apart: of 8 bytes, 2 lanes of a phase meet in each bank.
struct WordsFirst {
  float a, b;
  double c;
};
struct ByteInside {
  double a;
  char b;
  int c;
};
__global__ void mixedParts(float *out) {
  __shared__ WordsFirst s[32];
  int t = threadIdx.x;
  WordsFirst v = s[t];
// CHECK: :[[@LINE-1]]:18: remark: load of 8 bytes from 's': 4/2 wavefronts, conflict, block 32x1x1, 2 requests
  out[t] = v.a + v.b + v.c;
}
__global__ void mixedWhole(WordsFirst *out) {
  __shared__ WordsFirst s[32];
  int t = threadIdx.x;
  out[t] = s[t];
// CHECK: :[[@LINE-1]]:12: remark: load of 8 bytes from 's': 4/2 wavefronts, conflict, block 32x1x1, 2 requests
}

// Where some eight bytes are neither, all is copied as numbers of 64 bits:
// LDS.128. Of used members, each is loaded by itself: LDS.64, LDS.S8 and LDS.
__global__ void byteWhole(ByteInside *out) {
  __shared__ ByteInside s[32];
  int t = threadIdx.x;
  out[t] = s[t];
// CHECK: :[[@LINE-1]]:12: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, block 32x1x1, 1 request
}
// LDS.128, and LDS of the word of the byte once more.
struct ByteLast {
  float a, b;
  char c;
  int d;
};
__global__ void byteBehindWords(ByteLast *out) {
  __shared__ ByteLast s[32];
  int t = threadIdx.x;
  out[t] = s[t];
// CHECK: :[[@LINE-1]]:12: remark: load of 16 bytes from 's': 4/4 wavefronts, conflict-free, inexact, block 32x1x1, 1 request
}
__global__ void bytePart(float *out) {
  __shared__ ByteInside s[32];
  int t = threadIdx.x;
  ByteInside v = s[t];
// CHECK: :[[@LINE-1]]:18: remark: load of 8 bytes from 's': 4/1.333 wavefronts, conflict, inexact, worst 4x, block 32x1x1, 3 requests
  out[t] = v.a + v.b + v.c;
}

int main(int argc, char **) {
  one<<<1, 32>>>(nullptr);
  some<<<1, 32>>>(nullptr);
  parts<<<1, 32>>>(nullptr);
  copies<<<1, 32>>>(nullptr, argc);
  whole<<<1, 32>>>(nullptr, argc);
  behindLoops<<<1, 32>>>(nullptr, argc);
  many<<<1, 32>>>(nullptr);
  large<<<1, 32>>>(nullptr, argc);
  mixedParts<<<1, 32>>>(nullptr);
  mixedWhole<<<1, 32>>>(nullptr);
  byteWhole<<<1, 32>>>(nullptr);
  byteBehindWords<<<1, 32>>>(nullptr);
  bytePart<<<1, 32>>>(nullptr);
}
