//===- RejectedNames.cpp - Declarations that Clang rejects ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RejectedNames.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Lex/Lexer.h"

using namespace banklint;
using namespace clang;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

namespace {
using Places = std::vector<SourceLocation>;

/// Errors in them cost no more than the statement that they stand in.
class LambdaBodies : public RecursiveASTVisitor<LambdaBodies> {
public:
  bool VisitLambdaExpr(const LambdaExpr *Lambda) {
    All.push_back(Lambda->getBody()->getSourceRange());
    return true;
  }
  std::vector<SourceRange> All;
};

/// Goes through what is declared outside of functions.
class RejectedFinder {
public:
  explicit RejectedFinder(const ASTContext &Context)
      : Context(Context), Sources(Context.getSourceManager()) {}

  /// Returns those of `Faults` that stand in none of the declarations.
  Places visit(const DeclContext &Scope, Places Faults);
  Places Names; ///< in files

private:
  void visitDeclaration(const Decl &D, const Places &Faults);
  void visitClass(const RecordDecl &Class, const Places &Faults);
  void visitEnum(const EnumDecl &Enum, const Places &Faults);
  SourceLocation endOf(const Decl &D, const Decl *Next) const;
  bool isBefore(SourceLocation A, SourceLocation B) const {
    return Sources.isBeforeInTranslationUnit(A, B);
  }
  void hide(const NamedDecl &D) { hide(D.getLocation(), D.getName()); }
  void hide(SourceLocation Where, llvm::StringRef Name);
  void hideAll(const TagDecl &Type);

  const ASTContext &Context;
  const SourceManager &Sources;
};
} // namespace

/// Where what Clang has dropped of a declaration ends, too. `Next` is the one
/// behind it, and may be null.
SourceLocation RejectedFinder::endOf(const Decl &D, const Decl *Next) const {
  const FunctionDecl *Function = D.getAsFunction();
  if (Next && Next->getBeginLoc() == D.getBeginLoc())
    return Sources.getExpansionLoc(Next->getLocation());
  SourceLocation At = Sources.getExpansionRange(D.getEndLoc()).getEnd();
  if (isa<NamespaceDecl, LinkageSpecDecl, ExportDecl>(D) ||
      (Function && Function->doesThisDeclarationHaveABody()))
    return At.getLocWithOffset(1);
  unsigned Depth = 0;
  while (std::optional<Token> T =
             Lexer::findNextToken(At, Sources, Context.getLangOpts())) {
    At = T->getLocation();
    if (T->isOneOf(tok::l_paren, tok::l_square, tok::l_brace))
      ++Depth;
    else if (!Depth && T->isOneOf(tok::semi, tok::r_brace, tok::eof))
      break;
    else if (Depth && T->isOneOf(tok::r_paren, tok::r_square, tok::r_brace))
      --Depth;
  }
  return At;
}

Places RejectedFinder::visit(const DeclContext &Scope, Places Faults) {
  const Decl *Before = nullptr;
  auto Visit = [&](const Decl &D, const Decl *Next) {
    if (Faults.empty())
      return;
    const SourceLocation Begin = Sources.getExpansionLoc(D.getBeginLoc()),
                         End = endOf(D, Next);
    Places Here;
    llvm::erase_if(Faults, [&](SourceLocation Fault) {
      const bool IsHere = !isBefore(Fault, Begin) && isBefore(Fault, End);
      if (IsHere)
        Here.push_back(Fault);
      return IsHere;
    });
    if (!Here.empty())
      visitDeclaration(D, Here);
  };
  for (const Decl *D : Scope.noload_decls()) {
    if (D->isFromASTFile() || D->isImplicit() || D->getBeginLoc().isInvalid() ||
        Sources.isInSystemHeader(D->getLocation()))
      continue;
    if (Before)
      Visit(*Before, D);
    Before = D;
  }
  if (Before)
    Visit(*Before, nullptr);
  return Faults;
}

void RejectedFinder::visitDeclaration(const Decl &D, const Places &Faults) {
  if (const auto *Template = dyn_cast<TemplateDecl>(&D)) {
    if (const NamedDecl *Templated = Template->getTemplatedDecl())
      visitDeclaration(*Templated, Faults);
  } else if (isa<NamespaceDecl, LinkageSpecDecl, ExportDecl>(D)) {
    visit(cast<DeclContext>(D), Faults);
  } else if (const auto *Class = dyn_cast<RecordDecl>(&D)) {
    visitClass(*Class, Faults);
  } else if (const auto *Enum = dyn_cast<EnumDecl>(&D)) {
    visitEnum(*Enum, Faults);
  } else if (const auto *Variable = dyn_cast<VarDecl>(&D)) {
    LambdaBodies Bodies;
    Bodies.TraverseDecl(
        const_cast<VarDecl *>(Variable)); // NOLINT(*-const-cast)
    if (llvm::any_of(Faults, [&](SourceLocation Fault) {
          return llvm::none_of(Bodies.All, [&](SourceRange Body) {
            return isBefore(Body.getBegin(), Fault) &&
                   isBefore(Fault, Body.getEnd());
          });
        }))
      hide(*Variable);
  } else if (isa<FieldDecl, TypedefNameDecl>(D)) {
    hide(cast<NamedDecl>(D));
  }
}

/// Where an error is of no member that Clang knows, or of the type of one, the
/// class has another layout.
void RejectedFinder::visitClass(const RecordDecl &Class, const Places &Faults) {
  const Places Left = visit(Class, Faults);
  if (!Left.empty() || llvm::any_of(Class.fields(), [&](const FieldDecl *F) {
        return F->isInvalidDecl();
      }))
    hideAll(Class);
}

/// An enumerator without a value of its own follows the one before.
void RejectedFinder::visitEnum(const EnumDecl &Enum, const Places &Faults) {
  const SourceLocation End =
      Sources.getExpansionLoc(Enum.getBraceRange().getEnd());
  bool IsRejected = false, IsOfEnumerator = false;
  const auto All = llvm::to_vector(Enum.enumerators());
  for (size_t I = 0; I != All.size(); ++I) {
    const SourceLocation Begin = Sources.getExpansionLoc(All[I]->getLocation()),
                         Behind = I + 1 == All.size()
                                      ? End
                                      : Sources.getExpansionLoc(
                                            All[I + 1]->getLocation());
    const bool HasFault = llvm::any_of(Faults, [&](SourceLocation Fault) {
      return !isBefore(Fault, Begin) && isBefore(Fault, Behind);
    });
    IsRejected = HasFault || (IsRejected && !All[I]->getInitExpr());
    IsOfEnumerator |= HasFault;
    if (IsRejected)
      hide(*All[I]);
  }
  if (!IsOfEnumerator)
    hideAll(Enum);
}

void RejectedFinder::hide(SourceLocation Where, llvm::StringRef Name) {
  const SourceLocation InFile = Sources.getFileLoc(Where);
  if (Name.empty() || Name.front() == HiddenName || InFile.isInvalid())
    return;
  // A macro may have made it.
  const auto [File, Offset] = Sources.getDecomposedLoc(InFile);
  if (Sources.getBufferData(File).substr(Offset).starts_with(Name))
    Names.push_back(InFile);
}

/// Constructors have the name of their class.
void RejectedFinder::hideAll(const TagDecl &Type) {
  if (!Type.getIdentifier())
    return;
  hide(Type);
  const SourceLocation End =
      Sources.getExpansionLoc(Type.getBraceRange().getEnd());
  SourceLocation At = Sources.getExpansionLoc(Type.getLocation());
  while (std::optional<Token> T =
             Lexer::findNextToken(At, Sources, Context.getLangOpts())) {
    At = T->getLocation();
    if (!isBefore(At, End))
      return;
    if (T->is(tok::raw_identifier) && T->getRawIdentifier() == Type.getName())
      hide(At, Type.getName());
  }
}

std::vector<SourceLocation>
banklint::namesOfRejected(const ASTContext &Context,
                          llvm::ArrayRef<SourceError> Errors) {
  const SourceManager &Sources = Context.getSourceManager();
  Places Faults;
  for (const SourceError &E : Errors)
    if (!E.IsAcceptedByNvcc && E.Where.isValid() &&
        !Sources.isInSystemHeader(E.Where))
      Faults.push_back(E.Where);
  RejectedFinder Finder(Context);
  Finder.visit(*Context.getTranslationUnitDecl(), std::move(Faults));
  return std::move(Finder.Names);
}
