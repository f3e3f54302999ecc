//===- UserFiles.h - The files of the user that a parse has read -*- C++ -*-==//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FIX_USERFILES_H
#define BANKLINT_FIX_USERFILES_H

#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringSet.h"
#include <optional>
#include <string>
#include <utility>

namespace clang {
class ASTContext;
} // namespace clang

namespace banklint {

struct Edit;

/// Each with the number of times that it was entered, and where it was last.
using UserFiles = llvm::MapVector<const clang::FileEntry *,
                                  std::pair<clang::FileID, unsigned>>;

UserFiles userFilesOf(const clang::SourceManager &Sources);

/// A file that these edits change and that the parse has entered more than
/// once: the same text stands in several places of the program, where it may
/// mean other memory. Its name as in a report.
std::optional<std::string> repeatedFileOf(llvm::ArrayRef<Edit> Edits,
                                          const clang::ASTContext &Context);

} // namespace banklint

#endif // BANKLINT_FIX_USERFILES_H
