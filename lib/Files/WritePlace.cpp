//===- WritePlace.cpp - Where a file comes to lie -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Files/WritePlace.h"
#include "Files/Paths.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <string>

using namespace llvm;
using namespace banklint;

/// Also of a link that leads nowhere.
static bool isThere(StringRef Name) {
  sys::fs::file_status Status;
  return !sys::fs::status(Name, Status, /*follow=*/false) &&
         sys::fs::exists(Status);
}

std::string banklint::writePlace(StringRef Name) {
  SmallString<128> Full(Name), Place;
  if (sys::fs::make_absolute(Full))
    return "";
  StringRef Known = Full;
  while (!isThere(Known))
    Known = sys::path::parent_path(Known);
  if (sys::fs::real_path(Known, Place))
    return "";
  const StringRef Rest = Full.substr(Known.size()).ltrim('/');
  for (auto It = sys::path::begin(Rest); It != sys::path::end(Rest); ++It) {
    if (*It == "..")
      return "";
    if (*It != ".")
      sys::path::append(Place, *It);
  }
  return Place.str().str();
}

/// The outermost `.git` of a real name, or "". Some file systems take another
/// case for the same name.
static StringRef gitFolder(StringRef Real) {
  for (auto It = sys::path::begin(Real); It != sys::path::end(Real); ++It)
    if (It->equals_insensitive(".git"))
      return Real.take_front(size_t(It->end() - Real.begin()));
  return "";
}

static Error checkWithin(StringRef Name, StringRef Place) {
  const std::string Tree =
      workTreeAbove(sys::path::parent_path(absolutePath(Name)));
  if (Tree.empty())
    return Error::success();
  const std::string RealTree = realPath(Tree);
  if (Place == RealTree || !pathBelow(RealTree, Place).empty())
    return Error::success();
  return createStringError("a link leads out of the work tree '" +
                           shownPath(Tree) + "'");
}

Error banklint::checkWithinWorkTree(StringRef Name) {
  return checkWithin(Name, writePlace(Name));
}

/// Of a name in which no `..` is left.
static Error checkPart(StringRef Name) {
  const std::string Place = writePlace(Name);
  if (StringRef Git = gitFolder(Place); !Git.empty())
    return createStringError("'" + shownPath(Git) + "' belongs to git");
  return checkWithin(Name, Place);
}

Error banklint::checkWritePlace(StringRef Name) {
  // The system follows a link before it goes up, and names leave that out.
  for (auto It = sys::path::begin(Name); It != sys::path::end(Name); ++It)
    if (*It == ".." && It->begin() != Name.begin())
      if (Error E = checkPart(Name.slice(0, It->begin() - Name.begin() - 1)))
        return E;
  return checkPart(Name);
}
