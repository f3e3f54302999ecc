// What both sources compile. An edit here is one of theirs, too.

#pragma once

// A helper with a stride of its own.
__device__ inline float strided(const float *m, int r, int c) {
  return m[r * 32 + c]; // none: is not proved safe there
}

// An index without a pointer.
constexpr int Pitch = 32;
__host__ __device__ inline int place(int r, int c) { return r * Pitch + c; }

// A default argument.
__device__ inline float byDefault(const float *m, int r, int c, int row = 32) {
  return m[r * row + c]; // none: 'others.cu' compiles the same code, and the
}

// A view whose row is a default of its template.
template <class T, int Row = 32> struct View {
  T *data;
  __device__ T &operator()(int r, int c) const { return data[r * Row + c]; }
};

// One that only tiles of shared memory come to, in both sources.
__device__ inline float ofTiles(const float *m, int r, int c) {
  return m[r * 32 + c]; // safe
}

// One that nobody else calls.
__device__ inline float ofOne(const float *m, int r, int c) {
  return m[r * 32 + c]; // safe
}
