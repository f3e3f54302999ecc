//===- OtherMeanings.cpp - Indices in other configurations ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Proof/OtherMeanings.h"
#include "Cuda/KernelCalls.h"
#include "Cuda/Locations.h"
#include "Proof/BlockExtents.h"
#include "Text/Edits.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/TypeLoc.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/PointerIntPair.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;

namespace {
/// Goes from indices to all that their columns and the lengths of their rows
/// are made of.
class MeaningSearch {
public:
  MeaningSearch(const DeclaredArray &Array, int64_t RowElements,
                const Fix &Edits, Mentions &Mentioned, const SourceMap &Map,
                const ASTContext &Context)
      : Array(Array), RowElements(RowElements), Edits(Edits),
        Edited(Edits, Context), Mentioned(Mentioned), Map(Map),
        Context(Context) {}

  /// An index; of a row that the language does not keep it in, also how far it
  /// goes.
  void visitIndex(const Expr *E, bool IsBoundedByLanguage) {
    const llvm::SaveAndRestore Bounds(HasBounds, !IsBoundedByLanguage);
    visit(E, Columns);
    visitText(E, Columns);
  }
  /// An expression or a variable by which the array is accessed: how wide an
  /// access is, and how it is aligned.
  void visitAccess(const Expr *E);
  void visitPointer(const ValueDecl *D);
  void visitAssembly();
  /// How many elements or bytes there are: any number of rows.
  void visitSize(const Expr *E) {
    if (leadsToEdit(E))
      visit(E, Lengths);
  }
  /// The extent of an array whose elements change places within it.
  void visitExtent(const Expr *E) { visit(E, Lengths); }
  bool isEdited(SourceRange Range) const { return Edited.hasAnyIn(Range); }
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
  void visitVariable(const ValueDecl *D, const Expr *Of, Meanings &Into);
  void visitTemplateArgument(const SubstNonTypeTemplateParmExpr *E,
                             Meanings &Into);
  void visitCallee(const FunctionDecl *Function, SourceRange Where,
                   Meanings &Into);
  void visitMacros(SourceLocation Where, Meanings &Into);
  void visitText(const Expr *Index, Meanings &Into);
  void visitNamed(const NamedDecl *D, SourceRange Definition, Meanings &Into);
  void visitNamespaces(const NamedDecl *D, Meanings &Into);
  void visitHead(const FunctionDecl *Function, Meanings &Into);
  void visitType(QualType Type, const Expr *Of, Meanings &Into);
  void visitTypeArguments(const Expr *Of, Meanings &Into);
  void visitAccessType(const TypeSourceInfo *Written, const Expr *Of);
  void visitPassing(const Expr *To);
  void visitWords(SourceRange Range, Meanings &Into);
  void visitWritten(const Expr *E, Meanings &Into);
  void visitArgument(const TemplateArgumentLoc &Argument, const Expr *Of,
                     Meanings &Into);
  void visitChanges(const ValueDecl *D, Meanings &Into);
  void visitLoops(const ValueDecl *D, Meanings &Into);
  void visitBlock(unsigned Dimension, Meanings &Into);
  void visitLaunch(const CallExpr *Call, unsigned Dimension, Meanings &Into);
  void visitGuards(const FunctionDecl *Kernel, Meanings &Into);
  bool leadsToEdit(const Stmt *S);
  bool follow(const Stmt *S);
  bool followInto(const Stmt *S);
  bool isEdited(const Expr *E) const;
  bool areEditsAt(llvm::StringRef Name) const;

  const DeclaredArray &Array;
  int64_t RowElements;
  const Fix &Edits;
  const EditedPlaces Edited;
  Mentions &Mentioned;
  const SourceMap &Map;
  const ASTContext &Context;
  bool HasBounds = false;
  Meanings Columns, Lengths;
  std::string RowLengths;
  bool isNew(const void *What, const Meanings &Into) {
    return Seen.insert({What, {&Into, HasBounds}}).second;
  }

  /// By what is collected, since a variable may serve for both, and by whether
  /// bounds are.
  llvm::DenseSet<
      std::pair<const void *, llvm::PointerIntPair<const Meanings *, 1, bool>>>
      Seen;
  enum class Leads { Open, Nowhere, ToEdit };
  /// Where what was asked for leads; open while it is looked into.
  llvm::DenseMap<const Stmt *, Leads> Led;
  std::vector<const Stmt *> LookedInto; ///< by the question in hand
  bool HasMetOpen = false;              ///< as `i = i + 1` does
};
} // namespace

/// Whether an edit stands in an expression, or right beside it.
bool MeaningSearch::isEdited(const Expr *E) const {
  return E->getBeginLoc().isValid() && E->getEndLoc().isValid() &&
         Edited.hasAnyIn(E->getSourceRange());
}

/// Whether an edit changes what an expression is worth.
bool MeaningSearch::leadsToEdit(const Stmt *S) {
  LookedInto.clear();
  HasMetOpen = false;
  const bool IsFound = follow(S);
  // Where a circle was cut, what seemed to lead nowhere may lead to the edit
  // that was found behind it.
  if (IsFound && HasMetOpen)
    for (const Stmt *Each : LookedInto)
      if (auto Known = Led.find(Each); Known->second == Leads::Nowhere)
        Led.erase(Known);
  return IsFound;
}

bool MeaningSearch::follow(const Stmt *S) {
  if (!S)
    return false;
  const auto [Known, IsNew] = Led.try_emplace(S, Leads::Open);
  if (!IsNew) {
    HasMetOpen |= Known->second == Leads::Open;
    return Known->second == Leads::ToEdit;
  }
  LookedInto.push_back(S);
  const bool IsFound = followInto(S);
  Led[S] = IsFound ? Leads::ToEdit : Leads::Nowhere;
  return IsFound;
}

bool MeaningSearch::followInto(const Stmt *S) {
  if (const auto *E = dyn_cast<Expr>(S)) {
    if (isEdited(E))
      return true;
    if (const ValueDecl *D = namedBy(E))
      return llvm::any_of(Map.valuesOf(D),
                          [&](const Expr *Value) { return follow(Value); });
    if (const auto *Call = dyn_cast<CallExpr>(E))
      if (const FunctionDecl *Callee = Call->getDirectCallee();
          Callee && follow(Callee->getBody()))
        return true;
  }
  return llvm::any_of(S->children(),
                      [&](const Stmt *Child) { return follow(Child); });
}

/// Each row may be any: its factors beside the length do not matter.
void MeaningSearch::visitProduct(const BinaryOperator *Product,
                                 Meanings &Into) {
  bool HasLength = false;
  for (const Expr *Operand : {Product->getLHS(), Product->getRHS()}) {
    // Where no rows get longer, no factor is the length of one.
    if (!RowElements || !leadsToEdit(Operand))
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
  // What is put together by ## is no longer part of an argument.
  if (Where.isMacroID() &&
      Sources.isWrittenInScratchSpace(Sources.getSpellingLoc(Where)))
    for (const auto &[Name, At] :
         Mentioned.otherMacrosIn(Sources.getExpansionRange(Where).getAsRange()))
      Into.push_back({{ObstacleKind::OtherMeaning, At, nullptr, Name}, {}});
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
    for (const auto &[Name, Where] : Mentioned.otherMacrosIn(Within))
      if (Mentioned.isPerhapsEmpty(Name))
        Into.push_back(
            {{ObstacleKind::OtherMeaning, Where, nullptr, Name}, {}});
  }
}

/// A name, if another configuration declares or finds something else by it.
void MeaningSearch::visitNamed(const NamedDecl *D, SourceRange Definition,
                               Meanings &Into) {
  visitNamespaces(D, Into);
  if (const SourceLocation Other = Mentioned.otherValue(D); Other.isValid())
    Into.push_back({{ObstacleKind::OtherMeaning, Other, D}, {}});
  else if (const SourceLocation Found = Mentioned.otherLookup(D);
           Found.isValid())
    Into.push_back({{ObstacleKind::OtherMeaning, Found, D}, {}});
  else if (Definition.isValid() && Mentioned.hasConditions(Definition))
    Into.push_back({{ObstacleKind::OtherMeaning, D->getLocation(), D}, {}});
}

/// The namespaces around a declaration: a macro makes one inline elsewhere.
void MeaningSearch::visitNamespaces(const NamedDecl *D, Meanings &Into) {
  for (const DeclContext *Around = D->getDeclContext(); Around;
       Around = Around->getParent()) {
    const auto *Space = dyn_cast<NamespaceDecl>(Around);
    if (!Space || !isNew(Space, Into))
      continue;
    const llvm::StringRef Before =
        Mentioned.declarationAt(Space->getLocation()).first;
    const SourceLocation End = Space->getLocation();
    visitWords({End.getLocWithOffset(-int(Before.size())), End}, Into);
  }
}

/// The head of a template, where its arguments have defaults.
void MeaningSearch::visitHead(const FunctionDecl *Function, Meanings &Into) {
  const FunctionTemplateDecl *Template = Function->getPrimaryTemplate();
  if (!Template || !isNew(Template, Into) ||
      Context.getSourceManager().isInSystemHeader(Template->getLocation()))
    return;
  const SourceRange Head(Template->getBeginLoc(), Template->getLocation());
  if (Mentioned.hasConditions(Head))
    Into.push_back(
        {{ObstacleKind::OtherMeaning, Template->getLocation(), Template}, {}});
  visitWords(Head, Into);
}

/// Inline assembly in the functions that access the array: its text, where
/// macros or conditions make it.
void MeaningSearch::visitAssembly() {
  const SourceManager &Sources = Context.getSourceManager();
  llvm::DenseSet<const FunctionDecl *> Ours;
  for (const VarDecl *Instance : Array.Instances)
    for (const Expr *E : Array.usesOf(Instance).Followed)
      for (const FunctionDecl *Function : Map.functionsAround(E))
        Ours.insert(Function);
  for (const GCCAsmStmt *Asm : Map.assembly())
    if (llvm::any_of(Map.functionsAround(Asm),
                     [&](const FunctionDecl *F) { return Ours.contains(F); })) {
      const SourceRange Text(Sources.getExpansionLoc(Asm->getBeginLoc()),
                             Sources.getExpansionLoc(Asm->getEndLoc()));
      visitMacros(Asm->getBeginLoc(), Columns);
      visitWords(Text, Columns);
      if (Mentioned.hasConditions(Text))
        Columns.push_back(
            {{ObstacleKind::OtherMeaning, Text, nullptr, "asm"}, {}});
    }
}

/// The type that memory is accessed as.
void MeaningSearch::visitAccessType(const TypeSourceInfo *Written,
                                    const Expr *Of) {
  if (!Written)
    return;
  visitWords(Written->getTypeLoc().getSourceRange(), Columns);
  QualType Type = Written->getType().getNonReferenceType();
  if (Type->isPointerType())
    Type = Type->getPointeeType();
  visitType(Type, Of, Columns);
  const TagDecl *Tag = Type->getAsTagDecl();
  if (Tag && !Context.getSourceManager().isInSystemHeader(Tag->getLocation()))
    visitWords(Tag->getSourceRange(), Columns);
}

void MeaningSearch::visitAccess(const Expr *E) {
  visitMacros(E->getExprLoc(), Columns);
  if (const auto *Cast = dyn_cast<ExplicitCastExpr>(E))
    visitAccessType(Cast->getTypeInfoAsWritten(), E);
  for (const SourceParent &Parent : Map.parentsOf(E))
    if (const auto *Around = llvm::dyn_cast_or_null<Expr>(Parent.Statement))
      visitPassing(Around);
}

/// What an address is passed to: which function or class that is.
void MeaningSearch::visitPassing(const Expr *To) {
  if (llvm::isa<CXXConstructExpr, InitListExpr>(To))
    return visitType(To->getType(), To, Columns);
  const auto *Call = dyn_cast<CallExpr>(To);
  if (!Call || !isNew(Call, Columns))
    return;
  const Expr *Named = Call->getCallee()->IgnoreParenImpCasts();
  visitMacros(Named->getExprLoc(), Columns);
  visitWritten(Named, Columns);
  const FunctionDecl *Callee = Call->getDirectCallee();
  if (!Callee)
    return;
  const bool IsBuiltin = Callee->getBuiltinID() != 0;
  if (!IsBuiltin)
    visitNamed(Callee, {}, Columns);
  visitHead(Callee, Columns);
  // What overloads, specializations and call operators are chosen by.
  const bool IsChosen =
      Callee->isTemplateInstantiation() ||
      llvm::isa<CXXOperatorCallExpr>(Call) ||
      !llvm::hasSingleElement(
          Callee->getDeclContext()->lookup(Callee->getDeclName()));
  for (const Expr *Argument : Call->arguments()) {
    if (IsBuiltin)
      visit(Argument, Columns);
    if (!IsChosen)
      continue;
    const Expr *Written = Argument->IgnoreImplicit();
    visitMacros(Written->getBeginLoc(), Columns);
    if (Written->getType()->isRecordType())
      visit(Written, Columns);
    visitType(Written->getType().getNonReferenceType(), Argument, Columns);
  }
}

void MeaningSearch::visitPointer(const ValueDecl *D) {
  if (const auto *Declared = dyn_cast<DeclaratorDecl>(D))
    visitAccessType(Declared->getTypeSourceInfo(), nullptr);
}

/// The words of a declaration: macros that are something else elsewhere.
void MeaningSearch::visitWords(SourceRange Range, Meanings &Into) {
  const SourceManager &Sources = Context.getSourceManager();
  const SourceLocation Begin = Sources.getFileLoc(Range.getBegin());
  const SourceLocation End = Lexer::getLocForEndOfToken(
      Sources.getFileLoc(Range.getEnd()), 0, Sources, Context.getLangOpts());
  if (Begin.isInvalid() || End.isInvalid() ||
      !Sources.isWrittenInSameFile(Begin, End))
    return;
  for (const auto &[Name, Where] : Mentioned.otherMacrosIn({Begin, End}))
    Into.push_back({{ObstacleKind::OtherMeaning, Where, nullptr, Name}, {}});
}

/// A type whose size, members or choice of an overload make an index.
void MeaningSearch::visitType(QualType Type, const Expr *Of, Meanings &Into) {
  if (Type.isNull() || !isNew(Type.getAsOpaquePtr(), Into))
    return;
  if (Type->getAs<SubstTemplateTypeParmType>())
    visitTypeArguments(Of, Into);
  const SourceManager &Sources = Context.getSourceManager();
  if (const auto *Alias = Type->getAs<TypedefType>()) {
    const TypedefNameDecl *Name = Alias->getDecl();
    visitNamed(Name, {}, Into);
    if (!Sources.isInSystemHeader(Name->getLocation())) {
      visitWords(Name->getSourceRange(), Into);
      visitType(Name->getUnderlyingType(), Of, Into);
    }
  }
  if (const auto *Made = Type->getAs<TemplateSpecializationType>())
    for (const TemplateArgument &Argument : Made->template_arguments()) {
      if (Argument.getKind() == TemplateArgument::Type)
        visitType(Argument.getAsType(), Of, Into);
      else if (Argument.getKind() == TemplateArgument::Expression)
        visit(Argument.getAsExpr(), Into);
    }
  const TagDecl *Tag = Type->getAsTagDecl();
  if (!Tag || Sources.isInSystemHeader(Tag->getLocation()))
    return;
  visitNamed(Tag, Tag->getSourceRange(), Into);
  if (const SourceLocation Packing = Mentioned.otherPacking();
      Packing.isValid())
    Into.push_back({{ObstacleKind::OtherMeaning, Packing, Tag}, {}});
  if (const auto *Class = dyn_cast<CXXRecordDecl>(Tag);
      Class && Class->hasDefinition())
    for (const CXXBaseSpecifier &Base : Class->bases())
      visitType(Base.getType(), Of, Into);
}

/// The types that the source names for the function's template.
void MeaningSearch::visitTypeArguments(const Expr *Of, Meanings &Into) {
  for (const FunctionDecl *Around : Map.functionsAround(Of))
    for (const Expr *Reference :
         Map.referencesTo(cast<ValueDecl>(Around->getCanonicalDecl())))
      if (const auto *Named = dyn_cast<DeclRefExpr>(Reference))
        for (const TemplateArgumentLoc &Argument : Named->template_arguments())
          if (Argument.getArgument().getKind() == TemplateArgument::Type &&
              isNew(Reference, Into))
            visitType(Argument.getTypeSourceInfo()->getType(), Reference, Into);
}

/// The types and template arguments that an expression is written with.
void MeaningSearch::visitWritten(const Expr *E, Meanings &Into) {
  if (const auto *Cast = dyn_cast<ExplicitCastExpr>(E))
    visitType(Cast->getTypeAsWritten(), E, Into);
  if (llvm::isa<CXXScalarValueInitExpr, CXXTemporaryObjectExpr>(E))
    visitType(E->getType(), E, Into);
  if (const auto *Trait = dyn_cast<UnaryExprOrTypeTraitExpr>(E))
    visitType(Trait->getTypeOfArgument(), Trait, Into);
  const auto *Named = dyn_cast<DeclRefExpr>(E);
  if (const auto *Member = dyn_cast<MemberExpr>(E)) {
    visitType(Member->getBase()->getType(), E, Into);
    for (const TemplateArgumentLoc &Argument : Member->template_arguments())
      visitArgument(Argument, E, Into);
  }
  if (!Named)
    return;
  for (const TemplateArgumentLoc &Argument : Named->template_arguments())
    visitArgument(Argument, E, Into);
  NestedNameSpecifierLoc Within = Named->getQualifierLoc();
  while (Within && Within.getNestedNameSpecifier().getKind() ==
                       NestedNameSpecifier::Kind::Namespace) {
    const auto [Space, Before] = Within.castAsNamespaceAndPrefix();
    visitNamed(Space, {}, Into);
    Within = Before;
  }
  if (Within)
    if (const TypeLoc Type = Within.getAsTypeLoc()) {
      visitType(Type.getType(), Named, Into);
      if (const auto Made = Type.getAs<TemplateSpecializationTypeLoc>())
        for (unsigned I = 0; I != Made.getNumArgs(); ++I)
          visitArgument(Made.getArgLoc(I), E, Into);
    }
}

/// What changes a variable, and what code that is given it may change it by.
void MeaningSearch::visitChanges(const ValueDecl *D, Meanings &Into) {
  for (const Expr *Change : Map.changesOf(D))
    visit(Change, Into);
  if (HasBounds && (Map.isChanged(D) || Map.valuesOf(D).size() > 1))
    visitLoops(D, Into);
}

/// How far a loop goes whose condition names a variable.
void MeaningSearch::visitLoops(const ValueDecl *D, Meanings &Into) {
  for (const Expr *Reference : Map.referencesTo(D)) {
    const Stmt *Inner = Reference;
    while (Inner) {
      const llvm::ArrayRef<SourceParent> Parents = Map.parentsOf(Inner);
      const Stmt *Outer = Parents.empty() ? nullptr : Parents[0].Statement;
      const Expr *Condition = nullptr;
      if (const auto *Loop = llvm::dyn_cast_or_null<ForStmt>(Outer))
        Condition = Loop->getCond();
      if (const auto *Loop = llvm::dyn_cast_or_null<WhileStmt>(Outer))
        Condition = Loop->getCond();
      if (const auto *Loop = llvm::dyn_cast_or_null<DoStmt>(Outer))
        Condition = Loop->getCond();
      if (Condition && Condition == Inner)
        visit(Condition, Into);
      Inner = llvm::isa_and_nonnull<Expr>(Outer) ? Outer : nullptr;
      if (Condition)
        break;
    }
  }
}

/// An extent of the blocks that the array's kernels are launched with.
void MeaningSearch::visitBlock(unsigned Dimension, Meanings &Into) {
  llvm::SetVector<const FunctionDecl *> Kernels;
  bool NeedsGuard = false;
  for (const ArrayInKernel &Use : Array.Uses) {
    Kernels.insert(walkOf(Use).Kernel);
    NeedsGuard |= walkOf(Use).Shape.Block[Dimension] > RowElements;
  }
  for (const FunctionDecl *Kernel : Kernels) {
    if (NeedsGuard)
      visitGuards(Kernel, Into);
    for (const CallExpr *Call : Map.callsOf(Kernel))
      visitLaunch(Call, Dimension, Into);
  }
  // Through pointers.
  for (const ArrayInKernel &Use : Array.Uses)
    for (const Expr *At : Map.expressionsAt(walkOf(Use).Shape.Where)) {
      const auto *Launch = dyn_cast<CUDAKernelCallExpr>(At);
      if (!Launch || Launch->getDirectCallee())
        continue;
      visitLaunch(Launch, Dimension, Into);
      for (const Expr *Argument : Launch->arguments())
        visit(Argument, Into);
      for (const FunctionDecl *Around : Map.functionsAround(Launch))
        if (const Stmt *Body = Around->getBody();
            Body && Mentioned.hasConditions(Body->getSourceRange()))
          Into.push_back({{ObstacleKind::OtherMeaning, Body->getSourceRange(),
                           nullptr, "#if"},
                          {}});
    }
}

/// The extent of the blocks of one launch.
void MeaningSearch::visitLaunch(const CallExpr *Call, unsigned Dimension,
                                Meanings &Into) {
  const auto *Launch = dyn_cast<CUDAKernelCallExpr>(Call);
  const auto Configuration = Launch ? configurationOf(*Launch) : std::nullopt;
  if (Configuration)
    for (const Expr *Extent :
         extentsOfBlock(Configuration->Block, Dimension, Map))
      visit(Extent, Into);
}

/// What keeps threads from an access.
void MeaningSearch::visitGuards(const FunctionDecl *Kernel, Meanings &Into) {
  if (!isNew(Kernel, Into))
    return;
  llvm::SmallVector<const Stmt *, 16> Left{Kernel->getBody()};
  while (!Left.empty()) {
    const Stmt *S = Left.pop_back_val();
    if (!S)
      continue;
    if (const auto *If = dyn_cast<IfStmt>(S))
      visit(If->getCond(), Into);
    else if (const auto *Choice = dyn_cast<ConditionalOperator>(S))
      visit(Choice->getCond(), Into);
    llvm::append_range(Left, S->children());
  }
}

void MeaningSearch::visitVariable(const ValueDecl *D, const Expr *Of,
                                  Meanings &Into) {
  if (const auto *Enumerator = dyn_cast<EnumConstantDecl>(D)) {
    if (!isNew(D, Into))
      return;
    visitNamed(D, {}, Into);
    return visit(Enumerator->getInitExpr(), Into);
  }
  if (!llvm::isa<VarDecl, FieldDecl>(D) || D->getType()->isPointerType() ||
      !isNew(D, Into))
    return;
  const size_t First = Into.size();
  if (const auto *Around = dyn_cast<FunctionDecl>(D->getDeclContext()))
    if (const SourceLocation Other = Mentioned.otherValue(Around);
        Other.isValid())
      Into.push_back({{ObstacleKind::OtherMeaning, Other, Around}, {}});
  if (D->getDeclContext()->isFileContext())
    visitNamed(D, {}, Into);
  else if (const SourceLocation Other = Mentioned.otherValue(D);
           Other.isValid())
    Into.push_back({{ObstacleKind::OtherMeaning, Other, D}, {}});
  for (const Expr *Value : Map.valuesOf(D))
    visit(Value, Into);
  visitType(D->getType(), Of, Into);
  visitChanges(D, Into);
  for (size_t I = First; I != Into.size(); ++I)
    Into[I].Carriers.push_back(D);
}

void MeaningSearch::visitArgument(const TemplateArgumentLoc &Argument,
                                  const Expr *Of, Meanings &Into) {
  if (Argument.getArgument().getKind() == TemplateArgument::Expression)
    visit(Argument.getSourceExpression(), Into);
  else if (Argument.getArgument().getKind() == TemplateArgument::Type)
    visitType(Argument.getTypeSourceInfo()->getType(), Of, Into);
}

/// The arguments that the source names for the function's template.
void MeaningSearch::visitTemplateArgument(const SubstNonTypeTemplateParmExpr *E,
                                          Meanings &Into) {
  const NonTypeTemplateParmDecl *Parameter = E->getParameter();
  if (!isNew(Parameter, Into))
    return;
  const size_t First = Into.size();
  for (const FunctionDecl *Around : Map.functionsAround(E)) {
    visitHead(Around, Into);
    for (const Expr *Reference :
         Map.referencesTo(cast<ValueDecl>(Around->getCanonicalDecl())))
      visitWritten(Reference, Into);
  }
  if (Parameter->hasDefaultArgument())
    visitArgument(Parameter->getDefaultArgument(), E, Into);
  for (size_t I = First; I != Into.size(); ++I)
    Into[I].Carriers.push_back(Parameter);
}

void MeaningSearch::visitCallee(const FunctionDecl *Function, SourceRange Where,
                                Meanings &Into) {
  const Stmt *Body = Function ? Function->getBody() : nullptr;
  const SourceManager &Sources = Context.getSourceManager();
  if (!Body || Sources.isInSystemHeader(Body->getBeginLoc()) ||
      !isNew(Body, Into))
    return;
  if (Mentioned.hasConditions(Body->getSourceRange()))
    Into.push_back({{ObstacleKind::OtherMeaning, Where, Function}, {}});
  visitNamed(Function, {}, Into);
  visitHead(Function, Into);
  if (Function->isOverloadedOperator())
    if (const SourceLocation Other = Mentioned.removedWord("operator");
        Other.isValid())
      Into.push_back({{ObstacleKind::OtherMeaning, Other, Function}, {}});
  visitType(Function->getReturnType(), nullptr, Into);
  visit(Body, Into);
}

void MeaningSearch::visit(const Stmt *S, Meanings &Into) {
  if (!S)
    return;
  const auto *E = dyn_cast<Expr>(S);
  if (const auto *Decay = dyn_cast<ImplicitCastExpr>(S);
      Decay && Decay->getCastKind() == CK_ArrayToPointerDecay)
    return visit(Decay->getSubExpr(), Into); // a table
  // What initializes a capture in the template of a lambda has no type yet.
  if (E && !E->getType().isNull() && E->getType()->isPointerType())
    return; // a step of its own
  if (E)
    visitMacros(E->getExprLoc(), Into);
  if (E)
    visitWritten(E->IgnoreParenImpCasts(), Into);
  if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(S))
    visit(Default->getExpr(), Into);
  if (const auto *Argument = dyn_cast<SubstNonTypeTemplateParmExpr>(S))
    return visitTemplateArgument(Argument, Into);
  const auto *Operation = dyn_cast<BinaryOperator>(S);
  if (Operation && Operation->getOpcode() == BO_Mul)
    return visitProduct(Operation, Into);
  // A remainder is as large however far its operand goes.
  const bool IsBound = Operation && (Operation->getOpcode() == BO_And ||
                                     Operation->getOpcode() == BO_Rem);
  const llvm::SaveAndRestore Bounds(HasBounds, HasBounds && !IsBound);
  if (const BuiltinComponent Read =
          E ? builtinComponentOf(E) : BuiltinComponent();
      !Read.Variable.empty()) {
    if (HasBounds &&
        (Read.Variable == "threadIdx" || Read.Variable == "blockDim"))
      visitBlock(Read.dimension(), Into);
    return;
  }
  if (E)
    if (const ValueDecl *D = namedBy(E)) {
      if (const auto *Member = dyn_cast<MemberExpr>(E->IgnoreParenImpCasts());
          Member && !namedBy(Member->getBase()))
        visit(Member->getBase(), Into); // of what a call returns
      return visitVariable(D, E, Into);
    }
  if (const auto *Call = dyn_cast<CallExpr>(S)) {
    visitCallee(Call->getDirectCallee(), Call->getSourceRange(), Into);
    visitWritten(Call->getCallee()->IgnoreParenImpCasts(), Into);
  }
  if (const auto *Made = dyn_cast<CXXConstructExpr>(S))
    visitCallee(Made->getConstructor(), Made->getSourceRange(), Into);
  if (llvm::isa<CXXConstructExpr, InitListExpr>(S))
    visitType(cast<Expr>(S)->getType(), cast<Expr>(S), Into);
  for (const Stmt *Child : S->children())
    visit(Child, Into);
}

/// Whether each edit stands beside a name.
bool MeaningSearch::areEditsAt(llvm::StringRef Name) const {
  const SourceManager &Sources = Context.getSourceManager();
  return llvm::all_of(Edits.Edits, [&](const Edit &Each) {
    const FileID Id = fileNamed(Each.File, Sources);
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
    return RowElements && (areEditsAt(Name) || hasWord(RowLengths, Name));
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

/// Calls `Visit` with the size of dynamic memory in each launch.
static void forEachSharedSize(const DeclaredArray &Array, const SourceMap &Map,
                              llvm::function_ref<void(const Expr *)> Visit) {
  for (const ArrayInKernel &Use : Array.Uses)
    for (const CallExpr *Call : Map.callsOf(walkOf(Use).Kernel))
      if (const auto *Launch = dyn_cast<CUDAKernelCallExpr>(Call))
        if (const auto Configuration = configurationOf(*Launch);
            Configuration && Configuration->SharedBytes)
          Visit(Configuration->SharedBytes);
}

std::optional<SourceObstacle>
banklint::otherMeaning(const DeclaredArray &Array, int64_t RowElements,
                       const Fix &Edits, Mentions &Mentioned,
                       const SourceMap &Map, const ASTContext &Context) {
  MeaningSearch Search(Array, RowElements, Edits, Mentioned, Map, Context);
  // Rows that are declared may be any, and their columns not.
  const bool IsDeclared = Array.Member || Array.any().Extents.size() > 1;
  int64_t RowBytes = 0;
  for (const ArrayInKernel &Use : Array.Uses)
    RowBytes = std::max(RowBytes, Use.rowBytes());
  for (const VarDecl *Instance : Array.Instances)
    for (const Step &S : Array.usesOf(Instance).Steps)
      if (!IsDeclared || S.ElementBytes < RowBytes)
        Search.visitIndex(S.Count, IsDeclared);
  for (const VarDecl *Instance : Array.Instances) {
    for (const Expr *E : Array.usesOf(Instance).Followed)
      Search.visitAccess(E);
    for (const ValueDecl *D : Array.usesOf(Instance).Pointers)
      Search.visitPointer(D);
  }
  Search.visitAssembly();
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
  forEachSharedSize(Array, Map,
                    [&](const Expr *Size) { Search.visitSize(Size); });
  return Search.obstacle();
}

std::optional<SourceObstacle>
banklint::otherPlaces(const DeclaredArray &Array,
                      const std::vector<const Expr *> *BoundedTerms,
                      const Fix &Edits, Mentions &Mentioned,
                      const SourceMap &Map, const ASTContext &Context) {
  MeaningSearch Search(Array, /*RowElements=*/0, Edits, Mentioned, Map,
                       Context);
  for (const VarDecl *Instance : Array.Instances) {
    const ArrayUses &Uses = Array.usesOf(Instance);
    for (const Step &S : Uses.Steps)
      if (BoundedTerms ||
          (!S.IsOfArray && !Search.isEdited(S.Count->getSourceRange())))
        Search.visitIndex(S.Count, /*IsBoundedByLanguage=*/true);
    for (const Expr *E : Uses.Followed)
      Search.visitAccess(E);
    for (const ValueDecl *D : Uses.Pointers)
      Search.visitPointer(D);
    for (const ArrayTypeLoc &Extent : extentsOf(Instance, Map))
      if (Extent.getSizeExpr())
        Search.visitExtent(Extent.getSizeExpr());
  }
  if (BoundedTerms)
    for (const Expr *Term : *BoundedTerms)
      Search.visitIndex(Term, /*IsBoundedByLanguage=*/false);
  Search.visitAssembly();
  forEachSharedSize(Array, Map,
                    [&](const Expr *Size) { Search.visitExtent(Size); });
  return Search.obstacle();
}
