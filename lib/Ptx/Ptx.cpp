//===- Ptx.cpp - The text of inline assembly, as instructions -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Ptx/Ptx.h"
#include "Ptx/Opcode.h"
#include "Values/Limits.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>

using namespace banklint;
using llvm::StringRef;

bool PtxInstruction::has(StringRef Part) const {
  return llvm::is_contained(llvm::drop_begin(Parts), Part);
}

bool PtxInstruction::startsWith(StringRef Words) const {
  std::string Text = text();
  StringRef Rest = Text;
  return Rest.consume_front(Words) && (Rest.empty() || Rest[0] == '.');
}

std::string PtxInstruction::text() const { return llvm::join(Parts, "."); }

llvm::SmallVector<PtxType, 4> PtxInstruction::types() const {
  llvm::SmallVector<PtxType, 4> Types;
  for (StringRef Part : llvm::drop_begin(Parts))
    if (PtxType T = ptxType(Part); T.Bits)
      Types.push_back(T);
  return Types;
}

PtxType PtxInstruction::lastType() const {
  llvm::SmallVector<PtxType, 4> Types = types();
  return Types.empty() ? PtxWord64 : Types.back();
}

unsigned PtxInstruction::vectorLength() const {
  return has("v8") ? 8 : has("v4") ? 4 : has("v2") ? 2 : 1;
}

PtxSpace PtxInstruction::space() const {
  auto HasOneOf = [&](std::initializer_list<StringRef> Names) {
    return llvm::any_of(Names, [&](StringRef Name) { return has(Name); });
  };
  if (has("shared::cluster"))
    return PtxSpace::Cluster;
  if (HasOneOf({"shared", "shared::cta"}))
    return PtxSpace::Shared;
  if (HasOneOf(
          {"global", "local", "const", "param", "param::entry", "param::func"}))
    return PtxSpace::Other;
  return PtxSpace::Generic;
}

PtxType banklint::ptxType(StringRef Part) {
  if (Part == "pred")
    return {1, false, false};
  if (Part == "f16x2" || Part == "bf16x2")
    return {32, false, true};
  if (Part == "bf16")
    return {16, false, true};
  if (Part == "tf32")
    return {32, false, true};
  PtxType Type;
  char Letter = Part.empty() ? ' ' : Part[0];
  if (StringRef("busf").contains(Letter) &&
      !Part.drop_front().getAsInteger(10, Type.Bits) &&
      llvm::is_contained({8u, 16u, 32u, 64u, 128u}, Type.Bits)) {
    Type.IsSigned = Letter == 's';
    Type.IsFloat = Letter == 'f';
    return Type;
  }
  return {};
}

namespace {
class PtxParser {
public:
  PtxParser(StringRef Text, llvm::ArrayRef<StringRef> Names)
      : Rest(Text), Names(Names) {}

  PtxText parse();

private:
  void skipSpace();
  bool take(char C);
  static bool isWord(char C) {
    return llvm::isAlnum(C) || C == '_' || C == '$';
  }
  StringRef takeWord();
  void skipStatement();
  void parseInstruction();
  PtxOperand parseOperand();
  PtxOperand parseNested();
  PtxOperand parsePair();
  PtxOperand parseNumber();
  PtxOperand parseAddress();
  PtxOperand parseList(char Close, PtxOperand::OperandKind Kind);
  PtxOperand parsePercent();
  PtxOperand special(StringRef Name);

  StringRef Rest;
  llvm::ArrayRef<StringRef> Names;
  PtxText Out;
  unsigned Depth = 0;     ///< of the operand that is parsed, in others
  bool IsTooDeep = false; ///< as of the instruction that is parsed
};
} // namespace

/// Numbers are those of 64 bits, as in addresses.
static int64_t wrapAdd(int64_t A, int64_t B) {
  return int64_t(uint64_t(A) + uint64_t(B));
}
static int64_t wrapNegate(int64_t A) { return int64_t(0 - uint64_t(A)); }

/// White space and comments.
void PtxParser::skipSpace() {
  while (true) {
    Rest = Rest.ltrim();
    if (Rest.starts_with("//"))
      Rest = Rest.drop_until([](char C) { return C == '\n'; });
    else if (Rest.starts_with("/*"))
      Rest = Rest.contains("*/") ? Rest.substr(Rest.find("*/") + 2) : "";
    else
      return;
  }
}

bool PtxParser::take(char C) {
  skipSpace();
  return Rest.consume_front(StringRef(&C, 1));
}

StringRef PtxParser::takeWord() {
  StringRef Word = Rest.take_while(isWord);
  Rest = Rest.drop_front(Word.size());
  return Word;
}

void PtxParser::skipStatement() {
  Rest = Rest.drop_until([](char C) { return C == ';' || C == '}'; });
  take(';');
}

PtxText PtxParser::parse() {
  while (true) {
    skipSpace();
    if (Rest.empty())
      return std::move(Out);
    if (take('{') || take('}') || take(';'))
      continue;
    if (Rest[0] == '.') {
      skipStatement(); // a directive: registers come into being when written
      continue;
    }
    StringRef Before = Rest;
    // A label; "%=" in it numbers the statement.
    StringRef Label = Rest.take_while(
        [](char C) { return isWord(C) || C == '%' || C == '='; });
    if (!Label.empty() &&
        Rest.drop_front(Label.size()).ltrim().starts_with(":") &&
        !Rest.drop_front(Label.size()).ltrim().starts_with("::")) {
      Rest = Rest.drop_front(Label.size());
      take(':');
      Out.HasLabels = true;
      continue;
    }
    parseInstruction();
    if (Rest == Before)
      Rest = Rest.drop_front();
  }
}

void PtxParser::parseInstruction() {
  PtxInstruction New;
  if (take('@')) {
    bool IsNegated = take('!');
    skipSpace();
    New.Guard.push_back(parseOperand());
    New.Guard[0].IsNegated = IsNegated;
    skipSpace();
  }
  StringRef Opcode =
      Rest.take_while([](char C) { return isWord(C) || C == '.' || C == ':'; });
  Rest = Rest.drop_front(Opcode.size());
  llvm::SmallVector<StringRef, 8> Parts;
  Opcode.split(Parts, '.');
  for (StringRef Part : Parts)
    New.Parts.push_back(Part.str());
  New.Opcode = ptxOpcode(New.Parts.front());
  skipSpace();
  while (!Rest.empty() && Rest[0] != ';' && Rest[0] != '}') {
    StringRef Before = Rest;
    New.Operands.push_back(parsePair());
    if (!take(',') && Rest == Before)
      Rest = Rest.drop_front();
    skipSpace();
  }
  take(';');
  New.IsTooDeep = std::exchange(IsTooDeep, false);
  if (!Opcode.empty())
    Out.Instructions.push_back(std::move(New));
}

/// An operand, or two with a bar between: `setp... p|q`.
PtxOperand PtxParser::parsePair() {
  PtxOperand First = parseOperand();
  if (!take('|'))
    return First;
  PtxOperand Pair;
  Pair.Kind = PtxOperand::Vector;
  Pair.Parts.push_back(std::move(First));
  Pair.Parts.push_back(parseOperand());
  return Pair;
}

/// What nests too deep is an operand that is not understood. It takes no text:
/// whoever asked for it passes over what nobody takes.
PtxOperand PtxParser::parseOperand() {
  if (Depth == limits::OperandDepth) {
    IsTooDeep = true;
    return PtxOperand();
  }
  ++Depth;
  PtxOperand Operand = parseNested();
  --Depth;
  return Operand;
}

PtxOperand PtxParser::parseNested() {
  skipSpace();
  if (take('!')) {
    PtxOperand Negated = parseOperand();
    Negated.IsNegated = true;
    return Negated;
  }
  if (take('{'))
    return parseList('}', PtxOperand::Vector);
  if (take('('))
    return parseList(')', PtxOperand::Other);
  if (take('['))
    return parseAddress();
  if (Rest.starts_with("%"))
    return parsePercent();
  if (!Rest.empty() && (llvm::isDigit(Rest[0]) || Rest[0] == '-'))
    return parseNumber();
  PtxOperand Named;
  Named.Kind = PtxOperand::Register;
  Named.Name = takeWord().str();
  // Some write WARP_SZ, which is a number.
  if (Named.Name == "WARP_SZ") {
    Named.Kind = PtxOperand::Immediate;
    Named.Number = 32;
  } else if (Named.Name.empty()) {
    Named.Kind = PtxOperand::Other;
  }
  return Named;
}

/// "-3", "0x1f", "7U", "0f3f800000"; "-%1" too.
PtxOperand PtxParser::parseNumber() {
  bool IsNegative = take('-');
  skipSpace();
  if (!Rest.empty() && !llvm::isDigit(Rest[0])) {
    PtxOperand Negated = parseOperand();
    Negated.IsNegated = IsNegative;
    return Negated;
  }
  PtxOperand Number;
  StringRef Word = takeWord();
  Number.Name = Word.str();
  Word.consume_back("U");
  uint64_t Bits = 0;
  bool IsFloat =
      Word.size() > 2 && Word[0] == '0' && StringRef("fFdD").contains(Word[1]);
  if (!IsFloat && !Word.getAsInteger(0, Bits)) {
    Number.Kind = PtxOperand::Immediate;
    Number.Number = IsNegative ? wrapNegate(int64_t(Bits)) : int64_t(Bits);
  }
  if (Rest.consume_front(".")) { // 1.0
    takeWord();
    Number.Kind = PtxOperand::Other;
  }
  return Number;
}

/// Behind the opening bracket: terms with + and -, then maybe coordinates.
PtxOperand PtxParser::parseAddress() {
  PtxOperand Result;
  Result.Kind = PtxOperand::Address;
  bool IsNegative = false;
  while (true) {
    skipSpace();
    if (Rest.empty() || take(']'))
      return Result;
    if (take('+')) {
      IsNegative = false;
      continue;
    }
    if (Rest.starts_with("-") && !Result.Parts.empty()) {
      Rest = Rest.drop_front();
      IsNegative = !IsNegative;
      continue;
    }
    if (take(',')) {
      parseOperand();
      continue;
    }
    StringRef Before = Rest;
    PtxOperand Term = parseOperand();
    if (Term.Kind == PtxOperand::Immediate) {
      Result.Number = wrapAdd(
          Result.Number, IsNegative ? wrapNegate(Term.Number) : Term.Number);
    } else {
      Term.IsNegated ^= IsNegative;
      Result.Parts.push_back(std::move(Term));
    }
    IsNegative = false;
    if (Rest == Before)
      Rest = Rest.drop_front();
  }
}

PtxOperand PtxParser::parseList(char Close, PtxOperand::OperandKind Kind) {
  PtxOperand Result;
  Result.Kind = Kind;
  while (true) {
    skipSpace();
    if (Rest.empty() || take(Close))
      return Result;
    StringRef Before = Rest;
    if (!take(','))
      Result.Parts.push_back(parseOperand());
    if (Rest == Before)
      Rest = Rest.drop_front();
  }
}

/// "%3", "%[name]", "%%laneid", "%%tid.x"; "%laneid" is accepted, too.
PtxOperand PtxParser::parsePercent() {
  PtxOperand Result;
  Rest = Rest.drop_front();
  if (Rest.consume_front("%"))
    return special(takeWord());
  if (Rest.consume_front("[")) {
    StringRef Name = Rest.take_until([](char C) { return C == ']'; });
    Rest = Rest.drop_front(Name.size());
    take(']');
    Result.Name = Name.str();
    const auto *Found = llvm::find(Names, Name);
    if (Found != Names.end()) {
      Result.Kind = PtxOperand::Placeholder;
      Result.Number = Found - Names.begin();
    }
    return Result;
  }
  if (!Rest.empty() && llvm::isDigit(Rest[0])) {
    StringRef Digits = Rest.take_while(llvm::isDigit);
    Rest = Rest.drop_front(Digits.size());
    // A number that is too large names no operand.
    Result.Name = Digits.str();
    if (!Digits.getAsInteger(10, Result.Number))
      Result.Kind = PtxOperand::Placeholder;
    return Result;
  }
  return special(takeWord());
}

/// Behind "%%": a register of the machine, or one that the text declares with a
/// percent sign in its name.
PtxOperand PtxParser::special(StringRef Name) {
  PtxOperand Result;
  Result.Kind = PtxOperand::Special;
  Result.Name = "%" + Name.str();
  if (Rest.size() >= 2 && Rest[0] == '.' &&
      StringRef("xyzw").contains(Rest[1]) &&
      (Rest.size() == 2 || !isWord(Rest[2]))) {
    Result.Name += Rest.substr(0, 2);
    Rest = Rest.drop_front(2);
  }
  return Result;
}

PtxText banklint::parsePtx(StringRef Text, llvm::ArrayRef<StringRef> Names) {
  return PtxParser(Text, Names).parse();
}
