//===- LaunchSyntax.cpp - Launches as nvcc takes them ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cuda/LaunchSyntax.h"
#include "Parsing/TokenWatcher.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Lexer.h"
#include "clang/Sema/Sema.h"
#include <memory>
#include <vector>

using namespace banklint;
using namespace clang;

namespace {

/// Follows the tokens of a source, and says where it is in a launch.
class LaunchCursor {
public:
  void next(tok::TokenKind Kind);
  /// Behind `<<<`, or a comma between what a launch is given there.
  bool isBeforeArgument() const { return IsBefore; }
  /// The grid or the block is given next, or is being given.
  bool isAtShape() const { return !Open.empty() && Open.back().Argument < 2; }
  /// The brackets of a launch, and no others inside of them, are open.
  bool isOpen() const { return !Open.empty() && Open.back().Depth == 0; }

private:
  struct Launch {
    unsigned Depth = 0; ///< of brackets inside
    unsigned Argument = 0;
  };
  std::vector<Launch> Open;
  bool IsBefore = false;
};

} // namespace

void LaunchCursor::next(tok::TokenKind Kind) {
  IsBefore = false;
  switch (Kind) {
  case tok::lesslessless:
    Open.emplace_back();
    IsBefore = true;
    return;
  case tok::greatergreatergreater:
    if (isOpen())
      Open.pop_back();
    return;
  case tok::l_paren:
  case tok::l_square:
  case tok::l_brace:
    if (!Open.empty())
      ++Open.back().Depth;
    return;
  case tok::r_paren:
  case tok::r_square:
  case tok::r_brace:
    if (isOpen())
      Open.pop_back(); // it is no launch
    else if (!Open.empty())
      --Open.back().Depth;
    return;
  case tok::comma:
    if (isOpen()) {
      ++Open.back().Argument;
      IsBefore = true;
    }
    return;
  case tok::semi:
  case tok::eof:
    if (isOpen())
      Open.pop_back();
    return;
  default:
    return;
  }
}

std::optional<std::string>
banklint::withWholeLaunches(llvm::StringRef Text, const LangOptions &Options,
                            bool &HasLists) {
  // The lexer wants a text that ends with a zero.
  std::string Whole = Text.str();
  Lexer Raw(SourceLocation(), Options, Whole.data(), Whole.data(),
            Whole.data() + Whole.size());
  LaunchCursor Cursor;
  bool HasParts = false;
  HasLists = false;
  std::vector<std::pair<size_t, size_t>> Pieces; ///< of both tokens
  auto BeginOf = [&](const Token &T) {
    return size_t(Raw.getBufferLocation() - Whole.data()) - T.getLength();
  };
  Token Before, T;
  Before.startToken();
  size_t BeforeBegin = 0;
  for (bool IsLast = false; !IsLast;) {
    IsLast = Raw.LexFromRawLexer(T);
    const size_t Begin = BeginOf(T);
    tok::TokenKind Kind = T.getKind();
    const bool IsOpening = Before.is(tok::lessless) && Kind == tok::less;
    const bool IsClosing = Before.is(tok::greatergreater) &&
                           Kind == tok::greater && Cursor.isOpen();
    if (IsOpening || IsClosing) {
      HasParts = true;
      Pieces.push_back({BeforeBegin + Before.getLength(), Begin});
      Kind = IsOpening ? tok::lesslessless : tok::greatergreatergreater;
    }
    HasLists |=
        Kind == tok::l_brace && Cursor.isBeforeArgument() && Cursor.isAtShape();
    Cursor.next(Kind);
    Before = T;
    BeforeBegin = Begin;
  }
  if (!HasParts && !HasLists)
    return std::nullopt;
  for (auto [Here, Bracket] : Pieces)
    std::swap(Whole[Here], Whole[Bracket]);
  return Whole;
}

//===----------------------------------------------------------------------===//
// Arguments that Clang rejects
//===----------------------------------------------------------------------===//

/// No source has a variable or a class of these names.
static constexpr llvm::StringLiteral LostName = "$", LostType = "$$";
static constexpr llvm::StringLiteral ShownType = "<unknown>";

namespace {
/// Where the arguments of a launch stand, one by one.
class ArgumentCursor {
public:
  void next(tok::TokenKind Kind, unsigned Begin, unsigned End);
  std::vector<std::pair<unsigned, unsigned>> All;

private:
  enum { Outside, InShapes, BehindShapes, InArguments } State = Outside;
  void begin() { First = Last = 0; }
  void end() {
    if (First != Last)
      All.push_back({First, Last});
    begin();
  }

  unsigned Depth = 0;
  unsigned First = 0, Last = 0; ///< of the argument
};

/// Where the types of the parameters of functions for the device stand, up to
/// their names: in the lists between a name and a body.
class ParameterCursor {
public:
  void next(const Token &T, unsigned Begin, unsigned End);
  struct Type {
    unsigned Begin, Name;
    unsigned List; ///< the number of the list
  };
  std::vector<Type> All;

private:
  void endParameter();

  enum { Outside, OfDevice, InList, BehindList } State = Outside;
  unsigned Depth = 0, Angles = 0; ///< within the list
  struct Parameter {
    unsigned Begin = 0, Name = 0;
    bool HasBegun = false, IsOver = false; ///< what follows is no name of it
  } Now;
  unsigned Lists = 0;
  std::vector<Type> OfList;
};
} // namespace

void ParameterCursor::endParameter() {
  if (Now.HasBegun && Now.Name > Now.Begin)
    OfList.push_back({Now.Begin, Now.Name, Lists});
  Now = {};
}

void ParameterCursor::next(const Token &T, unsigned Begin, unsigned End) {
  const tok::TokenKind Kind = T.getKind();
  switch (State) {
  case BehindList:
    if (Kind == tok::l_brace)
      llvm::append_range(All, OfList);
    // The list was one of an attribute, where a name follows.
    if (Kind != tok::raw_identifier)
      State = Outside;
    else if (!llvm::is_contained({"const", "noexcept"}, T.getRawIdentifier()))
      State = OfDevice;
    return;
  case Outside:
    if (Kind == tok::raw_identifier &&
        llvm::is_contained({"__global__", "__device__"}, T.getRawIdentifier()))
      State = OfDevice;
    return;
  case OfDevice:
    if (Kind == tok::l_paren) {
      State = InList;
      ++Lists;
      Depth = Angles = 0;
      OfList.clear();
      Now = {};
    } else if (Kind == tok::semi || Kind == tok::equal ||
               Kind == tok::l_brace) {
      State = Outside;
    }
    return;
  case InList:
    break;
  }
  if (!Depth && Kind == tok::r_paren) {
    endParameter();
    State = BehindList;
    return;
  }
  if (!Depth && !Angles && Kind == tok::comma)
    return endParameter();
  if (!Now.HasBegun) {
    Now.HasBegun = true;
    Now.Begin = Begin;
  }
  const bool IsOpening =
      Kind == tok::l_paren || Kind == tok::l_square || Kind == tok::l_brace;
  Now.IsOver |= !Angles && (IsOpening || Kind == tok::equal);
  if (IsOpening)
    ++Depth;
  else if (Depth && (Kind == tok::r_paren || Kind == tok::r_square ||
                     Kind == tok::r_brace))
    --Depth;
  else if (!Depth && Kind == tok::less && !Now.IsOver)
    ++Angles;
  else if (!Depth && (Kind == tok::greater || Kind == tok::greatergreater))
    Angles -= std::min(Angles, Kind == tok::greater ? 1u : 2u);
  else if (!Depth && !Angles && Kind == tok::raw_identifier && !Now.IsOver)
    Now.Name = Begin;
}

void ArgumentCursor::next(tok::TokenKind Kind, unsigned Begin, unsigned End) {
  const bool IsOpen = State == InShapes || State == InArguments;
  if (Kind == tok::lesslessless || Kind == tok::semi || Kind == tok::eof) {
    // Within brackets it may end the statement of a lambda.
    if (Kind == tok::semi && IsOpen && Depth)
      return;
    State = Kind == tok::lesslessless ? InShapes : Outside;
    Depth = 0;
    return begin();
  }
  if (State == BehindShapes) {
    State = Kind == tok::l_paren ? InArguments : Outside;
    return;
  }
  if (!IsOpen)
    return;
  const bool IsBracket =
      Kind == tok::r_paren || Kind == tok::r_square || Kind == tok::r_brace;
  if (!Depth &&
      (Kind == tok::comma || IsBracket || Kind == tok::greatergreatergreater)) {
    end();
    if (Kind == tok::greatergreatergreater)
      State = State == InShapes ? BehindShapes : Outside;
    else if (IsBracket)
      State = Outside;
    return;
  }
  if (Kind == tok::l_paren || Kind == tok::l_square || Kind == tok::l_brace)
    ++Depth;
  else if (IsBracket)
    --Depth;
  if (First == Last)
    First = Begin;
  Last = End;
}

/// Takes out the faults that stand between two places, and puts `Name` there,
/// if there are any and it has room.
static bool replaceLost(std::string &Whole, unsigned Begin, unsigned End,
                        llvm::StringRef Name, FaultsInFile &Faults) {
  bool IsLost = false;
  for (unsigned At = Begin; At < End && End - Begin >= Name.size(); ++At)
    IsLost |= Faults.erase(At);
  if (!IsLost)
    return false;
  // Lines stay, and with them those that end in a backslash.
  for (char &C : llvm::MutableArrayRef(&Whole[Begin], End - Begin))
    if (C != '\n' && C != '\r' && C != '\\')
      C = ' ';
  llvm::copy(Name, &Whole[Begin]);
  return true;
}

std::optional<std::string>
banklint::withoutLostArguments(llvm::StringRef Text, const LangOptions &Options,
                               FaultsInFile &Faults) {
  std::string Whole = Text.str();
  Lexer Raw(SourceLocation(), Options, Whole.data(), Whole.data(),
            Whole.data() + Whole.size());
  ArgumentCursor Arguments;
  ParameterCursor Parameters;
  Token T;
  for (bool IsLast = false; !IsLast;) {
    IsLast = Raw.LexFromRawLexer(T);
    const auto End = unsigned(Raw.getBufferLocation() - Whole.data());
    Arguments.next(T.getKind(), End - T.getLength(), End);
    Parameters.next(T, End - T.getLength(), End);
  }
  bool IsChanged = false;
  for (auto [Begin, End] : Arguments.All)
    IsChanged |= replaceLost(Whole, Begin, End, LostName, Faults);
  unsigned LostList = 0;
  for (const ParameterCursor::Type &Type : Parameters.All) {
    // What is said of those behind may come of the first.
    bool IsOwn = Type.List != LostList;
    for (unsigned At = Type.Begin; At != Type.Name; ++At)
      IsOwn |= Faults.lookup(At);
    if (IsOwn && replaceLost(Whole, Type.Begin, Type.Name, LostType, Faults)) {
      IsChanged = true;
      LostList = Type.List;
    }
  }
  if (!IsChanged)
    return std::nullopt;
  return Whole;
}

bool banklint::isLost(QualType Type) {
  const RecordDecl *Class = Type->getAsRecordDecl();
  return Class && Class->getIdentifier() && Class->getName() == LostType;
}

std::string banklint::withoutLostTypes(llvm::StringRef Message) {
  std::string Shown = Message.str();
  for (size_t At = 0; (At = Shown.find(LostType, At)) != std::string::npos;)
    Shown.replace(At, LostType.size(), ShownType);
  return Shown;
}

void banklint::declareLostArgument(CompilerInstance &Compiler) {
  auto IsDeclared = std::make_shared<bool>(false);
  addTokenWatcher(Compiler.getPreprocessor(), [&Compiler,
                                               IsDeclared](const Token &) {
    if (*IsDeclared || !Compiler.hasSema() || !Compiler.getSema().TUScope)
      return;
    *IsDeclared = true;
    ASTContext &Context = Compiler.getASTContext();
    auto *Lost = VarDecl::Create(Context, Context.getTranslationUnitDecl(),
                                 SourceLocation(), SourceLocation(),
                                 &Context.Idents.get(LostName), Context.IntTy,
                                 /*TInfo=*/nullptr, SC_Extern);
    Lost->setImplicit();
    Lost->setInvalidDecl();
    Compiler.getSema().PushOnScopeChains(Lost, Compiler.getSema().TUScope);
    RecordDecl *Type = Context.buildImplicitRecord(LostType);
    Type->startDefinition();
    Type->completeDefinition();
    Compiler.getSema().PushOnScopeChains(Type, Compiler.getSema().TUScope);
  });
}

//===----------------------------------------------------------------------===//
// Lists
//===----------------------------------------------------------------------===//

void banklint::readListsOfLaunches(Preprocessor &Tokens) {
  auto Cursor = std::make_shared<LaunchCursor>();
  addTokenWatcher(Tokens, [Cursor, &Tokens](const Token &T) {
    Cursor->next(T.getKind());
    if (!Cursor->isBeforeArgument() || !Cursor->isAtShape() ||
        T.getLocation().isMacroID())
      return;
    const std::optional<Token> Next = Lexer::findNextToken(
        T.getLocation(), Tokens.getSourceManager(), Tokens.getLangOpts());
    if (!Next || Next->isNot(tok::l_brace))
      return;
    auto Type = std::make_unique<Token[]>(2);
    Type[0].startToken();
    Type[0].setKind(tok::coloncolon);
    Type[0].setLocation(Next->getLocation());
    Type[0].setLength(1);
    Type[1].startToken();
    Type[1].setLocation(Next->getLocation());
    Type[1].setLength(1);
    IdentifierInfo *Name = Tokens.getIdentifierInfo("dim3");
    Type[1].setKind(Name->getTokenID());
    Type[1].setIdentifierInfo(Name);
    Tokens.EnterTokenStream(std::move(Type), 2, /*DisableMacroExpansion=*/true,
                            /*IsReinject=*/false);
  });
}
