// Intrinsics exist with all their overloads.

// RUN: %banklint --cuda-path=none --all-accesses --exit-zero %s -- 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error:
// RUN: %banklint --cuda-path=none --all-accesses --exit-zero %s -- -std=c++14 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error:
// RUN: %banklint --cuda-path=none --all-accesses --exit-zero %s -- -std=c++20 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error:

__global__ void intrinsics(int *I, unsigned *U, float *F, double *D,
                           unsigned long long *L, void *P) {
  __shared__ int Words[64];
  const unsigned All = 0xffffffffu, Lane = threadIdx.x & 31;
  // One word for all lanes, here and below.
  Words[__mul24(I[0], 2) & 63] = __popc(U[0]) + __clz(I[0]) + __ffs(I[0]);
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 'Words': 1/1 wavefronts, conflict-free, block 256x1x1, 8 requests
  U[0] = __brev(U[1]) + __byte_perm(U[0], U[1], 0x3210) + __umul24(U[0], 3) +
         __funnelshift_l(U[0], U[1], 3) + __umulhi(U[0], U[1]) + __vadd2(1, 2);
  I[0] = __dp4a(I[0], I[1], 0) + __mulhi(I[0], I[1]) + __sad(1, 2, 3u);
  L[0] = __brevll(L[1]) + __umul64hi(L[0], L[1]) + __popcll(L[0]);

  I[1] = __shfl_sync(All, I[0], 0) + __shfl_xor_sync(All, I[0], 16, 32);
  F[0] = __shfl_down_sync(All, F[1], 1) + __shfl_up_sync(All, F[1], 1, 16);
  D[0] = __shfl_sync(All, D[0], Lane ^ 1);
  L[1] = __shfl_sync(All, L[0], 3);
  U[1] = __ballot_sync(All, Lane < 3) + __activemask() + __any_sync(All, 1) +
         __all_sync(All, 0) + __match_any_sync(All, I[0]) +
         __reduce_add_sync(All, U[0]) + __reduce_max_sync(All, I[0]);

  // A counting increment: the hardware merges the lanes of one word.
  atomicAdd(&Words[0], 1);
// CHECK: :[[@LINE-1]]:3: remark: atomic of 4 bytes on 'Words': 1/1 wavefronts, conflict-free, block 256x1x1, 8 requests
  atomicAdd(I, 1);
  atomicAdd(U, 1u);
  atomicAdd(U, 1);
  atomicAdd(F, 1.f);
  atomicAdd(D, 1.0);
  atomicAdd(L, 1ull);
  atomicAdd_block(I, 1);
  atomicMax_system(I, 1);
  atomicCAS(L, 1ull, 2ull);
  atomicExch(F, 0.f);
  atomicInc(U, 7);

  F[1] = __int_as_float(I[0]) + __uint2float_rz(U[0]) + __ldcs(&F[2]);
  I[2] = __float_as_int(F[0]) + __float2int_rn(F[1]) + __double2loint(D[0]);
  D[1] = __hiloint2double(I[0], I[1]) + __longlong_as_double(I[2]);
  __stcs(&F[2], 1.0);
  __stcg((float4 *)P, make_float4(0, 0, 0, 0));

  const unsigned Address =
      static_cast<unsigned>(__cvta_generic_to_shared(Words));
  asm volatile("st.shared.u32 [%0], %1;" ::"r"(Address), "r"(I[0]) : "memory");
// CHECK: :[[@LINE-1]]:48: remark: store of 4 bytes to 'Words': 1/1 wavefronts, conflict-free, block 256x1x1, 8 requests
  __builtin_assume(Lane < 32);
  I[3] = __isShared(Words);
  if (__syncthreads_or(I[0]))
    __nanosleep(100);
  __threadfence_block();
  L[2] = clock64() + clock();
  int *Heap = (int *)malloc(16);
  memset(Heap, 0, 16);
  memcpy(I, Heap, 16);
  free(Heap);
  if (I[0] < 0)
    __trap();
}

__global__ void textures(float *F, cudaTextureObject_t T,
                         cudaSurfaceObject_t S) {
  F[0] = tex2D<float>(T, 1.f, 2.f) + tex1Dfetch<float4>(T, 3).x;
  surf2Dwrite(F[0], S, 4, 5);
  surf2Dread(&F[1], S, 4, 5);
}
