//===- EditRoots.cpp - Where files may be edited --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Edit/EditRoots.h"
#include "Files/Paths.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

using namespace llvm;
using namespace banklint;

EditRoots::EditRoots(ArrayRef<std::string> Folders) : AreLimited(true) {
  for (StringRef Folder : Folders)
    Roots.insert(realPath(Folder));
}

Error EditRoots::check(StringRef RealFile) const {
  if (!AreLimited || any_of(Roots, [&](StringRef Root) {
        return !pathBelow(Root, RealFile).empty();
      }))
    return Error::success();
  if (Roots.empty())
    return createStringError("nothing tells the folder of the project, and "
                             "--edit-anywhere is not given");
  return createStringError("it lies outside of '" + join(Roots, "', '") +
                           "', and --edit-anywhere is not given");
}
