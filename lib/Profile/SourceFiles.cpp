//===- SourceFiles.cpp - Files that two machines know ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/SourceFiles.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

using namespace llvm;
using namespace banklint;

/// "C:\src\.\a\..\tile.cu" to "C:", "src", "tile.cu".
static SmallVector<StringRef> partsOf(StringRef Path) {
  SmallVector<StringRef> Parts;
  while (!Path.empty()) {
    const size_t End = std::min(Path.find_first_of("/\\"), Path.size());
    const StringRef Part = Path.take_front(End);
    Path = Path.drop_front(std::min(End + 1, Path.size()));
    if (Part == ".." && !Parts.empty())
      Parts.pop_back();
    else if (!Part.empty() && Part != ".")
      Parts.push_back(Part);
  }
  return Parts;
}

static size_t commonEnd(StringRef A, StringRef B) {
  const SmallVector<StringRef> PartsA = partsOf(A), PartsB = partsOf(B);
  size_t Common = 0;
  for (auto [PartA, PartB] : zip(reverse(PartsA), reverse(PartsB))) {
    if (PartA != PartB)
      break;
    ++Common;
  }
  return Common;
}

/// Which of the paths have the most in common with one; none where none has
/// anything.
static SmallVector<size_t> nearest(StringRef Path,
                                   ArrayRef<std::string> Others) {
  SmallVector<size_t> Nearest;
  size_t Most = 1;
  for (auto [I, Other] : enumerate(Others)) {
    const size_t Common = commonEnd(Path, Other);
    if (Common > Most)
      Nearest.clear();
    if (Common >= Most)
      Nearest.push_back(I);
    Most = std::max(Most, Common);
  }
  return Nearest;
}

std::vector<std::string> banklint::nearestFiles(StringRef Profiled,
                                                ArrayRef<std::string> Here) {
  std::vector<std::string> Files;
  for (size_t I : nearest(Profiled, Here))
    Files.push_back(Here[I]);
  return Files;
}

std::map<std::string, std::string>
banklint::matchFiles(ArrayRef<std::string> Profiled,
                     ArrayRef<std::string> Here) {
  std::map<std::string, std::string> Result;
  for (auto [I, Path] : enumerate(Profiled)) {
    const SmallVector<size_t> Found = nearest(Path, Here);
    if (Found.size() == 1 &&
        nearest(Here[Found[0]], Profiled) == SmallVector<size_t>{I})
      Result[Path] = Here[Found[0]];
  }
  return Result;
}
