// A pointer that leads into the array or into other memory, whose rows stay as
// they are: the index behind it cannot be edited for both.

#include "host.h"

__global__ void tableOfPointers(const float *in, float *out, int which) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  const float *table[] = {in, s};
  out[y * 32 + x] = table[which][x * 32 + y]; // none: is stored where
}

// Two pointers change their places in a loop.
__global__ void exchanged(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  const float *from = s, *next = in;
  for (int i = 0; i < 2; ++i) {
    out[i * 1024 + y * 32 + x] = from[x * 32 + y]; // none: also points to other memory
    const float *last = from;
    from = next;
    next = last;
  }
}

struct Matrix {
  const float *data;
  __device__ float operator()(int r, int c) const { return data[r * 32 + c]; } // none: also points to other memory
};
__device__ Matrix choose(Matrix a, Matrix b, bool isFirst) {
  return isFirst ? a : b;
}
__global__ void chosenView(const float *in, float *out, bool isFirst) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = choose(Matrix{s}, Matrix{in}, isFirst)(x, y);
}

// A structured binding names the pointer, and a lambda captures it.
struct Sides {
  const float *left, *right;
};
__global__ void boundAndCaptured(const float *in, float *out, bool isSwapped) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  Sides sides{s, in};
  if (isSwapped)
    sides = Sides{in, s};
  auto [left, right] = sides;
  auto at = [p = left](int r, int c) { return p[r * 32 + c]; }; // none: may also be read without its name
  out[y * 32 + x] = at(x, y);
  out[1024 + y * 32 + x] = right[y * 32 + x];
}

// A member of the base class is led elsewhere by a method.
struct Base {
  const float *data = nullptr;
  __device__ void lead(const float *to) { data = to; }
};
struct Derived : Base {
  __device__ float at(int r, int c) const { return this->data[r * 32 + c]; } // none: also used for other memory
};
__global__ void inherited(const float *in, float *out, int rounds) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  Derived view;
  view.lead(s);
  for (int i = 0; i < rounds; ++i) {
    out[i * 1024 + y * 32 + x] = view.at(x, y);
    view.lead(in);
  }
}

// An assignment in the middle of an expression.
__global__ void assignedWithin(const float *in, float *out, bool isShared) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  const float *p = in;
  (void)(isShared && (p = s));
  out[y * 32 + x] = p[x * 32 + y]; // none: also points to other memory
  out[1024 + y * 32 + x] = (isShared ? p = in : p)[y * 32 + x];
}

template <class T> __device__ float corner(T &&rows, int r, int c) {
  return rows[r * 32 + c]; // none: may change a pointer
}
__global__ void forwarded(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  const float *p = s;
  out[y * 32 + x] = corner(p, x, y);
  p = in;
  out[1024 + y * 32 + x] = corner(p, y, x);
}

// Rows of a known length, here and there.
__global__ void rowsElsewhere(const float *in, float *out, bool isShared) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  auto rows = &s[0];
  if (!isShared)
    rows = (decltype(rows))in;
  out[y * 32 + x] = rows[x][y]; // none: 'decltype' repeats its type
}

template <const float *(*Pick)(const float *, const float *)>
__device__ float picked(const float *a, const float *b, int r, int c) {
  return Pick(a, b)[r * 32 + c]; // none: may also be called through a pointer
}
__device__ const float *left(const float *a, const float *) { return a; }
__device__ const float *right(const float *, const float *b) { return b; }
__global__ void pickedByFunction(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = picked<left>(s, in, x, y);
  out[1024 + y * 32 + x] = picked<right>(s, in, x, y);
}

struct Handle {
  const float *data;
  __device__ operator const float *() const { return data; }
};
__global__ void converted(const float *in, float *out, bool isShared) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  Handle a{s}, b{in};
  if (!isShared)
    a = b;
  const float *p = a;
  out[y * 32 + x] = p[x * 32 + y]; // none: also used for other memory
}

__global__ void pointerInShared(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  __shared__ const float *p;
  if (x == 0 && y == 0)
    p = in[5] > 8 ? s : in;
  __syncthreads();
  out[y * 32 + x] = p[x * 32 + y];
  __syncthreads();
  if (x == 0 && y == 0)
    p = in[5] > 8 ? in : s;
  __syncthreads();
  out[1024 + y * 32 + x] = p[x * 32 + y];
}

// One row is of either; rows are not counted.
__global__ void row(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  const float *row = y < 16 ? s[y] : in + y * 32;
  out[1024 + y * 32 + x] = row[x];
  out[y * 32 + x] = s[x][y]; // none: into it or into other memory
}

// A view of either kind, but each leads to one memory only.
template <int Row> struct Fixed {
  const float *data;
  __device__ float at(int r, int c) const { return data[r * Row + c]; } // none: serves another array
};
__global__ void onlyShared(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  Fixed<31> other{in};
  out[1024 + y * 32 + x] = other.at(y, x);
  Fixed<32> tile{s};
  out[y * 32 + x] = tile.at(x, y);
}

int main() {
  dim3 whole(32, 32);
  run<float>("tableOfPointers", [&](auto i, auto o) {
    tableOfPointers<<<1, whole>>>(i, o, 1);
    tableOfPointers<<<1, whole>>>(i, o + 1024, 0);
  });
  run<float>("exchanged",
             [&](auto i, auto o) { exchanged<<<1, whole>>>(i, o); });
  run<float>("chosenView", [&](auto i, auto o) {
    chosenView<<<1, whole>>>(i, o, true);
    chosenView<<<1, whole>>>(i, o + 1024, false);
  });
  run<float>("boundAndCaptured", [&](auto i, auto o) {
    boundAndCaptured<<<1, whole>>>(i, o, true);
    boundAndCaptured<<<1, whole>>>(i, o + 2048, false);
  });
  run<float>("inherited",
             [&](auto i, auto o) { inherited<<<1, whole>>>(i, o, 2); });
  run<float>("assignedWithin", [&](auto i, auto o) {
    assignedWithin<<<1, whole>>>(i, o, true);
    assignedWithin<<<1, whole>>>(i, o + 2048, false);
  });
  run<float>("forwarded",
             [&](auto i, auto o) { forwarded<<<1, whole>>>(i, o); });
  run<float>("rowsElsewhere", [&](auto i, auto o) {
    rowsElsewhere<<<1, whole>>>(i, o, true);
    rowsElsewhere<<<1, whole>>>(i, o + 1024, false);
  });
  run<float>("pickedByFunction",
             [&](auto i, auto o) { pickedByFunction<<<1, whole>>>(i, o); });
  run<float>("converted", [&](auto i, auto o) {
    converted<<<1, whole>>>(i, o, true);
    converted<<<1, whole>>>(i, o + 1024, false);
  });
  run<float>("pointerInShared",
             [&](auto i, auto o) { pointerInShared<<<1, whole>>>(i, o); });
  run<float>("row", [&](auto i, auto o) { row<<<1, whole>>>(i, o); });
  run<float>("onlyShared",
             [&](auto i, auto o) { onlyShared<<<1, whole>>>(i, o); });
}
