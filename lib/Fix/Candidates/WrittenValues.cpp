//===- WrittenValues.cpp - Initializers in the place of variables ---------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Candidates/WrittenValues.h"
#include "Cuda/Intrinsics.h"
#include "Text/Edits.h"
#include "Text/RepeatedText.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;
using llvm::dyn_cast_or_null;
using llvm::isa;

//===----------------------------------------------------------------------===//
// What is worth the same in another place
//===----------------------------------------------------------------------===//

static const FunctionDecl *functionOf(const VarDecl *D) {
  return dyn_cast_or_null<FunctionDecl>(D->getDeclContext());
}

namespace {
/// Finds the statement that a local variable is declared in.
class Declaring : public RecursiveASTVisitor<Declaring> {
public:
  explicit Declaring(const VarDecl *D) : D(D) {
    if (const FunctionDecl *Function = functionOf(D);
        Function && Function->hasBody())
      TraverseStmt(Function->getBody());
  }
  bool VisitForStmt(ForStmt *Loop) {
    if (declares(Loop->getInit()))
      CounterOf = Loop;
    return !CounterOf;
  }
  bool VisitCompoundStmt(CompoundStmt *Block) {
    IsInBlock |= llvm::any_of(
        Block->body(), [&](const Stmt *Child) { return declares(Child); });
    return !IsInBlock;
  }

  const ForStmt *CounterOf = nullptr; ///< the loop whose first part it is
  bool IsInBlock = false;

private:
  bool declares(const Stmt *S) const {
    const auto *Declarations = dyn_cast_or_null<DeclStmt>(S);
    return Declarations && llvm::is_contained(Declarations->decls(), D);
  }
  const VarDecl *D;
};
} // namespace

bool banklint::isLoopCounter(const VarDecl *D) {
  return D && D->hasLocalStorage() && Declaring(D).CounterOf;
}

bool banklint::isPartOf(const Stmt *S, const Stmt *Whole) {
  return Whole && (S == Whole || llvm::any_of(Whole->children(), [&](auto *C) {
                     return C && isPartOf(S, C);
                   }));
}

static bool isLoaded(const Expr *Name, const SourceMap &Map) {
  return llvm::all_of(Map.parentsOf(Name), [](const SourceParent &Parent) {
    const auto *Cast = dyn_cast_or_null<ImplicitCastExpr>(Parent.Statement);
    return Cast && Cast->getCastKind() == CK_LValueToRValue;
  });
}

static bool holdsStatements(const Stmt *S) {
  return S && (isa<StmtExpr, LambdaExpr>(S) ||
               llvm::any_of(S->children(), holdsStatements));
}

/// Whether a variable keeps its value from where another one is initialized to
/// the end of that one's scope. A loop's counter changes behind the body, if no
/// other statements stand there.
static bool isSteady(const VarDecl *D, const SourceMap &Map) {
  if (!D->hasLocalStorage() || D->getType()->isReferenceType() ||
      D->getType().isVolatileQualified())
    return false;
  const ForStmt *Loop = Declaring(D).CounterOf;
  if (Loop && holdsStatements(Loop->getInc()))
    return false;
  return llvm::all_of(Map.referencesTo(D), [&](const Expr *Name) {
    return isLoaded(Name, Map) || (Loop && isPartOf(Name, Loop->getInc()));
  });
}

/// Whether an expression is arithmetic on names that keep their values, and may
/// be computed once more.
static bool isSteadyValue(const Expr *E, const SourceMap &Map,
                          const ASTContext &Context) {
  E = E->IgnoreParenImpCasts();
  if (!E->getType()->isIntegralOrEnumerationType() ||
      E->getType().isVolatileQualified())
    return false;
  if (Map.constantOf(E))
    return true;
  auto IsSteady = [&](const Expr *Part) {
    return isSteadyValue(Part, Map, Context);
  };
  if (const auto *Name = dyn_cast<DeclRefExpr>(E)) {
    const auto *Variable = dyn_cast<VarDecl>(Name->getDecl());
    return Variable && !Name->refersToEnclosingVariableOrCapture() &&
           isSteady(Variable, Map);
  }
  if (const auto *Binary = dyn_cast<BinaryOperator>(E))
    return !Binary->isAssignmentOp() && Binary->getOpcode() != BO_Comma &&
           IsSteady(Binary->getLHS()) && IsSteady(Binary->getRHS());
  if (const auto *Unary = dyn_cast<UnaryOperator>(E))
    return Unary->isArithmeticOp() && !Unary->isIncrementDecrementOp() &&
           IsSteady(Unary->getSubExpr());
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E))
    return IsSteady(Choice->getCond()) && IsSteady(Choice->getTrueExpr()) &&
           IsSteady(Choice->getFalseExpr());
  if (const auto *Cast = dyn_cast<ExplicitCastExpr>(E))
    return Cast->getTypeAsWritten()->isBuiltinType() &&
           Cast->getSubExpr()->getType()->isIntegralOrEnumerationType() &&
           IsSteady(Cast->getSubExpr());
  // threadIdx.x and its kind.
  if (const auto *Property = dyn_cast<PseudoObjectExpr>(E);
      Property && Property->getResultExpr())
    E = Property->getResultExpr()->IgnoreParenImpCasts();
  char Component = 0;
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return Call->getDirectCallee() &&
           !builtinVariableOf(*Call->getDirectCallee(), Component).empty();
  if (const auto *Member = dyn_cast<MemberExpr>(E)) {
    const auto *Base =
        dyn_cast<DeclRefExpr>(Member->getBase()->IgnoreParenImpCasts());
    const auto *D = Base ? dyn_cast<VarDecl>(Base->getDecl()) : nullptr;
    return D && D->hasExternalStorage() && D->getType().isConstQualified() &&
           Context.getSourceManager().isInSystemHeader(D->getLocation());
  }
  return false;
}

static bool isWholeNumber(QualType Type, const ASTContext &Context) {
  return Type->isIntegerType() && !Type->isBooleanType() &&
         !Type->isEnumeralType() && Context.getTypeSize(Type) >= 32;
}

bool banklint::isWritable(const VarDecl *D, const SourceMap &Map,
                          const ASTContext &Context) {
  if (isa<ParmVarDecl>(D) || !D->isLocalVarDecl() || !D->hasInit() ||
      D->isStaticLocal() || !functionOf(D))
    return false;
  const Expr *Init = D->getInit();
  return llvm::equal(Map.valuesOf(D), llvm::ArrayRef(&Init, 1)) &&
         isWholeNumber(D->getType(), Context) &&
         isWholeNumber(Init->IgnoreParenImpCasts()->getType(), Context) &&
         Declaring(D).IsInBlock && isSteady(D, Map) &&
         isSteadyValue(Init, Map, Context);
}

//===----------------------------------------------------------------------===//
// What the text means in another place
//===----------------------------------------------------------------------===//

namespace {
class NameVisitor : public RecursiveASTVisitor<NameVisitor> {
public:
  bool VisitDeclRefExpr(DeclRefExpr *E) {
    Named.insert(E->getDecl());
    return true;
  }
  bool VisitTypedefTypeLoc(TypedefTypeLoc Loc) {
    Named.insert(Loc.getDecl());
    return true;
  }
  llvm::SetVector<const NamedDecl *> Named;
};

/// Finds what is declared in a function around a place.
class ScopeVisitor : public RecursiveASTVisitor<ScopeVisitor> {
public:
  explicit ScopeVisitor(SourceLocation Place) : Place(Place) {}

  bool TraverseStmt(Stmt *S) {
    const bool IsScope = S && isa<CompoundStmt, ForStmt, IfStmt, WhileStmt,
                                  SwitchStmt, CXXForRangeStmt, LambdaExpr>(S);
    const llvm::SaveAndRestore Here(IsAround, IsScope ? isAround(S) : IsAround);
    return RecursiveASTVisitor::TraverseStmt(S);
  }
  bool VisitNamedDecl(NamedDecl *D) {
    if (IsAround)
      Declared.insert(D);
    return true;
  }
  bool VisitUsingDirectiveDecl(UsingDirectiveDecl *) {
    HasOtherNames = true;
    return true;
  }
  bool VisitUsingEnumDecl(UsingEnumDecl *) {
    HasOtherNames = true;
    return true;
  }
  llvm::SetVector<const NamedDecl *> Declared;
  bool HasOtherNames = false; ///< those of a namespace or an enumeration

private:
  /// What a macro writes is taken to be anywhere.
  bool isAround(const Stmt *S) const {
    return S->getBeginLoc().isMacroID() || S->getEndLoc().isMacroID() ||
           Place.isMacroID() ||
           (!(Place < S->getBeginLoc()) && !(S->getEndLoc() < Place));
  }
  SourceLocation Place;
  bool IsAround = true;
};
} // namespace

static llvm::SetVector<const NamedDecl *> namesIn(const Expr *E) {
  NameVisitor Names;
  Names.TraverseStmt(const_cast<Expr *>(E));
  return Names.Named;
}

/// Whether names mean in a place of a function what they mean elsewhere:
/// nothing else in it and around that place has such a name.
static bool meanTheSameAt(SourceLocation Place, const FunctionDecl *Function,
                          const llvm::SetVector<const NamedDecl *> &Names) {
  ScopeVisitor Scopes(Place);
  Scopes.TraverseStmt(Function->getBody());
  for (const ParmVarDecl *Parameter : Function->parameters())
    Scopes.Declared.insert(Parameter);
  return !Scopes.HasOtherNames &&
         llvm::all_of(Names, [&](const NamedDecl *Named) {
           return llvm::none_of(Scopes.Declared, [&](const NamedDecl *Other) {
             return Other != Named && Other->getIdentifier() &&
                    Other->getIdentifier() == Named->getIdentifier();
           });
         });
}

bool banklint::isVisibleAt(SourceLocation Place, const FunctionDecl *Function,
                           const VarDecl *D, const ASTContext &Context) {
  const SourceManager &Sources = Context.getSourceManager();
  llvm::SetVector<const NamedDecl *> Names;
  Names.insert(D);
  return D->isFileVarDecl() && isa<TranslationUnitDecl>(D->getDeclContext()) &&
         Sources.isWrittenInSameFile(D->getLocation(), Place) &&
         D->getLocation() < Place && !Place.isMacroID() &&
         llvm::isa<TranslationUnitDecl>(
             Function->getDeclContext()->getRedeclContext()) &&
         meanTheSameAt(Place, Function, Names);
}

/// Where a value of one type is written in the place of a variable of another,
/// both have the same numbers as an index by themselves, but not in a sum:
/// `int i = threadIdx.x; s[i - 32]`.
static bool isWholeIndex(const Expr *Load, const SourceMap &Map) {
  const Stmt *Inner = Load;
  while (true) {
    llvm::ArrayRef<SourceParent> Parents =
        Map.parentsOf(llvm::cast<Expr>(Inner));
    if (Parents.size() != 1 || !Parents[0].Statement)
      return false;
    const Stmt *Outer = Parents[0].Statement;
    if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(Outer))
      return Subscript->getIdx() == Inner;
    if (!isa<ParenExpr, ImplicitCastExpr>(Outer))
      return false;
    Inner = Outer;
  }
}

bool banklint::needsCast(const Expr *Load, const VarDecl *D,
                         const SourceMap &Map, const ASTContext &Context) {
  return !Context.hasSameUnqualifiedType(
             D->getType(), D->getInit()->IgnoreParenImpCasts()->getType()) &&
         !isWholeIndex(Load, Map);
}

/// Whether a macro may become another one within a text: it has a directive
/// other than a request to unroll.
static bool mayDefineMacros(llvm::StringRef Text) {
  for (size_t Hash = Text.find('#'); Hash != llvm::StringRef::npos;
       Hash = Text.find('#', Hash + 1)) {
    llvm::StringRef Directive = Text.drop_front(Hash + 1).ltrim(" \t");
    if (!Directive.consume_front("pragma") ||
        !Directive.ltrim(" \t").starts_with("unroll"))
      return true;
  }
  return Text.contains("_Pragma") || Text.contains("%:");
}

const Expr *banklint::writableLoad(const DeclRefExpr *Name,
                                   const SourceMap &Map,
                                   const ASTContext &Context) {
  const auto *D = dyn_cast<VarDecl>(Name->getDecl());
  const SourceManager &Sources = Context.getSourceManager();
  if (!D || !isWritable(D, Map, Context) || readsShared(D->getInit(), Map) ||
      !meanTheSameAt(Name->getLocation(), functionOf(D),
                     namesIn(D->getInit())) ||
      Name->refersToEnclosingVariableOrCapture())
    return nullptr;
  for (const FunctionDecl *Around : Map.functionsAround(Name))
    if (Around != functionOf(D))
      return nullptr; // a lambda, which would capture other names
  llvm::Expected<CharSourceRange> From =
      editableRange(D->getInit(), Map, Context);
  llvm::Expected<CharSourceRange> To = editableRange(Name, Map, Context);
  bool IsPlain = From && To;
  if (IsPlain) {
    const bool IsInOneFile =
        Sources.isWrittenInSameFile(From->getBegin(), To->getBegin());
    IsPlain = IsInOneFile && From->getEnd() < To->getBegin() &&
              isOfOneLine(Lexer::getSourceText(*From, Sources,
                                               Context.getLangOpts())) &&
              !mayDefineMacros(Lexer::getSourceText(
                  CharSourceRange::getCharRange(From->getEnd(), To->getBegin()),
                  Sources, Context.getLangOpts()));
  }
  llvm::consumeError(From.takeError());
  llvm::consumeError(To.takeError());
  llvm::ArrayRef<SourceParent> Parents = Map.parentsOf(Name);
  if (!IsPlain || Parents.size() != 1)
    return nullptr;
  const auto *Load = dyn_cast_or_null<ImplicitCastExpr>(Parents[0].Statement);
  return Load && (!needsCast(Load, D, Map, Context) ||
                  isa<BuiltinType>(D->getType().getCanonicalType()))
             ? Load
             : nullptr;
}

llvm::SetVector<const NamedDecl *>
banklint::namesWritten(llvm::ArrayRef<const VarDecl *> Variables) {
  llvm::SetVector<const NamedDecl *> Result;
  for (const VarDecl *Written : Variables) {
    Result.insert(Written);
    for (const NamedDecl *Named : namesIn(Written->getInit()))
      if (const auto *Variable = dyn_cast<VarDecl>(Named);
          Variable && Variable->hasLocalStorage())
        Result.insert(Variable);
  }
  return Result;
}

llvm::SetVector<const NamedDecl *> banklint::namesWritten(const RowStride &S) {
  llvm::SmallVector<const VarDecl *, 4> Variables;
  for (const auto &[Load, Value] : S.Written)
    Variables.push_back(Value.Variable);
  return namesWritten(Variables);
}
