//===- LostText.h - What text says that Clang rejects -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CUDA_LOSTTEXT_H
#define BANKLINT_CUDA_LOSTTEXT_H

#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"

namespace clang {
class ASTContext;
class IdentifierInfo;
class Preprocessor;
class Token;
} // namespace clang

namespace banklint {

/// A stretch of a file, in bytes.
struct Extent {
  unsigned Begin = 0, End = 0;

  bool contains(unsigned Offset) const {
    return Begin <= Offset && Offset < End;
  }
};

/// The words of a stretch of text, with those of the macros that it names.
/// Directives are no text; what they leave out counts as there.
class LostText {
public:
  /// `Macros` may be null: then nobody knows what a macro stands for.
  LostText(clang::FileID File, Extent Where, const clang::ASTContext &Context,
           const clang::Preprocessor *Macros);

  /// Nothing stands there but semicolons and comments.
  bool isEmpty() const { return !HasTokens; }
  /// Something in it may go on elsewhere, or it opens or closes a block.
  bool mayJump() const { return Jumps || Depth != 0 || IsUnbalanced; }
  /// Where its last token begins.
  unsigned lastToken() const { return LastToken; }
  llvm::ArrayRef<llvm::StringRef> words() const { return Words.getArrayRef(); }
  /// What its statements may declare, as `v` of `Unknown<int> v{3};`.
  llvm::ArrayRef<llvm::StringRef> declared() const { return Declared; }
  /// A macro puts names together that are not among the words, or a file of the
  /// user's is included.
  bool makesNames() const { return MakesNames; }

private:
  void addWord(llvm::StringRef Word);
  void addMacro(const clang::IdentifierInfo &Name);
  void addBrace(bool Opens);

  const clang::ASTContext &Context;
  const clang::Preprocessor *Macros;
  clang::SourceLocation At; ///< of the token that is read
  llvm::SetVector<llvm::StringRef> Words;
  llvm::SmallVector<llvm::StringRef, 1> Declared;
  llvm::StringSet<> Expanded;
  bool HasTokens = false, Jumps = false, IsUnbalanced = false;
  bool MakesNames = false;
  int Depth = 0; ///< of braces
  unsigned LastToken = 0;
};

} // namespace banklint

#endif // BANKLINT_CUDA_LOSTTEXT_H
