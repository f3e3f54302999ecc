//===- cuda_runtime_api.h - The host API of the CUDA runtime ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declarations only. The functions that a kernel may call as well (dynamic
// parallelism) are host and device. Where CUDA 13 changed a signature, both
// stand here as overloads.
//
//===----------------------------------------------------------------------===//

#ifndef __CUDA_RUNTIME_API_H__
#define __CUDA_RUNTIME_API_H__

#include "driver_types.h"

//===-- Errors, devices ---------------------------------------------------===//

__host__ __device__ cudaError_t cudaGetLastError(), cudaPeekAtLastError(),
    cudaDeviceSynchronize(), cudaGetDevice(int *), cudaGetDeviceCount(int *),
    cudaDeviceGetAttribute(int *, enum cudaDeviceAttr, int),
    cudaDeviceGetLimit(size_t *, enum cudaLimit),
    cudaDeviceGetCacheConfig(enum cudaFuncCache *),
    cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *),
    cudaRuntimeGetVersion(int *);
__host__ __device__ const char *cudaGetErrorString(cudaError_t),
    *cudaGetErrorName(cudaError_t);

cudaError_t cudaDeviceReset(), cudaThreadSynchronize(), cudaThreadExit(),
    cudaSetDevice(int), cudaInitDevice(int, unsigned, unsigned),
    cudaSetDeviceFlags(unsigned), cudaGetDeviceFlags(unsigned *),
    cudaGetDeviceProperties(struct cudaDeviceProp *, int),
    cudaChooseDevice(int *, const struct cudaDeviceProp *),
    cudaSetValidDevices(int *, int), cudaDriverGetVersion(int *),
    cudaDeviceSetLimit(enum cudaLimit, size_t),
    cudaDeviceSetCacheConfig(enum cudaFuncCache),
    cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig),
    cudaDeviceGetStreamPriorityRange(int *, int *),
    cudaDeviceGetByPCIBusId(int *, const char *),
    cudaDeviceGetPCIBusId(char *, int, int),
    cudaDeviceCanAccessPeer(int *, int, int),
    cudaDeviceEnablePeerAccess(int, unsigned), cudaDeviceDisablePeerAccess(int),
    cudaDeviceGetP2PAttribute(int *, enum cudaDeviceP2PAttr, int, int),
    cudaDeviceGetDefaultMemPool(cudaMemPool_t *, int),
    cudaDeviceGetMemPool(cudaMemPool_t *, int),
    cudaDeviceSetMemPool(int, cudaMemPool_t), cudaDeviceGraphMemTrim(int),
    cudaDeviceGetGraphMemAttribute(int, enum cudaGraphMemAttributeType, void *),
    cudaDeviceSetGraphMemAttribute(int, enum cudaGraphMemAttributeType, void *),
    cudaDeviceGetNvSciSyncAttributes(void *, int, int),
    cudaCtxResetPersistingL2Cache();

//===-- Streams, events ---------------------------------------------------===//

__host__ __device__ cudaError_t cudaStreamCreateWithFlags(cudaStream_t *,
                                                          unsigned),
    cudaStreamDestroy(cudaStream_t),
    cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned = 0),
    cudaEventCreateWithFlags(cudaEvent_t *, unsigned),
    cudaEventRecord(cudaEvent_t, cudaStream_t = 0),
    cudaEventDestroy(cudaEvent_t);

cudaError_t cudaStreamCreate(cudaStream_t *),
    cudaStreamCreateWithPriority(cudaStream_t *, unsigned, int),
    cudaStreamSynchronize(cudaStream_t), cudaStreamQuery(cudaStream_t),
    cudaStreamGetFlags(cudaStream_t, unsigned *),
    cudaStreamGetPriority(cudaStream_t, int *),
    cudaStreamGetId(cudaStream_t, unsigned long long *),
    cudaStreamGetDevice(cudaStream_t, int *),
    cudaStreamAddCallback(cudaStream_t, cudaStreamCallback_t, void *, unsigned),
    cudaLaunchHostFunc(cudaStream_t, cudaHostFn_t, void *),
    cudaStreamAttachMemAsync(cudaStream_t, void *, size_t = 0,
                             unsigned = cudaMemAttachSingle),
    cudaStreamCopyAttributes(cudaStream_t, cudaStream_t),
    cudaStreamGetAttribute(cudaStream_t, cudaLaunchAttributeID,
                           cudaLaunchAttributeValue *),
    cudaStreamSetAttribute(cudaStream_t, cudaLaunchAttributeID,
                           const cudaLaunchAttributeValue *),
    cudaStreamBeginCapture(cudaStream_t, enum cudaStreamCaptureMode),
    cudaStreamBeginCaptureToGraph(cudaStream_t, cudaGraph_t,
                                  const cudaGraphNode_t *,
                                  const cudaGraphEdgeData *, size_t,
                                  enum cudaStreamCaptureMode),
    cudaStreamEndCapture(cudaStream_t, cudaGraph_t *),
    cudaStreamIsCapturing(cudaStream_t, enum cudaStreamCaptureStatus *),
    cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode *),
    cudaStreamGetCaptureInfo(cudaStream_t, enum cudaStreamCaptureStatus *,
                             unsigned long long * = 0, cudaGraph_t * = 0,
                             const cudaGraphNode_t ** = 0,
                             const cudaGraphEdgeData ** = 0, size_t * = 0),
    cudaStreamGetCaptureInfo_v2(cudaStream_t, enum cudaStreamCaptureStatus *,
                                unsigned long long * = 0, cudaGraph_t * = 0,
                                const cudaGraphNode_t ** = 0, size_t * = 0),
    cudaStreamUpdateCaptureDependencies(cudaStream_t, cudaGraphNode_t *,
                                        const cudaGraphEdgeData *, size_t,
                                        unsigned = 0),
    cudaStreamUpdateCaptureDependencies(cudaStream_t, cudaGraphNode_t *, size_t,
                                        unsigned = 0);

cudaError_t cudaEventCreate(cudaEvent_t *),
    cudaEventCreate(cudaEvent_t *, unsigned),
    cudaEventRecordWithFlags(cudaEvent_t, cudaStream_t = 0, unsigned = 0),
    cudaEventQuery(cudaEvent_t), cudaEventSynchronize(cudaEvent_t),
    cudaEventElapsedTime(float *, cudaEvent_t, cudaEvent_t);

//===-- Memory ------------------------------------------------------------===//

__host__ __device__ cudaError_t cudaMalloc(void **, size_t), cudaFree(void *),
    cudaMemcpyAsync(void *, const void *, size_t, enum cudaMemcpyKind,
                    cudaStream_t = 0),
    cudaMemsetAsync(void *, int, size_t, cudaStream_t = 0),
    cudaMemcpy2DAsync(void *, size_t, const void *, size_t, size_t, size_t,
                      enum cudaMemcpyKind, cudaStream_t = 0),
    cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *, cudaStream_t = 0),
    cudaMemset2DAsync(void *, size_t, int, size_t, size_t, cudaStream_t = 0),
    cudaMemset3DAsync(struct cudaPitchedPtr, int, struct cudaExtent,
                      cudaStream_t = 0);

cudaError_t cudaMallocHost(void **, size_t, unsigned = 0), cudaFreeHost(void *),
    cudaHostAlloc(void **, size_t, unsigned),
    cudaHostRegister(void *, size_t, unsigned), cudaHostUnregister(void *),
    cudaHostGetDevicePointer(void **, void *, unsigned),
    cudaHostGetFlags(unsigned *, void *),
    cudaMallocManaged(void **, size_t, unsigned = cudaMemAttachGlobal),
    cudaMallocPitch(void **, size_t *, size_t, size_t),
    cudaMalloc3D(struct cudaPitchedPtr *, struct cudaExtent),
    cudaMallocArray(cudaArray_t *, const struct cudaChannelFormatDesc *, size_t,
                    size_t = 0, unsigned = 0),
    cudaMalloc3DArray(cudaArray_t *, const struct cudaChannelFormatDesc *,
                      struct cudaExtent, unsigned = 0),
    cudaMallocMipmappedArray(cudaMipmappedArray_t *,
                             const struct cudaChannelFormatDesc *,
                             struct cudaExtent, unsigned, unsigned = 0),
    cudaGetMipmappedArrayLevel(cudaArray_t *, cudaMipmappedArray_const_t,
                               unsigned),
    cudaFreeArray(cudaArray_t), cudaFreeMipmappedArray(cudaMipmappedArray_t),
    cudaArrayGetInfo(struct cudaChannelFormatDesc *, struct cudaExtent *,
                     unsigned *, cudaArray_t),
    cudaMemGetInfo(size_t *, size_t *),
    cudaPointerGetAttributes(struct cudaPointerAttributes *, const void *);

cudaError_t cudaMemcpy(void *, const void *, size_t, enum cudaMemcpyKind),
    cudaMemcpyPeer(void *, int, const void *, int, size_t),
    cudaMemcpyPeerAsync(void *, int, const void *, int, size_t,
                        cudaStream_t = 0),
    cudaMemcpy2D(void *, size_t, const void *, size_t, size_t, size_t,
                 enum cudaMemcpyKind),
    cudaMemcpy2DToArray(cudaArray_t, size_t, size_t, const void *, size_t,
                        size_t, size_t, enum cudaMemcpyKind),
    cudaMemcpy2DToArrayAsync(cudaArray_t, size_t, size_t, const void *, size_t,
                             size_t, size_t, enum cudaMemcpyKind,
                             cudaStream_t = 0),
    cudaMemcpy2DFromArray(void *, size_t, cudaArray_const_t, size_t, size_t,
                          size_t, size_t, enum cudaMemcpyKind),
    cudaMemcpy2DFromArrayAsync(void *, size_t, cudaArray_const_t, size_t,
                               size_t, size_t, size_t, enum cudaMemcpyKind,
                               cudaStream_t = 0),
    cudaMemcpy2DArrayToArray(cudaArray_t, size_t, size_t, cudaArray_const_t,
                             size_t, size_t, size_t, size_t,
                             enum cudaMemcpyKind = cudaMemcpyDeviceToDevice),
    cudaMemcpyToArray(cudaArray_t, size_t, size_t, const void *, size_t,
                      enum cudaMemcpyKind),
    cudaMemcpyFromArray(void *, cudaArray_const_t, size_t, size_t, size_t,
                        enum cudaMemcpyKind),
    cudaMemcpy3D(const struct cudaMemcpy3DParms *),
    cudaMemcpy3DPeer(const struct cudaMemcpy3DPeerParms *),
    cudaMemcpyToSymbol(const void *, const void *, size_t, size_t = 0,
                       enum cudaMemcpyKind = cudaMemcpyHostToDevice),
    cudaMemcpyFromSymbol(void *, const void *, size_t, size_t = 0,
                         enum cudaMemcpyKind = cudaMemcpyDeviceToHost),
    cudaMemcpyToSymbolAsync(const void *, const void *, size_t, size_t,
                            enum cudaMemcpyKind, cudaStream_t = 0),
    cudaMemcpyFromSymbolAsync(void *, const void *, size_t, size_t,
                              enum cudaMemcpyKind, cudaStream_t = 0),
    cudaGetSymbolAddress(void **, const void *),
    cudaGetSymbolSize(size_t *, const void *), cudaMemset(void *, int, size_t),
    cudaMemset2D(void *, size_t, int, size_t, size_t),
    cudaMemset3D(struct cudaPitchedPtr, int, struct cudaExtent);

cudaError_t cudaMemPrefetchAsync(const void *, size_t, int, cudaStream_t = 0),
    cudaMemPrefetchAsync(const void *, size_t, struct cudaMemLocation, unsigned,
                         cudaStream_t = 0),
    cudaMemAdvise(const void *, size_t, enum cudaMemoryAdvise, int),
    cudaMemAdvise(const void *, size_t, enum cudaMemoryAdvise,
                  struct cudaMemLocation),
    cudaMemRangeGetAttribute(void *, size_t, enum cudaMemRangeAttribute,
                             const void *, size_t),
    cudaMallocAsync(void **, size_t, cudaStream_t),
    cudaFreeAsync(void *, cudaStream_t),
    cudaMallocFromPoolAsync(void **, size_t, cudaMemPool_t, cudaStream_t),
    cudaMemPoolCreate(cudaMemPool_t *, const struct cudaMemPoolProps *),
    cudaMemPoolDestroy(cudaMemPool_t), cudaMemPoolTrimTo(cudaMemPool_t, size_t),
    cudaMemPoolSetAttribute(cudaMemPool_t, enum cudaMemPoolAttr, void *),
    cudaMemPoolGetAttribute(cudaMemPool_t, enum cudaMemPoolAttr, void *),
    cudaMemPoolSetAccess(cudaMemPool_t, const struct cudaMemAccessDesc *,
                         size_t),
    cudaMemPoolGetAccess(enum cudaMemAccessFlags *, cudaMemPool_t,
                         struct cudaMemLocation *),
    cudaMemPoolExportToShareableHandle(void *, cudaMemPool_t,
                                       enum cudaMemAllocationHandleType,
                                       unsigned),
    cudaMemPoolImportFromShareableHandle(cudaMemPool_t *, void *,
                                         enum cudaMemAllocationHandleType,
                                         unsigned),
    cudaMemPoolExportPointer(struct cudaMemPoolPtrExportData *, void *),
    cudaMemPoolImportPointer(void **, cudaMemPool_t,
                             struct cudaMemPoolPtrExportData *);

cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t *, cudaEvent_t),
    cudaIpcOpenEventHandle(cudaEvent_t *, cudaIpcEventHandle_t),
    cudaIpcGetMemHandle(cudaIpcMemHandle_t *, void *),
    cudaIpcOpenMemHandle(void **, cudaIpcMemHandle_t, unsigned),
    cudaIpcCloseMemHandle(void *),
    cudaImportExternalMemory(cudaExternalMemory_t *,
                             const struct cudaExternalMemoryHandleDesc *),
    cudaExternalMemoryGetMappedBuffer(
        void **, cudaExternalMemory_t,
        const struct cudaExternalMemoryBufferDesc *),
    cudaExternalMemoryGetMappedMipmappedArray(
        cudaMipmappedArray_t *, cudaExternalMemory_t,
        const struct cudaExternalMemoryMipmappedArrayDesc *),
    cudaDestroyExternalMemory(cudaExternalMemory_t),
    cudaImportExternalSemaphore(cudaExternalSemaphore_t *,
                                const struct cudaExternalSemaphoreHandleDesc *),
    cudaSignalExternalSemaphoresAsync(
        const cudaExternalSemaphore_t *,
        const struct cudaExternalSemaphoreSignalParams *, unsigned,
        cudaStream_t = 0),
    cudaWaitExternalSemaphoresAsync(
        const cudaExternalSemaphore_t *,
        const struct cudaExternalSemaphoreWaitParams *, unsigned,
        cudaStream_t = 0),
    cudaDestroyExternalSemaphore(cudaExternalSemaphore_t),
    cudaGraphicsMapResources(int, cudaGraphicsResource_t *, cudaStream_t = 0),
    cudaGraphicsUnmapResources(int, cudaGraphicsResource_t *, cudaStream_t = 0),
    cudaGraphicsUnregisterResource(cudaGraphicsResource_t),
    cudaGraphicsResourceSetMapFlags(cudaGraphicsResource_t, unsigned),
    cudaGraphicsResourceGetMappedPointer(void **, size_t *,
                                         cudaGraphicsResource_t),
    cudaGraphicsSubResourceGetMappedArray(cudaArray_t *, cudaGraphicsResource_t,
                                          unsigned, unsigned),
    cudaGraphicsResourceGetMappedMipmappedArray(cudaMipmappedArray_t *,
                                                cudaGraphicsResource_t);

//===-- Textures, surfaces ------------------------------------------------===//

cudaError_t cudaCreateTextureObject(cudaTextureObject_t *,
                                    const struct cudaResourceDesc *,
                                    const struct cudaTextureDesc *,
                                    const struct cudaResourceViewDesc *),
    cudaDestroyTextureObject(cudaTextureObject_t),
    cudaGetTextureObjectResourceDesc(struct cudaResourceDesc *,
                                     cudaTextureObject_t),
    cudaCreateSurfaceObject(cudaSurfaceObject_t *,
                            const struct cudaResourceDesc *),
    cudaDestroySurfaceObject(cudaSurfaceObject_t),
    cudaGetSurfaceObjectResourceDesc(struct cudaResourceDesc *,
                                     cudaSurfaceObject_t),
    cudaGetChannelDesc(struct cudaChannelFormatDesc *, cudaArray_const_t);
struct cudaChannelFormatDesc cudaCreateChannelDesc(int, int, int, int,
                                                   enum cudaChannelFormatKind);

//===-- Kernels -----------------------------------------------------------===//

// What '<<<>>>' calls, before and since CUDA 9.2.
extern "C" {
cudaError_t cudaConfigureCall(dim3, dim3, size_t = 0, cudaStream_t = 0);
unsigned __cudaPushCallConfiguration(dim3, dim3, size_t = 0,
                                     struct CUstream_st * = 0);
cudaError_t __cudaPopCallConfiguration(dim3 *, dim3 *, size_t *, void *);
__device__ void *cudaGetParameterBuffer(size_t, size_t);
__device__ cudaError_t cudaLaunchDevice(void *, void *, dim3, dim3, unsigned,
                                        cudaStream_t);
cudaError_t cudaLaunchKernel(const void *, dim3, dim3, void **, size_t,
                             cudaStream_t);
}

cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t *, const void *,
                                void **),
    cudaLaunchCooperativeKernel(const void *, dim3, dim3, void **, size_t = 0,
                                cudaStream_t = 0),
    cudaLaunchCooperativeKernelMultiDevice(struct cudaLaunchParams *, unsigned,
                                           unsigned = 0),
    cudaFuncSetAttribute(const void *, enum cudaFuncAttribute, int),
    cudaFuncSetCacheConfig(const void *, enum cudaFuncCache),
    cudaFuncSetSharedMemConfig(const void *, enum cudaSharedMemConfig),
    cudaGetFuncBySymbol(cudaFunction_t *, const void *),
    cudaFuncGetName(const char **, const void *),
    cudaOccupancyAvailableDynamicSMemPerBlock(size_t *, const void *, int, int),
    cudaOccupancyMaxPotentialClusterSize(int *, const void *,
                                         const cudaLaunchConfig_t *),
    cudaOccupancyMaxActiveClusters(int *, const void *,
                                   const cudaLaunchConfig_t *),
    cudaGetDriverEntryPoint(const char *, void **, unsigned long long,
                            enum cudaDriverEntryPointQueryResult * = 0),
    cudaGetDriverEntryPointByVersion(
        const char *, void **, unsigned, unsigned long long,
        enum cudaDriverEntryPointQueryResult * = 0);
__host__ __device__ cudaError_t
cudaFuncGetAttributes(struct cudaFuncAttributes *, const void *),
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *, const void *, int,
                                                  size_t),
    cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *, const void *,
                                                           int, size_t,
                                                           unsigned);

//===-- Graphs ------------------------------------------------------------===//

// What the functions that add a node begin with.
#define BANKLINT_NODE                                                          \
  cudaGraphNode_t *, cudaGraph_t, const cudaGraphNode_t *, size_t

cudaError_t cudaGraphCreate(cudaGraph_t *, unsigned),
    cudaGraphDestroy(cudaGraph_t), cudaGraphClone(cudaGraph_t *, cudaGraph_t),
    cudaGraphAddKernelNode(BANKLINT_NODE, const struct cudaKernelNodeParams *),
    cudaGraphAddMemcpyNode(BANKLINT_NODE, const struct cudaMemcpy3DParms *),
    cudaGraphAddMemcpyNode1D(BANKLINT_NODE, void *, const void *, size_t,
                             enum cudaMemcpyKind),
    cudaGraphAddMemcpyNodeToSymbol(BANKLINT_NODE, const void *, const void *,
                                   size_t, size_t, enum cudaMemcpyKind),
    cudaGraphAddMemcpyNodeFromSymbol(BANKLINT_NODE, void *, const void *,
                                     size_t, size_t, enum cudaMemcpyKind),
    cudaGraphAddMemsetNode(BANKLINT_NODE, const struct cudaMemsetParams *),
    cudaGraphAddHostNode(BANKLINT_NODE, const struct cudaHostNodeParams *),
    cudaGraphAddChildGraphNode(BANKLINT_NODE, cudaGraph_t),
    cudaGraphAddEmptyNode(BANKLINT_NODE),
    cudaGraphAddEventRecordNode(BANKLINT_NODE, cudaEvent_t),
    cudaGraphAddEventWaitNode(BANKLINT_NODE, cudaEvent_t),
    cudaGraphAddMemAllocNode(BANKLINT_NODE, struct cudaMemAllocNodeParams *),
    cudaGraphAddMemFreeNode(BANKLINT_NODE, void *),
    cudaGraphAddNode(BANKLINT_NODE, struct cudaGraphNodeParams *),
    cudaGraphAddNode(cudaGraphNode_t *, cudaGraph_t, const cudaGraphNode_t *,
                     const cudaGraphEdgeData *, size_t,
                     struct cudaGraphNodeParams *),
    cudaGraphAddDependencies(cudaGraph_t, const cudaGraphNode_t *,
                             const cudaGraphNode_t *, size_t),
    cudaGraphAddDependencies(cudaGraph_t, const cudaGraphNode_t *,
                             const cudaGraphNode_t *, const cudaGraphEdgeData *,
                             size_t),
    cudaGraphGetNodes(cudaGraph_t, cudaGraphNode_t *, size_t *),
    cudaGraphGetRootNodes(cudaGraph_t, cudaGraphNode_t *, size_t *),
    cudaGraphGetEdges(cudaGraph_t, cudaGraphNode_t *, cudaGraphNode_t *,
                      size_t *),
    cudaGraphNodeGetType(cudaGraphNode_t, enum cudaGraphNodeType *),
    cudaGraphDestroyNode(cudaGraphNode_t),
    cudaGraphKernelNodeGetParams(cudaGraphNode_t,
                                 struct cudaKernelNodeParams *),
    cudaGraphKernelNodeSetParams(cudaGraphNode_t,
                                 const struct cudaKernelNodeParams *),
    cudaGraphKernelNodeSetAttribute(cudaGraphNode_t, cudaLaunchAttributeID,
                                    const cudaLaunchAttributeValue *),
    cudaGraphMemAllocNodeGetParams(cudaGraphNode_t,
                                   struct cudaMemAllocNodeParams *),
    cudaGraphMemFreeNodeGetParams(cudaGraphNode_t, void *),
    cudaGraphInstantiate(cudaGraphExec_t *, cudaGraph_t,
                         unsigned long long = 0),
    cudaGraphInstantiate(cudaGraphExec_t *, cudaGraph_t, cudaGraphNode_t *,
                         char *, size_t),
    cudaGraphInstantiateWithFlags(cudaGraphExec_t *, cudaGraph_t,
                                  unsigned long long = 0),
    cudaGraphInstantiateWithParams(cudaGraphExec_t *, cudaGraph_t,
                                   cudaGraphInstantiateParams *),
    cudaGraphUpload(cudaGraphExec_t, cudaStream_t),
    cudaGraphExecDestroy(cudaGraphExec_t),
    cudaGraphExecUpdate(cudaGraphExec_t, cudaGraph_t,
                        cudaGraphExecUpdateResultInfo *),
    cudaGraphExecUpdate(cudaGraphExec_t, cudaGraph_t, cudaGraphNode_t *,
                        enum cudaGraphExecUpdateResult *),
    cudaGraphExecKernelNodeSetParams(cudaGraphExec_t, cudaGraphNode_t,
                                     const struct cudaKernelNodeParams *),
    cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t, cudaGraphNode_t, void *,
                                       const void *, size_t,
                                       enum cudaMemcpyKind),
    cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle *, cudaGraph_t,
                                     unsigned = 0, unsigned = 0),
    cudaGraphDebugDotPrint(cudaGraph_t, const char *, unsigned);
__host__ __device__ cudaError_t cudaGraphLaunch(cudaGraphExec_t, cudaStream_t);
__device__ void cudaGraphSetConditional(cudaGraphConditionalHandle, unsigned);
__device__ cudaGraphExec_t cudaGetCurrentGraphExec();
__device__ void cudaTriggerProgrammaticLaunchCompletion();
__device__ cudaError_t cudaGridDependencySynchronize();

#undef BANKLINT_NODE

#endif // __CUDA_RUNTIME_API_H__
