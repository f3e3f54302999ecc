//===- PlaceNames.h - Names of arrays and sites in texts --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_TRACE_PLACENAMES_H
#define BANKLINT_TRACE_PLACENAMES_H

#include "Source/Place.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/Twine.h"
#include <string>

namespace banklint {

/// "k.cu:14:10"; empty where the name of the file is not a plain one.
std::string shortName(const SourcePoint &At);

/// Tells things of one name apart: "s", "s#1", "s#2".
class DistinctNames {
public:
  std::string next(llvm::StringRef Name) {
    unsigned Before = Uses[Name]++;
    return Before ? (Name + "#" + llvm::Twine(Before)).str() : Name.str();
  }

private:
  llvm::StringMap<unsigned> Uses;
};

} // namespace banklint

#endif // BANKLINT_TRACE_PLACENAMES_H
