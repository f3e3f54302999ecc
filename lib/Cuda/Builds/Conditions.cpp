//===- Conditions.cpp - What `#if`s of a source ask for -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Builds/Conditions.h"
#include "Cuda/BundledHeaders.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using namespace llvm;

using clang::Token;
namespace tok = clang::tok;

//===----------------------------------------------------------------------===//
// What a directive asks
//===----------------------------------------------------------------------===//

static bool isComparison(tok::TokenKind Kind) {
  return Kind == tok::equalequal || Kind == tok::exclaimequal ||
         Kind == tok::less || Kind == tok::lessequal || Kind == tok::greater ||
         Kind == tok::greaterequal;
}

static bool isArithmetic(tok::TokenKind Kind) {
  switch (Kind) {
  case tok::plus:
  case tok::minus:
  case tok::star:
  case tok::slash:
  case tok::percent:
  case tok::amp:
  case tok::pipe:
  case tok::caret:
  case tok::lessless:
  case tok::greatergreater:
    return true;
  default:
    return false;
  }
}

/// The same comparison with its sides exchanged.
static tok::TokenKind mirrored(tok::TokenKind Kind) {
  switch (Kind) {
  case tok::less:
    return tok::greater;
  case tok::greater:
    return tok::less;
  case tok::lessequal:
    return tok::greaterequal;
  case tok::greaterequal:
    return tok::lessequal;
  default:
    return Kind;
  }
}

static std::string spellingOf(const Token &T) {
  if (T.is(tok::raw_identifier))
    return T.getRawIdentifier().str();
  return T.is(tok::numeric_constant)
             ? std::string(T.getLiteralData(), T.getLength())
             : std::string();
}

namespace {
/// What a directive asks.
class Expression {
public:
  explicit Expression(ArrayRef<Token> Tokens) : Tokens(Tokens) {}

  std::vector<Question> questions() const;

private:
  tok::TokenKind kindAt(size_t I) const {
    return I < Tokens.size() ? Tokens[I].getKind() : tok::eof;
  }
  std::string spellingAt(size_t I) const {
    return I < Tokens.size() ? spellingOf(Tokens[I]) : std::string();
  }
  bool isDefinedAt(size_t I) const {
    return kindAt(I) == tok::raw_identifier &&
           Tokens[I].getRawIdentifier() == "defined";
  }
  /// `defined X` or `defined(X)`
  bool isAskedIfDefined(size_t I) const {
    return isDefinedAt(I - 1) ||
           (kindAt(I - 1) == tok::l_paren && isDefinedAt(I - 2));
  }
  Question questionAt(size_t I) const;

  ArrayRef<Token> Tokens;
};
} // namespace

/// How a name is asked for that is no macro with arguments.
Question Expression::questionAt(size_t I) const {
  Question Q;
  Q.Name = Tokens[I].getRawIdentifier();
  if (isAskedIfDefined(I))
    return Q;
  Q.Kind = isArithmetic(kindAt(I - 1)) || isArithmetic(kindAt(I + 1))
               ? Question::Computed
               : Question::True;
  const bool IsLeft = isComparison(kindAt(I + 1)) && !spellingAt(I + 2).empty();
  const bool IsRight =
      isComparison(kindAt(I - 1)) && !spellingAt(I - 2).empty();
  if (!IsLeft && !IsRight)
    return Q;
  Q.Kind = Question::Compared;
  Q.Operator = IsLeft ? kindAt(I + 1) : mirrored(kindAt(I - 1));
  Q.Operand = spellingAt(IsLeft ? I + 2 : I - 2);
  return Q;
}

/// A part of arithmetic is asked for with each number of it.
std::vector<Question> Expression::questions() const {
  std::vector<Question> Result;
  for (size_t I = 0; I != Tokens.size(); ++I) {
    if (kindAt(I) != tok::raw_identifier || isDefinedAt(I) ||
        (kindAt(I + 1) == tok::l_paren && !isAskedIfDefined(I)))
      continue;
    Question Q = questionAt(I);
    if (Q.Kind != Question::Computed) {
      Result.push_back(std::move(Q));
      continue;
    }
    for (const Token &Each : Tokens)
      if (Each.is(tok::numeric_constant)) {
        Q.Operand = spellingOf(Each);
        Result.push_back(Q);
      }
  }
  return Result;
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

Conditions::Conditions(const clang::Preprocessor &Macros)
    : Macros(Macros), Sources(Macros.getSourceManager()) {
  for (unsigned I = 0; I != Sources.local_sloc_entry_size(); ++I) {
    const clang::SrcMgr::SLocEntry &Entry = Sources.getLocalSLocEntry(I);
    if (!Entry.isFile() ||
        Entry.getFile().getFileCharacteristic() != clang::SrcMgr::C_User)
      continue;
    const auto File = Entry.getFile().getContentCache().OrigEntry;
    if (File && File->getName() != nvccOnlyHeader())
      readFile(Sources.getFileID(
          clang::SourceLocation::getFromRawEncoding(Entry.getOffset())));
  }
}

void Conditions::readFile(clang::FileID Id) {
  clang::Lexer Lexer(Id, Sources.getBufferOrFake(Id), Sources,
                     Macros.getLangOpts());
  Files.emplace_back().Id = Id;
  Open.clear();
  Guard = {};
  IsAtBegin = true;
  Token Before, Current, Next;
  Before.startToken();
  Current.startToken();
  Lexer.LexFromRawLexer(Next);
  while (!Current.is(tok::eof)) {
    if (Next.is(tok::hash) && Next.isAtStartOfLine())
      readDirective(Lexer, Next);
    IsAtBegin = false;
    readWord(Before, Current, Next);
    Before = Current;
    Current = Next;
    if (!Next.is(tok::eof) && !(Next.is(tok::hash) && Next.isAtStartOfLine()))
      Lexer.LexFromRawLexer(Next);
  }
}

/// A word may be declared where it stands behind a type, or `struct` and the
/// like, and is no parameter.
void Conditions::readWord(const Token &Before, const Token &Word,
                          const Token &After) {
  FileText &File = Files.back();
  File.HasDeviceCode |= Word.is(tok::lesslessless);
  if (!Word.is(tok::raw_identifier))
    return;
  const StringRef Name = Word.getRawIdentifier();
  Used.insert(Name);
  File.HasDeviceCode |= is_contained(
      {"__global__", "__device__", "__shared__", "__constant__"}, Name);
  const bool IsKeyword =
      Macros.getIdentifierInfo(Name)->isKeyword(Macros.getLangOpts());
  const bool BringsOthers =
      is_contained({"using", "operator", "namespace"}, Name);
  const bool IsDeclared =
      Before.isOneOf(tok::raw_identifier, tok::star, tok::amp, tok::greater) &&
      After.isOneOf(tok::l_paren, tok::equal, tok::l_brace, tok::l_square,
                    tok::semi, tok::comma, tok::colon, tok::less, tok::greater);
  if (!IsKeyword)
    File.Words.insert(Name);
  for (ConditionGroup *G : Open) {
    G->BringsOthers |= BringsOthers;
    if (IsDeclared && !IsKeyword)
      G->Declared.insert(Name);
  }
}

bool Conditions::matterToKernels(size_t File, const ConditionGroup &Of) const {
  if (Files[File].HasDeviceCode || Of.BringsOthers)
    return true;
  return any_of(Files, [&](const FileText &Other) {
    return Other.HasDeviceCode && any_of(Of.Declared.keys(), [&](StringRef N) {
             return Other.Words.contains(N);
           });
  });
}

/// Leaves the first token of the next line in `Token`.
void Conditions::readDirective(clang::Lexer &Lexer, Token &Token) {
  std::vector<clang::Token> Line;
  Directive Where;
  Where.Begin = Sources.getFileOffset(Token.getLocation());
  for (Lexer.LexFromRawLexer(Token);
       !Token.is(tok::eof) && !Token.isAtStartOfLine();
       Lexer.LexFromRawLexer(Token)) {
    Line.push_back(Token);
    Where.End = Sources.getFileOffset(Token.getLocation()) + Token.getLength();
  }
  const StringRef Guarded = std::exchange(Guard, StringRef());
  if (Line.empty() || !Line.front().is(tok::raw_identifier))
    return;
  const StringRef Kind = Line.front().getRawIdentifier();
  const bool IsElse = Kind.starts_with("el");
  if ((Kind == "endif" || IsElse) && !Open.empty())
    endPart(Where.Begin);
  if (Kind == "endif") {
    if (!Open.empty())
      Open.pop_back();
    return;
  }
  if (Kind.starts_with("if") || IsElse)
    return readCondition(Kind, Where, ArrayRef(Line).drop_front());
  // Headers of the system have names of their own.
  for (ConditionGroup *G : Open)
    G->BringsOthers |=
        Kind == "pragma" ||
        (Kind == "include" && Line.size() > 1 && !Line[1].is(tok::less));
  if (Line.size() < 2 || !Line[1].is(tok::raw_identifier))
    return;
  const StringRef Name = Line[1].getRawIdentifier();
  if (Kind == "define" && Name == Guarded && Line.size() == 2) {
    Open.pop_back(); // what is around a whole file asks for nothing
    All.pop_back();
    return;
  }
  if (Kind == "define" || Kind == "undef")
    for (ConditionGroup *G : Open)
      G->Declared.insert(Name);
  if (Kind != "define")
    return;
  const bool IsDefault = any_of(Open, [&](const ConditionGroup *G) {
    return any_of(G->Questions,
                  [&](const Question &Q) { return Q.Name == Name; });
  });
  (IsDefault && Line.size() > 2 ? Defaults : Fixed).insert(Name);
  for (const clang::Token &Each : ArrayRef(Line).drop_front(2))
    if (Each.is(tok::raw_identifier)) {
      Used.insert(Each.getRawIdentifier());
      Files.back().Words.insert(Each.getRawIdentifier());
    }
}

/// The last directive of the innermost condition chooses what ends here.
void Conditions::endPart(unsigned End) {
  ConditionalPart &Part = Parts.emplace_back();
  Part.File = Files.size() - 1;
  Part.Begin = Open.back()->Directives.back().Begin;
  Part.End = End;
  Part.Of = Open.back();
  for (const ConditionGroup *Outer : Open)
    Part.Chosen.push_back(Outer->Directives);
}

void Conditions::readCondition(StringRef Kind, const Directive &Where,
                               ArrayRef<Token> Asking) {
  if (Kind.starts_with("if"))
    Open.push_back(&Groups.emplace_back());
  if (Open.empty())
    return;
  Open.back()->Directives.push_back(Where);
  Open.back()->Directives.back().AsksForMacros =
      any_of(Asking, [](const Token &T) { return T.is(tok::raw_identifier); });
  Open.back()->Directives.back().IsElse = Kind == "else";
  if (Kind == "else")
    return;
  std::vector<Question> &Asked = Open.back()->Questions;
  const bool AsksIfDefined = Kind.ends_with("def");
  if (AsksIfDefined && !Asking.empty() &&
      Asking.front().is(tok::raw_identifier)) {
    const StringRef Name = Asking.front().getRawIdentifier();
    Asked.push_back({Name, Question::Defined, tok::unknown, ""});
    if (IsAtBegin && Kind == "ifndef")
      Guard = Name;
  } else {
    append_range(Asked, Expression(Asking).questions());
  }
  Condition &C = All.emplace_back();
  C.Of = Open.back();
  C.File = Files.size() - 1;
  // Each lists all around it.
  AreTooDeep |= Open.size() > MostAround;
  if (!AreTooDeep)
    for (const ConditionGroup *Outer : Open)
      append_range(C.Questions, Outer->Questions);
}
