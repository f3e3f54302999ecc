//===- ProjectFolder.h - Which project a file is of -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_TOOL_PROJECTFOLDER_H
#define BANKLINT_TOOL_PROJECTFOLDER_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace banklint {

/// The folder that the user has named, or in which a file lies.
std::string folderOf(llvm::StringRef Named);

/// The folder of the project around one: that of the repository, else of the
/// configuration, else the working folder, or the folder itself where it does
/// not lie below that. "" where that would be all there is.
std::string projectAround(llvm::StringRef Folder);

} // namespace banklint

#endif // BANKLINT_TOOL_PROJECTFOLDER_H
