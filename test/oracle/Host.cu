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
cudaError_t cudaThreadExit() { return cudaSuccess; }
cudaError_t cudaSetDeviceFlags(unsigned) { return cudaSuccess; }
cudaError_t cudaInitDevice(int, unsigned, unsigned) { return cudaSuccess; }
cudaError_t cudaSetValidDevices(int *, int) { return cudaSuccess; }
cudaError_t cudaChooseDevice(int *Device, const cudaDeviceProp *) {
  return cudaGetDevice(Device);
}
__host__ __device__ cudaError_t cudaRuntimeGetVersion(int *Version) {
  *Version = 12090;
  return cudaSuccess;
}
cudaError_t cudaDriverGetVersion(int *Version) {
  return cudaRuntimeGetVersion(Version);
}

/// An H100, but for the number of multiprocessors: programs size their grids by
/// it.
static cudaDeviceProp properties() {
  cudaDeviceProp Result = {};
  std::strcpy(Result.name, "oracle");
  Result.totalGlobalMem = size_t(4) << 30;
  Result.sharedMemPerBlock = 49152;
  Result.regsPerBlock = Result.regsPerMultiprocessor = 65536;
  Result.warpSize = 32;
  Result.memPitch = 2147483647;
  Result.maxThreadsPerBlock = 1024;
  Result.maxThreadsDim[0] = Result.maxThreadsDim[1] = 1024;
  Result.maxThreadsDim[2] = 64;
  Result.maxGridSize[0] = 2147483647;
  Result.maxGridSize[1] = Result.maxGridSize[2] = 65535;
  Result.clockRate = 1980000;
  Result.totalConstMem = 65536;
  Result.major = 9;
  Result.textureAlignment = Result.surfaceAlignment = 512;
  Result.texturePitchAlignment = 32;
  Result.multiProcessorCount = 4;
  Result.canMapHostMemory = Result.concurrentKernels = 1;
  Result.deviceOverlap = Result.unifiedAddressing = 1;
  Result.asyncEngineCount = 3;
  Result.memoryClockRate = 2619000;
  Result.memoryBusWidth = 5120;
  Result.l2CacheSize = 50 << 20;
  Result.maxThreadsPerMultiProcessor = 2048;
  Result.maxBlocksPerMultiProcessor = 32;
  Result.sharedMemPerMultiprocessor = 233472;
  Result.sharedMemPerBlockOptin = 232448;
  Result.reservedSharedMemPerBlock = 1024;
  Result.managedMemory = Result.concurrentManagedAccess = 1;
  Result.computePreemptionSupported = Result.cooperativeLaunch = 1;
  Result.memoryPoolsSupported = Result.streamPrioritiesSupported = 1;
  return Result;
}
cudaError_t cudaGetDeviceProperties(cudaDeviceProp *Properties, int) {
  *Properties = properties();
  return cudaSuccess;
}
__host__ __device__ cudaError_t cudaDeviceGetAttribute(int *Value,
                                                       cudaDeviceAttr Attribute,
                                                       int) {
  cudaDeviceProp P = properties();
  const struct {
    cudaDeviceAttr Attribute;
    int Value;
  } Known[] = {
      {cudaDevAttrMaxThreadsPerBlock, P.maxThreadsPerBlock},
      {cudaDevAttrMaxBlockDimX, P.maxThreadsDim[0]},
      {cudaDevAttrMaxBlockDimY, P.maxThreadsDim[1]},
      {cudaDevAttrMaxBlockDimZ, P.maxThreadsDim[2]},
      {cudaDevAttrMaxGridDimX, P.maxGridSize[0]},
      {cudaDevAttrMaxGridDimY, P.maxGridSize[1]},
      {cudaDevAttrMaxGridDimZ, P.maxGridSize[2]},
      {cudaDevAttrMaxSharedMemoryPerBlock, int(P.sharedMemPerBlock)},
      {cudaDevAttrTotalConstantMemory, int(P.totalConstMem)},
      {cudaDevAttrWarpSize, P.warpSize},
      {cudaDevAttrMaxRegistersPerBlock, P.regsPerBlock},
      {cudaDevAttrClockRate, P.clockRate},
      {cudaDevAttrMultiProcessorCount, P.multiProcessorCount},
      {cudaDevAttrCanMapHostMemory, P.canMapHostMemory},
      {cudaDevAttrConcurrentKernels, P.concurrentKernels},
      {cudaDevAttrMemoryClockRate, P.memoryClockRate},
      {cudaDevAttrGlobalMemoryBusWidth, P.memoryBusWidth},
      {cudaDevAttrL2CacheSize, P.l2CacheSize},
      {cudaDevAttrMaxThreadsPerMultiProcessor, P.maxThreadsPerMultiProcessor},
      {cudaDevAttrUnifiedAddressing, P.unifiedAddressing},
      {cudaDevAttrComputeCapabilityMajor, P.major},
      {cudaDevAttrComputeCapabilityMinor, P.minor},
      {cudaDevAttrMaxSharedMemoryPerMultiprocessor,
       int(P.sharedMemPerMultiprocessor)},
      {cudaDevAttrMaxRegistersPerMultiprocessor, P.regsPerMultiprocessor},
      {cudaDevAttrManagedMemory, P.managedMemory},
      {cudaDevAttrConcurrentManagedAccess, P.concurrentManagedAccess},
      {cudaDevAttrComputePreemptionSupported, P.computePreemptionSupported},
      {cudaDevAttrCooperativeLaunch, P.cooperativeLaunch},
      {cudaDevAttrMaxSharedMemoryPerBlockOptin, int(P.sharedMemPerBlockOptin)},
      {cudaDevAttrMaxBlocksPerMultiprocessor, P.maxBlocksPerMultiProcessor},
      {cudaDevAttrMemoryPoolsSupported, P.memoryPoolsSupported},
  };
  *Value = 0;
  for (const auto &Each : Known)
    if (Each.Attribute == Attribute)
      *Value = Each.Value;
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
cudaError_t cudaMallocFromPoolAsync(void **Memory, size_t Bytes, cudaMemPool_t,
                                    cudaStream_t) {
  return cudaMalloc(Memory, Bytes);
}
cudaError_t cudaMallocPitch(void **Memory, size_t *Pitch, size_t Bytes,
                            size_t Rows) {
  *Pitch = (Bytes + 511) / 512 * 512;
  return cudaMalloc(Memory, *Pitch * Rows);
}
cudaError_t cudaMalloc3D(cudaPitchedPtr *Memory, cudaExtent Extent) {
  Memory->xsize = Extent.width;
  Memory->ysize = Extent.height;
  return cudaMallocPitch(&Memory->ptr, &Memory->pitch, Extent.width,
                         Extent.height * Extent.depth);
}
cudaError_t cudaHostRegister(void *, size_t, unsigned) { return cudaSuccess; }
cudaError_t cudaHostUnregister(void *) { return cudaSuccess; }
cudaError_t cudaHostGetDevicePointer(void **Memory, void *Host, unsigned) {
  *Memory = Host;
  return cudaSuccess;
}
cudaError_t cudaMemGetInfo(size_t *Free, size_t *Total) {
  *Free = *Total = size_t(4) << 30;
  return cudaSuccess;
}
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *Attributes,
                                     const void *Memory) {
  *Attributes = {cudaMemoryTypeDevice, 0, (void *)Memory, nullptr};
  return cudaSuccess;
}
cudaError_t cudaMemAdvise(const void *, size_t, cudaMemoryAdvise, int) {
  return cudaSuccess;
}
cudaError_t cudaMemAdvise(const void *, size_t, cudaMemoryAdvise,
                          cudaMemLocation) {
  return cudaSuccess;
}
cudaError_t cudaMemPrefetchAsync(const void *, size_t, int, cudaStream_t) {
  return cudaSuccess;
}
cudaError_t cudaMemPrefetchAsync(const void *, size_t, cudaMemLocation,
                                 unsigned, cudaStream_t) {
  return cudaSuccess;
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
__host__ __device__ cudaError_t cudaMemcpy2DAsync(
    void *To, size_t ToPitch, const void *From, size_t FromPitch, size_t Bytes,
    size_t Rows, cudaMemcpyKind Kind, cudaStream_t) {
  return cudaMemcpy2D(To, ToPitch, From, FromPitch, Bytes, Rows, Kind);
}
cudaError_t cudaMemcpyPeer(void *To, int, const void *From, int, size_t Bytes) {
  std::memmove(To, From, Bytes);
  return cudaSuccess;
}
cudaError_t cudaMemset2D(void *To, size_t Pitch, int Byte, size_t Bytes,
                         size_t Rows) {
  for (size_t Row = 0; Row != Rows; ++Row)
    std::memset((char *)To + Row * Pitch, Byte, Bytes);
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
cudaError_t cudaMemcpyToSymbolAsync(const void *To, const void *From,
                                    size_t Bytes, size_t Offset,
                                    cudaMemcpyKind Kind, cudaStream_t) {
  return cudaMemcpyToSymbol(To, From, Bytes, Offset, Kind);
}
cudaError_t cudaMemcpyFromSymbolAsync(void *To, const void *From, size_t Bytes,
                                      size_t Offset, cudaMemcpyKind Kind,
                                      cudaStream_t) {
  return cudaMemcpyFromSymbol(To, From, Bytes, Offset, Kind);
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
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *Stream, unsigned, int) {
  return cudaStreamCreate(Stream);
}
cudaError_t cudaDeviceGetStreamPriorityRange(int *Least, int *Greatest) {
  *Least = *Greatest = 0;
  return cudaSuccess;
}
cudaError_t cudaStreamQuery(cudaStream_t) { return cudaSuccess; }
cudaError_t cudaLaunchHostFunc(cudaStream_t, cudaHostFn_t Function,
                               void *Data) {
  Function(Data);
  return cudaSuccess;
}
cudaError_t cudaStreamAddCallback(cudaStream_t Stream,
                                  cudaStreamCallback_t Function, void *Data,
                                  unsigned) {
  Function(Stream, cudaSuccess, Data);
  return cudaSuccess;
}
cudaError_t cudaEventQuery(cudaEvent_t) { return cudaSuccess; }
cudaError_t cudaEventRecordWithFlags(cudaEvent_t, cudaStream_t, unsigned) {
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
cudaError_t cudaEventCreate(cudaEvent_t *Event, unsigned) {
  return cudaEventCreate(Event);
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

__host__ __device__ cudaError_t
cudaFuncGetAttributes(cudaFuncAttributes *Attributes, const void *) {
  *Attributes = cudaFuncAttributes();
  Attributes->maxThreadsPerBlock = 1024;
  Attributes->numRegs = 32;
  Attributes->ptxVersion = Attributes->binaryVersion = 90;
  Attributes->maxDynamicSharedSizeBytes = 49152;
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
cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *How,
                                const void *Kernel, void **Arguments) {
  return ::cudaLaunchKernel(Kernel, How->gridDim, How->blockDim, Arguments,
                            How->dynamicSmemBytes, How->stream);
}
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
__host__ __device__ cudaError_t
cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *Blocks, const void *Kernel, int Threads, size_t Shared, unsigned) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(Blocks, Kernel, Threads,
                                                       Shared);
}
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *Bytes,
                                                      const void *, int Blocks,
                                                      int) {
  *Bytes = Blocks > 4 ? 232448 / size_t(Blocks) : 49152;
  return cudaSuccess;
}
