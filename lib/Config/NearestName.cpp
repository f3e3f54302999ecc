//===- NearestName.cpp - What was probably meant --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Config/NearestName.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include <string>

using namespace llvm;

/// `Name` without what people write differently: blockDim, block_dim.
static std::string plainName(StringRef Name) {
  std::string Plain;
  for (char C : Name)
    if (isAlnum(C))
      Plain += toLower(C);
  return Plain;
}

StringRef banklint::nearestName(StringRef Written, ArrayRef<StringRef> Names) {
  std::string Plain = plainName(Written);
  StringRef Nearest;
  unsigned Least = 3;
  for (StringRef Name : Names) {
    unsigned Distance = StringRef(plainName(Name)).edit_distance(Plain);
    if (Distance < Least) {
      Least = Distance;
      Nearest = Name;
    }
  }
  return Nearest;
}
