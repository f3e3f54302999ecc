// Instructions that move or address whole tiles count bytes without regard to
// rows. The oracle executes none of them: no edit may be offered at all, so
// each line says why.

#include "host.h"
#include <cstdint>

__device__ uint32_t addressOf(const void *p) {
  return static_cast<uint32_t>(__cvta_generic_to_shared(p));
}

__global__ void bulkStore(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x][y]; // none: its address is converted to an integer
  if (x == 0 && y == 0)
    asm volatile(
        "cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(
            out + 1024),
        "r"(addressOf(s)), "r"(4096)
        : "memory");
}

__global__ void bulkLoad(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  __shared__ uint64_t barrier;
  out[y * 32 + x] = s[x][y]; // none: its address is converted to an integer
  if (x == 0 && y == 0)
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::"
                 "bytes [%0], [%1], %2, [%3];" ::"r"(addressOf(&s[16][0])),
                 "l"(in), "r"(2048), "r"(addressOf(&barrier))
                 : "memory");
}

__device__ void addTo(float *to, const float *tile, int bytes) {
  asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 "
               "[%0], [%1], %2;" ::"l"(to),
               "r"(addressOf(tile)), "r"(bytes)
               : "memory");
}
__global__ void bulkReduce(const float *in, float *out) {
  __shared__ float s[1024];
  int x = threadIdx.x, y = threadIdx.y;
  s[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x * 32 + y]; // none: its address is converted to an integer
  if (x == 0 && y == 0)
    addTo(out + 1024, s, 4096);
}

struct Tile {
  const float *first;
  __device__ void store(const void *map, int r, int c) const {
    asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%0, "
                 "{%1, %2}], [%3];" ::"l"(map),
                 "r"(c), "r"(r), "r"(addressOf(first))
                 : "memory");
  }
};
__global__ void tensorStore(const float *in, float *out, const void *map) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x][y]; // none: its address is converted to an integer
  if (x == 0 && y == 0)
    Tile{&s[0][0]}.store(map, 0, 0);
}

__global__ void tensorLoad(const float *in, float *out, const void *map) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  __shared__ uint64_t barrier;
  out[y * 32 + x] = s[x][y]; // none: its address is converted to an integer
  auto load = [&](float *to) {
    asm volatile(
        "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::"
        "complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::"r"(addressOf(to)),
        "l"(map), "r"(0), "r"(0), "r"(addressOf(&barrier))
        : "memory");
  };
  if (x == 0 && y == 0)
    load(s[0]);
}

__global__ void asyncStore(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  __shared__ uint64_t barrier;
  out[y * 32 + x] = s[x][y]; // none: its address is converted to an integer
  uint32_t target;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;"
               : "=r"(target)
               : "r"(addressOf(s)), "r"(1));
  asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.f32 "
               "[%0], %1, [%2];" ::"r"(target + 4 * (y * 32 + x)),
               "f"(in[x]), "r"(addressOf(&barrier))
               : "memory");
}

// Another block's tile has the rows of this one, but is addressed as one array.
__global__ void otherBlock(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  uint32_t target;
  asm volatile("mapa.shared::cluster.u32 %0, %1, %2;"
               : "=r"(target)
               : "r"(addressOf(&s[0][0])), "r"(0));
  float value;
  asm volatile("ld.shared::cluster.f32 %0, [%1];"
               : "=f"(value)
               : "r"(target + 4 * (x * 32 + y)));
  out[y * 32 + x] = s[x][y] + value; // none: its address is converted to an integer
}

__global__ void bulkFill(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  out[y * 32 + x] = s[x][y]; // none: its address is converted to an integer
  if (x == 0 && y == 0)
    asm volatile("st.bulk.weak.shared::cta [%0], %1, 0;" ::"r"(addressOf(*s)),
                 "l"(uint64_t(4096))
                 : "memory");
}

// The tile by a reference to its first element.
__device__ void loadTo(float &to, const float *from, uint64_t &barrier) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::"
               "bytes [%0], [%1], %2, [%3];" ::"r"(addressOf(&to)),
               "l"(from), "r"(4096), "r"(addressOf(&barrier))
               : "memory");
}
__global__ void loadByReference(const float *in, float *out) {
  __shared__ alignas(128) float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  __shared__ uint64_t barrier;
  out[y * 32 + x] = s[x][y]; // none: its address is converted to an integer
  if (x == 0 && y == 0)
    loadTo(s[0][0], in, barrier);
}

__global__ void tensorByReference(const float *in, float *out,
                                  const void *map) {
  __shared__ alignas(128) float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  __shared__ uint64_t barrier;
  out[y * 32 + x] = s[x][y]; // none: its address is converted to an integer
  auto load = [&](float &to) {
    asm volatile(
        "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::"
        "complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::"r"(addressOf(&to)),
        "l"(map), "r"(0), "r"(0), "r"(addressOf(&barrier))
        : "memory");
  };
  if (x == 0 && y == 0)
    load(s[0][0]);
}

// PTX has names of its own for the arrays of a file.
__shared__ float ofFile[32][32];
__global__ void namedInText(const float *in, float *out) {
  int x = threadIdx.x, y = threadIdx.y;
  ofFile[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  float value;
  asm volatile("ld.shared.f32 %0, [ofFile + 128];" : "=f"(value));
  out[y * 32 + x] = ofFile[x][y] + value; // none: PTX names it
}

extern "C" __shared__ float ofLaunch[];
__global__ void dynamicInText(const float *in, float *out) {
  int x = threadIdx.x, y = threadIdx.y;
  ofLaunch[y * 32 + x] = in[y * 32 + x] + 1;
  __syncthreads();
  float value;
  asm volatile("{ .reg .u32 base;\n"
               "  mov.u32 base, ofLaunch;\n"
               "  ld.shared.f32 %0, [base + 128]; }"
               : "=f"(value));
  out[y * 32 + x] = ofLaunch[x * 32 + y] + value; // none: PTX names it
}

// The tile itself is not part of a prefetch of global memory.
__global__ void prefetched(const float *in, float *out) {
  __shared__ float s[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  s[y][x] = in[y * 32 + x] + 1;
  __syncthreads();
  asm volatile("prefetch.global.L2 [%0];" ::"l"(in + 32 * y));
  out[y * 32 + x] = s[x][y]; // safe
}

void launchAll(const float *in, float *out) {
  dim3 whole(32, 32);
  bulkStore<<<1, whole>>>(in, out);
  bulkLoad<<<1, whole>>>(in, out);
  bulkReduce<<<1, whole>>>(in, out);
  tensorStore<<<1, whole>>>(in, out, nullptr);
  tensorLoad<<<1, whole>>>(in, out, nullptr);
  asyncStore<<<1, whole>>>(in, out);
  otherBlock<<<1, whole>>>(in, out);
  bulkFill<<<1, whole>>>(in, out);
  loadByReference<<<1, whole>>>(in, out);
  tensorByReference<<<1, whole>>>(in, out, nullptr);
  namedInText<<<1, whole>>>(in, out);
  dynamicInText<<<1, whole, 4096>>>(in, out);
  prefetched<<<1, whole>>>(in, out);
}

// The oracle has nothing to launch.
int main() {}
