// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// Launches whose shapes go through what the standard library holds.

#include <array>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#define KERNEL(name)                                                           \
  __global__ void name(int n) {                                                \
    extern __shared__ float s[];                                               \
    s[threadIdx.x * n] = 1;                                                    \
  }
KERNEL(ofList)
KERNEL(ofVector)
KERNEL(ofFilledVector)
KERNEL(ofGrownVector)
KERNEL(ofArray)
KERNEL(ofPair)
KERNEL(ofOptions)
KERNEL(ofFunction)
KERNEL(ofPassedFunction)
KERNEL(ofPointer)
KERNEL(ofOverrider)
KERNEL(ofUnreachedLambda)

struct Options {
  std::string name = "transpose";
  int block = 96, stride = 32;
  std::vector<std::string> files;
};
struct Runner {
  int stride;
  explicit Runner(int stride) : stride(stride) {}
  virtual ~Runner() {}
  virtual void run() = 0;
};
struct Derived : Runner {
  using Runner::Runner;
  void run() override { ofOverrider<<<1, 2 * stride, 8192>>>(stride); }
};
float timed(const std::function<void()> &launch, int rounds) {
  for (int i = 0; i < rounds; ++i)
    launch();
  return 0;
}
void keep(void *somewhere);
template <class F> void postponed(F launch) { keep(new F(launch)); }

int main() {
  for (int n : {32, 64})
    ofList<<<1, n, 8192>>>(n);
  std::vector<int> sizes = {32, 64};
  for (int n : sizes)
    ofVector<<<1, n, 8192>>>(n);
  std::vector<int> filled(2, 64);
  ofFilledVector<<<1, filled[1], 8192>>>(filled.back());
  std::vector<int> grown;
  grown.push_back(32);
  grown.push_back(64);
  for (size_t i = 0; i < grown.size(); ++i)
    ofGrownVector<<<1, grown[i], 8192>>>(grown[i]);
  std::array<int, 2> fixed = {32, 64};
  for (int n : fixed)
    ofArray<<<1, n, 8192>>>(n);
  std::pair<int, int> both{64, 32};
  ofPair<<<1, both.first, 8192>>>(both.second);
  Options options;
  ofOptions<<<1, options.block, 8192>>>(options.stride);
  std::function<void(int)> start = [&](int n) {
    ofFunction<<<1, options.block, 8192>>>(n);
  };
  start(32);
  timed([&] { ofPassedFunction<<<1, dim3(16, 16), 8192>>>(options.stride); }, 3);
  auto shape = std::make_unique<dim3>(64, 2);
  ofPointer<<<1, *shape, 8192>>>(32);
  std::unique_ptr<Runner> runner(new Derived(32));
  runner->run();
  postponed([] { ofUnreachedLambda<<<1, 128, 8192>>>(32); });
}

// CHECK: :17:1: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict, block 32x1x1, 1 request [ofList(int)]
// CHECK: :17:1: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict, block 64x1x1, 2 requests [ofList(int)]
// CHECK: :18:1: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict, block 32x1x1, 1 request [ofVector(int)]
// CHECK: :18:1: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict, block 64x1x1, 2 requests [ofVector(int)]
// CHECK: :19:1: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict, block 64x1x1, 2 requests [ofFilledVector(int)]
// CHECK: :20:1: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict, block 32x1x1, 1 request [ofGrownVector(int)]
// CHECK: :20:1: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict, block 64x1x1, 2 requests [ofGrownVector(int)]
// CHECK: :21:1: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict, block 32x1x1, 1 request [ofArray(int)]
// CHECK: :21:1: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict, block 64x1x1, 2 requests [ofArray(int)]
// CHECK: :22:1: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict, block 64x1x1, 2 requests [ofPair(int)]
// CHECK: :23:1: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict, block 96x1x1, 3 requests [ofOptions(int)]
// CHECK: :24:1: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict, block 96x1x1, 3 requests [ofFunction(int)]
// CHECK: :25:1: remark: store of 4 bytes to 's': 16/1 wavefronts, conflict, block 16x16x1, 8 requests [ofPassedFunction(int)]
// CHECK: :26:1: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict, block 64x2x1, 4 requests [ofPointer(int)]
// CHECK: :27:1: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict, block 64x1x1, 2 requests [ofOverrider(int)]
// CHECK: :28:1: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict, block 128x1x1, 4 requests [ofUnreachedLambda(int)]
