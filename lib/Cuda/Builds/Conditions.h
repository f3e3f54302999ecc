//===- Conditions.h - What `#if`s of a source ask for -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CUDA_CONDITIONS_H
#define BANKLINT_CUDA_CONDITIONS_H

#include "clang/Basic/SourceManager.h"
#include "clang/Basic/TokenKinds.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringSet.h"
#include <deque>
#include <string>
#include <vector>

namespace banklint {

/// How a condition asks for a macro.
struct Question {
  llvm::StringRef Name;
  /// Whether it is defined, not 0, or so compared; or a part of arithmetic.
  enum { Defined, True, Compared, Computed } Kind = Defined;
  clang::tok::TokenKind Operator =
      clang::tok::unknown; ///< it stands left of it
  std::string Operand;
};

/// A directive of a condition, from its `#` on to the end of what it asks.
struct Directive {
  unsigned Begin = 0, End = 0; ///< offsets in bytes
  bool AsksForMacros = false;  ///< by any name
  bool IsElse = false;
};

/// A `#if` with what belongs to it.
struct ConditionGroup {
  std::vector<Question> Questions; ///< of the directives so far
  std::vector<Directive> Directives;
  llvm::StringSet<> Declared; ///< names that its parts give a meaning
  bool BringsOthers = false;  ///< by an include, `using`, `operator`, ...
};

/// What a directive depends on: its own questions, those of the directives
/// before it that belong to it, and those around.
struct Condition {
  std::vector<Question> Questions;
  const ConditionGroup *Of = nullptr;
  size_t File = 0;
};

/// The text that a directive chooses.
struct ConditionalPart {
  size_t File = 0;
  unsigned Begin = 0, End = 0; ///< offsets in bytes; of directives
  const ConditionGroup *Of = nullptr;
  /// Of its condition and of those around: all directives up to the one that
  /// chooses it.
  std::vector<std::vector<Directive>> Chosen;
};

/// What a file of the user says to kernels.
struct FileText {
  clang::FileID Id;
  llvm::StringSet<> Words;
  bool HasDeviceCode = false;
};

/// Reads the conditions in the files of the user that a parse has read.
class Conditions {
public:
  explicit Conditions(const clang::Preprocessor &Macros);

  std::vector<FileText> Files;
  std::vector<Condition> All;
  std::vector<ConditionalPart> Parts;
  /// Macros that the text defines if nobody else does, and those that it
  /// defines in any case.
  llvm::StringSet<> Defaults, Fixed;
  llvm::StringSet<> Used; ///< words in text that is no condition
  /// One lies within so many others that its questions are not listed.
  bool AreTooDeep = false;

  /// Whether kernels, or what launches them, may look otherwise by what a
  /// condition chooses: it stands in a file with such code, or gives a meaning
  /// to a name in one.
  bool matterToKernels(size_t File, const ConditionGroup &Of) const;

private:
  static constexpr size_t MostAround = 256;

  void readFile(clang::FileID Id);
  void readWord(const clang::Token &Before, const clang::Token &Word,
                const clang::Token &After);
  void readDirective(clang::Lexer &Lexer, clang::Token &Token);
  void readCondition(llvm::StringRef Kind, const Directive &Where,
                     llvm::ArrayRef<clang::Token> Asking);
  void endPart(unsigned End);

  const clang::Preprocessor &Macros;
  const clang::SourceManager &Sources;
  std::deque<ConditionGroup> Groups;
  std::vector<ConditionGroup *> Open;
  /// The name that a `#ifndef` at the begin of a file asks for, if that is the
  /// directive before.
  llvm::StringRef Guard;
  bool IsAtBegin = false;
};

} // namespace banklint

#endif // BANKLINT_CUDA_CONDITIONS_H
