//===- TextCursor.h - Reads what was printed, word by word ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For readers of the texts that values and traces print. The first mistake is
// kept: from then on nothing matches, so that a reader need not ask after every
// step.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_VALUES_TEXTCURSOR_H
#define BANKLINT_VALUES_TEXTCURSOR_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include <cstdint>
#include <string>

namespace banklint {

/// A place in a line of text. Every step first passes over blanks.
class TextCursor {
public:
  explicit TextCursor(llvm::StringRef Line) : Rest(Line) {}

  /// Takes `Sign` if it comes next, as it stands: "(", "..", "<<".
  bool take(llvm::StringRef Sign);
  /// Takes these words, which blanks may separate; none if not all come next.
  bool takeWords(llvm::StringRef Words);
  void expect(llvm::StringRef Sign);

  /// The name that comes next: letters, digits, '_' and '.', and behind these
  /// '#' with a number. Empty if there is none.
  llvm::StringRef takeName();
  /// The name that follows without a blank: the type in "/u32".
  llvm::StringRef takeNameHere();
  /// Everything up to one of these signs, without blanks at the end.
  llvm::StringRef takeUntil(llvm::StringRef Signs);

  bool isAtNumber();
  /// A number of 64 bits; 2^63 without its sign, which may stand apart, is read
  /// as -2^63.
  int64_t readNumber();
  /// A number that a variable of 32 bits can hold.
  unsigned readUnsigned();
  /// "1f", up to 32 bits.
  uint32_t readHex();
  /// "a text", with escapes as `llvm::printEscapedString` makes them.
  bool isAtQuote() { return peek() == '"'; }
  std::string readQuoted();

  /// The next sign that is not blank; 0 at the end.
  char peek();
  bool isAtEnd() { return peek() == 0; }
  void expectEnd();

  /// Keeps the first sentence that is given, and ends the text.
  void fail(const llvm::Twine &Sentence);
  bool hasFailed() const { return !Mistake.empty(); }
  llvm::StringRef mistake() const { return Mistake; }

private:
  llvm::StringRef Rest;
  std::string Mistake;
};

} // namespace banklint

#endif // BANKLINT_VALUES_TEXTCURSOR_H
