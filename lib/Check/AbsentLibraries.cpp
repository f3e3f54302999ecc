//===- AbsentLibraries.cpp - Builds with libraries not here ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AbsentLibraries.h"
#include "Cuda/LostCode.h"
#include "Cuda/LostText.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include <list>

using namespace banklint;
using namespace clang;

using llvm::ArrayRef;
using llvm::isa;
using llvm::StringRef;

/// Whether the directive of an include asks for `<a.h>`.
static bool isOfLibrary(const SourceError &E, const SourceManager &Sources) {
  if (E.Where.isInvalid())
    return false;
  const auto [File, Offset] = Sources.getDecomposedLoc(E.Where);
  const StringRef Text = Sources.getBufferData(File);
  const StringRef Line = Text.take_front(Text.find('\n', Offset))
                             .drop_front(Text.rfind('\n', Offset) + 1)
                             .ltrim();
  const StringRef Asked =
      Line.drop_while([](char C) { return C != '<' && C != '"'; });
  return Asked.starts_with("<");
}

namespace {
/// Functions and variables of the user's, with the text that they are made of.
/// Those of a library know no kernel of the user's, whatever words they use.
class CodeFinder : public RecursiveASTVisitor<CodeFinder> {
public:
  explicit CodeFinder(const SourceManager &Sources) : Sources(Sources) {}
  bool VisitFunctionDecl(const FunctionDecl *D) {
    if (D->doesThisDeclarationHaveABody() && isOfUser(*D))
      Functions.push_back(D);
    return true;
  }
  bool VisitVarDecl(const VarDecl *D) {
    if (D->hasInit() && isOfUser(*D))
      Variables.push_back(D);
    return true;
  }
  std::vector<const FunctionDecl *> Functions;
  std::vector<const VarDecl *> Variables;

private:
  bool isOfUser(const Decl &D) const {
    return !Sources.isInSystemHeader(D.getLocation());
  }
  const SourceManager &Sources;
};

/// The names that lead to a launch.
class LaunchNames {
public:
  LaunchNames(ASTContext &Context, const Preprocessor *Macros);

  /// Whether a text has one of them, or may have one that is not seen.
  bool areIn(const LostText &Text) const {
    return HasNameless || Text.makesNames() ||
           llvm::any_of(Text.words(),
                        [&](StringRef Word) { return Names.contains(Word); });
  }
  std::vector<const FunctionDecl *> Functions;

private:
  llvm::StringSet<> Names;
  bool HasNameless = false; ///< an operator launches something, say
};
} // namespace

LaunchNames::LaunchNames(ASTContext &Context, const Preprocessor *Macros) {
  const SourceManager &Sources = Context.getSourceManager();
  CodeFinder Code(Sources);
  Code.TraverseAST(Context);
  Functions = Code.Functions;
  struct Named {
    const NamedDecl *D;
    LostText Text;
  };
  std::list<Named> Left;
  auto Add = [&](const NamedDecl *D, SourceRange Range) {
    const CharSourceRange Whole = Lexer::makeFileCharRange(
        Sources.getExpansionRange(Range), Sources, Context.getLangOpts());
    if (Whole.isInvalid())
      return;
    const auto [File, Begin] = Sources.getDecomposedLoc(Whole.getBegin());
    Left.push_back(
        {D, LostText(File, {Begin, Sources.getFileOffset(Whole.getEnd())},
                     Context, Macros)});
  };
  for (const FunctionDecl *D : Code.Functions) {
    if (D->hasAttr<CUDAGlobalAttr>())
      Names.insert(D->getName());
    else
      Add(D, D->getBody()->getSourceRange());
  }
  for (const VarDecl *D : Code.Variables)
    Add(D, D->getInit()->getSourceRange());
  for (bool IsGrown = true; IsGrown;) {
    IsGrown = false;
    Left.remove_if([&](const Named &One) {
      if (!areIn(One.Text))
        return false;
      IsGrown = true;
      if (One.D->getIdentifier())
        Names.insert(One.D->getName());
      else
        HasNameless = true;
      return true;
    });
  }
}

/// The statement around an error: from what ends the one before on to its own
/// end.
static Extent statementAround(SourceLocation Where, const ASTContext &Context) {
  const SourceManager &Sources = Context.getSourceManager();
  const auto [File, Offset] = Sources.getDecomposedLoc(Where);
  const StringRef Text = Sources.getBufferData(File);
  Extent Result;
  Result.Begin =
      unsigned(Text.take_front(Offset).find_last_of(";{}") + 1); // npos + 1: 0
  unsigned Depth = 0;
  SourceLocation At = Where;
  while (std::optional<Token> T =
             Lexer::findNextToken(At, Sources, Context.getLangOpts())) {
    At = T->getLocation();
    Result.End = Sources.getFileOffset(At) + T->getLength();
    Depth += T->isOneOf(tok::l_brace, tok::l_paren);
    if (T->isOneOf(tok::r_brace, tok::r_paren) && Depth)
      --Depth;
    if (T->is(tok::eof) || (!Depth && T->isOneOf(tok::semi, tok::r_brace)))
      break;
  }
  return Result;
}

bool banklint::lacksOnlyLibraries(ASTContext &Context,
                                  ArrayRef<SourceError> Errors) {
  const SourceManager &Sources = Context.getSourceManager();
  std::vector<const SourceError *> Others;
  bool IsAny = false;
  for (const SourceError &E : Errors) {
    if (E.IsMissingHeader && !isOfLibrary(E, Sources))
      return false;
    IsAny |= E.IsMissingHeader;
    // What such a header is asked for by one of the system's, too.
    if (!E.IsMissingHeader && !E.IsAcceptedByNvcc &&
        !Sources.isInSystemHeader(E.Where))
      Others.push_back(&E);
  }
  if (!IsAny || Others.empty())
    return IsAny;
  const LaunchNames Names(Context, Others.front()->Macros);
  return llvm::all_of(Others, [&](const SourceError *E) {
    bool IsInHost = false;
    for (const FunctionDecl *D : Names.Functions)
      if (standsIn(*E, *D)) {
        if (D->hasAttr<CUDAGlobalAttr>() || D->hasAttr<CUDADeviceAttr>() ||
            D->isTemplated() || D->isTemplateInstantiation())
          return false;
        const SourceRange Body = D->getBody()->getSourceRange();
        IsInHost |= Sources.isBeforeInTranslationUnit(
                        Sources.getExpansionLoc(Body.getBegin()), E->Where) &&
                    Sources.isBeforeInTranslationUnit(
                        E->Where, Sources.getExpansionLoc(Body.getEnd()));
      }
    return IsInHost && !Names.areIn(LostText(Sources.getFileID(E->Where),
                                             statementAround(E->Where, Context),
                                             Context, E->Macros));
  });
}
