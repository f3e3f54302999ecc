//===- ProjectHeaders.h - Headers that no option finds ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where nobody says how a source is compiled, its headers are often in a folder
// that a makefile would name:
//
//   src/transpose.cu     #include "timer.h"
//   common/inc/timer.h   the only file of that name in the project
//
// Such a file is read, and the run says so. Of several files of one name none
// is: which of them is meant, only the user knows.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CHECK_PROJECTHEADERS_H
#define BANKLINT_CHECK_PROJECTHEADERS_H

#include "Cuda/CompileCommand.h"
#include "Cuda/Parse.h"
#include "Finding/Finding.h"
#include "llvm/ADT/ArrayRef.h"
#include <vector>

namespace banklint {

/// Adds to a command the folders of the headers that a parse with it has not
/// found, and that the project around the source has in one place. What is found
/// so; none where the command is all there is.
std::vector<FoundHeader>
addHeadersOfProject(CompileCommand &Command,
                    llvm::ArrayRef<SourceError> Errors);

} // namespace banklint

#endif // BANKLINT_CHECK_PROJECTHEADERS_H
