//===- EditRoots.h - Where files may be edited ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_EDIT_EDITROOTS_H
#define BANKLINT_EDIT_EDITROOTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <set>
#include <string>

namespace banklint {

/// The folders below which a run may edit files. What a source includes may lie
/// anywhere, and a link in a repository may lead out of it.
///
///   EditRoots Roots({"/home/me/project"});
///   if (Error E = Roots.check("/home/me/.bashrc"))
///     fail(toString(std::move(E)));
class EditRoots {
public:
  /// Every file may be edited.
  EditRoots() = default;
  /// Only files below one of these folders, whose real names count.
  explicit EditRoots(llvm::ArrayRef<std::string> Folders);

  /// Fails where the file of this real name may not be edited: "it lies outside
  /// of '/home/me/project', and --edit-anywhere is not given".
  llvm::Error check(llvm::StringRef RealFile) const;

private:
  bool AreLimited = false;
  std::set<std::string> Roots;
};

} // namespace banklint

#endif // BANKLINT_EDIT_EDITROOTS_H
