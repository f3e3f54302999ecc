//===- PathGlobs.cpp - Files that are left out ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Files/PathGlobs.h"
#include "Files/Paths.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/Path.h"
#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

using namespace llvm;
using namespace banklint;

/// The globs without `**/` that `Text` stands for: in its place are some
/// folders or none.
static std::vector<std::string> withoutDoubleStars(StringRef Text) {
  constexpr size_t Most = 64;
  std::vector<std::string> Result = {""};
  for (bool IsStart = true; !Text.empty();) {
    if (IsStart && Text.consume_front("**/")) {
      while (Text.consume_front("**/")) {
      }
      size_t Count = Result.size();
      for (size_t I = 0; I != Count; ++I) {
        // Of more, only some folders are left.
        if (Count < Most)
          Result.push_back(Result[I]);
        Result[I] += "*/";
      }
      continue;
    }
    IsStart = Text.front() == '/';
    for (std::string &Glob : Result)
      Glob += Text.front();
    Text = Text.drop_front();
  }
  return Result;
}

Expected<PathGlobs> PathGlobs::create(ArrayRef<PathGlob> Globs) {
  PathGlobs Result;
  for (const PathGlob &Written : Globs) {
    auto Glob = std::make_shared<const PathGlob>(Written);
    StringRef Text = StringRef(Glob->Text).rtrim('/');
    std::string Folder = absolutePath(Glob->Folder);
    bool IsWhole = Text.starts_with("/");
    for (bool IsUp = false;
         Text.consume_front("./") || (IsUp = Text.consume_front("../"));
         IsUp = false) {
      IsWhole = true;
      if (IsUp)
        Folder = sys::path::parent_path(Folder).str();
    }
    for (std::string &Plain : withoutDoubleStars(Text)) {
      auto Kept = std::make_shared<const std::string>(std::move(Plain));
      Expected<GlobPattern> Pattern = GlobPattern::create(*Kept);
      if (!Pattern)
        return createStringError("invalid glob '" + Glob->Text +
                                 "': " + toString(Pattern.takeError()));
      Result.Globs.push_back(
          {Glob, std::move(Kept), std::move(*Pattern), Folder, IsWhole});
    }
  }
  return Result;
}

/// `Path` without the folders above both.
static StringRef behindShared(StringRef Path, StringRef Folder) {
  auto At = sys::path::begin(Path), End = sys::path::end(Path);
  auto Other = sys::path::begin(Folder), OtherEnd = sys::path::end(Folder);
  while (At != End && Other != OtherEnd && *At == *Other)
    ++At, ++Other;
  return At == End ? "" : StringRef(At->begin(), Path.end() - At->begin());
}

/// True where the path itself matches, or what is behind one of its slashes.
static bool matchEnd(const GlobPattern &Glob, StringRef Path) {
  for (; !Path.empty(); Path = Path.split('/').second)
    if (Glob.match(Path))
      return true;
  return false;
}

bool PathGlobs::Compiled::matches(StringRef Full) const {
  StringRef Seen = !IsWhole                      ? behindShared(Full, Folder)
                   : Origin->Text.front() == '/' ? Full
                                                 : pathBelow(Folder, Full);
  for (; !Seen.empty() && Seen != "/"; Seen = sys::path::parent_path(Seen))
    if (IsWhole ? Pattern.match(Seen) : matchEnd(Pattern, Seen))
      return true;
  return false;
}

const PathGlob *PathGlobs::match(StringRef File) const {
  if (Globs.empty())
    return nullptr;
  std::string Full = absolutePath(File);
  for (const Compiled &Glob : Globs)
    if (Glob.matches(Full))
      return Glob.Origin.get();
  return nullptr;
}
