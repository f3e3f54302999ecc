// A program that includes nothing finds kernels, launches and the host API.

// RUN: %banklint --cuda-path=none --all-accesses --exit-zero %s -- 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error:
// RUN: %banklint --cuda-path=none --all-accesses --exit-zero %s -- -std=c++14 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error:
// RUN: %banklint --cuda-path=none --all-accesses --exit-zero %s -- -std=c++20 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=error:

__constant__ float Weights[16];
__device__ int Counter;
__constant__ struct {
  float Scale;
} Parameters;
__managed__ int Shared;

// A warp stores a row, and loads a column of words that are 33 apart: 32 banks each.
__global__ void __launch_bounds__(256, 2)
    transpose(float *Out, const float *__restrict__ In, int N) {
  __shared__ float Tile[32][33];
  auto Thread = threadIdx;
  dim3 Block = blockDim;
  uint3 Index = blockIdx;
  const unsigned X = Index.x * Block.x + Thread.x;
  Tile[threadIdx.y][threadIdx.x] = __ldg(&In[X]) * Weights[X % 16];
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 'Tile': 1/1 wavefronts, conflict-free, block 32x32x1, 32 requests
  __syncthreads();
  Out[X] = Tile[threadIdx.x][threadIdx.y];
// CHECK: :[[@LINE-1]]:12: remark: load of 4 bytes from 'Tile': 1/1 wavefronts, conflict-free, block 32x32x1, 32 requests
  if (X == 0)
    printf("%d of %d, %d lanes\n", atomicAdd(&Counter, 1), N, warpSize);
}

// A row is stored, and loaded with neighbours exchanged.
template <int N> __global__ void dynamic(int *Out) {
  extern __shared__ __align__(16) unsigned char Bytes[];
  int *Words = reinterpret_cast<int *>(Bytes);
  Words[threadIdx.x] = N;
// CHECK: :[[@LINE-1]]:3: remark: store of 4 bytes to 'Bytes': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [dynamic<7>(
// CHECK: :[[@LINE-2]]:3: remark: store of 4 bytes to 'Bytes': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [dynamic<8>(
// CHECK: :[[@LINE-3]]:3: remark: store of 4 bytes to 'Bytes': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [dynamic<9>(
  __syncwarp();
  Out[threadIdx.x] = Words[threadIdx.x ^ 1];
// CHECK: :[[@LINE-1]]:22: remark: load of 4 bytes from 'Bytes': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [dynamic<7>(
// CHECK: :[[@LINE-2]]:22: remark: load of 4 bytes from 'Bytes': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [dynamic<8>(
// CHECK: :[[@LINE-3]]:22: remark: load of 4 bytes from 'Bytes': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [dynamic<9>(
}

__global__ __cluster_dims__(2, 1, 1) void cluster(const __grid_constant__ int N,
                                                  int *Out) {
  *Out = N;
}

#define CHECK(Call)                                                            \
  do {                                                                         \
    cudaError_t Error = Call;                                                  \
    if (Error != cudaSuccess) {                                                \
      printf("%s: %s\n", cudaGetErrorName(Error), cudaGetErrorString(Error));  \
      exit(EXIT_FAILURE);                                                      \
    }                                                                          \
  } while (0)

int main() {
  cudaDeviceProp Properties;
  CHECK(cudaGetDeviceProperties(&Properties, 0));
  printf("%s %d.%d\n", Properties.name, Properties.major, Properties.minor);

  float *In, *Out, *Host;
  int *Ints;
  size_t Pitch;
  CHECK(cudaMalloc(&In, 4096));
  CHECK(cudaMalloc((void **)&Out, 4096));
  CHECK(cudaMallocManaged(&Ints, 4096));
  CHECK(cudaMallocHost(&Host, 4096));
  CHECK(cudaMallocPitch(&Out, &Pitch, 128, 32));
  CHECK(cudaMemcpyToSymbol(Parameters, Host, sizeof(Parameters)));
  CHECK(cudaMemcpyToSymbol(Weights, Host, sizeof(Weights)));
  CHECK(cudaMemcpy(In, Host, 4096, cudaMemcpyHostToDevice));

  cudaStream_t Stream;
  cudaEvent_t Start, Stop;
  CHECK(cudaStreamCreate(&Stream));
  CHECK(cudaEventCreate(&Start));
  CHECK(cudaEventCreate(&Stop));
  CHECK(cudaEventRecord(Start, Stream));
  transpose<<<dim3(1, 1), dim3(32, 32), 0, Stream>>>(Out, In, 32);
  CHECK(cudaFuncSetAttribute(dynamic<7>,
                             cudaFuncAttributeMaxDynamicSharedMemorySize, 128));
  CHECK(cudaFuncSetCacheConfig(transpose, cudaFuncCachePreferShared));
  dynamic<7><<<1, 32, 128>>>(Ints);
  void *Arguments[] = {&Ints};
  CHECK(cudaLaunchKernel(dynamic<8>, 1, 32, Arguments, 128, Stream));
  CHECK(
      cudaLaunchKernel((void *)dynamic<9>, dim3(1), dim3(32), Arguments, 128));
  CHECK(cudaLaunchCooperativeKernel(dynamic<8>, 1, 32, Arguments, 128));
  cudaLaunchConfig_t Config = {};
  Config.gridDim = 2;
  Config.blockDim = dim3(32);
  CHECK(cudaLaunchKernelEx(&Config, cluster, 3, Ints));
  CHECK(cudaEventRecord(Stop, Stream));
  CHECK(cudaEventSynchronize(Stop));
  float Milliseconds;
  CHECK(cudaEventElapsedTime(&Milliseconds, Start, Stop));

  int Blocks, GridSize, BlockSize;
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&Blocks, transpose, 256,
                                                      0));
  CHECK(cudaOccupancyMaxPotentialBlockSize(&GridSize, &BlockSize, transpose));

  CHECK(cudaOccupancyMaxPotentialBlockSizeVariableSMem(
      &GridSize, &BlockSize, transpose,
      [](int Threads) { return Threads * 4; }));

  cudaGraph_t Graph;
  cudaGraphExec_t Executable;
  CHECK(cudaStreamBeginCapture(Stream, cudaStreamCaptureModeGlobal));
  CHECK(cudaStreamEndCapture(Stream, &Graph));
  CHECK(cudaGraphInstantiate(&Executable, Graph, nullptr, nullptr, 0));
  CHECK(cudaGraphLaunch(Executable, Stream));
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  return (int)(sqrt(2.0) + max(1, 2) + fabsf(-1.f));
}
