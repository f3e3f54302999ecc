// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 \
// RUN:   | grep "remark:" | FileCheck %s --implicit-check-not=remark

// Fragments that PTX loads and stores are the requests that the functions of
// nvcuda::wmma make: LDSM and STS.64, as machine code has them (nvcc 13.0 -O3,
// sm_90).

typedef unsigned uint32_t;
typedef unsigned short uint16_t;
typedef unsigned char uint8_t;
// Rows of 128 bytes: eight rows in the banks of one.
__global__ void arow(uint32_t *o) {
    __shared__ __align__(32) uint16_t s[16 * 64];
    uint32_t a = (uint32_t)__cvta_generic_to_shared(s), f[8];
    // CHECK: remark: ldmatrix of 16 bytes from 's': 32/4 wavefronts, conflict, block 32x1x1, 1 request{{.*}} [arow(
    asm volatile("wmma.load.a.sync.aligned.row.m16n16k16.shared.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;"
        : "=r"(f[0]), "=r"(f[1]), "=r"(f[2]), "=r"(f[3]), "=r"(f[4]), "=r"(f[5]), "=r"(f[6]), "=r"(f[7]) : "r"(a), "r"(64));
    o[threadIdx.x] = f[0] + f[1] + f[2] + f[3] + f[4] + f[5] + f[6] + f[7];
}
// LDSM.M88.4: rows of 32 bytes, two of eight in the banks of one.
__global__ void bcol(uint32_t *o) {
    __shared__ __align__(32) uint16_t s[16 * 16];
    uint32_t a = (uint32_t)__cvta_generic_to_shared(s), f[8];
    // CHECK: remark: ldmatrix of 16 bytes from 's': 8/4 wavefronts, conflict, block 32x1x1, 1 request{{.*}} [bcol(
    asm volatile("wmma.load.b.sync.aligned.col.m16n16k16.shared.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8];"
        : "=r"(f[0]), "=r"(f[1]), "=r"(f[2]), "=r"(f[3]), "=r"(f[4]), "=r"(f[5]), "=r"(f[6]), "=r"(f[7]) : "r"(a));
    o[threadIdx.x] = f[0] + f[1] + f[2] + f[3] + f[4] + f[5] + f[6] + f[7];
}
// 4 LDS.64
__global__ void cld(float *o) {
    __shared__ __align__(32) float s[16 * 16];
    uint32_t a = (uint32_t)__cvta_generic_to_shared(s); float f[8];
    // CHECK: remark: load of 8 bytes from 's': 4/2 wavefronts, conflict, block 32x1x1, 4 requests{{.*}} [cld(
    asm volatile("wmma.load.c.sync.aligned.row.m16n16k16.shared.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], %9;"
        : "=f"(f[0]), "=f"(f[1]), "=f"(f[2]), "=f"(f[3]), "=f"(f[4]), "=f"(f[5]), "=f"(f[6]), "=f"(f[7]) : "r"(a), "r"(16));
    o[threadIdx.x] = f[0] + f[1] + f[2] + f[3] + f[4] + f[5] + f[6] + f[7];
}
// 4 STS.64
__global__ void dst(float *o) {
    __shared__ __align__(32) float s[16 * 20];
    uint32_t a = (uint32_t)__cvta_generic_to_shared(s); float f = o[0];
    // CHECK: remark: store of 8 bytes to 's': 4/2 wavefronts, conflict, block 32x1x1, 4 requests{{.*}} [dst(
    asm volatile("wmma.store.d.sync.aligned.row.m16n16k16.shared.f32 [%0], {%1, %1, %1, %1, %1, %1, %1, %1}, %2;"
        :: "r"(a), "f"(f), "n"(20));
    __syncthreads();
    // CHECK: remark: load of 4 bytes from 's': 1/1 wavefronts, conflict-free, {{.*}} [dst(
    o[threadIdx.x] = s[threadIdx.x];
}
// LDSM.M88.2: rows of 16 bytes.
__global__ void i8(uint32_t *o) {
    __shared__ __align__(32) uint8_t s[16 * 16];
    uint32_t a = (uint32_t)__cvta_generic_to_shared(s), f[2];
    // CHECK: remark: ldmatrix of 16 bytes from 's': 2/2 wavefronts, conflict-free, block 32x1x1, 1 request{{.*}} [i8(
    asm volatile("wmma.load.a.sync.aligned.row.m16n16k16.shared.u8 {%0, %1}, [%2];" : "=r"(f[0]), "=r"(f[1]) : "r"(a));
    o[threadIdx.x] = f[0] + f[1];
}
// LDSM.MT88.4
__global__ void arowcol(uint32_t *o) {
    __shared__ __align__(32) uint16_t s[16 * 16];
    uint32_t a = (uint32_t)__cvta_generic_to_shared(s), f[8];
    // CHECK: remark: ldmatrix of 16 bytes from 's': 8/4 wavefronts, conflict, block 32x1x1, 1 request{{.*}} [arowcol(
    asm volatile("wmma.load.a.sync.aligned.col.m16n16k16.shared.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8];"
        : "=r"(f[0]), "=r"(f[1]), "=r"(f[2]), "=r"(f[3]), "=r"(f[4]), "=r"(f[5]), "=r"(f[6]), "=r"(f[7]) : "r"(a));
    o[threadIdx.x] = f[0] + f[1] + f[2] + f[3] + f[4] + f[5] + f[6] + f[7];
}
// Four LD: the address may be anything.
__global__ void generic(uint32_t *o) {
    __shared__ __align__(32) uint16_t s[16 * 16]; uint32_t f[8];
    // CHECK: remark: load of 4 bytes from shared memory: ?/? wavefronts, unknown (matrix fragment access){{.*}} [generic(
    asm volatile("wmma.load.a.sync.aligned.row.m16n16k16.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8];"
        : "=r"(f[0]), "=r"(f[1]), "=r"(f[2]), "=r"(f[3]), "=r"(f[4]), "=r"(f[5]), "=r"(f[6]), "=r"(f[7]) : "l"(s));
    o[threadIdx.x] = f[0] + f[1] + f[2] + f[3] + f[4] + f[5] + f[6] + f[7];
}
void run(uint32_t *o, float *f) {
  arow<<<1, 32>>>(o);
  bcol<<<1, 32>>>(o);
  cld<<<1, 32>>>(f);
  dst<<<1, 32>>>(f);
  i8<<<1, 32>>>(o);
  arowcol<<<1, 32>>>(o);
  generic<<<1, 32>>>(o);
}
