//===- RejectedNames.cpp - Declarations that Clang rejects ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parsing/RejectedNames.h"
#include "Cuda/LaunchSyntax.h"
#include "Cuda/LostCode.h"
#include "Parsing/TokenWatcher.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclFriend.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include <utility>

using namespace banklint;
using namespace clang;
using llvm::cast;
using llvm::dyn_cast;
using llvm::isa;

/// Among the names: where functions have it, and where that allows them on the
/// device.
static constexpr llvm::StringLiteral ConstexprWord = "constexpr",
                                     DeviceWord = "__device__";

namespace {
using Places = std::vector<SourceLocation>;

/// Of those that are walked: errors in them cost no more than the statement
/// that they stand in. Of others Clang makes constants.
class LambdaBodies : public RecursiveASTVisitor<LambdaBodies> {
public:
  bool VisitLambdaExpr(const LambdaExpr *Lambda) {
    const auto *Device = Lambda->getCallOperator()->getAttr<CUDADeviceAttr>();
    if (Device && !Device->isImplicit())
      All.push_back(Lambda->getBody()->getSourceRange());
    return true;
  }
  std::vector<SourceRange> All;
};

/// A function with an error before its body: no call chooses it, and another
/// one of its name may answer instead.
struct RejectedFunction {
  const FunctionDecl *Function;
  std::pair<unsigned, unsigned> Arguments; ///< of a call, fewest and most
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
  void hideNamesakes();
  void visitDropped(const Places &Faults);
  void visitSource(llvm::ArrayRef<SourceError> Errors);
  /// In the scopes that the user's code opens, or a class has from its bases.
  bool hasSystemNamesakes() const;
  NamesAt Names;

private:
  void visitAll(const DeclContext &Scope,
                llvm::function_ref<void(const NamedDecl &)> Visit) const;
  void visitDeclaration(const Decl &D, const Places &Faults);
  void visitFunction(const FunctionDecl &Function, const Places &Faults);
  void forgetConstexpr(const FunctionDecl &Function);
  void visitVariable(const VarDecl &Variable, const Places &Faults);
  void visitField(const FieldDecl &Field, const Places &Faults);
  void visitClass(const RecordDecl &Class, const Places &Faults);
  bool isOfRejectedType(const Decl &D) const;
  void visitEnum(const EnumDecl &Enum, const Places &Faults);
  SourceLocation endOf(const Decl &D, const Decl *Next) const;
  SourceLocation endFrom(SourceLocation At) const;
  void dropNamesIn(llvm::StringRef Text);
  bool dropNamesInMacro(SourceLocation Fault);
  void dropBehind(const Decl &D, const Places &Faults);
  void dropOthers(const NamedDecl &D, const Places &Faults);
  bool isVirtual(const CXXMethodDecl &Method) const;
  std::optional<unsigned> countParameters(const FunctionDecl &Function) const;
  bool answersForRejected(const FunctionDecl &Function) const;
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
  llvm::StringSet<> Dropped, DroppedSpaces;
  llvm::StringMap<llvm::SmallVector<RejectedFunction, 1>> Functions;
  llvm::SmallPtrSet<const Decl *, 8> RejectedTypes;
  bool IsClassBroken = false; ///< by a member of the class at hand
};
} // namespace

static bool hasLostType(const ParmVarDecl *Parameter) {
  QualType Type = Parameter->getType().getNonReferenceType();
  while (Type->isPointerType())
    Type = Type->getPointeeType();
  return isLost(Type);
}

/// How many arguments a call may have.
static std::pair<unsigned, unsigned> argumentsOf(const FunctionDecl &Function) {
  const bool HasEnd =
      !Function.isVariadic() &&
      llvm::none_of(Function.parameters(), [](const ParmVarDecl *Parameter) {
        return Parameter->isParameterPack();
      });
  return {Function.getMinRequiredArguments(),
          HasEnd ? Function.getNumParams() : ~0U};
}

/// By a template or a friend.
static const Decl *declaredBy(const Decl &D) {
  const Decl *Within = nullptr;
  if (const auto *Template = dyn_cast<TemplateDecl>(&D))
    Within = Template->getTemplatedDecl();
  else if (const auto *Friend = dyn_cast<FriendDecl>(&D))
    Within = Friend->getFriendDecl();
  return Within ? declaredBy(*Within) : &D;
}

/// That a method is found in, in all instances.
static const Decl *scopeOf(const FunctionDecl &Function) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&Function);
  if (!Method)
    return nullptr;
  const CXXRecordDecl *Class = Method->getParent();
  const CXXRecordDecl *Pattern = Class->getTemplateInstantiationPattern();
  return (Pattern ? Pattern : Class)->getCanonicalDecl();
}

/// Another function of the name, which a call may choose instead.
bool RejectedFinder::answersForRejected(const FunctionDecl &Function) const {
  const auto Found = Functions.find(Function.getName());
  if (Found == Functions.end())
    return false;
  const std::pair<unsigned, unsigned> Own = argumentsOf(Function);
  return llvm::any_of(Found->second, [&](const RejectedFunction &Rejected) {
    return Rejected.Function != &Function &&
           scopeOf(*Rejected.Function) == scopeOf(Function) &&
           Rejected.Arguments.first <= Own.second &&
           Own.first <= Rejected.Arguments.second;
  });
}

/// Where what Clang has dropped of a declaration ends, too. `Next` is the one
/// behind it, and may be null.
SourceLocation RejectedFinder::endOf(const Decl &D, const Decl *Next) const {
  const FunctionDecl *Function = D.getAsFunction();
  if (Next && Next->getBeginLoc() == D.getBeginLoc())
    return Next->getLocation();
  // One macro may make several.
  if (Next && D.getEndLoc().isMacroID() &&
      Sources.getExpansionLoc(D.getEndLoc()) ==
          Sources.getExpansionLoc(Next->getBeginLoc()))
    return Next->getBeginLoc();
  SourceLocation At = Sources.getExpansionRange(D.getEndLoc()).getEnd();
  if (isa<NamespaceDecl, LinkageSpecDecl, ExportDecl>(D) ||
      (Function && Function->doesThisDeclarationHaveABody()))
    return At.getLocWithOffset(1);
  unsigned Depth = 0;
  bool MayBeOver = D.getEndLoc().isMacroID(); // it may have the semicolon
  while (std::optional<Token> T =
             Lexer::findNextToken(At, Sources, Context.getLangOpts())) {
    if (std::exchange(MayBeOver, false) &&
        !T->isOneOf(tok::semi, tok::equal, tok::l_brace, tok::l_paren,
                    tok::comma, tok::colon))
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
    const SourceLocation Begin = D.getBeginLoc(), End = endOf(D, Next);
    // What stands before the first of several names is of them all.
    const bool IsOfSeveral = Next && Next->getBeginLoc() == Begin;
    Places Here;
    llvm::erase_if(Faults, [&](SourceLocation Fault) {
      const bool IsHere = !isBefore(Fault, Begin) && isBefore(Fault, End);
      if (IsHere)
        Here.push_back(Fault);
      return IsHere && !(IsOfSeveral && isBefore(Fault, D.getLocation()));
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
  while (Type->isPointerType())
    Type = Type->getPointeeType();
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
    if (Sources.isMacroBodyExpansion(Fault) && dropNamesInMacro(Fault))
      continue;
    const auto [File, Offset] = Sources.getDecomposedExpansionLoc(Fault);
    const llvm::StringRef Text = Sources.getBufferData(File);
    // From the begin of the line, or what ends the declaration before.
    size_t Begin = Text.take_front(Offset).find_last_of("\n;{}") + 1;
    while (Text.take_front(Begin).rtrim().ends_with("="))
      Begin = Text.take_front(Begin - 1).find_last_of("\n;{}") + 1;
    const llvm::StringRef Left = Text.substr(Begin);
    if (Left.ltrim().starts_with("#"))
      continue; // a header is missing
    dropNamesIn(Left);
    Behind = endFrom(Sources.getExpansionLoc(Fault));
  }
}

/// Those that a macro has itself. True where it ends the declaration: what
/// stands behind it is another one.
bool RejectedFinder::dropNamesInMacro(SourceLocation Fault) {
  const auto [File, Offset] = Sources.getDecomposedSpellingLoc(Fault);
  const llvm::StringRef Text = Sources.getBufferData(File);
  const size_t Begin = Text.take_front(Offset).find_last_of("\n;{}") + 1;
  size_t End = Offset;
  while (End < Text.size() && (Text[End] != '\n' || Text[End - 1] == '\\'))
    ++End;
  dropNamesIn(Text.slice(Begin, End));
  return Text.slice(Offset, End).contains(';');
}

/// Up to the brackets or the value, but for arguments of templates.
void RejectedFinder::dropNamesIn(llvm::StringRef Text) {
  llvm::StringRef Before; // the word
  unsigned Depth = 0;
  while (!Text.empty() && !llvm::StringRef("(={;").contains(Text.front())) {
    if (Text.front() == '<')
      ++Depth;
    else if (Text.front() == '>' && Depth)
      --Depth;
    const llvm::StringRef Word = isAsciiIdentifierStart(Text.front())
                                     ? Text.take_while([](char C) {
                                         return isAsciiIdentifierContinue(C);
                                       })
                                     : llvm::StringRef();
    if (!Word.empty() && !Depth)
      (Before == "namespace" ? DroppedSpaces : Dropped).insert(Word);
    if (!Word.empty() && Before != "using")
      Before = Word;
    Text = Text.drop_front(std::max<size_t>(Word.size(), 1));
  }
}

/// What Clang has dropped of a declaration behind what it took for its end, as
/// `v` of `int UNKNOWN v = 3;`.
void RejectedFinder::dropBehind(const Decl &D, const Places &Faults) {
  const SourceLocation End = Lexer::getLocForEndOfToken(
      Sources.getExpansionRange(D.getEndLoc()).getEnd(), 0, Sources,
      Context.getLangOpts());
  if (End.isInvalid() || llvm::all_of(Faults, [&](SourceLocation Fault) {
        return isBefore(Fault, End);
      }))
    return;
  const auto [File, Offset] = Sources.getDecomposedLoc(End);
  dropNamesIn(Sources.getBufferData(File).substr(Offset));
}

/// Behind a type that is lost Clang drops all names but the first: `W` of
/// `UNKNOWN V, *W;`.
void RejectedFinder::dropOthers(const NamedDecl &D, const Places &Faults) {
  if (llvm::none_of(Faults, [&](SourceLocation Fault) {
        return isBefore(Fault, D.getLocation());
      }))
    return;
  SourceLocation At = Sources.getSpellingLoc(D.getLocation());
  unsigned Depth = 0;
  bool IsBehindComma = false;
  while (std::optional<Token> T =
             Lexer::findNextToken(At, Sources, Context.getLangOpts())) {
    At = T->getLocation();
    if (IsBehindComma && T->is(tok::l_paren))
      continue; // `(*W)(int)`
    if (T->isOneOf(tok::l_paren, tok::l_square, tok::l_brace, tok::less))
      ++Depth;
    else if (Depth && T->isOneOf(tok::r_paren, tok::r_square, tok::r_brace,
                                 tok::greater))
      --Depth;
    else if (T->isOneOf(tok::eof, tok::hash, tok::semi, tok::r_brace))
      break;
    if (Depth)
      continue;
    if (IsBehindComma && T->is(tok::raw_identifier))
      Dropped.insert(T->getRawIdentifier());
    IsBehindComma =
        T->is(tok::comma) || (IsBehindComma && T->isOneOf(tok::star, tok::amp));
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
  if (const Decl *Within = declaredBy(D); Within != &D) {
    visitDeclaration(*Within, Faults);
  } else if (isa<ConceptDecl>(D)) {
    hide(cast<ConceptDecl>(D));
  } else if (isa<NamespaceDecl, LinkageSpecDecl, ExportDecl>(D)) {
    visitDropped(visit(cast<DeclContext>(D), Faults));
  } else if (const FunctionDecl *Function = D.getAsFunction()) {
    visitFunction(*Function, Faults);
  } else if (const auto *Class = dyn_cast<RecordDecl>(&D)) {
    visitClass(*Class, Faults);
  } else if (const auto *Enum = dyn_cast<EnumDecl>(&D)) {
    visitEnum(*Enum, Faults);
  } else if (const auto *Variable = dyn_cast<VarDecl>(&D)) {
    visitVariable(*Variable, Faults);
  } else if (const auto *Field = dyn_cast<FieldDecl>(&D)) {
    visitField(*Field, Faults);
  } else if (const auto *Type = dyn_cast<TypedefNameDecl>(&D)) {
    hide(*Type);
  }
  if (const FunctionDecl *Function = D.getAsFunction();
      isa<TypedefDecl, VarDecl>(D) ||
      (Function && Function == &D && !Function->hasBody()))
    dropOthers(cast<NamedDecl>(D), Faults);
}

void RejectedFinder::visitVariable(const VarDecl &Variable,
                                   const Places &Faults) {
  LambdaBodies Bodies;
  Bodies.TraverseDecl(const_cast<VarDecl *>(&Variable)); // NOLINT(*-const-cast)
  if (llvm::all_of(Faults, [&](SourceLocation Fault) {
        return llvm::any_of(Bodies.All, [&](SourceRange Body) {
          return isBefore(Body.getBegin(), Fault) &&
                 isBefore(Fault, Body.getEnd());
        });
      }))
    return;
  hide(Variable);
  dropBehind(Variable, Faults);
  // Behind what Clang does not know, it may be a function.
  if (const std::optional<Token> Behind = Lexer::findNextToken(
          Variable.getLocation(), Sources, Context.getLangOpts());
      Behind && Behind->is(tok::l_paren) && Variable.getIdentifier())
    Dropped.insert(Variable.getName());
}

/// Clang drops the width of a bit-field, and what follows an unknown word.
void RejectedFinder::visitField(const FieldDecl &Field, const Places &Faults) {
  hide(Field);
  const Expr *Value = Field.getInClassInitializer();
  IsClassBroken |= llvm::any_of(Faults, [&](SourceLocation Fault) {
    return !Value || isBefore(Fault, Value->getBeginLoc());
  });
}

void RejectedFinder::visitFunction(const FunctionDecl &Function,
                                   const Places &Faults) {
  if (Function.isConstexpr())
    forgetConstexpr(Function);
  const Stmt *Body = Function.getBody();
  if (llvm::none_of(Faults, [&](SourceLocation Fault) {
        return !Body || isBefore(Fault, Body->getBeginLoc());
      }))
    return;
  // It may be virtual, or a macro without a type: `PADDING(float, 4);`.
  if (const auto *Method = dyn_cast<CXXMethodDecl>(&Function))
    IsClassBroken |= (isVirtual(*Method) ||
                      Method->getBeginLoc() == Method->getLocation()) &&
                     !isa<CXXConstructorDecl>(Method);
  if (!Function.getIdentifier())
    return;
  const bool IsCountKnown =
      countParameters(Function) == Function.getNumParams();
  Functions[Function.getName()].push_back(
      {&Function, IsCountKnown ? argumentsOf(Function) : std::pair(0U, ~0U)});
}

/// Of a function that has lost a statement Clang makes constants all the same.
/// The keyword may stand in a macro before the name.
void RejectedFinder::forgetConstexpr(const FunctionDecl &Function) {
  for (const FunctionDecl *Each : Function.redecls()) {
    const SourceLocation Name = Sources.getExpansionLoc(Each->getLocation());
    const auto *Device = Each->getAttr<CUDADeviceAttr>();
    std::optional<Token> T;
    for (SourceLocation At =
             Sources.getExpansionLoc(wholeRangeOf(*Each).getBegin());
         !isBefore(Name, At); At = T->getLocation()) {
      Names[ConstexprWord.str()].insert(pathOf(At, Sources));
      if (Device && Device->isImplicit())
        Names[DeviceWord.str()].insert(pathOf(At, Sources));
      T = Lexer::findNextToken(At, Sources, Context.getLangOpts());
      if (!T || T->is(tok::eof))
        break;
    }
  }
}

/// Clang forgets it of a method that it rejects.
bool RejectedFinder::isVirtual(const CXXMethodDecl &Method) const {
  return Lexer::getSourceText(
             CharSourceRange::getCharRange(
                 Sources.getExpansionLoc(Method.getBeginLoc()),
                 Sources.getExpansionLoc(Method.getLocation())),
             Sources, Context.getLangOpts())
      .contains("virtual");
}

/// By the text: of what it does not know Clang may drop parameters.
std::optional<unsigned>
RejectedFinder::countParameters(const FunctionDecl &Function) const {
  SourceLocation At = Function.getLocation();
  if (At.isMacroID())
    return std::nullopt;
  unsigned Count = 0, Depth = 0, Angles = 0, Words = 0;
  while (std::optional<Token> T =
             Lexer::findNextToken(At, Sources, Context.getLangOpts())) {
    At = T->getLocation();
    if (T->is(tok::less))
      ++Angles;
    else if (T->isOneOf(tok::greater, tok::greatergreater))
      Angles -= std::min(Angles, T->is(tok::greater) ? 1U : 2U);
    if (T->isOneOf(tok::eof, tok::semi))
      return std::nullopt;
    if (Angles)
      continue;
    if (T->isOneOf(tok::l_paren, tok::l_square, tok::l_brace) && !Depth++)
      continue;
    if (T->isOneOf(tok::r_paren, tok::r_square, tok::r_brace) && !--Depth)
      break;
    Words += Depth != 0;
    Count += Depth == 1 && T->is(tok::comma);
  }
  return Count + (Words != 0);
}

/// Where an error is of no member that Clang knows, or of the type of one, the
/// class has another layout.
void RejectedFinder::visitClass(const RecordDecl &Class, const Places &Faults) {
  if (!Class.isThisDeclarationADefinition())
    dropBehind(Class, Faults); // `struct UNKNOWN Name { ... };`
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
  bool IsRejected = false, IsOfEnumerator = false;
  const auto All = llvm::to_vector(Enum.enumerators());
  for (size_t I = 0; I != All.size(); ++I) {
    const SourceLocation Begin = All[I]->getLocation(),
                         Behind = I + 1 == All.size()
                                      ? Enum.getBraceRange().getEnd()
                                      : All[I + 1]->getLocation();
    const bool HasFault = llvm::any_of(Faults, [&](SourceLocation Fault) {
      return !isBefore(Fault, Begin) && isBefore(Fault, Behind);
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

void RejectedFinder::visitAll(
    const DeclContext &Scope,
    llvm::function_ref<void(const NamedDecl &)> Visit) const {
  for (const Decl *D : Scope.noload_decls()) {
    if (!isOwn(*D))
      continue;
    D = declaredBy(*D);
    if (const auto *Named = dyn_cast<NamedDecl>(D);
        Named && Named->getIdentifier())
      Visit(*Named);
    if (isa<NamespaceDecl, LinkageSpecDecl, ExportDecl, TagDecl>(D))
      visitAll(*cast<DeclContext>(D), Visit);
  }
}

void RejectedFinder::hideNamesakes() {
  const DeclContext &All = *Context.getTranslationUnitDecl();
  // No error is left of a parameter that has lost its type.
  visitAll(All, [&](const NamedDecl &D) {
    if (const auto *Function = dyn_cast<FunctionDecl>(&D);
        Function && llvm::any_of(Function->parameters(), hasLostType))
      Functions[Function->getName()].push_back(
          {Function, argumentsOf(*Function)});
  });
  visitAll(All, [&](const NamedDecl &D) {
    if (isa<NamespaceDecl, NamespaceAliasDecl>(D)) {
      if (DroppedSpaces.contains(D.getName()))
        hide(D);
      return;
    }
    const auto *Function = dyn_cast<FunctionDecl>(&D);
    const auto *Type = dyn_cast<TagDecl>(&D);
    const bool IsOfHidden =
        Function ? answersForRejected(*Function) : Hidden.contains(D.getName());
    // What a type uses may be rejected without an error in it.
    const bool IsRejected = isa<TypeDecl>(D) && D.isInvalidDecl();
    if (!IsOfHidden && !IsRejected && !Dropped.contains(D.getName()))
      return;
    if (Type && Type->isThisDeclarationADefinition())
      hideAll(*Type);
    else
      hide(D);
  });
}

void RejectedFinder::hide(SourceLocation Where, llvm::StringRef Name) {
  if (Name.empty() || Name.starts_with(HiddenMark) || Where.isInvalid())
    return;
  Hidden.insert(Name);
  Names[Name.str()].insert(pathOf(Where, Sources));
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

void RejectedFinder::visitSource(llvm::ArrayRef<SourceError> Errors) {
  Places Faults;
  for (const SourceError &E : Errors)
    if (!E.IsAcceptedByNvcc && !E.IsInLaunchBounds && E.Where.isValid() &&
        !Sources.isInSystemHeader(E.Where))
      Faults.push_back(E.InMacro);
  llvm::sort(Faults, [&](SourceLocation A, SourceLocation B) {
    return isBefore(A, B);
  });
  visitDropped(visit(*Context.getTranslationUnitDecl(), std::move(Faults)));
  hideNamesakes();
}

NamesAt banklint::namesOfRejected(const ASTContext &Context,
                                  llvm::ArrayRef<SourceError> Errors) {
  RejectedFinder Finder(Context);
  Finder.visitSource(Errors);
  return std::move(Finder.Names);
}

namespace {
/// Where the names that the user writes are looked for.
class ScopeFinder : public RecursiveASTVisitor<ScopeFinder> {
public:
  bool VisitNamespaceDecl(const NamespaceDecl *D) { return add(D); }
  bool VisitUsingDirectiveDecl(const UsingDirectiveDecl *D) {
    return add(D->getNominatedNamespace());
  }
  bool VisitCXXRecordDecl(const CXXRecordDecl *D) {
    if (D->hasDefinition())
      D->forallBases([&](const CXXRecordDecl *Base) { return add(Base); });
    return true;
  }
  llvm::SmallPtrSet<const DeclContext *, 16> All;

private:
  bool add(const DeclContext *Scope) {
    All.insert(Scope->getPrimaryContext());
    return true;
  }
};
} // namespace

bool RejectedFinder::hasSystemNamesakes() const {
  const DeclContext *File = Context.getTranslationUnitDecl();
  ScopeFinder Scopes;
  Scopes.All.insert(File);
  for (Decl *D : File->noload_decls())
    if (isOwn(*D))
      Scopes.TraverseDecl(D);
  auto IsFound = [&](llvm::StringRef Name) {
    return llvm::any_of(Scopes.All, [&](const DeclContext *Scope) {
      return llvm::any_of(Scope->lookup(&Context.Idents.get(Name)),
                          [&](const NamedDecl *D) {
                            // A function that is rejected keeps its name.
                            return Sources.isInSystemHeader(D->getLocation()) &&
                                   !isa<NamespaceDecl>(D) &&
                                   (Scope->isRecord() || !D->getAsFunction());
                          });
    });
  };
  return llvm::any_of(Hidden.keys(), IsFound) ||
         llvm::any_of(Dropped.keys(), IsFound);
}

bool banklint::haveSystemNamesakes(const ASTContext &Context,
                                   llvm::ArrayRef<SourceError> Errors) {
  RejectedFinder Finder(Context);
  Finder.visitSource(Errors);
  return Finder.hasSystemNamesakes();
}

std::string banklint::pathOf(SourceLocation Where,
                             const SourceManager &Sources) {
  std::string Path;
  if (Where.isMacroID())
    Path =
        pathOf(Sources.getImmediateExpansionRange(Where).getBegin(), Sources);
  // Text that Clang makes of parts may stand elsewhere in the next parse.
  const SourceLocation At = Sources.getSpellingLoc(Where);
  if (!Sources.isWrittenInScratchSpace(At))
    Path += Sources.getFilename(At);
  Path += ':';
  if (!Sources.isWrittenInScratchSpace(At))
    Path += llvm::utostr(Sources.getFileOffset(At));
  return Path += '\n';
}

/// `inline` in its place, and what it allows. False where it stays.
static bool hideConstexpr(Preprocessor &Source, const NamesAt &Names,
                          Token &Shown) {
  const std::string Path =
      pathOf(Source.getSourceManager().getExpansionLoc(Shown.getLocation()),
             Source.getSourceManager());
  auto Has = [&](llvm::StringRef Word) {
    const auto Found = Names.find(Word);
    return Found != Names.end() && Found->second.count(Path);
  };
  if (!Has(ConstexprWord))
    return false;
  if (Has(DeviceWord)) {
    constexpr std::pair<tok::TokenKind, const char *> Attributes[] = {
        {tok::kw___attribute, "__attribute__"},
        {tok::l_paren, nullptr},
        {tok::l_paren, nullptr},
        {tok::identifier, "host"},
        {tok::comma, nullptr},
        {tok::identifier, "device"},
        {tok::r_paren, nullptr},
        {tok::r_paren, nullptr}};
    auto Tokens = std::make_unique<Token[]>(std::size(Attributes));
    for (size_t I = 0; I != std::size(Attributes); ++I) {
      const auto [Kind, Word] = Attributes[I];
      Tokens[I].startToken();
      Tokens[I].setKind(Kind);
      Tokens[I].setLocation(Shown.getLocation());
      if (Word)
        Tokens[I].setIdentifierInfo(Source.getIdentifierInfo(Word));
    }
    Source.EnterTokenStream(std::move(Tokens), std::size(Attributes),
                            /*DisableMacroExpansion=*/true,
                            /*IsReinject=*/true);
  }
  Shown.setKind(tok::kw_inline);
  Shown.setIdentifierInfo(Source.getIdentifierInfo("inline"));
  return true;
}

static bool hideName(Preprocessor &Source, const NamesAt &Names, Token &Shown) {
  const auto Found = Names.find(Shown.getIdentifierInfo()->getName());
  if (Found == Names.end() ||
      !Found->second.count(
          pathOf(Shown.getLocation(), Source.getSourceManager())))
    return false;
  Shown.setIdentifierInfo(
      Source.getIdentifierInfo((HiddenMark + Found->first).str()));
  return true;
}

void banklint::hideNames(Preprocessor &Source, NamesAt Names) {
  addTokenWatcher(Source, [&Source, Names = std::move(Names)](const Token &T) {
    // The preprocessor is about to hand this token out: it is no constant.
    auto &Shown = const_cast<Token &>(T); // NOLINT(*-const-cast)
    const bool IsHidden =
        T.isOneOf(tok::kw_constexpr, tok::kw_consteval)
            ? hideConstexpr(Source, Names, Shown)
            : T.is(tok::identifier) && hideName(Source, Names, Shown);
    // Where the parser may go back, it is to meet this one again.
    if (IsHidden && Source.isBacktrackEnabled() &&
        Source.IsPreviousCachedToken(T))
      Source.ReplacePreviousCachedToken(T);
  });
}

namespace {
class HiddenNames : public RecursiveASTVisitor<HiddenNames> {
public:
  bool shouldVisitTemplateInstantiations() const { return true; }
  bool shouldVisitImplicitCode() const { return true; }
  bool VisitNamedDecl(NamedDecl *D) {
    if (llvm::StringRef Name = D->getIdentifier() ? D->getName() : "";
        Name.consume_front(HiddenMark))
      D->setDeclName(&D->getASTContext().Idents.get(Name));
    return true;
  }
};
} // namespace

void banklint::showNames(ASTContext &Context) {
  const SourceManager &Sources = Context.getSourceManager();
  for (Decl *D : Context.getTranslationUnitDecl()->noload_decls())
    if (!D->isFromASTFile() && !Sources.isInSystemHeader(D->getLocation()))
      HiddenNames().TraverseDecl(D);
}

std::string banklint::withShownNames(llvm::StringRef Message) {
  std::string Shown = Message.str();
  for (size_t At = 0; (At = Shown.find(HiddenMark, At)) != std::string::npos;)
    Shown.erase(At, HiddenMark.size());
  return Shown;
}
