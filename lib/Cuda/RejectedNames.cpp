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
#include "clang/Basic/CharInfo.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringSet.h"
#include <utility>

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
  /// Hides what has the name of something that is hidden: it may be found in
  /// its place, as the primary template of a specialization.
  void hideNamesakes(const DeclContext &Scope);
  void visitDropped(const Places &Faults);
  Places Names; ///< in files

private:
  void visitDeclaration(const Decl &D, const Places &Faults);
  void visitClass(const RecordDecl &Class, const Places &Faults);
  bool isOfRejectedType(const Decl &D) const;
  void visitEnum(const EnumDecl &Enum, const Places &Faults);
  SourceLocation endOf(const Decl &D, const Decl *Next) const;
  SourceLocation endFrom(SourceLocation At) const;
  bool isBefore(SourceLocation A, SourceLocation B) const {
    return Sources.isBeforeInTranslationUnit(A, B);
  }
  void hide(const NamedDecl &D) { hide(D.getLocation(), D.getName()); }
  void hide(SourceLocation Where, llvm::StringRef Name);
  void hideAll(const TagDecl &Type);
  bool isOwn(const Decl &D) const {
    return !D.isFromASTFile() && !D.isImplicit() && D.getBeginLoc().isValid() &&
           !Sources.isInSystemHeader(D.getLocation());
  }

  const ASTContext &Context;
  const SourceManager &Sources;
  llvm::StringSet<> Hidden;
  /// What Clang has dropped as a whole, functions too: others of the name would
  /// stand for it.
  llvm::StringSet<> Dropped;
  llvm::SmallPtrSet<const Decl *, 8> RejectedTypes;
  bool IsClassBroken = false; ///< by a member of the class at hand
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
    // A macro may have brought the semicolon.
    if (!Depth && D.getEndLoc().isMacroID() && T->isNot(tok::semi))
      return At.getLocWithOffset(1);
    At = T->getLocation();
    if (T->is(tok::eof))
      break;
    if (T->isOneOf(tok::l_paren, tok::l_square, tok::l_brace))
      ++Depth;
    else if (!Depth && T->isOneOf(tok::semi, tok::r_brace))
      break;
    else if (Depth && T->isOneOf(tok::r_paren, tok::r_square, tok::r_brace))
      --Depth;
  }
  return At;
}

Places RejectedFinder::visit(const DeclContext &Scope, Places Faults) {
  const Decl *Before = nullptr;
  auto Visit = [&](const Decl &D, const Decl *Next) {
    if (isOfRejectedType(D))
      hide(cast<NamedDecl>(D));
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
    if (!isOwn(*D))
      continue;
    if (Before)
      Visit(*Before, D);
    Before = D;
  }
  if (Before)
    Visit(*Before, nullptr);
  return Faults;
}

/// `D` in `typedef struct { ... } D;`.
bool RejectedFinder::isOfRejectedType(const Decl &D) const {
  QualType Type;
  if (const auto *Name = dyn_cast<TypedefNameDecl>(&D))
    Type = Name->getUnderlyingType();
  else if (const auto *Variable = dyn_cast<DeclaratorDecl>(&D))
    Type = Variable->getType();
  if (Type.isNull() || isa<FunctionDecl>(D))
    return false;
  const TagDecl *Tag = Context.getBaseElementType(Type)->getAsTagDecl();
  return Tag && RejectedTypes.contains(Tag->getCanonicalDecl());
}

/// Takes the names before the brackets or the value of declarations that are
/// not in the tree. Of a function that is dropped the body has errors, too.
void RejectedFinder::visitDropped(const Places &Faults) {
  SourceLocation Behind;
  for (const SourceLocation Fault : Faults) {
    if (Behind.isValid() && isBefore(Fault, Behind))
      continue;
    const auto [File, Offset] = Sources.getDecomposedLoc(Fault);
    const llvm::StringRef Text = Sources.getBufferData(File);
    // From the begin of the line, or what ends the declaration before.
    const size_t Begin = Text.take_front(Offset).find_last_of("\n;{}") + 1;
    llvm::StringRef Left = Text.substr(Begin);
    if (Left.ltrim().starts_with("#"))
      continue; // a header is missing
    for (Left = Left.take_front(Left.find_first_of("(={;")); !Left.empty();) {
      Left = Left.drop_until([](char C) { return isAsciiIdentifierStart(C); });
      const llvm::StringRef Word =
          Left.take_while([](char C) { return isAsciiIdentifierContinue(C); });
      Dropped.insert(Word);
      Left = Left.drop_front(Word.size());
    }
    Behind = endFrom(Fault);
  }
}

/// Behind the semicolon of a declaration, or the brace that closes its body.
SourceLocation RejectedFinder::endFrom(SourceLocation At) const {
  unsigned Depth = 0;
  while (std::optional<Token> T =
             Lexer::findNextToken(At, Sources, Context.getLangOpts())) {
    At = T->getLocation();
    Depth += T->isOneOf(tok::l_brace, tok::l_paren);
    if (T->isOneOf(tok::r_brace, tok::r_paren) && Depth)
      --Depth;
    if (T->is(tok::eof) || (!Depth && T->isOneOf(tok::semi, tok::r_brace)))
      break;
  }
  return At;
}

void RejectedFinder::visitDeclaration(const Decl &D, const Places &Faults) {
  if (const auto *Template = dyn_cast<TemplateDecl>(&D)) {
    if (const NamedDecl *Templated = Template->getTemplatedDecl())
      visitDeclaration(*Templated, Faults);
  } else if (isa<NamespaceDecl, LinkageSpecDecl, ExportDecl>(D)) {
    visitDropped(visit(cast<DeclContext>(D), Faults));
  } else if (const auto *Method = dyn_cast<CXXMethodDecl>(&D)) {
    // It may be virtual, or a macro without a type: `PADDING(float, 4);`.
    IsClassBroken |= (Method->isVirtualAsWritten() ||
                      Method->getBeginLoc() == Method->getLocation()) &&
                     !isa<CXXConstructorDecl>(Method) &&
                     llvm::any_of(Faults, [&](SourceLocation Fault) {
                       return !Method->hasBody() ||
                              isBefore(Fault, Method->getBody()->getBeginLoc());
                     });
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
  const bool WasBroken = std::exchange(IsClassBroken, false);
  bool IsRejected = !visit(Class, Faults).empty() || IsClassBroken;
  for (const FieldDecl *Field : Class.fields())
    IsRejected |= Field->isInvalidDecl() || isOfRejectedType(*Field);
  IsClassBroken = WasBroken;
  if (!IsRejected)
    return;
  IsClassBroken |= !Class.getIdentifier();
  RejectedTypes.insert(Class.getCanonicalDecl());
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
      // All of a macro stands at one place.
      return Fault == Begin ||
             (isBefore(Begin, Fault) && isBefore(Fault, Behind));
    });
    IsRejected = HasFault || (IsRejected && !All[I]->getInitExpr());
    IsOfEnumerator |= HasFault;
    if (IsRejected)
      hide(*All[I]);
  }
  if (IsOfEnumerator)
    return;
  RejectedTypes.insert(Enum.getCanonicalDecl());
  hideAll(Enum);
}

void RejectedFinder::hideNamesakes(const DeclContext &Scope) {
  for (const Decl *D : Scope.noload_decls()) {
    if (!isOwn(*D))
      continue;
    if (const auto *Template = dyn_cast<TemplateDecl>(D))
      D = Template->getTemplatedDecl();
    if (!D)
      continue;
    const auto *Named = dyn_cast<NamedDecl>(D);
    const bool IsHidden =
        Named && Named->getIdentifier() && !isa<NamespaceDecl>(D) &&
        (Dropped.contains(Named->getName()) ||
         (Hidden.contains(Named->getName()) && !isa<FunctionDecl>(D)));
    const auto *Type = dyn_cast<TagDecl>(D);
    if (IsHidden && Type && Type->isThisDeclarationADefinition())
      hideAll(*Type);
    else if (IsHidden)
      hide(*Named);
    if (isa<NamespaceDecl, LinkageSpecDecl, ExportDecl, TagDecl>(D))
      hideNamesakes(*cast<DeclContext>(D));
  }
}

void RejectedFinder::hide(SourceLocation Where, llvm::StringRef Name) {
  // In the text of a macro, or of its argument.
  const SourceLocation InFile = Sources.getSpellingLoc(Where);
  if (Name.empty() || Name.front() == HiddenName || InFile.isInvalid())
    return;
  // A macro may have made it of parts.
  Hidden.insert(Name);
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
  llvm::sort(Faults, [&](SourceLocation A, SourceLocation B) {
    return Sources.isBeforeInTranslationUnit(A, B);
  });
  Finder.visitDropped(
      Finder.visit(*Context.getTranslationUnitDecl(), std::move(Faults)));
  Finder.hideNamesakes(*Context.getTranslationUnitDecl());
  return std::move(Finder.Names);
}
