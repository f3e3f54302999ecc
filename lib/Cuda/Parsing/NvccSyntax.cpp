//===- NvccSyntax.cpp - What nvcc takes and Clang does not ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cuda/NvccSyntax.h"
#include "Parsing/TokenWatcher.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/DiagnosticParse.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include <memory>
#include <optional>

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;

/// Of `Outer<A, B>::template name`, before it is given up.
static constexpr unsigned MostTokensOfName = 256;

void LaterRules::apply(LangOptions &Options) const {
  Options.CPlusPlus20 |= AutoParameters;
  Options.CPlusPlus23 |= UnknownReferences;
}

/// The name of the template that an error is about, which begins where the
/// whole of it does: `times` of `Tiles<N>::times<1>(2)`.
static std::optional<SourceLocation> namedBy(const Diagnostic &Error) {
  const DiagnosticsEngine::ArgumentKind Kind = Error.getArgKind(0);
  std::string Name;
  if (Kind == DiagnosticsEngine::ak_identifierinfo)
    Name = Error.getArgIdentifier(0)->getName();
  else if (Kind == DiagnosticsEngine::ak_declarationname)
    // Clang keeps all arguments as numbers.
    Name =
        DeclarationName::getFromOpaqueInteger(Error.getRawArg(0)).getAsString();
  else if (Kind == DiagnosticsEngine::ak_std_string)
    Name = Error.getArgStdStr(0);
  const SourceManager &Sources = Error.getSourceManager();
  SourceLocation Where = Error.getLocation();
  for (unsigned Left = MostTokensOfName; Where.isFileID() && Left; --Left) {
    Token T;
    if (Lexer::getRawToken(Where, T, Sources, LangOptions()) ||
        T.isOneOf(tok::eof, tok::semi))
      break;
    const std::optional<Token> Next =
        Lexer::findNextToken(Where, Sources, LangOptions());
    if (!Next)
      break;
    if (T.is(tok::raw_identifier) && T.getRawIdentifier() == Name &&
        Next->is(tok::less))
      return Where;
    Where = Next->getLocation();
  }
  return std::nullopt;
}

void NvccForms::note(const Diagnostic &Error) {
  switch (Error.getID()) {
  case diag::err_missing_dependent_template_keyword:
  case diag::err_template_kw_missing:
    if (std::optional<SourceLocation> Name = namedBy(Error))
      TemplateNames.push_back(*Name);
    return;
  case diag::err_auto_not_allowed:
    // `auto`, in the prototype of a function
    Rules.AutoParameters |= Error.getRawArg(0) == 0 && Error.getRawArg(1) == 0;
    return;
  case diag::err_constexpr_var_requires_const_init:
  case diag::err_constexpr_if_condition_expression_is_not_constant:
  case diag::err_expr_not_cce:
  case diag::err_expr_not_ice:
  case diag::err_template_arg_not_ice:
    Rules.UnknownReferences = true;
    return;
  default:
    return;
  }
}

void banklint::insertTemplateKeywords(Preprocessor &Source,
                                      TemplateNames Names) {
  addTokenWatcher(Source, [&Source, Names = std::move(Names)](const Token &T) {
    if (T.isNot(tok::identifier))
      return;
    const SourceManager &Sources = Source.getSourceManager();
    // Of an argument of a macro, where it is written.
    const SourceLocation Where = T.getLocation(),
                         InFile = Sources.getFileLoc(Where);
    const auto OfFile = Names.find(Sources.getFilename(InFile));
    if (OfFile == Names.end() ||
        !OfFile->second.contains(Sources.getFileOffset(InFile)))
      return;
    auto Name = std::make_unique<Token[]>(1);
    Name[0] = T;
    Source.EnterTokenStream(std::move(Name), 1, /*DisableMacroExpansion=*/true,
                            /*IsReinject=*/true);
    // The preprocessor is about to hand this token out: it is no constant.
    auto &Keyword = const_cast<Token &>(T); // NOLINT(*-const-cast)
    Keyword.startToken();
    Keyword.setKind(tok::kw_template);
    Keyword.setIdentifierInfo(Source.getIdentifierInfo("template"));
    Keyword.setLocation(Where);
  });
}

void banklint::allowOnDevice(Decl *D) {
  if (llvm::isa<NamespaceDecl, LinkageSpecDecl>(D)) {
    for (Decl *Inner : llvm::cast<DeclContext>(D)->noload_decls())
      allowOnDevice(Inner);
    return;
  }
  const auto *Template = dyn_cast<FunctionTemplateDecl>(D);
  if (!Template || !Template->isInStdNamespace() ||
      !Template->getIdentifier() ||
      (Template->getName() != "declval" && Template->getName() != "__declval"))
    return;
  FunctionDecl *Function = Template->getTemplatedDecl();
  ASTContext &Context = Function->getASTContext();
  if (!Function->hasAttr<CUDAHostAttr>())
    Function->addAttr(CUDAHostAttr::CreateImplicit(Context));
  if (!Function->hasAttr<CUDADeviceAttr>())
    Function->addAttr(CUDADeviceAttr::CreateImplicit(Context));
}
