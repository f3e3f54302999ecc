//===- Paths.cpp - Names of files as readers need them --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Files/Paths.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <cstdint>
#include <string>

using namespace llvm;
using namespace banklint;

std::string banklint::absolutePath(StringRef Path) {
  SmallString<128> Full(Path);
  if (sys::fs::make_absolute(Full))
    return Path.str();
  sys::path::remove_dots(Full, /*remove_dot_dot=*/true);
  return Full.str().str();
}

std::string banklint::realPath(StringRef File) {
  SmallString<128> Real;
  if (!sys::fs::real_path(File, Real))
    return Real.str().str();
  return absolutePath(File);
}

StringRef banklint::pathBelow(StringRef Root, StringRef Real) {
  Root = Root.rtrim('/');
  if (!Real.consume_front(Root) || !Real.consume_front("/"))
    return "";
  return Real;
}

std::string banklint::shownPath(StringRef File) {
  if (File.empty())
    return "";
  std::string Full = absolutePath(File);
  // Behind a symbolic link, ".." leads elsewhere than the name says.
  bool IsSame = false;
  if (File.contains("..") &&
      (sys::fs::equivalent(File, Full, IsSame) || !IsSame))
    Full = realPath(File);
  for (const std::string &Here : {absolutePath("."), realPath(".")})
    if (StringRef Below = pathBelow(Here, Full); !Below.empty())
      return Below.str();
  return Full;
}

std::string banklint::workTreeAbove(StringRef Path) {
  if (Path.empty())
    return "";
  const std::string Full = absolutePath(Path);
  for (StringRef At = Full; !At.empty(); At = sys::path::parent_path(At)) {
    SmallString<128> Git(At);
    sys::path::append(Git, ".git");
    if (sys::fs::exists(Git))
      return At.str();
  }
  return "";
}

RepositoryPaths::RepositoryPaths() {
  const std::string Here = realPath(".");
  Root = workTreeAbove(Here);
  if (Root.empty())
    Root = Here;
  if (!StringRef(Root).ends_with("/"))
    Root += '/';
}

std::string RepositoryPaths::name(StringRef File) const {
  std::string Real = realPath(File);
  StringRef Below = pathBelow(Root, Real);
  return Below.empty() ? Real : Below.str();
}

std::string banklint::uriOf(StringRef Name) {
  std::string Uri;
  for (char C : Name) {
    if (isAlnum(C) || StringRef("-._~/").contains(C))
      Uri += C;
    else
      Uri += "%" + utohexstr(uint8_t(C), /*LowerCase=*/false, /*Width=*/2);
  }
  return Uri;
}
