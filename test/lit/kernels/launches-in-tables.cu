// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// Launches whose shapes lie in `std::unordered_map`, whose elements have no order, in
// `std::optional`, `std::tuple` and bindings of them, or are chosen in chains.

#include <optional>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#define KERNEL(name)                                                           \
  __global__ void name(float *o) {                                             \
    __shared__ float s[1024];                                                  \
    s[threadIdx.x] = o[0];                                                     \
  }

KERNEL(ofList)
// CHECK: :[[@LINE-1]]:1: remark: store {{.*}} block 128x1x1, 4 requests [ofList({{.*}}
KERNEL(ofAt)
// CHECK: :[[@LINE-1]]:1: remark: store {{.*}} block 64x1x1, 2 requests [ofAt({{.*}}
KERNEL(ofFound)
// CHECK: :[[@LINE-1]]:1: remark: store {{.*}} block 128x1x1, 4 requests [ofFound({{.*}}
KERNEL(ofEach)
// CHECK: :[[@LINE-1]]:1: remark: store {{.*}} block 64x1x1, 2 requests [ofEach({{.*}}
// CHECK: :[[@LINE-2]]:1: remark: store {{.*}} block 128x1x1, 4 requests [ofEach({{.*}}
KERNEL(ofText)
// CHECK: :[[@LINE-1]]:1: remark: store {{.*}} block 192x1x1, 6 requests [ofText({{.*}}
KERNEL(ofInserted)
// CHECK: :[[@LINE-1]]:1: remark: store {{.*}} block 256x1x1, 8 requests [ofInserted({{.*}}
KERNEL(ofMany)
// CHECK: :[[@LINE-1]]:1: remark: store {{.*}} block 160x1x1, 5 requests [ofMany({{.*}}
KERNEL(ofErased)
// CHECK: :[[@LINE-1]]:1: remark: store {{.*}} block 96x1x1, 3 requests [ofErased({{.*}}
KERNEL(ofSet)
// CHECK: :[[@LINE-1]]:1: remark: store {{.*}} block 96x1x1, 3 requests [ofSet({{.*}}
KERNEL(ofOptional)
// CHECK: :[[@LINE-1]]:1: remark: store {{.*}} block 160x1x1, 5 requests [ofOptional({{.*}}
KERNEL(ofTuple)
// CHECK: :[[@LINE-1]]:1: remark: store {{.*}} block 64x2x1, 4 requests [ofTuple({{.*}}
KERNEL(ofChain)
// CHECK: :[[@LINE-1]]:1: remark: store {{.*}} block 256x1x1, 8 requests [ofChain({{.*}}
KERNEL(ofOpenChain)
// CHECK: :[[@LINE-1]]:1: remark: store {{.*}} block 64x1x1, 2 requests [ofOpenChain({{.*}}
// CHECK: :[[@LINE-2]]:1: remark: store {{.*}} block 256x1x1, 8 requests [ofOpenChain({{.*}}
// CHECK: :[[@LINE-3]]:1: remark: store {{.*}} block 512x1x1, 16 requests [ofOpenChain({{.*}}

std::optional<int> widthFor(bool isWide) {
  if (isWide)
    return 160;
  return std::nullopt;
}
std::tuple<int, dim3> shapeOf(int n) { return {n / 64, dim3(64, 2)}; }

int main(int argc, char **argv) {
  float *p = nullptr;
  std::unordered_map<int, int> sizes{{1, 64}, {2, 128}};
  ofList<<<1, sizes[2]>>>(p);
  ofAt<<<1, sizes.at(1)>>>(p);
  auto found = sizes.find(2);
  if (found != sizes.end())
    ofFound<<<1, found->second>>>(p);
  for (auto &[key, size] : sizes)
    ofEach<<<1, size>>>(p);
  std::unordered_map<std::string, int> byName{{"a", 64}, {"b", 192}};
  ofText<<<1, byName["b"]>>>(p);
  std::unordered_map<int, dim3> shapes;
  shapes[3] = dim3(96);
  shapes.insert({4, dim3(256)});
  shapes.emplace(5, dim3(32));
  ofInserted<<<1, shapes[4]>>>(p);
  std::unordered_map<int, int> many;
  for (int i = 0; i < 6; ++i)
    many[i] = 32 * i;
  ofMany<<<1, many[5]>>>(p);
  shapes.erase(4);
  ofErased<<<1, shapes.count(4) ? dim3(32) : shapes[3]>>>(p);
  std::unordered_set<std::string> options{"wide", "fast"};
  ofSet<<<1, options.count("wide") ? 96 : 32>>>(p);
  if (auto width = widthFor(true))
    ofOptional<<<1, *width>>>(p);
  auto [grid, block] = shapeOf(1024);
  ofTuple<<<grid, block>>>(p);
  int n = 500;
  ofChain<<<1, n > 1000 ? 512 : n > 400 ? 256 : 64>>>(p);
  ofOpenChain<<<1, argc > 9 ? 512 : argc > 4 ? 256 : 64>>>(p);
}
