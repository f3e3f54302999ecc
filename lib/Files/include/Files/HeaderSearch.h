//===- HeaderSearch.h - Where a project has a header ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For advice, where a compiler does not find a header: the folders of a project
// are looked through, but not for long, and never by a link to a folder. Names
// that begin with a dot are passed over, and no file is opened.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FILES_HEADERSEARCH_H
#define BANKLINT_FILES_HEADERSEARCH_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include <string>
#include <vector>

namespace banklint {

class HeaderSearch {
public:
  /// `Names` are those that sources have for the headers: "a/b.h". What leads
  /// upwards, or begins at the root of all folders, is not looked for.
  explicit HeaderSearch(llvm::ArrayRef<std::string> Names);

  /// Looks below `Folder`, then below the folders around it up to `Root`, until
  /// each header is found somewhere. All calls together see a bounded number of
  /// files.
  void search(llvm::StringRef Folder, llvm::StringRef Root);

  /// The files that `File` may mean by a name, by their real names: of all that
  /// were found, those in the folder that has most of the headers, and of these
  /// those that share most folders with it.
  std::vector<std::string> placesFor(llvm::StringRef Name,
                                     llvm::StringRef File) const;

  /// The file that any source means by a name: the only one that was found, or
  /// "".
  std::string onlyPlaceFor(llvm::StringRef Name) const;

private:
  struct Header {
    std::string Path; ///< its name without dots
    std::vector<std::string> Places;
  };

  void searchBelow(llvm::StringRef Folder, llvm::StringRef Root);
  void note(llvm::StringRef Path, bool IsLink, llvm::StringRef Root);

  llvm::StringMap<Header> Headers;                   ///< by name
  llvm::StringMap<std::vector<Header *>> ByFileName; ///< without folders
  llvm::StringMap<unsigned> HeadersIn; ///< how many an include folder has
  llvm::StringSet<> Seen;              ///< folders
  unsigned EntriesLeft;
};

/// The folder to look in, so that an include of `Name` finds `Place`: "Common"
/// for "a/b.h" at "Common/a/b.h", "." for the current folder; "" where the
/// place does not end so.
std::string includeFolder(llvm::StringRef Place, llvm::StringRef Name);

} // namespace banklint

#endif // BANKLINT_FILES_HEADERSEARCH_H
