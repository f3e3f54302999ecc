//===- OptionTable.h - What --help knows, as data ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The manual page and the completion of shells say the same as --help, since
// all come from llvm::cl's registry.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_TOOL_OPTIONTABLE_H
#define BANKLINT_TOOL_OPTIONTABLE_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace banklint {

/// An option, as a user sees it.
struct OptionEntry {
  llvm::StringRef Name;  ///< without dashes: "fix", "p"
  llvm::StringRef Value; ///< what it takes: "DIR", "N"; "" for a flag
  llvm::StringRef Help;

  bool isLong() const { return Name.size() > 1; }
  /// "--fix", "-p".
  std::string spelling() const;
  bool takesFile() const { return Value.ends_with("FILE"); }
  bool takesFolder() const { return Value == "DIR"; }
  /// The words to choose from where `Value` names a few, as FORMAT does, else
  /// none.
  llvm::SmallVector<llvm::StringRef> choices() const;
};

/// A verb with its options; the first has no name, and is a run over sources.
struct VerbEntry {
  llvm::StringRef Name, Help;
  std::vector<OptionEntry> Options; ///< by name
};

/// What the command line takes, once it is read: all verbs, by name.
std::vector<VerbEntry> verbTable();

} // namespace banklint

#endif // BANKLINT_TOOL_OPTIONTABLE_H
