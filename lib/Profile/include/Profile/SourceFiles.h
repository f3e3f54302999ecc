//===- SourceFiles.h - Files that two machines know -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_PROFILE_SOURCEFILES_H
#define BANKLINT_PROFILE_SOURCEFILES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <map>
#include <string>
#include <vector>

namespace banklint {

/// Which file here each file of the profiled machine is: that which has the
/// most folders at its end in common with it, its name at least. Those that no
/// file here is, and those that have as much in common with several, or share
/// one with another, are left out. Example: of "/build/src/a/tile.cu" and
/// "/build/src/b/tile.cu", "src/a/tile.cu" is the first.
std::map<std::string, std::string>
matchFiles(llvm::ArrayRef<std::string> Profiled,
           llvm::ArrayRef<std::string> Here);

/// The files here that have as much in common with a profiled one as any other,
/// its name at least: several where nothing tells which of them it is.
std::vector<std::string> nearestFiles(llvm::StringRef Profiled,
                                      llvm::ArrayRef<std::string> Here);

} // namespace banklint

#endif // BANKLINT_PROFILE_SOURCEFILES_H
