//===- BuildVariants.cpp - Other builds that a source knows ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cuda/BuildVariants.h"
#include "Cuda/BundledHeaders.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/MacroInfo.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include <deque>
#include <set>

using namespace banklint;
using namespace llvm;

using clang::Token;
namespace tok = clang::tok;

std::string BuildVariant::text() const {
  std::vector<std::string> Options;
  for (const auto &[Name, Value] : Macros)
    if (!Value)
      Options.push_back("-U" + Name);
    else
      Options.push_back("-D" + Name + (*Value == "1" ? "" : "=" + *Value));
  if (!GpuArch.empty())
    Options.push_back("--gpu-arch=" + GpuArch);
  return join(Options, " ");
}

CompileCommand BuildVariant::applyTo(CompileCommand Command) const {
  constexpr StringLiteral ArchOption = "--cuda-gpu-arch=";
  if (!GpuArch.empty()) {
    Command.GpuArch = GpuArch;
    for (std::string &Argument : Command.Arguments)
      if (StringRef(Argument).starts_with(ArchOption))
        Argument = (ArchOption + GpuArch).str();
  }
  for (const auto &[Name, Value] : Macros)
    Command.LateMacros.insert_or_assign(Name, Value);
  return Command;
}

namespace {
/// What a macro may be in another build.
struct Setting {
  std::string Name;
  std::optional<std::string> Value;

  bool operator==(const Setting &Other) const {
    return Name == Other.Name && Value == Other.Value;
  }
};

/// How a condition asks for a macro.
struct Question {
  StringRef Name;
  /// Whether it is defined, not 0, or so compared; or a part of arithmetic.
  enum { Defined, True, Compared, Computed } Kind = Defined;
  tok::TokenKind Operator = tok::unknown; ///< the macro on its left
  std::string Operand;
};

/// A `#if` with what belongs to it.
struct Group {
  std::vector<Question> Questions; ///< of the directives so far
  StringSet<> Declared;            ///< names that its parts give a meaning
  bool BringsOthers = false;       ///< by an include, `using`, `operator`, ...
};

/// What a directive depends on: its own questions, those of the directives
/// before it that belong to it, and those around.
struct Condition {
  std::vector<Question> Questions;
  const Group *Of = nullptr;
  size_t File = 0;
};

/// What a file of the user says to kernels.
struct FileText {
  StringSet<> Words;
  bool HasDeviceCode = false;
};

/// Reads the conditions of one file after the other.
class ConditionReader {
public:
  explicit ConditionReader(const clang::Preprocessor &Macros)
      : Macros(Macros), Sources(Macros.getSourceManager()) {}

  void readFiles();
  std::vector<Setting> settingsFor(const Question &Q) const;
  std::string otherArch(const Question &Q) const;

  std::vector<Condition> Conditions;
  bool mattersToKernels(const Condition &C) const;

private:
  void readFile(clang::FileID Id);
  void readWord(const Token &Before, const Token &Word, const Token &After);
  void readDirective(clang::Lexer &Lexer, Token &Token);
  void readCondition(StringRef Kind, ArrayRef<Token> Expression);
  std::vector<Question> questionsIn(ArrayRef<Token> Expression) const;
  bool isOfBuild(StringRef Name) const;
  const clang::MacroInfo *definitionOf(StringRef Name) const;
  std::optional<int64_t> numberOf(StringRef Text) const;
  bool holds(const Question &Q, std::optional<int64_t> Value) const;

  const clang::Preprocessor &Macros;
  const clang::SourceManager &Sources;
  std::vector<FileText> Files;
  std::deque<Group> Groups;
  std::vector<Group *> Open;
  /// Those that the text defines if nobody else does, and those that it
  /// defines in any case.
  StringSet<> Defaults, Fixed;
  StringSet<> Used; ///< words in text that is no condition
  /// The name that a `#ifndef` at the begin of a file asks for, if that is the
  /// directive before.
  StringRef Guard;
  bool IsAtBegin = false;
};
} // namespace

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

void ConditionReader::readFiles() {
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

void ConditionReader::readFile(clang::FileID Id) {
  clang::Lexer Lexer(Id, Sources.getBufferOrFake(Id), Sources,
                     Macros.getLangOpts());
  Files.emplace_back();
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
void ConditionReader::readWord(const Token &Before, const Token &Word,
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
  for (Group *G : Open) {
    G->BringsOthers |= BringsOthers;
    if (IsDeclared && !IsKeyword)
      G->Declared.insert(Name);
  }
}

/// Whether kernels, or what launches them, may look otherwise by what a
/// condition chooses: it stands in a file with such code, or gives a meaning to
/// a name in one.
bool ConditionReader::mattersToKernels(const Condition &C) const {
  if (Files[C.File].HasDeviceCode || C.Of->BringsOthers)
    return true;
  return any_of(Files, [&](const FileText &File) {
    return File.HasDeviceCode &&
           any_of(C.Of->Declared.keys(),
                  [&](StringRef N) { return File.Words.contains(N); });
  });
}

/// Leaves the first token of the next line in `Token`.
void ConditionReader::readDirective(clang::Lexer &Lexer, Token &Token) {
  std::vector<clang::Token> Line;
  for (Lexer.LexFromRawLexer(Token);
       !Token.is(tok::eof) && !Token.isAtStartOfLine();
       Lexer.LexFromRawLexer(Token))
    Line.push_back(Token);
  const StringRef Guarded = std::exchange(Guard, StringRef());
  if (Line.empty() || !Line.front().is(tok::raw_identifier))
    return;
  const StringRef Kind = Line.front().getRawIdentifier();
  if (Kind == "endif") {
    if (!Open.empty())
      Open.pop_back();
    return;
  }
  if (Kind.starts_with("if") || Kind.starts_with("elif"))
    return readCondition(Kind, ArrayRef(Line).drop_front());
  // Headers of the system have names of their own.
  for (Group *G : Open)
    G->BringsOthers |=
        Kind == "pragma" ||
        (Kind == "include" && Line.size() > 1 && !Line[1].is(tok::less));
  if (Line.size() < 2 || !Line[1].is(tok::raw_identifier))
    return;
  const StringRef Name = Line[1].getRawIdentifier();
  if (Kind == "define" && Name == Guarded) {
    Open.pop_back(); // what is around a whole file asks for nothing
    Conditions.pop_back();
    return;
  }
  if (Kind == "define" || Kind == "undef")
    for (Group *G : Open)
      G->Declared.insert(Name);
  if (Kind != "define")
    return;
  const bool IsDefault = any_of(Open, [&](const Group *G) {
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

void ConditionReader::readCondition(StringRef Kind,
                                    ArrayRef<Token> Expression) {
  if (Kind.starts_with("if"))
    Open.push_back(&Groups.emplace_back());
  if (Open.empty())
    return;
  std::vector<Question> &Asked = Open.back()->Questions;
  const bool AsksIfDefined = Kind.ends_with("def");
  if (AsksIfDefined && !Expression.empty() &&
      Expression.front().is(tok::raw_identifier)) {
    const StringRef Name = Expression.front().getRawIdentifier();
    Asked.push_back({Name, Question::Defined, tok::unknown, ""});
    if (IsAtBegin && Kind == "ifndef")
      Guard = Name;
  } else {
    append_range(Asked, questionsIn(Expression));
  }
  Condition &C = Conditions.emplace_back();
  C.Of = Open.back();
  C.File = Files.size() - 1;
  for (const Group *Outer : Open)
    append_range(C.Questions, Outer->Questions);
}

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

std::vector<Question>
ConditionReader::questionsIn(ArrayRef<Token> Expression) const {
  std::vector<Question> Result;
  auto KindAt = [&](size_t I) {
    return I < Expression.size() ? Expression[I].getKind() : tok::eof;
  };
  auto IsDefined = [&](size_t I) {
    return I < Expression.size() && Expression[I].is(tok::raw_identifier) &&
           Expression[I].getRawIdentifier() == "defined";
  };
  for (size_t I = 0; I != Expression.size(); ++I) {
    if (!Expression[I].is(tok::raw_identifier) || IsDefined(I))
      continue;
    Question Q;
    Q.Name = Expression[I].getRawIdentifier();
    if (!IsDefined(I - 1) &&
        !(KindAt(I - 1) == tok::l_paren && IsDefined(I - 2))) {
      if (KindAt(I + 1) == tok::l_paren)
        continue; // a macro with arguments
      Q.Kind = isArithmetic(KindAt(I - 1)) || isArithmetic(KindAt(I + 1))
                   ? Question::Computed
                   : Question::True;
      if (isComparison(KindAt(I + 1)))
        Q.Operand = I + 2 < Expression.size() ? spellingOf(Expression[I + 2])
                                              : std::string();
      if (!Q.Operand.empty()) {
        Q.Kind = Question::Compared;
        Q.Operator = KindAt(I + 1);
      } else if (I >= 2 && isComparison(KindAt(I - 1))) {
        Q.Operand = spellingOf(Expression[I - 2]);
        if (!Q.Operand.empty()) {
          Q.Kind = Question::Compared;
          Q.Operator = mirrored(KindAt(I - 1));
        }
      }
    }
    if (Q.Kind != Question::Computed) {
      Result.push_back(std::move(Q));
      continue;
    }
    for (const Token &Each : Expression)
      if (Each.is(tok::numeric_constant)) {
        Q.Operand = spellingOf(Each);
        Result.push_back(Q);
      }
  }
  return Result;
}

//===----------------------------------------------------------------------===//
// What else macros may be
//===----------------------------------------------------------------------===//

const clang::MacroInfo *ConditionReader::definitionOf(StringRef Name) const {
  return Macros.getMacroInfo(Macros.getIdentifierInfo(Name));
}

/// Whether the command line of a build decides what a macro is.
bool ConditionReader::isOfBuild(StringRef Name) const {
  const bool IsReserved =
      Name.starts_with("__") ||
      (Name.starts_with("_") && Name.size() > 1 && isUpper(Name[1]));
  if (IsReserved || Fixed.contains(Name))
    return false;
  const clang::MacroInfo *Known = definitionOf(Name);
  if (!Known || Defaults.contains(Name))
    return true;
  const clang::SourceLocation Where = Known->getDefinitionLoc();
  return Where.isValid() && !Known->isBuiltinMacro() &&
         Sources.isWrittenInCommandLineFile(Where);
}

/// A number, if only by the name of a macro.
std::optional<int64_t> ConditionReader::numberOf(StringRef Text) const {
  std::string Last;
  for (unsigned Depth = 0; Depth != 8; ++Depth) {
    uint64_t Number = 0;
    if (!Text.rtrim("uUlL").getAsInteger(0, Number) && Number < 1ULL << 40)
      return int64_t(Number);
    const clang::MacroInfo *Known = definitionOf(Text);
    if (!Known || Known->isFunctionLike() || Known->getNumTokens() != 1)
      return std::nullopt;
    Last = Macros.getSpelling(Known->getReplacementToken(0));
    Text = Last;
  }
  return std::nullopt;
}

/// Whether a macro of this value meets its part of the condition; what is not
/// defined counts as 0.
bool ConditionReader::holds(const Question &Q,
                            std::optional<int64_t> Value) const {
  const int64_t Number = Value.value_or(0);
  const int64_t Operand = numberOf(Q.Operand).value_or(0);
  switch (Q.Operator) {
  case tok::equalequal:
    return Number == Operand;
  case tok::exclaimequal:
    return Number != Operand;
  case tok::less:
    return Number < Operand;
  case tok::lessequal:
    return Number <= Operand;
  case tok::greater:
    return Number > Operand;
  case tok::greaterequal:
    return Number >= Operand;
  default:
    return Number != 0;
  }
}

/// The settings by which a macro answers otherwise than it does now.
std::vector<Setting> ConditionReader::settingsFor(const Question &Q) const {
  if (!isOfBuild(Q.Name))
    return {};
  const std::string Name = Q.Name.str();
  const bool IsDefined = definitionOf(Q.Name);
  const std::optional<int64_t> Now = numberOf(Q.Name);
  // What a build gives for a value that the text uses is not known.
  if (Q.Kind == Question::Defined && !IsDefined)
    return Used.contains(Name) ? std::vector<Setting>()
                               : std::vector<Setting>{{Name, "1"}};
  if (Q.Kind == Question::Defined && !Defaults.contains(Q.Name))
    return {{Name, std::nullopt}};
  if (Q.Kind == Question::Defined)
    return Now == 0 ? std::vector<Setting>{{Name, "1"}}
                    : std::vector<Setting>();
  if (Q.Kind == Question::True)
    return {{Name, holds(Q, Now) ? "0" : "1"}};
  const std::optional<int64_t> Operand = numberOf(Q.Operand);
  if (!Operand)
    return Now ? std::vector<Setting>{{Name, Q.Operand}}
               : std::vector<Setting>();
  std::vector<Setting> Result;
  if (Q.Kind == Question::Computed) {
    for (int64_t Value : {*Operand, *Operand + 1})
      if (Value != Now)
        Result.push_back({Name, itostr(Value)});
    return Result;
  }
  for (int64_t Value : {*Operand, *Operand + 1, *Operand - 1})
    if (Result.empty() && holds(Q, Value) != holds(Q, Now))
      Result.push_back({Name, itostr(Value)});
  // What equals one constant may equal others, too.
  if (Q.Operator == tok::exclaimequal && Now != *Operand)
    Result.assign(1, {Name, itostr(*Operand)});
  return Result;
}

/// The nearest architecture that answers otherwise; empty where there is none.
std::string ConditionReader::otherArch(const Question &Q) const {
  if (Q.Name != "__CUDA_ARCH__" || Q.Kind != Question::Compared)
    return "";
  const std::optional<int64_t> Now = numberOf(Q.Name);
  if (!Now || !numberOf(Q.Operand))
    return "";
  std::optional<int64_t> Nearest;
  for (int64_t Arch : {700, 750, 800, 860, 890, 900, 1000, 1200})
    if (holds(Q, Arch) != holds(Q, Now) &&
        (!Nearest || std::abs(Arch - *Now) < std::abs(*Nearest - *Now)))
      Nearest = Arch;
  return Nearest ? "sm_" + itostr(*Nearest / 10) : "";
}

//===----------------------------------------------------------------------===//
// Builds
//===----------------------------------------------------------------------===//

static BuildVariant with(const std::vector<Setting> &Settings) {
  BuildVariant Result;
  Result.IsGuess = Settings.size() > 1;
  for (const Setting &S : Settings)
    Result.Macros.try_emplace(S.Name, S.Value);
  return Result;
}

/// How many macros are tried in pairs: those of more are too many.
static constexpr size_t PairedMacros = 3;

std::optional<std::vector<BuildVariant>>
banklint::buildVariantsOf(const clang::Preprocessor &Macros) {
  ConditionReader Reader(Macros);
  Reader.readFiles();
  SetVector<BuildVariant, std::vector<BuildVariant>, std::set<BuildVariant>>
      Variants;
  std::vector<Setting> Alone; ///< each once
  std::vector<std::vector<Setting>> Together;
  for (const Condition &C : Reader.Conditions) {
    if (!Reader.mattersToKernels(C))
      continue;
    std::vector<Setting> &Joined = Together.emplace_back();
    for (const Question &Q : C.Questions) {
      for (const Setting &S : Reader.settingsFor(Q)) {
        if (!is_contained(Alone, S))
          Alone.push_back(S);
        Joined.push_back(S);
      }
      if (std::string Arch = Reader.otherArch(Q); !Arch.empty())
        Variants.insert({{}, std::move(Arch)});
    }
  }
  for (const Setting &S : Alone)
    Variants.insert(with({S}));
  for (const std::vector<Setting> &Joined : Together)
    if (!Joined.empty())
      Variants.insert(with(Joined));
  if (!Alone.empty())
    Variants.insert(with(Alone));
  if (Variants.size() > MostBuildVariants)
    return std::nullopt;
  for (size_t I = 0; I != Alone.size() && Alone.size() <= PairedMacros; ++I)
    for (size_t J = 0; J != I; ++J)
      if (Alone[I].Name != Alone[J].Name)
        Variants.insert(with({Alone[J], Alone[I]}));
  return Variants.takeVector();
}
