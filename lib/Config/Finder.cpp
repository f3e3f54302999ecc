//===- Finder.cpp - The configuration of a source -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Config/Finder.h"
#include "Config/Config.h"
#include "Files/Paths.h"
#include "Files/WritePlace.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <memory>
#include <string>
#include <utility>

using namespace banklint;
using namespace llvm;

/// The nearest configuration file above `Source`, or "".
static Expected<std::string> fileAbove(StringRef Source) {
  SmallString<128> Path(Source);
  if (sys::fs::make_absolute(Path))
    return "";
  SmallString<128> Folder(sys::path::parent_path(Path));
  sys::path::remove_dots(Folder, /*remove_dot_dot=*/true);
  for (StringRef At = Folder; !At.empty(); At = sys::path::parent_path(At)) {
    std::string Found;
    for (const char *Name : ConfigurationNames) {
      SmallString<128> File(At);
      sys::path::append(File, Name);
      if (!sys::fs::exists(File))
        continue;
      if (!Found.empty())
        return createStringError("'" + Found + "' and '" + File +
                                 "' are both there: keep one of them");
      Found = File.str().str();
    }
    if (!Found.empty())
      return Found;
  }
  return "";
}

/// Of a file that nobody named: what is wrong with it is said with its text.
static Expected<Configuration> readFound(StringRef File) {
  if (Error E = checkWithinWorkTree(File))
    return createStringError("cannot read '" + shownPath(File) +
                             "': " + toString(std::move(E)));
  return readConfiguration(File);
}

Expected<const Configuration *>
ConfigurationFinder::forSource(StringRef Source) {
  if (Fixed)
    return Fixed.get();
  Expected<std::string> File = fileAbove(Source);
  if (!File)
    return File.takeError();
  if (File->empty())
    return &None;
  std::unique_ptr<Configuration> &Known = ByFile[*File];
  if (!Known) {
    Expected<Configuration> Read = readFound(*File);
    if (!Read)
      return Read.takeError();
    Known = std::make_unique<Configuration>(std::move(*Read));
  }
  return Known.get();
}

Expected<Configuration> banklint::nearestConfiguration(StringRef Source) {
  Expected<std::string> File = fileAbove(Source);
  if (!File)
    return File.takeError();
  return File->empty() ? Configuration() : readFound(*File);
}
