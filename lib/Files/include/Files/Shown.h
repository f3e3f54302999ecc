//===- Shown.h - Text of others as people may read it -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names of files, code and messages of compilers are what a project makes them.
// In a terminal or a log they are text: they begin no line, move no cursor,
// give no command to the service that runs the build, and read as they are
// stored.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FILES_SHOWN_H
#define BANKLINT_FILES_SHOWN_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <cstddef>
#include <string>

namespace banklint {

/// `Text` as a part of one line. What is not printable, which includes ends of
/// lines, tabs, and what reorders or hides text, is shown as its code point,
/// and a byte that is no UTF-8 as its value: "a\n\xFF.cu" is
/// "a<U+000A><FF>.cu". So is what GitHub or Azure would take for the beginning
/// of a command: '::' in front, '##[' and '##vso[' anywhere.
std::string shownText(llvm::StringRef Text);

/// `Text`, which is shown already, in at most so many columns: where it is
/// wider, its middle is left out, since names of kernels and files differ at
/// their ends: "ns::tran...nt, 64>".
std::string cutInMiddle(llvm::StringRef Text, size_t Columns);

/// As `shownText` of a line of code, which keeps its tabs.
std::string shownCode(llvm::StringRef Line);

/// The same where no log is read: commands stay as they are.
std::string printable(llvm::StringRef Line);

/// Lines of which each begins with text of banklint's own, and may hold others'
/// further on: without the commands that need not begin a line, so that
/// "3 | // ##[error]" is "3 | // <U+0023>#[error]".
std::string withoutCommands(llvm::StringRef Lines);

/// One line on standard error, written where the statement ends: its text as
/// `shownText` has it, behind "banklint: ". It stays one line,
/// whatever the names in it hold.
///
///     StderrLine() << "remark: '" << Name << "' is excluded";
class StderrLine {
public:
  StderrLine() = default;
  StderrLine(const StderrLine &) = delete;
  StderrLine &operator=(const StderrLine &) = delete;
  ~StderrLine();

  template <typename T> StderrLine &operator<<(const T &Part) {
    Stream << Part;
    return *this;
  }

private:
  std::string Text;
  llvm::raw_string_ostream Stream{Text};
};

} // namespace banklint

#endif // BANKLINT_FILES_SHOWN_H
