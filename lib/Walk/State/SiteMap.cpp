//===- SiteMap.cpp - From Clang's tree to the sites of a trace ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Walk/SiteMap.h"
#include "Cuda/Locations.h"
#include "Nvcc/Source/LineTable.h"
#include "State/CodeFacts.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Lex/Lexer.h"

using namespace banklint;
using namespace clang;

SiteMap::SiteMap(const ASTContext &Context)
    : Context(Context), Facts(std::make_unique<CodeFacts>(Context)) {}

SiteMap::~SiteMap() = default;

/// "ns::transpose", the same for all instances of a template.
static std::string plainNameOf(const FunctionDecl *Function) {
  if (const FunctionDecl *Pattern = Function->getTemplateInstantiationPattern())
    Function = Pattern;
  return Function->getQualifiedNameAsString();
}

/// From the beginning of the access; of one that is spread over lines, from
/// where line tables have it.
static SourceSpan spanOfAccess(const Expr *Site, const ASTContext &Context) {
  SourceSpan Whole = spanOf(Site->getSourceRange(), Context);
  if (!Site->IgnoreParenImpCasts()->isGLValue())
    return Whole;
  const std::optional<SourceLocation> Place = placeInLineTables(*Site, Context);
  if (!Place || pointOf(*Place, Context).Line == Whole.Begin.Line)
    return Whole;
  return spanOf({*Place, Site->getEndLoc()}, Context);
}

bool SiteMap::isLineKnown(const Expr *Access) {
  auto [Known, IsNew] = HasLine.try_emplace(Access, true);
  if (IsNew && Access->IgnoreParenImpCasts()->isGLValue())
    Known->second = placeInLineTables(*Access, Context).has_value();
  return Known->second;
}

/// The whole access as the source spells it, without white space.
static std::string textOf(const Expr *Site, const ASTContext &Context) {
  const SourceManager &Sources = Context.getSourceManager();
  llvm::StringRef Spelled =
      Lexer::getSourceText(Sources.getExpansionRange(Site->getSourceRange()),
                           Sources, Context.getLangOpts());
  std::string Text;
  llvm::copy_if(Spelled, std::back_inserter(Text),
                [](char C) { return !llvm::isSpace(C); });
  return Text;
}

SiteId SiteMap::add(const Expr *E, Site New) {
  Expressions.push_back(E);
  SiteId Id = Table.add(std::move(New));
  assert(Id == Expressions.size() && "every site has its expression or null");
  return Id;
}

SiteId SiteMap::accessThrough(llvm::ArrayRef<const Expr *> Calls,
                              const Expr *Access,
                              const FunctionDecl *Function) {
  unsigned Chain = 0;
  for (const Expr *Link :
       llvm::concat<const Expr *const>(Calls, ArrayRef(Access)))
    Chain = Chains.try_emplace({Chain, Link}, Chains.size() + 1).first->second;
  SiteId &Id = ByChain[Chain];
  if (Id != NoSite)
    return Id;
  const Expr *First = Calls.front();
  Site New = {spanOfAccess(First, Context), plainNameOf(Function),
              textOf(First, Context)};
  if (const auto *Call = llvm::dyn_cast<CallExpr>(First);
      Call && Call->getDirectCallee())
    New.Library = plainNameOf(Call->getDirectCallee());
  else if (const auto *Made = llvm::dyn_cast<CXXConstructExpr>(First))
    New.Library = plainNameOf(Made->getConstructor());
  New.Inside = spanOf(Access->getSourceRange(), Context).Begin;
  return Id = add(First, std::move(New));
}

const Expr *SiteMap::objectIn(const CXXMethodDecl &Method) {
  const Expr *&Object = Objects[&Method];
  if (!Object)
    Object = CXXThisExpr::Create(Context, Method.getLocation(),
                                 Method.getThisType(), /*IsImplicit=*/true);
  return Object;
}

SiteId SiteMap::accessAt(const Expr *Access, const FunctionDecl *Function) {
  SiteId &Id = ByStatement[Access];
  if (Id == NoSite)
    Id = add(Access,
             {spanOfAccess(Access, Context), "", textOf(Access, Context)});
  if (std::string &Name = Table[Id].Function; Function && Name.empty())
    Name = plainNameOf(Function);
  return Id;
}

SiteId SiteMap::at(const Stmt *Loop) {
  SiteId &Id = ByStatement[Loop];
  if (Id == NoSite)
    Id = add(nullptr, {spanOf(Loop->getBeginLoc(), Context), "", ""});
  return Id;
}

SiteId SiteMap::at(SourceRange Range) {
  SiteId &Id = ByRange[{Range.getBegin().getRawEncoding(),
                        Range.getEnd().getRawEncoding()}];
  if (Id == NoSite)
    Id = add(nullptr, {spanOf(Range, Context), "", ""});
  return Id;
}

SiteId SiteMap::at(SourceLocation Where) {
  return Where.isValid() ? at(SourceRange(Where)) : NoSite;
}

const Expr *SiteMap::expressionOf(SiteId Id) const {
  return Id == NoSite ? nullptr : Expressions[Id - 1];
}
