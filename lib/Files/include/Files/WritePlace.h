//===- WritePlace.h - Where a file comes to lie -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FILES_WRITEPLACE_H
#define BANKLINT_FILES_WRITEPLACE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace banklint {

/// The real name that a file of this name has or would have; "" where a link,
/// or `..` behind what is not there, leads nowhere.
std::string writePlace(llvm::StringRef Name);

/// Whether a file of this name may be written. Fails with a reason where it
/// would lie in a `.git`, whose files name programs that git runs, or where a
/// link on the way leads out of its work tree: a commit may have brought it
/// along.
llvm::Error checkWritePlace(llvm::StringRef Name);

/// Whether a name stays in its work tree. Fails with a reason where a link on
/// the way leads out of it, to where a commit should have nothing read.
llvm::Error checkWithinWorkTree(llvm::StringRef Name);

} // namespace banklint

#endif // BANKLINT_FILES_WRITEPLACE_H
