//===- Mentions.cpp - Text that names what a fix changes ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/Mentions.h"
#include "Cuda/BundledHeaders.h"
#include "Cuda/Locations.h"
#include "Text/Edits.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace banklint;
using namespace clang;
using llvm::dyn_cast;
using llvm::isa;

//===----------------------------------------------------------------------===//
// The text
//===----------------------------------------------------------------------===//

/// The token is the first behind the name of the directive.
void Mentions::readCondition(Lexer &Lexer, Token &Token, llvm::StringRef Kind,
                             Text &Into) const {
  if (Kind == "endif") {
    if (!Into.Open.empty())
      Into.Open.pop_back();
    return;
  }
  const bool Opens = Kind == "if" || Kind == "ifdef" || Kind == "ifndef";
  if (!Opens && Kind != "elif" && Kind != "elifdef" && Kind != "elifndef")
    return;
  if (Opens)
    Into.Open.emplace_back();
  if (Opens && Into.IsAtBegin)
    Into.IsGuarded = Kind == "ifndef";
  while (!Token.is(tok::eof) && !Token.isAtStartOfLine()) {
    if (Token.is(tok::raw_identifier) && !Into.Open.empty())
      Into.Open.back().push_back(Token.getRawIdentifier());
    noteInDirective(Token, Into);
    Lexer.LexFromRawLexer(Token);
  }
}

/// A word of a directive; of `#pragma push_macro("AT")`, it is a text.
void Mentions::noteInDirective(const Token &Token, Text &Into) {
  if (Token.is(tok::raw_identifier))
    Into.InDirectives.try_emplace(Token.getRawIdentifier(),
                                  Token.getLocation());
  else if (Token.is(tok::string_literal) && Token.getLength() > 2)
    Into.InDirectives.try_emplace(
        llvm::StringRef(Token.getLiteralData(), Token.getLength()).trim('"'),
        Token.getLocation());
}

/// A directive up to the end of its line: of a `#define`, what its body names.
/// What other directives name are macros.
void Mentions::readDirective(Lexer &Lexer, Token &Token, Text &Into) const {
  auto Next = [&] {
    Lexer.LexFromRawLexer(Token);
    return !Token.is(tok::eof) && !Token.isAtStartOfLine();
  };
  const SourceLocation Hash = Token.getLocation();
  bool IsOnLine = Next();
  const llvm::StringRef Kind = IsOnLine && Token.is(tok::raw_identifier)
                                   ? Token.getRawIdentifier()
                                   : llvm::StringRef();
  IsOnLine = IsOnLine && Next();
  if (Kind.starts_with("if") || Kind.starts_with("el") || Kind == "endif") {
    Into.Conditions.push_back(Hash);
    if (!Kind.starts_with("if") && !Into.OpenBranches.empty()) {
      Into.Branches.emplace_back(Into.OpenBranches.back(), Hash);
      Into.OpenBranches.pop_back();
    }
    if (Kind != "endif")
      Into.OpenBranches.push_back(Hash);
    readCondition(Lexer, Token, Kind, Into);
    IsOnLine = !Token.is(tok::eof) && !Token.isAtStartOfLine();
  }
  // A guard of the whole file is no condition of what it includes.
  if (Kind == "include" &&
      (Token.is(tok::raw_identifier) || Into.Open.size() > Into.IsGuarded))
    Into.ChosenIncludes.insert(
        Context.getSourceManager().getDecomposedLoc(Hash));
  if (Kind == "pragma" && IsOnLine && Into.Open.size() > Into.IsGuarded &&
      Token.is(tok::raw_identifier) && Token.getRawIdentifier() == "pack")
    Into.Packing = Hash;
  if (Kind == "define" && IsOnLine && Token.is(tok::raw_identifier)) {
    Macro &Defined = Into.Macros.emplace_back();
    Defined.Name = Token.getRawIdentifier();
    Defined.Where = Token.getLocation();
    Defined.IsDefault = llvm::any_of(Into.Open, [&](const auto &Words) {
      return llvm::is_contained(Words, Defined.Name);
    });
    const char *Begin = Defined.Name.end(), *End = Begin;
    llvm::SmallVector<llvm::StringRef, 4> Parameters;
    auto NextOfMacro = [&] {
      if (!Next())
        return false;
      End = Lexer.getBufferLocation();
      return true;
    };
    IsOnLine = NextOfMacro();
    if (IsOnLine && Token.is(tok::l_paren) && !Token.hasLeadingSpace())
      while ((IsOnLine = NextOfMacro()) && !Token.is(tok::r_paren))
        if (Token.is(tok::raw_identifier))
          Parameters.push_back(Token.getRawIdentifier());
    for (; IsOnLine; IsOnLine = NextOfMacro())
      if (Token.is(tok::raw_identifier) &&
          !llvm::is_contained(Parameters, Token.getRawIdentifier()) &&
          Defined.Body
              .try_emplace(Token.getRawIdentifier(), Token.getLocation())
              .second)
        Into.Naming[Token.getRawIdentifier()].push_back(&Defined);
    Defined.Replacement = llvm::StringRef(Begin, size_t(End - Begin)).trim();
    Into.ByName[Defined.Name].push_back(&Defined);
  }
  // Where a macro ends, nothing else begins by that.
  const bool IsEnd = Kind == "undef" && Into.Open.size() <= Into.IsGuarded;
  for (; IsOnLine; IsOnLine = Next())
    if (!IsEnd)
      noteInDirective(Token, Into);
}

/// Whether a word that stands between two tokens is declared or changed there:
/// `int n = 1`, `n += 1`, `++n`, `struct n`.
static bool isChangedBetween(const Token &Before, const Token &After) {
  if (After.isOneOf(tok::equal, tok::plusequal, tok::minusequal, tok::starequal,
                    tok::slashequal, tok::percentequal, tok::lesslessequal,
                    tok::greatergreaterequal, tok::ampequal, tok::pipeequal,
                    tok::caretequal, tok::plusplus, tok::minusminus))
    return true;
  if (Before.isOneOf(tok::plusplus, tok::minusminus))
    return true;
  if (Before.is(tok::raw_identifier) &&
      llvm::is_contained({"struct", "class", "union", "enum"},
                         Before.getRawIdentifier()))
    return true;
  // Behind a type, and not behind a word that begins an expression.
  return Before.is(tok::raw_identifier) &&
         !llvm::is_contained({"return", "case", "else", "do", "throw", "sizeof",
                              "new", "delete", "goto"},
                             Before.getRawIdentifier());
}

/// Whether a word in front of a name is the type of a declaration that begins
/// with `const`: `; const word name`. `First` and `Const` stand before it.
static bool isTypeBehind(const Token &First, const Token &Const,
                         const Token &After) {
  return First.isOneOf(tok::semi, tok::l_brace, tok::r_brace, tok::l_paren,
                       tok::comma) &&
         Const.is(tok::raw_identifier) && Const.getRawIdentifier() == "const" &&
         After.is(tok::raw_identifier);
}

void Mentions::readFile(FileID Id, Text &Into) const {
  const SourceManager &Sources = Context.getSourceManager();
  Lexer Lexer(Id, Sources.getBufferOrFake(Id), Sources, Context.getLangOpts());
  Token Token, First, Before, Word;
  First.startToken();
  Before.startToken();
  Word.startToken();
  Lexer.LexFromRawLexer(Token);
  Into.IsAtBegin = true;
  Into.IsGuarded = false;
  while (!Token.is(tok::eof)) {
    if (Word.is(tok::raw_identifier) && isChangedBetween(Before, Token) &&
        !isTypeBehind(First, Before, Token))
      Into.Changed.insert(Word.getLocation());
    First = Before;
    Before = Word;
    Word = Token;
    if (Token.is(tok::hash) && Token.isAtStartOfLine()) {
      readDirective(Lexer, Token, Into);
      Into.IsAtBegin = false;
      continue;
    }
    Into.IsAtBegin = false;
    if (Token.is(tok::raw_identifier)) {
      Into.Words[Token.getRawIdentifier()].push_back(Token.getLocation());
      Into.InOrder.push_back(Token.getLocation());
    }
    Lexer.LexFromRawLexer(Token);
  }
  Into.Open.clear();
  Into.OpenBranches.clear();
}

/// Names that compilers give another replacement in each build, and none in
/// some: of the architecture, of itself and of the language.
void Mentions::addMacrosOfBuilds(Text &Into) {
  for (const auto &Word : Into.Words) {
    const llvm::StringRef Name = Word.first();
    const bool IsOfBuild = llvm::any_of(
        llvm::ArrayRef({"__CUDA_ARCH", "__CUDACC", "__NVCC", "__cplusplus",
                        "__clang", "__GNUC", "_MSC_"}),
        [&](llvm::StringRef Prefix) { return Name.starts_with(Prefix); });
    if (!IsOfBuild || Into.ByName.contains(Name))
      continue;
    for (llvm::StringRef Replacement : {Name, llvm::StringRef()})
      Into.ByName[Name].push_back(
          &Into.Macros.emplace_back(Macro{Name, Replacement, {}, false, {}}));
  }
}

const Mentions::Text &Mentions::text() {
  if (Known)
    return *Known;
  Known.emplace();
  const SourceManager &Sources = Context.getSourceManager();
  for (unsigned I = 0; I != Sources.local_sloc_entry_size(); ++I) {
    const SrcMgr::SLocEntry &Entry = Sources.getLocalSLocEntry(I);
    const auto File = Entry.isFile()
                          ? Entry.getFile().getContentCache().OrigEntry
                          : std::nullopt;
    // What banklint declares itself is no text of the user.
    if (File && File->getName() != nvccOnlyHeader() &&
        Entry.getFile().getFileCharacteristic() == SrcMgr::C_User)
      readFile(Sources.getFileID(
                   SourceLocation::getFromRawEncoding(Entry.getOffset())),
               *Known);
  }
  addMacrosOfBuilds(*Known);
  llvm::sort(Known->InOrder);
  return *Known;
}

//===----------------------------------------------------------------------===//
// What the tree has
//===----------------------------------------------------------------------===//

/// Whether a macro's name stands there and was replaced.
bool Mentions::isExpandedAt(SourceLocation Where) {
  if (!Expansions) {
    Expansions.emplace();
    const SourceManager &Sources = Context.getSourceManager();
    for (unsigned I = 0; I != Sources.local_sloc_entry_size(); ++I) {
      const SrcMgr::SLocEntry &Entry = Sources.getLocalSLocEntry(I);
      if (Entry.isExpansion() && Entry.getExpansion().isMacroBodyExpansion())
        Expansions->insert(Sources.getSpellingLoc(
            Entry.getExpansion().getExpansionLocStart()));
    }
  }
  return Expansions->contains(Where);
}

/// Whether the tree has anything of a conditional part.
bool Mentions::isCompiled(SourceRange Branch) {
  const auto [Found, IsNew] = Compiled.try_emplace(Branch.getBegin(), false);
  if (!IsNew)
    return Found->second;
  const std::vector<SourceLocation> &Words = text().InOrder;
  const auto First = llvm::lower_bound(Words, Branch.getBegin());
  const auto Last = llvm::lower_bound(Words, Branch.getEnd());
  const bool IsAny = std::any_of(First, Last, [&](SourceLocation Word) {
    return Map.isNamedAt(Word) || isExpandedAt(Word);
  });
  return Compiled[Branch.getBegin()] = IsAny;
}

SourceLocation Mentions::removedWord(llvm::StringRef Word) {
  const SourceManager &Sources = Context.getSourceManager();
  for (SourceLocation Where : text().Words.lookup(Word)) {
    // Inner parts come before those around them.
    const auto Inner =
        llvm::find_if(text().Branches, [&](const SourceRange &Branch) {
          return holds(Branch, Where, Sources);
        });
    if (Inner != text().Branches.end() && !isCompiled(*Inner))
      return Where;
  }
  return {};
}

/// A template that no instance was made of is no code of this source.
bool Mentions::isInUnusedPattern(SourceLocation Where) {
  const SourceManager &Sources = Context.getSourceManager();
  auto BeginOf = [&](const FunctionDecl *Function) {
    return Sources.getFileLoc(Function->getBody()->getBeginLoc());
  };
  return llvm::any_of(
      Map.patternsAround(Where), [&](const FunctionDecl *Pattern) {
        return llvm::none_of(Map.bodies(), [&](const FunctionDecl *Function) {
          return BeginOf(Function) == BeginOf(Pattern);
        });
      });
}

/// Whether a name stands for several instances of its declaration.
static bool isOfTemplate(const NamedDecl *D) {
  const auto *Context = dyn_cast<DeclContext>(D);
  if (Context && Context->isDependentContext())
    return true;
  const auto *Function = dyn_cast<FunctionDecl>(D);
  return isa<ClassTemplateSpecializationDecl>(D) ||
         (Function && Function->getTemplateInstantiationPattern());
}

/// Adds the templates whose instances make instances of these: who names
/// `launch` where the tree has nothing, as in `launch<Half>(p)`, may mean an
/// instance of the kernel that `launch` names.
void Mentions::addMakersOf(llvm::SetVector<const NamedDecl *> &Names) {
  for (size_t I = 0; I != Names.size(); ++I) {
    if (!isOfTemplate(Names[I]) || !Names[I]->getIdentifier())
      continue;
    std::vector<llvm::StringRef> Words = macrosThatName(Names[I]->getName());
    Words.push_back(Names[I]->getName());
    for (llvm::StringRef Word : Words)
      for (SourceLocation Where : wordsIn({}, Word))
        for (const FunctionDecl *Pattern : Map.patternsAround(Where)) {
          Names.insert(Pattern);
          const auto *Method = dyn_cast<CXXMethodDecl>(Pattern);
          if (!Method)
            continue;
          Names.insert(Method->getParent());
          if (Method->getParent()->isLambda())
            Names.insert_range(Map.declaratorsOf(Method->getParent()));
        }
  }
}

/// The macros whose replacement names something, if only through others.
std::vector<llvm::StringRef> Mentions::macrosThatName(llvm::StringRef Name) {
  std::vector<llvm::StringRef> Found{Name};
  for (size_t I = 0; I != Found.size(); ++I)
    for (const Macro *M : text().Naming.lookup(Found[I]))
      if (!llvm::is_contained(Found, M->Name))
        Found.push_back(M->Name);
  Found.erase(Found.begin());
  return Found;
}

/// Where a name means the declaration; invalid where that is everywhere.
SourceRange Mentions::scopeOf(const NamedDecl *D) const {
  const auto *Function =
      dyn_cast_or_null<FunctionDecl>(D->getParentFunctionOrMethod());
  if (!Function)
    return {};
  const SourceManager &Sources = Context.getSourceManager();
  // `__global__` is a macro.
  const SourceRange Whole(
      Sources.getExpansionLoc(Function->getBeginLoc()),
      Sources.getExpansionRange(Function->getEndLoc()).getEnd());
  return Sources.isWrittenInSameFile(Whole.getBegin(), Whole.getEnd())
             ? Whole
             : SourceRange();
}

/// A definition of a macro that another configuration has, and that names
/// something; invalid where there is none.
SourceLocation Mentions::otherDefinition(llvm::StringRef MacroName,
                                         llvm::StringRef Name) {
  for (const Macro *M : text().ByName.lookup(MacroName))
    if (auto Word = M->Body.find(Name);
        Word != M->Body.end() && !Map.isNamedAt(Word->second))
      return Word->second;
  return {};
}

/// Of places in files, in order, those that a range holds.
static llvm::ArrayRef<SourceLocation>
placesIn(SourceRange Range, llvm::ArrayRef<SourceLocation> Places,
         const SourceManager &Sources) {
  if (Range.isInvalid())
    return {};
  const auto *First =
      llvm::lower_bound(Places, Sources.getFileLoc(Range.getBegin()));
  const auto *Last = First;
  for (; Last != Places.end() && holds(Range, *Last, Sources); ++Last)
    ;
  return {First, Last};
}

/// The places of a name in a range, or everywhere if that is invalid.
llvm::ArrayRef<SourceLocation> Mentions::wordsIn(SourceRange Scope,
                                                 llvm::StringRef Name) {
  const auto Found = text().Words.find(Name);
  if (Found == Known->Words.end())
    return {};
  return Scope.isInvalid()
             ? llvm::ArrayRef<SourceLocation>(Found->second)
             : placesIn(Scope, Found->second, Context.getSourceManager());
}

/// Where a generic lambda is called with arguments that Clang rejects: by which
/// instance, nobody knows. Invalid where it is not.
static SourceLocation lostCall(const NamedDecl *D, const SourceMap &Map) {
  const auto *Variable = dyn_cast<VarDecl>(D);
  const auto *Class =
      Variable ? Variable->getType()->getAsCXXRecordDecl() : nullptr;
  if (!Class || !Class->isGenericLambda())
    return {};
  for (const Expr *E : Map.referencesTo(Variable))
    for (const SourceParent &Parent : Map.parentsOf(E))
      if (isa_and_nonnull<RecoveryExpr>(Parent.Statement))
        return E->getExprLoc();
  return {};
}

/// Whether a kernel is declared there, and no more: `__global__ void k(int n);`
/// launches nothing, makes no instance and gives no arguments.
static bool isMereDeclaration(const NamedDecl *D, SourceLocation Where,
                              const SourceManager &Sources) {
  if (!D->hasAttr<CUDAGlobalAttr>())
    return false;
  const auto [File, Offset] = Sources.getDecomposedLoc(Where);
  const llvm::StringRef Text = Sources.getBufferData(File);
  const llvm::StringRef Before = Text.take_front(Offset).rtrim();
  const size_t End = Before.find_last_of(";{}");
  const llvm::StringRef Head =
      Before.drop_front(End == llvm::StringRef::npos ? 0 : End + 1);
  if (!Head.ends_with("void") || !Head.contains("__global__") ||
      Head.contains("template"))
    return false;
  const llvm::StringRef After =
      Text.drop_front(Offset + D->getName().size()).ltrim();
  const size_t Behind = After.find_first_of(";={}");
  return After.starts_with("(") && Behind != llvm::StringRef::npos &&
         After[Behind] == ';' &&
         After.take_front(Behind).rtrim().ends_with(")");
}

SourceLocation Mentions::removedMention(const NamedDecl *D) {
  if (!D->getIdentifier())
    return {};
  if (SourceLocation Lost = lostCall(D, Map); Lost.isValid())
    return Lost;
  const llvm::StringRef Name = D->getName();
  const SourceRange Scope = scopeOf(D);
  for (SourceLocation Where : wordsIn(Scope, Name)) {
    // A macro of this name, as in `#define s(i) s[i]`.
    if (isExpandedAt(Where)) {
      if (SourceLocation Other = otherDefinition(Name, Name); Other.isValid())
        return Other;
      continue;
    }
    if (!Map.isNamedAt(Where) && !isInUnusedPattern(Where) &&
        !isMereDeclaration(D, Where, Context.getSourceManager()))
      return Where;
  }
  for (llvm::StringRef Macro : macrosThatName(Name))
    for (SourceLocation Where : wordsIn(Scope, Macro)) {
      if (SourceLocation Other = otherDefinition(Macro, Name); Other.isValid())
        return Other;
      if (!isExpandedAt(Where))
        return Where;
    }
  return {};
}

//===----------------------------------------------------------------------===//
// What else a text may mean
//===----------------------------------------------------------------------===//

bool Mentions::hasOtherReplacement(llvm::StringRef MacroName) {
  const auto &ByName = text().ByName;
  auto Found = ByName.find(MacroName);
  if (Found == ByName.end())
    return false;
  return llvm::any_of(Found->second, [&](const Macro *M) {
    return M->IsDefault || M->Replacement != Found->second[0]->Replacement;
  });
}

/// Whether a word may name a member: in its class, or of an object.
static bool mayNameMember(const FieldDecl *D, SourceLocation Word,
                          const SourceManager &Sources) {
  if (holds(D->getParent()->getSourceRange(), Word, Sources))
    return true;
  if (Sources.getFileOffset(Word) == 0)
    return false;
  const char Before = Sources.getCharacterData(Word)[-1];
  return Before == '.' || Before == '>';
}

/// Where a file is included, or one that includes it, that another
/// configuration may not include; invalid where there is no such place.
SourceLocation Mentions::chosenInclude(SourceLocation Where) {
  const SourceManager &Sources = Context.getSourceManager();
  Where = Sources.getFileLoc(Where);
  while (Where.isValid()) {
    Where = Sources.getIncludeLoc(Sources.getFileID(Where));
    if (Where.isInvalid())
      break;
    // That of the file's name: the directive begins its line.
    const auto [File, Offset] = Sources.getDecomposedLoc(Where);
    const llvm::StringRef Before =
        Sources.getBufferData(File).take_front(Offset);
    const size_t Hash = Before.rfind('#');
    if (Hash != llvm::StringRef::npos &&
        text().ChosenIncludes.contains({File, unsigned(Hash)}))
      return Where;
  }
  return {};
}

/// Where a word is declared or changed, and the tree has nothing.
llvm::ArrayRef<SourceLocation> Mentions::otherChangesOf(llvm::StringRef Name) {
  const auto [Found, IsNew] = OtherChanges.try_emplace(Name);
  if (IsNew)
    for (SourceLocation Where : wordsIn({}, Name))
      if (text().Changed.contains(Where) && !Map.isNamedAt(Where) &&
          !isInUnusedPattern(Where))
        Found->second.push_back(Where);
  return Found->second;
}

SourceLocation Mentions::otherValue(const NamedDecl *D) {
  if (!D->getIdentifier())
    return {};
  if (const SourceLocation Chosen = chosenInclude(D->getLocation());
      Chosen.isValid())
    return Chosen;
  const SourceManager &Sources = Context.getSourceManager();
  const auto *Field = dyn_cast<FieldDecl>(D);
  llvm::ArrayRef<SourceLocation> Others = otherChangesOf(D->getName());
  if (const SourceRange Scope = scopeOf(D); Scope.isValid())
    Others = placesIn(Scope, Others, Sources);
  for (SourceLocation Where : Others)
    if (!Field || mayNameMember(Field, Where, Sources))
      return Where;
  return {};
}

/// Whether a namespace declares a name; true where there is none by this one.
static bool declares(llvm::StringRef Namespace, const NamedDecl *D,
                     const ASTContext &Context) {
  const auto Found =
      Context.getTranslationUnitDecl()->lookup(&Context.Idents.get(Namespace));
  return llvm::none_of(Found, llvm::IsaPred<NamespaceDecl>) ||
         llvm::any_of(Found, [&](const NamedDecl *Each) {
           const auto *Space = dyn_cast<NamespaceDecl>(Each);
           return Space && !Space->lookup(D->getDeclName()).empty();
         });
}

SourceLocation Mentions::otherPacking() { return text().Packing; }

SourceLocation Mentions::otherLookup(const NamedDecl *D) {
  if (!D->getIdentifier() ||
      Context.getSourceManager().isInSystemHeader(D->getLocation()))
    return {};
  if (text().ByName.contains(D->getName()))
    return D->getLocation();
  const SourceLocation Word = removedWord(D->getName());
  return Word.isValid() ? Word : otherUsing(D);
}

/// A directive or declaration by which another configuration may find another
/// declaration of this name.
SourceLocation Mentions::otherUsing(const NamedDecl *D) {
  for (SourceLocation Where : wordsIn({}, "using")) {
    llvm::StringRef Text = declarationAt(Where).second.trim();
    const bool IsOther = Text.consume_front("namespace")
                             ? declares(Text.trim(), D, Context)
                             : Text.ends_with(("::" + D->getName()).str());
    if (IsOther && !Map.isNamedAt(Where))
      return Where;
  }
  return {};
}

/// A macro in whose argument something is named, and which another
/// configuration replaces otherwise.
std::optional<SourceObstacle> Mentions::otherMacroAround(const NamedDecl *D) {
  const auto *Named = dyn_cast<ValueDecl>(D);
  const SourceManager &Sources = Context.getSourceManager();
  for (const Expr *E :
       Named ? Map.referencesTo(cast<ValueDecl>(Named->getCanonicalDecl()))
             : llvm::ArrayRef<const Expr *>())
    for (SourceLocation Where = E->getExprLoc(); Where.isMacroID();
         Where = Sources.getImmediateMacroCallerLoc(Where)) {
      const llvm::StringRef Name =
          Lexer::getImmediateMacroName(Where, Sources, Context.getLangOpts());
      if (hasOtherReplacement(Name))
        return SourceObstacle{ObstacleKind::RemovedText,
                              Sources.getFileLoc(Where), nullptr, Name};
    }
  return std::nullopt;
}

/// A type as which the array is accessed, if another configuration has another
/// by that name: it may be a vector, and ask for more alignment.
std::optional<SourceObstacle>
Mentions::otherType(const ExplicitCastExpr *Cast) {
  const SourceManager &Sources = Context.getSourceManager();
  const TypeSourceInfo *Written = Cast->getTypeInfoAsWritten();
  const SourceLocation Begin =
      Written ? Written->getTypeLoc().getBeginLoc() : SourceLocation();
  if (Begin.isMacroID() && !Sources.isMacroArgExpansion(Begin)) {
    const llvm::StringRef Name =
        Lexer::getImmediateMacroName(Begin, Sources, Context.getLangOpts());
    if (hasOtherReplacement(Name))
      return SourceObstacle{ObstacleKind::RemovedText,
                            Sources.getFileLoc(Begin), nullptr, Name};
  }
  QualType Type = Cast->getTypeAsWritten().getNonReferenceType();
  if (Type->isPointerType())
    Type = Type->getPointeeType();
  if (const auto *Alias = Type->getAs<TypedefType>())
    if (SourceLocation Where = otherValue(Alias->getDecl()); Where.isValid())
      return SourceObstacle{ObstacleKind::RemovedText, Where, Alias->getDecl()};
  return std::nullopt;
}

bool Mentions::hasConditions(SourceRange Range) {
  return !placesIn(Range, text().Conditions, Context.getSourceManager())
              .empty();
}

llvm::SmallVector<Mentions::NamedPlace, 2>
Mentions::macrosIn(SourceRange Range) {
  llvm::SmallVector<NamedPlace, 2> Result;
  for (const auto &Entry : text().ByName)
    for (SourceLocation Where : wordsIn(Range, Entry.first()))
      Result.emplace_back(Entry.first(), Where);
  return Result;
}

llvm::SmallVector<Mentions::NamedPlace, 2>
Mentions::otherMacrosIn(SourceRange Range) {
  llvm::SmallVector<NamedPlace, 2> Result = macrosIn(Range);
  llvm::erase_if(Result, [&](const NamedPlace &Each) {
    return !hasOtherReplacement(Each.first);
  });
  return Result;
}

llvm::SmallVector<llvm::StringRef, 2>
Mentions::replacementsOf(llvm::StringRef MacroName) {
  llvm::SmallSetVector<llvm::StringRef, 2> Result;
  for (const Macro *M : text().ByName.lookup(MacroName))
    Result.insert(M->Replacement);
  return llvm::to_vector<2>(Result);
}

llvm::SmallVector<llvm::StringRef, 4>
Mentions::namedBy(llvm::StringRef MacroName) {
  llvm::SmallVector<llvm::StringRef, 4> Result;
  for (const Macro *M : text().ByName.lookup(MacroName))
    llvm::append_range(Result, M->Body.keys());
  return Result;
}

bool Mentions::isUndefined(llvm::StringRef Name) {
  // Of the system's names, too: BUFSIZ, or a constant of a library.
  if (Context.Idents.get(Name).hasMacroDefinition() ||
      !Context.getTranslationUnitDecl()
           ->lookup(&Context.Idents.get(Name))
           .empty())
    return false;
  return clang::isValidAsciiIdentifier(Name) && !text().ByName.contains(Name) &&
         llvm::none_of(wordsIn({}, Name), [&](SourceLocation Where) {
           return text().Changed.contains(Where);
         });
}

std::pair<llvm::StringRef, llvm::StringRef>
Mentions::declarationAt(SourceLocation Name) const {
  const SourceManager &Sources = Context.getSourceManager();
  const auto [File, Offset] = Sources.getDecomposedLoc(Name);
  const llvm::StringRef Text = Sources.getBufferData(File);
  const llvm::StringRef Before = Text.take_front(Offset);
  const size_t Begin = Before.find_last_of(";{}#\n");
  llvm::StringRef After = Text.drop_front(Offset);
  After = After.drop_while(
      [](char C) { return clang::isAsciiIdentifierContinue(C); });
  return {Before.drop_front(Begin == llvm::StringRef::npos ? 0 : Begin + 1),
          After.take_front(After.find_first_of(",;}"))};
}

SourceLocation Mentions::removedSharedVariable(SourceRange Range) {
  const SourceManager &Sources = Context.getSourceManager();
  const SourceRange Within(Sources.getFileLoc(Range.getBegin()),
                           Sources.getFileLoc(Range.getEnd()));
  for (SourceLocation Where : wordsIn(Within, "__shared__"))
    if (!isExpandedAt(Where) && !isInUnusedPattern(Where))
      return Where;
  return {};
}

bool Mentions::isPerhapsEmpty(llvm::StringRef MacroName) {
  return llvm::any_of(text().ByName.lookup(MacroName),
                      [](const Macro *M) { return M->Replacement.empty(); });
}

//===----------------------------------------------------------------------===//
// What a fix changes
//===----------------------------------------------------------------------===//

/// The functions and classes in which a fix edits something, but for kernels,
/// and the variables of whose values it edits a part.
llvm::SetVector<const NamedDecl *> Mentions::editedCode(const Fix &Edits) {
  llvm::SetVector<const NamedDecl *> Result;
  for (const FunctionDecl *Function : Map.bodiesEditedBy(Edits)) {
    if (Function->hasAttr<CUDAGlobalAttr>())
      continue;
    Result.insert(Function);
    if (const auto *Method = dyn_cast<CXXMethodDecl>(Function))
      Result.insert(Method->getParent());
  }
  if (!Values) {
    Values.emplace();
    std::vector<SourceRange> Ranges;
    Map.forEachValue([&](const ValueDecl *D, const Expr *Value) {
      if (isa<ParmVarDecl>(D))
        return; // an argument belongs to the call
      Values->Variables.push_back(D);
      Ranges.push_back(Value->getSourceRange());
    });
    Values->Ranges.emplace(Ranges, Context);
  }
  for (size_t Number : Values->Ranges->editedBy(Edits))
    Result.insert(Values->Variables[Number]);
  return Result;
}

/// The macros whose replacement a fix edits.
llvm::SmallVector<const Mentions::Macro *, 1>
Mentions::macrosEditedBy(const Fix &Edits) {
  const SourceManager &Sources = Context.getSourceManager();
  llvm::SmallSetVector<const Macro *, 1> Result;
  for (const Edit &E : Edits.Edits) {
    const FileID Id = fileNamed(E.File, Sources);
    if (Id.isInvalid())
      continue;
    const char *At = Sources.getBufferData(Id).data() + E.OffsetBytes;
    for (const Macro &M : text().Macros)
      if (M.Replacement.begin() <= At && At <= M.Replacement.end())
        Result.insert(&M);
  }
  return Result.takeVector();
}

/// What else than the uses of a macro in this configuration knows its text:
/// another definition, a directive, uses that are left out here.
std::optional<SourceObstacle> Mentions::otherUse(const Macro &Edited) {
  // `#x` and `x##y` see the text itself.
  if (Edited.Replacement.contains('#'))
    return SourceObstacle{ObstacleKind::MacroBody, {}};
  for (const Macro *Other : text().ByName.lookup(Edited.Name))
    if (Other != &Edited)
      return SourceObstacle{ObstacleKind::DefinedAgain, Other->Where, nullptr,
                            Edited.Name};
  std::vector<llvm::StringRef> Names = macrosThatName(Edited.Name);
  Names.push_back(Edited.Name);
  for (llvm::StringRef Name : Names) {
    if (auto Named = text().InDirectives.find(Name);
        Named != text().InDirectives.end())
      return SourceObstacle{ObstacleKind::SharedMacro, Named->second};
    for (SourceLocation Where : wordsIn({}, Name))
      if (!isExpandedAt(Where) && !Map.isNamedAt(Where) &&
          !isInUnusedPattern(Where))
        return SourceObstacle{ObstacleKind::RemovedText, Where, nullptr, Name};
    for (const Macro *M : text().Naming.lookup(Name))
      if (SourceLocation Where = M->Body.lookup(Name);
          M->Name != Name && !isExpandedAt(Where))
        return SourceObstacle{ObstacleKind::RemovedText, Where, nullptr, Name};
  }
  return std::nullopt;
}

std::optional<SourceObstacle>
Mentions::removedUse(const DeclaredArray &Array, const Fix &Edits,
                     llvm::ArrayRef<const NamedDecl *> Others) {
  for (const Macro *M : macrosEditedBy(Edits))
    if (auto Other = otherUse(*M))
      return Other;
  llvm::SetVector<const NamedDecl *> Names = editedCode(Edits);
  Names.insert_range(Others);
  for (const VarDecl *Instance : Array.Instances) {
    Names.insert(Instance);
    for (const ValueDecl *Pointer : Array.usesOf(Instance).Pointers)
      Names.insert(Pointer);
  }
  for (const VarDecl *Instance : Array.Instances)
    for (const Expr *E : Array.usesOf(Instance).Followed)
      if (const auto *Cast = dyn_cast<ExplicitCastExpr>(E))
        if (auto Other = otherType(Cast))
          return Other;
  // A launch that is left out asks for as much memory as before, has blocks
  // that leave rows which indices make, or makes another instance.
  for (const ArrayInKernel &Use : Array.Uses)
    if (!Use.Array->SizeBytes || Use.Array->Extents.size() < 2 ||
        walkOf(Use).Kernel->isTemplateInstantiation())
      Names.insert(walkOf(Use).Kernel);
  addMakersOf(Names);
  // Sets of pointers have no order that is the same in each run.
  std::vector<const NamedDecl *> InOrder(Names.begin(), Names.end());
  llvm::sort(InOrder, [&](const NamedDecl *A, const NamedDecl *B) {
    return Context.getSourceManager().isBeforeInTranslationUnit(
        A->getLocation(), B->getLocation());
  });
  // Instances of one template share their names.
  llvm::DenseSet<std::pair<SourceLocation, const IdentifierInfo *>> Asked;
  for (const NamedDecl *D : InOrder)
    if (Asked.insert({D->getLocation(), D->getIdentifier()}).second)
      if (SourceLocation Where = removedMention(D); Where.isValid())
        return SourceObstacle{ObstacleKind::RemovedText, Where, D};
  for (const VarDecl *Instance : Array.Instances) {
    if (auto Other = otherMacroAround(Instance))
      return Other;
    for (const ValueDecl *Pointer : Array.usesOf(Instance).Pointers)
      if (auto Other = otherMacroAround(Pointer))
        return Other;
  }
  return std::nullopt;
}
