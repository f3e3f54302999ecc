//===- TreeMender.h - Puts lost statements into a function ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CUDA_TREEMENDER_H
#define BANKLINT_CUDA_TREEMENDER_H

#include "Cuda/LostCode.h"
#include "Cuda/LostText.h"
#include "Parsing/ErrorIndex.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/StringMap.h"
#include <map>
#include <string>

namespace banklint {

/// What a source declares outside of functions that lost text may name.
struct NamesOfSource {
  llvm::StringMap<llvm::SmallVector<clang::ValueDecl *, 2>> All;
};

/// The errors of a source, and where what nvcc takes stands among them.
struct ErrorsOfSource {
  ErrorIndex Faults; ///< in the order they were found
  llvm::DenseSet<clang::SourceLocation> Accepted;
  /// Null where it is not known what macros stand for.
  const clang::Preprocessor *Macros = nullptr;
};

/// Mends the body of one function.
class TreeMender {
public:
  TreeMender(clang::ASTContext &Context, const NamesOfSource &Names,
             const ErrorsOfSource &Errors, LostCode &Out)
      : Context(Context), Sources(Context.getSourceManager()), Names(Names),
        Errors(Errors), Out(Out) {}

  void run(clang::FunctionDecl *Function);
  /// Of a function of the host only what Clang has dropped is put in: for its
  /// launches, the rest of a statement is better than none.
  void runOnHost(clang::FunctionDecl *Function);

private:
  /// An error, by its place in the file.
  struct Fault {
    unsigned Offset;
    const SourceError *Error;
  };

  void collectFaults();
  void nameLost(clang::SourceRange Text, const SourceError &E);
  bool isOfLostParameter(const SourceError &E);
  void collectNames(const clang::FunctionDecl *In);
  const Fault *faultIn(unsigned Begin, unsigned End) const;
  const Fault *faultIn(Extent Where) const {
    return faultIn(Where.Begin, Where.End);
  }
  unsigned offsetOf(clang::SourceLocation Where) const;
  unsigned offsetBehind(clang::SourceLocation Where) const;
  std::optional<Extent> extentOf(clang::SourceRange Where) const;
  std::optional<Extent> extentOf(const clang::Stmt *S) const;
  clang::SourceLocation locationAt(unsigned Offset) const;

  bool isRejected(const clang::ValueDecl *D) const;
  bool isRejected(const clang::DeclRefExpr *Ref) const;
  const clang::ValueDecl *rejectedIn(const clang::Stmt *S) const;
  bool usesRejected(const clang::Stmt *S) const;
  bool isHurt(const clang::Stmt *S) const;
  bool isOfOneMacro(const clang::Stmt *S) const;
  unsigned behindOf(const clang::Stmt *S, unsigned End) const;

  clang::Stmt *mend(clang::Stmt *S);
  clang::Stmt *mendOnHost(clang::Stmt *S);
  void redeclareBehind(const clang::DeclStmt &S);
  clang::Stmt *mendBlock(clang::CompoundStmt *Block);
  void mendBetween(unsigned Begin, unsigned End,
                   llvm::SmallVectorImpl<clang::Stmt *> &Into,
                   const Fault *Cut);
  const Fault *faultThatCuts(Extent Where) const;
  clang::Stmt *mendParts(clang::Stmt *S);
  bool mendThen(clang::IfStmt *S);
  clang::Stmt *mendRangeFor(clang::CXXForRangeStmt *S);
  clang::Stmt *mendReturn(clang::ReturnStmt *S);
  void mendDeclarations(clang::DeclStmt *S,
                        llvm::SmallVectorImpl<clang::Stmt *> &Into);
  bool mendLambdas(clang::Stmt *S);
  clang::Stmt *lose(clang::Stmt *S, clang::QualType Type);

  clang::Expr *lostText(Extent Where, const Fault *Why, std::string Message,
                        clang::QualType Type, bool MayJump = false);
  llvm::SmallVector<clang::Expr *, 8> namedBy(const LostText &Text,
                                              unsigned Offset);
  void addThis(llvm::SmallVectorImpl<clang::Expr *> &Named);
  std::string messageFor(const clang::Stmt *S) const;
  void loseFunction();
  void giveUp(const SourceError *Why);

  clang::ASTContext &Context;
  const clang::SourceManager &Sources;
  const NamesOfSource &Names;
  const ErrorsOfSource &Errors;
  LostCode &Out;

  clang::FunctionDecl *Function = nullptr;
  bool IsOnHost = false;
  clang::FileID File; ///< of the body
  std::vector<Fault> Faults;
  const SourceError *First = nullptr;   ///< of the faults
  const SourceError *Outside = nullptr; ///< of the body
  llvm::StringMap<llvm::SmallVector<clang::VarDecl *, 2>> Locals;
  /// What the declaration of a variable names that Clang rejects: it may hold
  /// the addresses of that.
  llvm::StringMap<std::vector<std::string>> HeldBy;
  /// Names that lost text has declared in the blocks at hand, and where: they
  /// mean nothing that was declared before.
  std::map<std::string, Extent> Redeclared;
  std::vector<LostStatement> Lost;
  bool IsGivenUp = false;
};

} // namespace banklint

#endif // BANKLINT_CUDA_TREEMENDER_H
