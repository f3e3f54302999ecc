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
#include <optional>
#include <string>

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

/// Which of the paths has the most in common with one; none where none has
/// anything, or several have as much.
static std::optional<size_t> nearest(StringRef Path,
                                     ArrayRef<std::string> Others) {
  std::optional<size_t> Nearest;
  size_t Most = 0;
  for (auto [I, Other] : enumerate(Others)) {
    const size_t Common = commonEnd(Path, Other);
    if (Common > Most)
      Nearest = I;
    else if (Common == Most)
      Nearest.reset();
    Most = std::max(Most, Common);
  }
  return Nearest;
}

std::map<std::string, std::string>
banklint::matchFiles(ArrayRef<std::string> Profiled,
                     ArrayRef<std::string> Here) {
  std::map<std::string, std::string> Result;
  for (auto [I, Path] : enumerate(Profiled)) {
    const std::optional<size_t> Found = nearest(Path, Here);
    if (Found && nearest(Here[*Found], Profiled) == I)
      Result[Path] = Here[*Found];
  }
  return Result;
}
