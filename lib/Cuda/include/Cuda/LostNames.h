//===- LostNames.h - What rejected code may use -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What Clang rejects is text that nothing walks. All that it can do to a kernel
// it does by name: it launches the kernel, calls a function that does, or
// declares another overload of one that the kernel calls. So a fix is as safe
// as elsewhere if that text has none of the names that the fix depends on.
//
//   std::cout << Unknown(n);        // says nothing of `k`
//   k<<<1, Unknown(n), 4096>>>(o);  // launches it with any block
//
// A header that is not found is such text, too, of which no word is known. That
// of a library, `<torch/extension.h>`, knows nothing of the project's kernels.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CUDA_LOSTNAMES_H
#define BANKLINT_CUDA_LOSTNAMES_H

#include "Cuda/Parse.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSet.h"

namespace banklint {

/// The words of all text of a source that Clang rejects.
class LostNames {
public:
  /// Errors in headers of the system cost nothing that a kernel of the user's
  /// needs and its own errors do not tell of.
  LostNames(const clang::ASTContext &Context,
            llvm::ArrayRef<SourceError> Errors);

  /// Nothing is lost, and no header is missing.
  bool isEmpty() const { return !IsAny; }
  /// Rejected text may use what is declared by this name.
  bool mayUse(llvm::StringRef Name) const {
    return IsAnything || Words.contains(Name);
  }
  /// It declares more than functions and variables, as a specialization, which
  /// others use without a name of its own.
  bool declaresMore() const { return Declares; }
  /// Classes that lack a member, a base or what else Clang rejects of them.
  /// They mean what they say only to code that has nothing to do with them.
  const llvm::SmallPtrSetImpl<const clang::CXXRecordDecl *> &classes() const {
    return Classes;
  }
  bool hasErrorsIn(llvm::StringRef Function) const {
    return Functions.contains(Function);
  }
  /// It may declare a function of this name, or say what one does.
  bool mayDeclare(llvm::StringRef Name) const {
    return hasErrorsIn(Name) || mayUse(Name);
  }
  /// A header is missing that may name what is declared here.
  bool isInMissingHeader(clang::SourceLocation Declared) const;

private:
  void add(const SourceError &E);
  void addText(clang::FileID File, unsigned Begin, unsigned End,
               const clang::Preprocessor *Macros, llvm::StringRef Except = "");
  void addAround(const SourceError &E);
  /// What the tree has of files and namespaces, by its text.
  void collect(const clang::DeclContext *Of);

  const clang::ASTContext &Context;
  /// By the files that they begin or end in, and there in the order of the
  /// source; of one inside another the outer one is first.
  llvm::DenseMap<clang::FileID, std::vector<const clang::FunctionDecl *>>
      Bodies;
  /// What stands in files and namespaces, by the file, as in the tree.
  llvm::DenseMap<clang::FileID, std::vector<clang::SourceRange>> Declarations;
  /// Those of them that are classes, and no templates, by where they begin.
  llvm::DenseMap<clang::SourceLocation, const clang::CXXRecordDecl *> Records;
  llvm::DenseSet<clang::SourceLocation> Guides; ///< for deduction, the same
  llvm::SmallPtrSet<const clang::CXXRecordDecl *, 4> Classes;
  llvm::StringSet<> Words;
  llvm::StringSet<> Functions; ///< that errors stand in
  bool IsAny = false;
  bool IsAnything = false; ///< a macro makes names, or no place is known
  bool Declares = false;   ///< more than functions and variables
  bool LacksOwnHeader = false;
  clang::SourceLocation LastMissing; ///< a header that is asked for
};

} // namespace banklint

#endif // BANKLINT_CUDA_LOSTNAMES_H
