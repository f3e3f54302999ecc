//===- OtherMeanings.cpp - Indices in other configurations ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OtherMeanings.h"
#include "Cuda/KernelCalls.h"
#include "Cuda/Locations.h"
#include "Edits.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;

namespace {
/// Goes from indices to all that their columns and the lengths of their rows
/// are made of.
class MeaningSearch {
public:
  MeaningSearch(const Fix &Edits, Mentions &Mentioned, const SourceMap &Map,
                const ASTContext &Context)
      : Edits(Edits), Mentioned(Mentioned), Map(Map), Context(Context) {}

  void visitIndex(const Expr *E) {
    visit(E, Columns);
    visitText(E, Columns);
  }
  /// How many elements or bytes there are: any number of rows.
  void visitSize(const Expr *E) {
    Led.clear();
    if (leadsToEdit(E))
      visit(E, Lengths);
  }
  /// An extent that is edited: what it names is as long in all configurations
  /// as the rows are.
  void addRowLength(const Expr *E) { RowLengths += textOf(E, Context) + ";"; }
  std::optional<SourceObstacle> obstacle() const;

private:
  /// What has several meanings, and the variables that have them for that.
  struct Meaning {
    SourceObstacle What;
    llvm::SmallVector<const NamedDecl *, 2> Carriers;
  };
  using Meanings = std::vector<Meaning>;

  void visit(const Stmt *S, Meanings &Into);
  void visitProduct(const BinaryOperator *Product, Meanings &Into);
  void visitVariable(const ValueDecl *D, Meanings &Into);
  void visitTemplateArgument(const SubstNonTypeTemplateParmExpr *E,
                             Meanings &Into);
  void visitCallee(const FunctionDecl *Function, SourceRange Where,
                   Meanings &Into);
  void visitMacros(SourceLocation Where, Meanings &Into);
  void visitText(const Expr *Index, Meanings &Into);
  void visitNamed(const NamedDecl *D, SourceRange Definition, Meanings &Into);
  void visitType(QualType Type, const Expr *Of, Meanings &Into);
  void visitTypeArguments(const Expr *Of, Meanings &Into);
  void visitArgument(const TemplateArgumentLoc &Argument, Meanings &Into);
  bool leadsToEdit(const Stmt *S);
  bool isEdited(const Expr *E) const;
  bool areEditsAt(llvm::StringRef Name) const;

  const Fix &Edits;
  Mentions &Mentioned;
  const SourceMap &Map;
  const ASTContext &Context;
  Meanings Columns, Lengths;
  std::string RowLengths;
  /// By what is collected, since a variable may serve for both.
  llvm::DenseSet<std::pair<const void *, const Meanings *>> Seen;
  llvm::DenseSet<const void *> Led;
};
} // namespace

/// Whether an edit stands in an expression, or right beside it.
bool MeaningSearch::isEdited(const Expr *E) const {
  const SourceManager &Sources = Context.getSourceManager();
  const SourceLocation Begin = Sources.getFileLoc(E->getBeginLoc());
  const SourceLocation End = Lexer::getLocForEndOfToken(
      Sources.getFileLoc(E->getEndLoc()), 0, Sources, Context.getLangOpts());
  if (Begin.isInvalid() || End.isInvalid())
    return false;
  const std::string File = pointOf(Begin, Context).File;
  return llvm::any_of(Edits.Edits, [&](const Edit &Each) {
    return Each.File == File &&
           Each.OffsetBytes >= Sources.getFileOffset(Begin) &&
           Each.OffsetBytes <= Sources.getFileOffset(End);
  });
}

/// Whether an edit changes what an expression is worth.
bool MeaningSearch::leadsToEdit(const Stmt *S) {
  if (!S || !Led.insert(S).second)
    return false;
  if (const auto *E = dyn_cast<Expr>(S)) {
    if (isEdited(E))
      return true;
    if (const ValueDecl *D = namedBy(E))
      return llvm::any_of(Map.valuesOf(D), [&](const Expr *Value) {
        return leadsToEdit(Value);
      });
    if (const auto *Call = dyn_cast<CallExpr>(E))
      if (const FunctionDecl *Callee = Call->getDirectCallee();
          Callee && leadsToEdit(Callee->getBody()))
        return true;
  }
  return llvm::any_of(S->children(),
                      [&](const Stmt *Child) { return leadsToEdit(Child); });
}

/// Each row may be any: its factors beside the length do not matter.
void MeaningSearch::visitProduct(const BinaryOperator *Product,
                                 Meanings &Into) {
  bool HasLength = false;
  for (const Expr *Operand : {Product->getLHS(), Product->getRHS()}) {
    Led.clear();
    if (!leadsToEdit(Operand))
      continue;
    HasLength = true;
    const auto *Inner =
        dyn_cast<BinaryOperator>(Operand->IgnoreParenImpCasts());
    if (Inner && Inner->getOpcode() == BO_Mul)
      visitProduct(Inner, Lengths);
    else
      visit(Operand, Lengths);
  }
  if (!HasLength) {
    visit(Product->getLHS(), Into);
    visit(Product->getRHS(), Into);
  }
}

void MeaningSearch::visitMacros(SourceLocation Where, Meanings &Into) {
  const SourceManager &Sources = Context.getSourceManager();
  const SourceLocation InFile = Sources.getFileLoc(Where);
  for (; Where.isMacroID(); Where = Sources.getImmediateMacroCallerLoc(Where)) {
    if (Sources.isMacroArgExpansion(Where))
      continue;
    const llvm::StringRef Name =
        Lexer::getImmediateMacroName(Where, Sources, Context.getLangOpts());
    if (Mentioned.hasOtherReplacement(Name))
      Into.push_back({{ObstacleKind::OtherMeaning, InFile, nullptr, Name}, {}});
  }
}

/// The text around an index: macros that leave nothing here, and parts that
/// depend on the configuration.
void MeaningSearch::visitText(const Expr *Index, Meanings &Into) {
  const SourceManager &Sources = Context.getSourceManager();
  for (const SourceParent &Parent : Map.parentsOf(Index)) {
    const auto *Subscript =
        llvm::dyn_cast_or_null<ArraySubscriptExpr>(Parent.Statement);
    if (!Subscript)
      continue;
    const SourceRange Within(
        Sources.getFileLoc(Subscript->getBase()->getEndLoc()),
        Sources.getFileLoc(Subscript->getRBracketLoc()));
    if (Mentioned.hasConditions(Within))
      Into.push_back(
          {{ObstacleKind::OtherMeaning, Within, nullptr, "#if"}, {}});
    for (const auto &[Name, Where] : Mentioned.perhapsEmptyIn(Within))
      Into.push_back({{ObstacleKind::OtherMeaning, Where, nullptr, Name}, {}});
  }
}

/// An enumerator or a type, if another configuration declares another one.
void MeaningSearch::visitNamed(const NamedDecl *D, SourceRange Definition,
                               Meanings &Into) {
  if (const SourceLocation Other = Mentioned.otherValue(D); Other.isValid())
    Into.push_back({{ObstacleKind::OtherMeaning, Other, D}, {}});
  else if (Definition.isValid() && Mentioned.hasConditions(Definition))
    Into.push_back({{ObstacleKind::OtherMeaning, D->getLocation(), D}, {}});
}

/// A type whose size or members make an index.
void MeaningSearch::visitType(QualType Type, const Expr *Of, Meanings &Into) {
  if (Type->getAs<SubstTemplateTypeParmType>())
    visitTypeArguments(Of, Into);
  if (const auto *Alias = Type->getAs<TypedefType>())
    visitNamed(Alias->getDecl(), {}, Into);
  if (const TagDecl *Tag = Type->getAsTagDecl();
      Tag && !Context.getSourceManager().isInSystemHeader(Tag->getLocation()))
    visitNamed(Tag, Tag->getSourceRange(), Into);
}

/// The types that the source names for the function's template.
void MeaningSearch::visitTypeArguments(const Expr *Of, Meanings &Into) {
  for (const FunctionDecl *Around : Map.functionsAround(Of))
    for (const Expr *Reference :
         Map.referencesTo(cast<ValueDecl>(Around->getCanonicalDecl())))
      if (const auto *Named = dyn_cast<DeclRefExpr>(Reference))
        for (const TemplateArgumentLoc &Argument : Named->template_arguments())
          if (Argument.getArgument().getKind() == TemplateArgument::Type &&
              Seen.insert({Reference, &Into}).second)
            visitType(Argument.getTypeSourceInfo()->getType(), Reference, Into);
}

void MeaningSearch::visitVariable(const ValueDecl *D, Meanings &Into) {
  if (const auto *Enumerator = dyn_cast<EnumConstantDecl>(D)) {
    if (!Seen.insert({D, &Into}).second)
      return;
    visitNamed(D, {}, Into);
    return visit(Enumerator->getInitExpr(), Into);
  }
  if (!llvm::isa<VarDecl, FieldDecl>(D) || D->getType()->isPointerType() ||
      !Seen.insert({D, &Into}).second)
    return;
  // What the host passes to kernels stands in other functions.
  const auto *Around = dyn_cast<FunctionDecl>(D->getDeclContext());
  if (llvm::isa<ParmVarDecl>(D) && Around && Around->hasAttr<CUDAGlobalAttr>())
    return;
  const size_t First = Into.size();
  if (const SourceLocation Other = Mentioned.otherValue(D); Other.isValid())
    Into.push_back({{ObstacleKind::OtherMeaning, Other, D}, {}});
  for (const Expr *Value : Map.valuesOf(D))
    visit(Value, Into);
  for (size_t I = First; I != Into.size(); ++I)
    Into[I].Carriers.push_back(D);
}

void MeaningSearch::visitArgument(const TemplateArgumentLoc &Argument,
                                  Meanings &Into) {
  if (Argument.getArgument().getKind() == TemplateArgument::Expression)
    visit(Argument.getSourceExpression(), Into);
}

/// The arguments that the source names for the function's template.
void MeaningSearch::visitTemplateArgument(const SubstNonTypeTemplateParmExpr *E,
                                          Meanings &Into) {
  const NonTypeTemplateParmDecl *Parameter = E->getParameter();
  if (!Seen.insert({Parameter, &Into}).second)
    return;
  const size_t First = Into.size();
  for (const FunctionDecl *Around : Map.functionsAround(E))
    for (const Expr *Reference :
         Map.referencesTo(cast<ValueDecl>(Around->getCanonicalDecl())))
      if (const auto *Named = dyn_cast<DeclRefExpr>(Reference))
        for (const TemplateArgumentLoc &Argument : Named->template_arguments())
          visitArgument(Argument, Into);
  if (Parameter->hasDefaultArgument())
    visitArgument(Parameter->getDefaultArgument(), Into);
  for (size_t I = First; I != Into.size(); ++I)
    Into[I].Carriers.push_back(Parameter);
}

void MeaningSearch::visitCallee(const FunctionDecl *Function, SourceRange Where,
                                Meanings &Into) {
  const Stmt *Body = Function ? Function->getBody() : nullptr;
  const SourceManager &Sources = Context.getSourceManager();
  if (!Body || Sources.isInSystemHeader(Body->getBeginLoc()) ||
      !Seen.insert({Body, &Into}).second)
    return;
  if (Mentioned.hasConditions(Body->getSourceRange()))
    Into.push_back({{ObstacleKind::OtherMeaning, Where, Function}, {}});
  visitNamed(Function, {}, Into);
  visit(Body, Into);
}

void MeaningSearch::visit(const Stmt *S, Meanings &Into) {
  if (!S)
    return;
  const auto *E = dyn_cast<Expr>(S);
  if (const auto *Decay = dyn_cast<ImplicitCastExpr>(S);
      Decay && Decay->getCastKind() == CK_ArrayToPointerDecay)
    return visit(Decay->getSubExpr(), Into); // a table
  if (E && E->getType()->isPointerType())
    return; // a step of its own
  if (E)
    visitMacros(E->getExprLoc(), Into);
  if (const auto *Trait = dyn_cast<UnaryExprOrTypeTraitExpr>(S))
    visitType(Trait->getTypeOfArgument(), Trait, Into);
  if (const auto *Named =
          E ? dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts()) : nullptr)
    if (const NestedNameSpecifierLoc Within = Named->getQualifierLoc())
      if (const TypeLoc Type = Within.getAsTypeLoc()) {
        visitType(Type.getType(), Named, Into);
        if (const auto Made = Type.getAs<TemplateSpecializationTypeLoc>())
          for (unsigned I = 0; I != Made.getNumArgs(); ++I)
            visitArgument(Made.getArgLoc(I), Into);
      }
  if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(S))
    visit(Default->getExpr(), Into);
  if (const auto *Argument = dyn_cast<SubstNonTypeTemplateParmExpr>(S))
    return visitTemplateArgument(Argument, Into);
  if (const auto *Product = dyn_cast<BinaryOperator>(S);
      Product && Product->getOpcode() == BO_Mul)
    return visitProduct(Product, Into);
  if (E)
    if (const ValueDecl *D = namedBy(E))
      return visitVariable(D, Into);
  if (const auto *Call = dyn_cast<CallExpr>(S))
    visitCallee(Call->getDirectCallee(), Call->getSourceRange(), Into);
  for (const Stmt *Child : S->children())
    visit(Child, Into);
}

/// Whether each edit stands beside a name.
bool MeaningSearch::areEditsAt(llvm::StringRef Name) const {
  const SourceManager &Sources = Context.getSourceManager();
  FileManager &Files = Sources.getFileManager();
  return llvm::all_of(Edits.Edits, [&](const Edit &Each) {
    OptionalFileEntryRef File = Files.getOptionalFileRef(Each.File);
    const FileID Id = File ? Sources.translateFile(*File) : FileID();
    if (Id.isInvalid())
      return false;
    const llvm::StringRef Text = Sources.getBufferData(Id);
    return Each.OffsetBytes <= Text.size() &&
           (Text.substr(Each.OffsetBytes).starts_with(Name) ||
            Text.take_front(Each.OffsetBytes).ends_with(Name));
  });
}

std::optional<SourceObstacle> MeaningSearch::obstacle() const {
  auto IsLength = [&](llvm::StringRef Name) {
    return areEditsAt(Name) || hasWord(RowLengths, Name);
  };
  auto IsSameEverywhere = [&](const Meaning &M) {
    return IsLength(M.What.what().Name) ||
           llvm::any_of(M.Carriers, [&](const NamedDecl *D) {
             return IsLength(D->getName());
           });
  };
  for (const Meanings *Found : {&Lengths, &Columns})
    for (const Meaning &M : *Found)
      if (!IsSameEverywhere(M))
        return M.What;
  return std::nullopt;
}

std::optional<SourceObstacle>
banklint::otherMeaning(const DeclaredArray &Array, const Fix &Edits,
                       Mentions &Mentioned, const SourceMap &Map,
                       const ASTContext &Context) {
  MeaningSearch Search(Edits, Mentioned, Map, Context);
  // Rows that are declared may be any, and their columns not.
  const bool IsDeclared = Array.Member || Array.any().Extents.size() > 1;
  int64_t RowBytes = 0;
  for (const ArrayInKernel &Use : Array.Uses)
    RowBytes = std::max(RowBytes, Use.rowBytes());
  for (const VarDecl *Instance : Array.Instances)
    for (const Step &S : Array.usesOf(Instance).Steps)
      if (!IsDeclared || S.ElementBytes < RowBytes)
        Search.visitIndex(S.Count);
  if (IsDeclared) {
    const DeclaratorDecl *Rows = Array.Member;
    const auto Extents = extentsOf(Rows ? Rows : Array.declaration(), Map);
    if (!Extents.empty() && Extents.back().getSizeExpr())
      Search.addRowLength(Extents.back().getSizeExpr());
    return Search.obstacle();
  }
  for (const VarDecl *Instance : Array.Instances)
    for (const ArrayTypeLoc &Extent : extentsOf(Instance, Map))
      if (Extent.getSizeExpr())
        Search.visitSize(Extent.getSizeExpr());
  for (const ArrayInKernel &Use : Array.Uses)
    for (const CallExpr *Call : Map.callsOf(walkOf(Use).Kernel))
      if (const auto *Launch = dyn_cast<CUDAKernelCallExpr>(Call))
        if (const auto Configuration = configurationOf(*Launch);
            Configuration && Configuration->SharedBytes)
          Search.visitSize(Configuration->SharedBytes);
  return Search.obstacle();
}
