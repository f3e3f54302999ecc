//===- SiteMap.h - From Clang's tree to the sites of a trace ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_WALK_SITEMAP_H
#define BANKLINT_WALK_SITEMAP_H

#include "Trace/Site.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include <memory>

namespace clang {
class ASTContext;
} // namespace clang

namespace banklint {

struct CodeFacts;

/// Numbers the places of one source that traces name, and finds the
/// expressions of the tree again by these numbers.
class SiteMap {
public:
  explicit SiteMap(const clang::ASTContext &Context);
  ~SiteMap();
  SiteMap(const SiteMap &) = delete;
  SiteMap &operator=(const SiteMap &) = delete;

  /// The site of an access, in the function whose body is being walked.
  SiteId accessAt(const clang::Expr *Access,
                  const clang::FunctionDecl *Function);
  /// The site of an access that a library makes: at the first of these calls,
  /// which stands in the function, through the others in turn.
  SiteId accessThrough(llvm::ArrayRef<const clang::Expr *> Calls,
                       const clang::Expr *Access,
                       const clang::FunctionDecl *Function);
  /// The site of an expression that leads to accesses or is shown for them: a
  /// call, a condition.
  SiteId at(const clang::Expr *E) { return accessAt(E, nullptr); }
  SiteId at(const clang::Stmt *Loop);
  /// A stretch of the source that is no access: operands of inline assembly.
  SiteId at(clang::SourceRange Range);
  /// `NoSite` for an invalid location.
  SiteId at(clang::SourceLocation Where);

  /// The object that a method runs for, where its name stands: the place of
  /// accesses that no expression of the source makes.
  const clang::Expr *objectIn(const clang::CXXMethodDecl &Method);

  /// Whether line tables are known to have an access where its site is.
  bool isLineKnown(const clang::Expr *Access);

  /// Null for a site that is no expression.
  const clang::Expr *expressionOf(SiteId Id) const;
  const SiteTable &table() const { return Table; }
  /// What the walks of the source have found out of its code.
  CodeFacts &facts() { return *Facts; }

private:
  SiteId add(const clang::Expr *E, Site New);

  const clang::ASTContext &Context;
  const std::unique_ptr<CodeFacts> Facts;
  SiteTable Table;
  std::vector<const clang::Expr *> Expressions; ///< by number, from 1
  llvm::DenseMap<const clang::Stmt *, SiteId> ByStatement;
  llvm::DenseMap<const clang::Expr *, bool> HasLine;
  llvm::DenseMap<std::pair<unsigned, unsigned>, SiteId> ByRange;
  llvm::DenseMap<const clang::CXXMethodDecl *, const clang::Expr *> Objects;
  /// Numbers chains of calls, by the one that is a call shorter.
  llvm::DenseMap<std::pair<unsigned, const clang::Expr *>, unsigned> Chains;
  llvm::DenseMap<unsigned, SiteId> ByChain;
};

} // namespace banklint

#endif // BANKLINT_WALK_SITEMAP_H
