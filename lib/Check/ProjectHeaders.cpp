//===- ProjectHeaders.cpp - Headers that no option finds ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProjectHeaders.h"
#include "Files/HeaderSearch.h"
#include "Files/Paths.h"
#include "llvm/Support/Path.h"
#include <map>
#include <set>

using namespace banklint;
using namespace llvm;

std::vector<FoundHeader>
banklint::addHeadersOfProject(CompileCommand &Command,
                              ArrayRef<SourceError> Errors) {
  std::map<std::string, bool> Missing; // and whether it is in quotes everywhere
  for (const SourceError &E : Errors)
    if (E.IsMissingHeader && !E.Header.empty())
      Missing.try_emplace(E.Header, true).first->second &= E.IsQuoted;
  if (Missing.empty() || Command.ProjectFolder.empty())
    return {};
  std::vector<FoundHeader> Found;
  std::set<std::string> New;
  const std::string Own = absolutePath(Command.File);
  for (const auto &[Name, IsQuoted] : Missing) {
    // By itself: it ends with the folder around that has this one.
    HeaderSearch Search(Name);
    Search.search(sys::path::parent_path(Own), Command.ProjectFolder);
    const std::string Place = Search.onlyPlaceFor(Name);
    const std::string Folder = includeFolder(Place, Name);
    if (!Folder.empty() && Command.addFolder(Folder, IsQuoted))
      New.insert(Folder);
    if (New.count(Folder))
      Found.push_back({Place, Folder, IsQuoted});
  }
  return Found;
}
