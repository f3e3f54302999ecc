//===- ParsedSource.cpp - Trees for the tests of Clang's parts ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A visitor takes five seconds to compile: here once for all tests.
//
//===----------------------------------------------------------------------===//

#include "ParsedSource.h"
#include "clang/AST/RecursiveASTVisitor.h"

using namespace banklint;
using namespace clang;

namespace {
class DeclarationFinder : public RecursiveASTVisitor<DeclarationFinder> {
public:
  DeclarationFinder(llvm::StringRef Name,
                    llvm::function_ref<bool(const NamedDecl *)> IsWanted)
      : Name(Name), IsWanted(IsWanted) {}
  bool shouldVisitTemplateInstantiations() const { return true; }
  bool VisitNamedDecl(NamedDecl *D) {
    if (!IsWanted(D) || !D->getIdentifier() || D->getName() != Name)
      return true;
    if (const auto *Context = llvm::dyn_cast<DeclContext>(D);
        Context && Context->isDependentContext())
      return true;
    Found = D;
    return false;
  }

  NamedDecl *Found = nullptr;

private:
  llvm::StringRef Name;
  llvm::function_ref<bool(const NamedDecl *)> IsWanted;
};

class LiteralFinder : public RecursiveASTVisitor<LiteralFinder> {
public:
  explicit LiteralFinder(uint64_t Number) : Number(Number) {}
  bool VisitIntegerLiteral(IntegerLiteral *Literal) {
    if (Literal->getValue() == Number)
      Found.push_back(Literal);
    return true;
  }

  std::vector<const IntegerLiteral *> Found;

private:
  uint64_t Number;
};
} // namespace

NamedDecl *
banklint::findDeclared(llvm::StringRef Name, ASTContext &Context,
                       llvm::function_ref<bool(const NamedDecl *)> IsWanted) {
  DeclarationFinder Finder(Name, IsWanted);
  Finder.TraverseAST(Context);
  return Finder.Found;
}

std::vector<const IntegerLiteral *> banklint::literalsOf(uint64_t Number,
                                                         ASTContext &Context) {
  LiteralFinder Finder(Number);
  Finder.TraverseAST(Context);
  return std::move(Finder.Found);
}
