//===- ProjectFolder.cpp - Which project a file is of ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProjectFolder.h"
#include "Config/Config.h"
#include "Config/Finder.h"
#include "Files/Paths.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace banklint;
using namespace llvm;

std::string banklint::folderOf(StringRef Named) {
  std::string Full = absolutePath(Named);
  return sys::fs::is_directory(Full) ? Full
                                     : sys::path::parent_path(Full).str();
}

std::string banklint::projectAround(StringRef Folder) {
  // A link in a repository may lead into another one, which it gives no right
  // to edit.
  std::string Here = absolutePath(".");
  const bool IsBelow = Here != "/" && !pathBelow(Here, Folder).empty();
  // Nor does one that the working folder has.
  const std::string RealHere = realPath(Here), Real = realPath(Folder);
  if (IsBelow && Real != RealHere && pathBelow(RealHere, Real).empty())
    return Here;
  std::string Root;
  for (std::string Tree = workTreeAbove(Folder); !Tree.empty();
       Tree = workTreeAbove(sys::path::parent_path(Tree)))
    if (Root.empty() || pathBelow(realPath(Tree), realPath(Root)).empty())
      Root = Tree;
  if (!Root.empty())
    return Root;
  Expected<Configuration> Settings = nearestConfiguration((Folder + "/").str());
  if (!Settings)
    consumeError(Settings.takeError());
  else if (!Settings->File.empty())
    return sys::path::parent_path(Settings->File).str();
  return IsBelow ? Here : Folder == "/" ? "" : Folder.str();
}
