//===- UserFiles.h - The files of the user that a parse has read -*- C++ -*-==//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FIX_USERFILES_H
#define BANKLINT_FIX_USERFILES_H

#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringSet.h"
#include <utility>

namespace clang {
class ASTContext;
} // namespace clang

namespace banklint {

/// Each with the number of times that it was entered, and where it was last.
using UserFiles = llvm::MapVector<const clang::FileEntry *,
                                  std::pair<clang::FileID, unsigned>>;

UserFiles userFilesOf(const clang::SourceManager &Sources);

/// Those that the parse has entered more than once, by their names in a report:
/// the same text stands in several places of the program, where it may mean
/// other memory.
llvm::StringSet<> repeatedFilesOf(const clang::ASTContext &Context);

} // namespace banklint

#endif // BANKLINT_FIX_USERFILES_H
