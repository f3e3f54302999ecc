//===- host_defines.h - CUDA's qualifiers as Clang's attributes -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What nvcc has as keywords, written as the attributes that Clang knows, and
// the macros by which sources recognise nvcc and its version. '__noinline__' is
// missing on purpose: Clang has it as a keyword, and a macro of that name
// breaks the standard library.
//
//===----------------------------------------------------------------------===//

#ifndef __HOST_DEFINES_H__
#define __HOST_DEFINES_H__

// The compiler and toolkit that these headers answer for: CUDA 13.0.
#ifndef __CUDACC__
#define __CUDACC__ 1
#endif
#define __CUDACC_VER_MAJOR__ 13
#define __CUDACC_VER_MINOR__ 0
#define __CUDACC_VER_BUILD__ 48
#define __CUDACC_EXTENDED_LAMBDA__ 1
#define __CUDACC_RELAXED_CONSTEXPR__ 1
#define CUDART_VERSION 13000

// Where code runs and where data lives. Clang keeps managed variables for HIP;
// seen from a kernel they are device variables.
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((device))
#define __grid_constant__ __attribute__((grid_constant))

// What a kernel is compiled for.
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#if __has_attribute(cluster_dims)
#define __cluster_dims__(...) __attribute__((cluster_dims(__VA_ARGS__)))
#else
#define __cluster_dims__(...)
#endif
#define __maxnreg__(...)
#define __block_size__(...)

// How a function is compiled, and the words for layout and calling convention
// that old sources carry.
#define __forceinline__ __inline__ __attribute__((always_inline))
#if !__has_feature(cuda_noinline_keyword)
#define __noinline__ __attribute__((noinline))
#endif
#define __inline_hint__
#define __no_return__ __attribute__((noreturn))
#define __align__(N) __attribute__((aligned(N)))
#define __builtin_align__(N) __align__(N)
#define __thread__ __thread
#define __specialization_static
#define __cudart_builtin__
#define __device_builtin__
#define __device_builtin_texture_type__
#define __device_builtin_surface_type__
#define __nv_pure__ __attribute__((pure))
#define CUDARTAPI
#define CUDART_CB
#define CUDARTAPI_CDECL

#ifndef __STORAGE__
#define __STORAGE__ extern const
#endif

#endif // __HOST_DEFINES_H__
