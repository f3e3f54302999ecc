//===- Mentions.h - Text that names what a fix changes ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang's tree holds one configuration of a source. A fix changes its text, and
// with it all others: what `#if` leaves out here, arguments that a macro drops
// (`assert` under NDEBUG), the arm of an `if constexpr` that no instance keeps.
// So each place where the text writes a name has to be one that the tree knows.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FIX_MENTIONS_H
#define BANKLINT_FIX_MENTIONS_H

#include "Candidates/DeclaredArray.h"
#include "Finding/Finding.h"
#include "Text/TextRanges.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"
#include <deque>

namespace banklint {

/// The identifiers in the text of a source, beside those in the tree.
class Mentions {
public:
  Mentions(const SourceMap &Map, const clang::ASTContext &Context)
      : Map(Map), Context(Context) {}

  /// A place where the text names the array, a pointer into it, code that the
  /// fix edits or one of `Others`, and where the tree of this configuration has
  /// nothing.
  std::optional<SourceObstacle>
  removedUse(const DeclaredArray &Array, const Fix &Edits,
             llvm::ArrayRef<const clang::NamedDecl *> Others = {});

  /// Whether another configuration has another replacement of a macro: the text
  /// has several, or one for where there is none yet.
  bool hasOtherReplacement(llvm::StringRef MacroName);
  /// A place where text that this configuration leaves out declares or changes
  /// a variable or a type; invalid where there is none.
  clang::SourceLocation otherValue(const clang::NamedDecl *D);
  /// Text by which another configuration may find something else by the name of
  /// a function, a type or a namespace of the user: it names it for any
  /// purpose, replaces the name, or brings in other names. Invalid where there
  /// is none.
  clang::SourceLocation otherLookup(const clang::NamedDecl *D);
  /// A word in text that this configuration leaves out; invalid where there is
  /// none.
  clang::SourceLocation removedWord(llvm::StringRef Word);
  /// A `#pragma pack` in a condition; invalid where there is none.
  clang::SourceLocation otherPacking();
  /// Whether parts of a range depend on the configuration.
  bool hasConditions(clang::SourceRange Range);
  using NamedPlace = std::pair<llvm::StringRef, clang::SourceLocation>;
  /// The macros that a range of a file names, each as often as it does.
  llvm::SmallVector<NamedPlace, 2> macrosIn(clang::SourceRange Range);
  /// Of these, those that have another replacement in another configuration.
  llvm::SmallVector<NamedPlace, 2> otherMacrosIn(clang::SourceRange Range);
  /// The replacements that the text has for a macro, each once, and what they
  /// name.
  llvm::SmallVector<llvm::StringRef, 2>
  replacementsOf(llvm::StringRef MacroName);
  llvm::SmallVector<llvm::StringRef, 4> namedBy(llvm::StringRef MacroName);
  /// Whether the text gives a name no meaning, so that only a command line can.
  bool isUndefined(llvm::StringRef Name);
  /// The text of a declaration before and behind the name that stands there.
  std::pair<llvm::StringRef, llvm::StringRef>
  declarationAt(clang::SourceLocation Name) const;
  /// A shared variable that a range declares in another configuration; invalid
  /// where there is none.
  clang::SourceLocation removedSharedVariable(clang::SourceRange Range);
  /// Whether a macro is nothing in some configuration: no expression stands for
  /// it there.
  bool isPerhapsEmpty(llvm::StringRef MacroName);

private:
  struct Macro {
    llvm::StringRef Name;
    llvm::StringRef Replacement; ///< as it is spelled, with the parameters
    clang::SourceLocation Where;
    /// It is defined where it is asked whether it is.
    bool IsDefault = false;
    /// What its replacement names, but for its parameters.
    llvm::StringMap<clang::SourceLocation> Body;
  };
  /// The identifiers of all files but for headers of the system.
  struct Text {
    /// By name, each in the order of the text, as are all that follow.
    llvm::StringMap<llvm::SmallVector<clang::SourceLocation, 2>> Words;
    /// Of the words, those that are declared or changed there, by the tokens
    /// beside them.
    llvm::DenseSet<clang::SourceLocation> Changed;
    std::vector<clang::SourceLocation> Conditions; ///< `#if` and the like
    /// Conditional parts, from one directive of a condition to its next.
    std::vector<clang::SourceRange> Branches;
    std::vector<clang::SourceLocation> InOrder; ///< all words
    /// What directives name beside the macros that they define, a word each.
    llvm::StringMap<clang::SourceLocation> InDirectives;
    clang::SourceLocation Packing; ///< a `#pragma pack` in a condition
    /// Where files are included in a condition, or by a macro's name.
    llvm::DenseSet<std::pair<clang::FileID, unsigned>> ChosenIncludes;
    /// Of the file that is read: nothing stands before, and its first condition
    /// is one of the whole file, as a guard is.
    bool IsAtBegin = false, IsGuarded = false;
    /// Of the conditions that are open, the words.
    std::vector<llvm::SmallVector<llvm::StringRef, 2>> Open;
    std::vector<clang::SourceLocation>
        OpenBranches; ///< of them, where they begin
    std::deque<Macro> Macros;
    llvm::StringMap<llvm::SmallVector<const Macro *, 1>> ByName, Naming;
  };

  const Text &text();
  static void addMacrosOfBuilds(Text &Into);
  void readFile(clang::FileID Id, Text &Into) const;
  static void noteInDirective(const clang::Token &Token, Text &Into);
  void readDirective(clang::Lexer &Lexer, clang::Token &Token,
                     Text &Into) const;
  void readCondition(clang::Lexer &Lexer, clang::Token &Token,
                     llvm::StringRef Kind, Text &Into) const;
  bool isExpandedAt(clang::SourceLocation Where);
  llvm::SmallVector<const Macro *, 1> macrosEditedBy(const Fix &Edits);
  std::optional<SourceObstacle> otherUse(const Macro &Edited);
  bool isCompiled(clang::SourceRange Branch);
  clang::SourceLocation otherUsing(const clang::NamedDecl *D);
  clang::SourceLocation chosenInclude(clang::SourceLocation Where);
  bool isInUnusedPattern(clang::SourceLocation Where);
  void addMakersOf(llvm::SetVector<const clang::NamedDecl *> &Names);
  std::vector<llvm::StringRef> macrosThatName(llvm::StringRef Name);
  clang::SourceLocation otherDefinition(llvm::StringRef MacroName,
                                        llvm::StringRef Name);
  clang::SourceRange scopeOf(const clang::NamedDecl *D) const;
  llvm::ArrayRef<clang::SourceLocation> wordsIn(clang::SourceRange Scope,
                                                llvm::StringRef Name);
  llvm::ArrayRef<clang::SourceLocation> otherChangesOf(llvm::StringRef Name);
  clang::SourceLocation removedMention(const clang::NamedDecl *D);
  std::optional<SourceObstacle> otherMacroAround(const clang::NamedDecl *D);
  std::optional<SourceObstacle> otherType(const clang::ExplicitCastExpr *Cast);
  llvm::SetVector<const clang::NamedDecl *> editedCode(const Fix &Edits);

  const SourceMap &Map;
  const clang::ASTContext &Context;
  std::optional<Text> Known;
  std::optional<llvm::DenseSet<clang::SourceLocation>> Expansions;
  /// Of words that were asked for: where they are declared or changed, and the
  /// tree has nothing.
  llvm::StringMap<std::vector<clang::SourceLocation>> OtherChanges;
  /// The values of variables, to find those that a fix edits.
  struct ValueRanges {
    std::vector<const clang::ValueDecl *> Variables;
    std::optional<TextRanges> Ranges;
  };
  std::optional<ValueRanges> Values;
  llvm::DenseMap<clang::SourceLocation, bool> Compiled; ///< by their begin
};

} // namespace banklint

#endif // BANKLINT_FIX_MENTIONS_H
