//===- Host.cu - CUDA's runtime for the host ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions that programs commonly call, in the types of the bundled
// headers. There is one device, memory of the device is memory, and everything
// is done when a call returns.
//
//===----------------------------------------------------------------------===//

#include <cstring>

extern "C" void *oracle_allocate(size_t Bytes);
extern "C" void *oracle_symbol(const void *Host);

__host__ __device__ cudaError_t cudaGetLastError() { return cudaSuccess; }
__host__ __device__ cudaError_t cudaPeekAtLastError() { return cudaSuccess; }
__host__ __device__ cudaError_t cudaDeviceSynchronize() { return cudaSuccess; }
cudaError_t cudaDeviceReset() { return cudaSuccess; }
cudaError_t cudaThreadSynchronize() { return cudaSuccess; }
cudaError_t cudaSetDevice(int) { return cudaSuccess; }
__host__ __device__ cudaError_t cudaGetDevice(int *Device) {
  *Device = 0;
  return cudaSuccess;
}
__host__ __device__ cudaError_t cudaGetDeviceCount(int *Devices) {
  *Devices = 1;
  return cudaSuccess;
}
__host__ __device__ const char *cudaGetErrorString(cudaError_t) {
  return "no error";
}
__host__ __device__ const char *cudaGetErrorName(cudaError_t) {
  return "cudaSuccess";
}
cudaError_t cudaGetDeviceProperties(cudaDeviceProp *Properties, int) {
  *Properties = cudaDeviceProp();
  std::strcpy(Properties->name, "oracle");
  Properties->major = 9;
  Properties->warpSize = 32;
  Properties->multiProcessorCount = 4;
  Properties->maxThreadsPerBlock = 1024;
  Properties->sharedMemPerBlock = 49152;
  Properties->sharedMemPerBlockOptin = 232448;
  Properties->totalGlobalMem = size_t(1) << 32;
  return cudaSuccess;
}
__host__ __device__ cudaError_t cudaDeviceGetAttribute(int *Value,
                                                       cudaDeviceAttr Attribute,
                                                       int) {
  *Value = Attribute == cudaDevAttrMaxSharedMemoryPerBlockOptin ? 232448
           : Attribute == cudaDevAttrComputeCapabilityMajor     ? 9
           : Attribute == cudaDevAttrComputeCapabilityMinor     ? 0
                                                                : 64;
  return cudaSuccess;
}

__host__ __device__ cudaError_t cudaMalloc(void **Memory, size_t Bytes) {
  *Memory = oracle_allocate(Bytes);
  return *Memory ? cudaSuccess : cudaErrorMemoryAllocation;
}
cudaError_t cudaMallocManaged(void **Memory, size_t Bytes, unsigned) {
  return cudaMalloc(Memory, Bytes);
}
cudaError_t cudaMallocHost(void **Memory, size_t Bytes, unsigned) {
  return cudaMalloc(Memory, Bytes);
}
cudaError_t cudaHostAlloc(void **Memory, size_t Bytes, unsigned) {
  return cudaMalloc(Memory, Bytes);
}
cudaError_t cudaMallocAsync(void **Memory, size_t Bytes, cudaStream_t) {
  return cudaMalloc(Memory, Bytes);
}
// What was allocated stays, so that its contents can be compared.
__host__ __device__ cudaError_t cudaFree(void *) { return cudaSuccess; }
cudaError_t cudaFreeHost(void *) { return cudaSuccess; }
cudaError_t cudaFreeAsync(void *, cudaStream_t) { return cudaSuccess; }

cudaError_t cudaMemcpy(void *To, const void *From, size_t Bytes,
                       cudaMemcpyKind) {
  std::memmove(To, From, Bytes);
  return cudaSuccess;
}
__host__ __device__ cudaError_t cudaMemcpyAsync(void *To, const void *From,
                                                size_t Bytes, cudaMemcpyKind,
                                                cudaStream_t) {
  std::memmove(To, From, Bytes);
  return cudaSuccess;
}
cudaError_t cudaMemcpy2D(void *To, size_t ToPitch, const void *From,
                         size_t FromPitch, size_t Bytes, size_t Rows,
                         cudaMemcpyKind) {
  for (size_t Row = 0; Row != Rows; ++Row)
    std::memmove((char *)To + Row * ToPitch,
                 (const char *)From + Row * FromPitch, Bytes);
  return cudaSuccess;
}
cudaError_t cudaMemset(void *To, int Byte, size_t Bytes) {
  std::memset(To, Byte, Bytes);
  return cudaSuccess;
}
__host__ __device__ cudaError_t cudaMemsetAsync(void *To, int Byte,
                                                size_t Bytes, cudaStream_t) {
  return cudaMemset(To, Byte, Bytes);
}
cudaError_t cudaMemcpyToSymbol(const void *To, const void *From, size_t Bytes,
                               size_t Offset, cudaMemcpyKind) {
  std::memcpy((char *)oracle_symbol(To) + Offset, From, Bytes);
  return cudaSuccess;
}
cudaError_t cudaMemcpyFromSymbol(void *To, const void *From, size_t Bytes,
                                 size_t Offset, cudaMemcpyKind) {
  std::memcpy(To, (char *)oracle_symbol(From) + Offset, Bytes);
  return cudaSuccess;
}
cudaError_t cudaGetSymbolAddress(void **Pointer, const void *Symbol) {
  *Pointer = oracle_symbol(Symbol);
  return cudaSuccess;
}

static char Handle;
cudaError_t cudaStreamCreate(cudaStream_t *Stream) {
  *Stream = (cudaStream_t)&Handle;
  return cudaSuccess;
}
__host__ __device__ cudaError_t cudaStreamCreateWithFlags(cudaStream_t *Stream,
                                                          unsigned) {
  return cudaStreamCreate(Stream);
}
__host__ __device__ cudaError_t cudaStreamDestroy(cudaStream_t) {
  return cudaSuccess;
}
cudaError_t cudaStreamSynchronize(cudaStream_t) { return cudaSuccess; }
__host__ __device__ cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t,
                                                    unsigned) {
  return cudaSuccess;
}
cudaError_t cudaEventCreate(cudaEvent_t *Event) {
  *Event = (cudaEvent_t)&Handle;
  return cudaSuccess;
}
__host__ __device__ cudaError_t cudaEventCreateWithFlags(cudaEvent_t *Event,
                                                         unsigned) {
  return cudaEventCreate(Event);
}
__host__ __device__ cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t) {
  return cudaSuccess;
}
cudaError_t cudaEventSynchronize(cudaEvent_t) { return cudaSuccess; }
__host__ __device__ cudaError_t cudaEventDestroy(cudaEvent_t) {
  return cudaSuccess;
}
cudaError_t cudaEventElapsedTime(float *Milliseconds, cudaEvent_t,
                                 cudaEvent_t) {
  *Milliseconds = 1;
  return cudaSuccess;
}

cudaError_t cudaFuncSetAttribute(const void *, cudaFuncAttribute, int) {
  return cudaSuccess;
}
cudaError_t cudaFuncSetCacheConfig(const void *, cudaFuncCache) {
  return cudaSuccess;
}
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache) { return cudaSuccess; }
cudaError_t cudaDeviceSetLimit(cudaLimit, size_t) { return cudaSuccess; }
cudaError_t cudaFuncSetSharedMemConfig(const void *, cudaSharedMemConfig) {
  return cudaSuccess;
}
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig) {
  return cudaSuccess;
}
cudaError_t cudaProfilerStart() { return cudaSuccess; }
cudaError_t cudaProfilerStop() { return cudaSuccess; }
cudaError_t cudaLaunchCooperativeKernel(const void *Kernel, dim3 Grid,
                                        dim3 Block, void **Arguments,
                                        size_t Shared, cudaStream_t Stream) {
  return ::cudaLaunchKernel(Kernel, Grid, Block, Arguments, Shared, Stream);
}
namespace banklint {
cudaError_t potentialBlockSize(int *Grid, int *Block, const void *, int Limit) {
  *Grid = 8;
  *Block = Limit ? Limit : 256;
  return cudaSuccess;
}
} // namespace banklint
__host__ __device__ cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(
    int *Blocks, const void *, int, size_t) {
  *Blocks = 2;
  return cudaSuccess;
}
