// RUN: %lint --all-accesses --exit-zero %s -- 2>&1 | FileCheck %s

// Launches whose shapes stand in texts, or lie in trees by texts.

#include <cstdlib>
#include <cstring>
#include <map>
#include <set>
#include <string>

#define KERNEL(name)                                                           \
  __global__ void name(int n) {                                                \
    extern __shared__ float s[];                                               \
    s[threadIdx.x * n] = 1;                                                    \
  }
KERNEL(ofNumber)
KERNEL(ofNumberWithMore)
KERNEL(ofString)
KERNEL(ofCopy)
KERNEL(ofLength)
KERNEL(ofName)
KERNEL(ofMap)
KERNEL(ofFound)
KERNEL(ofSet)
KERNEL(ofEffect)
KERNEL(ofOtherBase)
KERNEL(ofChanged)
KERNEL(ofLoopedMap)

void change(std::string &text);

int main(int argc, char **argv) {
  ofNumber<<<1, atoi("64"), 8192>>>(32);
  ofNumberWithMore<<<1, strtol(" +96 threads", nullptr, 10), 8192>>>(32);
  std::string text = "128";
  ofString<<<1, std::stoi(text), 8192>>>(32);
  std::string copy;
  copy = text;
  ofCopy<<<1, atoi(copy.c_str()), 8192>>>(32);
  ofLength<<<1, text.size() * 32, 8192>>>(32);
  ofName<<<1, copy == "128" ? 160 : 32, 8192>>>(32);
  std::map<std::string, dim3> shapes = {{"wide", dim3(64, 2)},
                                        {"high", dim3(32, 8)}};
  ofMap<<<1, shapes["high"], 8192>>>(32);
  auto found = shapes.find("wide");
  if (found != shapes.end())
    ofFound<<<1, found->second, 8192>>>(32);
  // In order, and each once.
  std::set<int> sizes = {96, 32, 64, 32};
  int place = 0;
  for (int size : sizes)
    ofSet<<<1, size, 8192>>>(++place);
  std::map<int, int> squares;
  for (int i = 7; i > 0; --i)
    squares[i] = 32 * i;
  int sum = 0;
  for (const auto &[number, square] : squares)
    if (number % 2)
      sum += square;
  ofLoopedMap<<<1, sum, 8192>>>(32);

  // What is read from the command line is read once.
  int at = 0;
  std::string given;
  given = argv[++at];
  int number = std::stoi(argv[at++]);
  ofEffect<<<1, 64 * at, 8192>>>(32);
  ofOtherBase<<<1, strtol("40", nullptr, 16), 8192>>>(32);
  change(copy);
  ofChanged<<<1, std::stoi(copy), 8192>>>(32);
  return number;
}

// CHECK: :16:1: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict, block 64x1x1, 2 requests [ofNumber(int)]
// CHECK: :17:1: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict, block 96x1x1, 3 requests [ofNumberWithMore(int)]
// CHECK: :18:1: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict, block 128x1x1, 4 requests [ofString(int)]
// CHECK: :19:1: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict, block 128x1x1, 4 requests [ofCopy(int)]
// CHECK: :20:1: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict, block 96x1x1, 3 requests [ofLength(int)]
// CHECK: :21:1: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict, block 160x1x1, 5 requests [ofName(int)]
// CHECK: :22:1: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict, block 32x8x1, 8 requests [ofMap(int)]
// CHECK: :23:1: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict, block 64x2x1, 4 requests [ofFound(int)]
// CHECK: :24:1: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 32x1x1, 1 request [ofSet(int)]
// CHECK: :24:1: remark: store of 4 bytes to 's': 2/1 wavefronts, conflict, block 64x1x1, 2 requests [ofSet(int)]
// CHECK: :24:1: remark: store of 4 bytes to 's': 1/1 wavefronts, conflict-free, block 96x1x1, 3 requests [ofSet(int)]
// CHECK: :25:1: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict, block 128x1x1, 4 requests [ofEffect(int)]
// CHECK: :26:1: remark: {{.*}}, inexact, {{.*}}[ofOtherBase(int)]
// CHECK: :27:1: remark: {{.*}}, inexact, {{.*}}[ofChanged(int)]
// CHECK: :28:1: remark: store of 4 bytes to 's': 32/1 wavefronts, conflict, block 512x1x1, 16 requests [ofLoopedMap(int)]
