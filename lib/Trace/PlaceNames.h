//===- PlaceNames.h - Names of arrays and sites in texts --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_TRACE_PLACENAMES_H
#define BANKLINT_TRACE_PLACENAMES_H

#include "Source/Place.h"
#include "llvm/ADT/StringMap.h"
#include <string>

namespace banklint {

/// "k.cu:14:10"; empty where the name of the file is not a plain one.
std::string shortName(const SourcePoint &At);

/// Tells things of one name apart: "s", "s#1", "s#2".
class DistinctNames {
public:
  std::string next(std::string Name) {
    unsigned Before = Uses[Name]++;
    return Before ? Name + "#" + std::to_string(Before) : Name;
  }

private:
  llvm::StringMap<unsigned> Uses;
};

} // namespace banklint

#endif // BANKLINT_TRACE_PLACENAMES_H
