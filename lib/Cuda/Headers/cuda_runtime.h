//===- cuda_runtime.h - What nvcc includes before every source --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The front door of the bundled headers, which stand in for a CUDA toolkit
// where none is installed: the device side that a kernel can name without any
// include, the host API, and the host API's C++ overloads. It includes only the
// lightest of C's headers, and so costs some ten milliseconds; see README.md
// for the rules.
//
//===----------------------------------------------------------------------===//

#ifndef __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_H__

#include "host_defines.h"

#include "vector_types.h"

#include "vector_functions.h"

#include "math_functions.h"

#include "device_functions.h"

#include "nvcc_atomics.h"

#include "cuda_runtime_api.h"

#include "texture_functions.h"

//===-- Typed pointers for the host API -----------------------------------===//

template <class T> cudaError_t cudaMalloc(T **Pointer, size_t Bytes) {
  return ::cudaMalloc((void **)Pointer, Bytes);
}
template <class T>
cudaError_t cudaMallocHost(T **Pointer, size_t Bytes, unsigned Flags = 0) {
  return ::cudaMallocHost((void **)Pointer, Bytes, Flags);
}
template <class T>
cudaError_t cudaHostAlloc(T **Pointer, size_t Bytes, unsigned Flags) {
  return ::cudaHostAlloc((void **)Pointer, Bytes, Flags);
}
template <class T>
cudaError_t cudaHostGetDevicePointer(T **Pointer, void *Host, unsigned Flags) {
  return ::cudaHostGetDevicePointer((void **)Pointer, Host, Flags);
}
template <class T>
cudaError_t cudaMallocManaged(T **Pointer, size_t Bytes,
                              unsigned Flags = cudaMemAttachGlobal) {
  return ::cudaMallocManaged((void **)Pointer, Bytes, Flags);
}
template <class T>
cudaError_t cudaMallocAsync(T **Pointer, size_t Bytes, cudaStream_t Stream) {
  return ::cudaMallocAsync((void **)Pointer, Bytes, Stream);
}
template <class T>
cudaError_t cudaMallocAsync(T **Pointer, size_t Bytes, cudaMemPool_t Pool,
                            cudaStream_t Stream) {
  return ::cudaMallocFromPoolAsync((void **)Pointer, Bytes, Pool, Stream);
}
template <class T>
cudaError_t cudaMallocPitch(T **Pointer, size_t *Pitch, size_t Width,
                            size_t Height) {
  return ::cudaMallocPitch((void **)Pointer, Pitch, Width, Height);
}
template <class T>
cudaError_t cudaMallocFromPoolAsync(T **Pointer, size_t Bytes,
                                    cudaMemPool_t Pool, cudaStream_t Stream) {
  return ::cudaMallocFromPoolAsync((void **)Pointer, Bytes, Pool, Stream);
}
template <class T>
cudaError_t cudaStreamAttachMemAsync(cudaStream_t Stream, T *Pointer,
                                     size_t Bytes = 0,
                                     unsigned Flags = cudaMemAttachSingle) {
  return ::cudaStreamAttachMemAsync(Stream, (void *)Pointer, Bytes, Flags);
}

//===-- Symbols by name ---------------------------------------------------===//

template <class T>
cudaError_t cudaMemcpyToSymbol(const T &Symbol, const void *Source,
                               size_t Bytes, size_t Offset = 0,
                               cudaMemcpyKind Kind = cudaMemcpyHostToDevice) {
  return ::cudaMemcpyToSymbol((const void *)&Symbol, Source, Bytes, Offset,
                              Kind);
}
template <class T>
cudaError_t cudaMemcpyFromSymbol(void *Target, const T &Symbol, size_t Bytes,
                                 size_t Offset = 0,
                                 cudaMemcpyKind Kind = cudaMemcpyDeviceToHost) {
  return ::cudaMemcpyFromSymbol(Target, (const void *)&Symbol, Bytes, Offset,
                                Kind);
}
template <class T>
cudaError_t cudaMemcpyToSymbolAsync(
    const T &Symbol, const void *Source, size_t Bytes, size_t Offset = 0,
    cudaMemcpyKind Kind = cudaMemcpyHostToDevice, cudaStream_t Stream = 0) {
  return ::cudaMemcpyToSymbolAsync((const void *)&Symbol, Source, Bytes, Offset,
                                   Kind, Stream);
}
template <class T>
cudaError_t cudaMemcpyFromSymbolAsync(
    void *Target, const T &Symbol, size_t Bytes, size_t Offset = 0,
    cudaMemcpyKind Kind = cudaMemcpyDeviceToHost, cudaStream_t Stream = 0) {
  return ::cudaMemcpyFromSymbolAsync(Target, (const void *)&Symbol, Bytes,
                                     Offset, Kind, Stream);
}
template <class T>
cudaError_t cudaGetSymbolAddress(void **Pointer, const T &Symbol) {
  return ::cudaGetSymbolAddress(Pointer, (const void *)&Symbol);
}
template <class T, class U>
cudaError_t cudaGetSymbolAddress(U **Pointer, const T &Symbol) {
  return ::cudaGetSymbolAddress((void **)Pointer, (const void *)&Symbol);
}
template <class T>
cudaError_t cudaGetSymbolSize(size_t *Bytes, const T &Symbol) {
  return ::cudaGetSymbolSize(Bytes, (const void *)&Symbol);
}

//===-- Kernels by name ---------------------------------------------------===//

template <class T>
cudaError_t cudaLaunchKernel(T *Kernel, dim3 Grid, dim3 Block, void **Arguments,
                             size_t SharedBytes = 0, cudaStream_t Stream = 0) {
  return ::cudaLaunchKernel((const void *)Kernel, Grid, Block, Arguments,
                            SharedBytes, Stream);
}
template <class... Parameters, class... Arguments>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *Config,
                               void (*Kernel)(Parameters...), Arguments &&...) {
  return ::cudaLaunchKernelExC(Config, (const void *)Kernel, nullptr);
}
template <class T>
cudaError_t
cudaLaunchCooperativeKernel(T *Kernel, dim3 Grid, dim3 Block, void **Arguments,
                            size_t SharedBytes = 0, cudaStream_t Stream = 0) {
  return ::cudaLaunchCooperativeKernel((const void *)Kernel, Grid, Block,
                                       Arguments, SharedBytes, Stream);
}
template <class T>
cudaError_t cudaFuncSetAttribute(T *Kernel, cudaFuncAttribute Attribute,
                                 int Value) {
  return ::cudaFuncSetAttribute((const void *)Kernel, Attribute, Value);
}
template <class T>
cudaError_t cudaFuncSetCacheConfig(T *Kernel, cudaFuncCache Config) {
  return ::cudaFuncSetCacheConfig((const void *)Kernel, Config);
}
template <class T>
cudaError_t cudaFuncSetSharedMemConfig(T *Kernel, cudaSharedMemConfig Config) {
  return ::cudaFuncSetSharedMemConfig((const void *)Kernel, Config);
}
template <class T>
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *Attributes, T *Kernel) {
  return ::cudaFuncGetAttributes(Attributes, (const void *)Kernel);
}
template <class T>
cudaError_t cudaGetFuncBySymbol(cudaFunction_t *Function, T *Kernel) {
  return ::cudaGetFuncBySymbol(Function, (const void *)Kernel);
}

//===-- Occupancy ---------------------------------------------------------===//

namespace banklint {
cudaError_t potentialBlockSize(int *, int *, const void *, int);
}

template <class T>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *Blocks, T Kernel,
                                                          int BlockSize,
                                                          size_t SharedBytes) {
  return ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(
      Blocks, (const void *)Kernel, BlockSize, SharedBytes);
}
template <class T>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *Blocks, T Kernel, int BlockSize, size_t SharedBytes, unsigned Flags) {
  return ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
      Blocks, (const void *)Kernel, BlockSize, SharedBytes, Flags);
}
template <class T>
cudaError_t cudaOccupancyMaxPotentialBlockSize(int *GridSize, int *BlockSize,
                                               T Kernel, size_t = 0,
                                               int Limit = 0) {
  return ::banklint::potentialBlockSize(GridSize, BlockSize,
                                        (const void *)Kernel, Limit);
}
template <class T>
cudaError_t
cudaOccupancyMaxPotentialBlockSizeWithFlags(int *GridSize, int *BlockSize,
                                            T Kernel, size_t = 0, int Limit = 0,
                                            unsigned = 0) {
  return ::banklint::potentialBlockSize(GridSize, BlockSize,
                                        (const void *)Kernel, Limit);
}
template <class T, class Function>
cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *GridSize,
                                                           int *BlockSize,
                                                           T Kernel, Function,
                                                           int Limit = 0) {
  return ::banklint::potentialBlockSize(GridSize, BlockSize,
                                        (const void *)Kernel, Limit);
}
template <class T>
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *Bytes, T *Kernel,
                                                      int Blocks,
                                                      int BlockSize) {
  return ::cudaOccupancyAvailableDynamicSMemPerBlock(
      Bytes, (const void *)Kernel, Blocks, BlockSize);
}
template <class T>
cudaError_t
cudaOccupancyMaxPotentialClusterSize(int *Size, T *Kernel,
                                     const cudaLaunchConfig_t *Config) {
  return ::cudaOccupancyMaxPotentialClusterSize(Size, (const void *)Kernel,
                                                Config);
}
template <class T>
cudaError_t cudaOccupancyMaxActiveClusters(int *Clusters, T *Kernel,
                                           const cudaLaunchConfig_t *Config) {
  return ::cudaOccupancyMaxActiveClusters(Clusters, (const void *)Kernel,
                                          Config);
}

//===-- Small helpers -----------------------------------------------------===//

template <class T> struct cudaChannelFormatDesc cudaCreateChannelDesc();
struct cudaChannelFormatDesc cudaCreateChannelDescHalf();

inline struct cudaExtent make_cudaExtent(size_t Width, size_t Height,
                                         size_t Depth) {
  return {Width, Height, Depth};
}
inline struct cudaPos make_cudaPos(size_t X, size_t Y, size_t Z) {
  return {X, Y, Z};
}
inline struct cudaPitchedPtr make_cudaPitchedPtr(void *Pointer, size_t Pitch,
                                                 size_t Width, size_t Height) {
  return {Pointer, Pitch, Width, Height};
}

#endif // __CUDA_RUNTIME_H__
