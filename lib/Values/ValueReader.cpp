//===- ValueReader.cpp - Values of a text ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bank/Gpu.h"
#include "Values/ValueText.h"
#include "llvm/ADT/Twine.h"
#include <algorithm>
#include <numeric>
#include <optional>

using namespace banklint;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Declarations
//===----------------------------------------------------------------------===//

/// What a name with a number behind it stands for: "n" of "n#2".
static StringRef withoutNumber(StringRef Name) {
  return Name.take_front(Name.find('#'));
}

namespace {
/// What a declaration says of a variable.
struct VariableFacts {
  Reason Why;
  SymbolKind Role = SymbolKind::Unknown;
  bool IsLaunch = false, HasEvenOdds = false;
  Range Bounds;
  int64_t MultipleOf = 1;
  llvm::SmallVector<int64_t, 8> Choices;
  unsigned SureChoices = 1;
  std::optional<int64_t> Origin;

  void read(TextCursor &Text, Pool &P);
  /// Fails where no number can be all that is said.
  void check(TextCursor &Text) const;
};
} // namespace

static Range readRange(TextCursor &Text) {
  Range Bounds;
  if (Text.isAtNumber())
    Bounds.Min = Text.readNumber();
  Text.expect("..");
  if (Text.isAtNumber())
    Bounds.Max = Text.readNumber();
  return Bounds;
}

/// One part of a declaration.
void VariableFacts::read(TextCursor &From, Pool &P) {
  for (SymbolKind Each : {SymbolKind::Unknown, SymbolKind::Choice,
                          SymbolKind::Visited, SymbolKind::WarpShift})
    if (From.takeWords(roleName(Each))) {
      Role = Each;
      return;
    }
  if (isAtReason(From)) {
    Why = readReason(From, P.storage());
  } else if (From.takeWords("launch")) {
    IsLaunch = true;
  } else if (From.takeWords("even odds")) {
    HasEvenOdds = true;
  } else if (From.takeWords("choices")) {
    while (From.isAtNumber())
      Choices.push_back(From.readNumber());
  } else if (From.takeWords("sure")) {
    SureChoices = From.readUnsigned();
  } else if (From.takeWords("multiple of")) {
    MultipleOf = From.readNumber();
  } else if (From.takeWords("origin")) {
    Origin = From.readNumber();
  } else {
    Bounds = readRange(From);
  }
}

void VariableFacts::check(TextCursor &From) const {
  if (Bounds.Min > Bounds.Max)
    From.fail("there is no number from " + llvm::Twine(Bounds.Min) + " to " +
              llvm::Twine(Bounds.Max));
  if (MultipleOf <= 0)
    From.fail("there are multiples of positive numbers only");
  if (SureChoices == 0 || SureChoices > std::max<size_t>(1, Choices.size()))
    From.fail("'sure' counts the first of the choices");
}

static VariableFacts readFacts(StringRef Name, Pool &P, TextCursor &Text) {
  VariableFacts Facts;
  Facts.Why = P.named(withoutNumber(Name));
  if (Text.take(":"))
    do
      Facts.read(Text, P);
    while (Text.take(","));
  Text.expectEnd();
  Facts.check(Text);
  return Facts;
}

/// The name that is declared.
static StringRef readNewName(const llvm::StringMap<Value> &Declared,
                             TextCursor &Text) {
  StringRef Name = Text.takeName();
  if (Name.empty())
    Text.fail("a name is missing");
  else if (Declared.contains(Name))
    Text.fail("'" + Name + "' is declared twice");
  return Name;
}

void ValueReader::readSymbol(TextCursor &Text) {
  StringRef Name = readNewName(Declared, Text);
  VariableFacts Facts = readFacts(Name, P, Text);
  if (Text.hasFailed())
    return;
  if (Facts.IsLaunch)
    Declared[Name] = P.launched(Facts.Why, 0, Facts.Bounds, Facts.MultipleOf);
  else if (!Facts.Choices.empty())
    Declared[Name] = P.visited(Facts.Why, Facts.Choices, Facts.SureChoices);
  else
    Declared[Name] =
        P.symbol(Facts.Why, Facts.Role, Facts.Bounds, Facts.MultipleOf);
}

void ValueReader::readVarying(TextCursor &Text) {
  StringRef Name = readNewName(Declared, Text);
  VariableFacts Facts = readFacts(Name, P, Text);
  if (Text.hasFailed())
    return;
  const void *Origin = nullptr;
  if (Facts.Origin) {
    const void *&Known = Origins[*Facts.Origin];
    if (!Known)
      Known = P.storage().Allocate(1, llvm::Align());
    Origin = Known;
  }
  Declared[Name] = Facts.HasEvenOdds ? P.evenOdds(Facts.Why)
                                     : P.varying(Facts.Why, Facts.Bounds,
                                                 Origin, Facts.MultipleOf);
}

const Variable *ValueReader::readVariable(TextCursor &Text) {
  StringRef Name = Text.takeName();
  auto Found = Declared.find(Name);
  if (Found == Declared.end() || Found->second.terms().size() != 1) {
    Text.fail("'" + Name + "' is not the name of a symbol");
    return nullptr;
  }
  return Found->second.terms()[0].What;
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

/// "u32", "i8".
static std::optional<IntType> typeOf(StringRef Name) {
  IntType T;
  T.IsSigned = Name.starts_with("i");
  if ((!Name.consume_front("i") && !Name.consume_front("u")) ||
      Name.getAsInteger(10, T.Bits) || T.Bits == 0 || T.Bits > 64)
    return std::nullopt;
  return T;
}

/// The type that stands behind a sign, or the usual one.
static IntType readType(IntType Usual, TextCursor &Text) {
  StringRef Name = Text.takeNameHere();
  if (Name.empty())
    return Usual;
  std::optional<IntType> T = typeOf(Name);
  if (!T)
    Text.fail("'" + Name + "' is not a type");
  return T.value_or(Usual);
}

Value ValueReader::readValue(TextCursor &Text) { return readSum(Text); }

Value ValueReader::readSum(TextCursor &Text) {
  Value Sum = readProduct(Text);
  while (!Text.hasFailed()) {
    if (Text.take("+")) {
      IntType T = readType(Int64, Text);
      Sum = P.add(Sum, readProduct(Text), T);
    } else if (Text.take("-")) {
      IntType T = readType(Int64, Text);
      Sum = P.sub(Sum, readProduct(Text), T);
    } else {
      break;
    }
  }
  return Sum;
}

Value ValueReader::readProduct(TextCursor &Text) {
  Value Product = readFactor(Text);
  while (!Text.hasFailed()) {
    if (Text.take("*")) {
      IntType T = readType(Int64, Text);
      Product = P.mul(Product, readFactor(Text), T);
    } else if (Text.take("/")) {
      IntType T = readType(Int32, Text);
      Product = P.div(Product, readFactor(Text), T);
    } else if (Text.take("%")) {
      IntType T = readType(Int32, Text);
      Product = P.rem(Product, readFactor(Text), T);
    } else {
      break;
    }
  }
  return Product;
}

/// Pools forget what large expressions are made of, so that nothing that is
/// printed nests as deep.
static constexpr unsigned MaxDepth = 200;

Value ValueReader::readFactor(TextCursor &Text) {
  if (Depth == MaxDepth) {
    Text.fail("a value nests deeper than " + llvm::Twine(MaxDepth) + " levels");
    return Value();
  }
  ++Depth;
  Value Factor = readNestedFactor(Text);
  --Depth;
  return Factor;
}

Value ValueReader::readNestedFactor(TextCursor &Text) {
  if (Text.take("-"))
    return P.negate(readFactor(Text), Int64);
  if (Text.isAtNumber())
    return Value(Text.readNumber());
  if (Text.take("{"))
    return readList(Text);
  if (Text.take("("))
    return readOperation(Text);
  StringRef Name = Text.takeName();
  if (!Name.empty() && Text.take("("))
    return readCall(Name, Text);
  if (Name == "lane") {
    Lanes Each;
    std::iota(Each.begin(), Each.end(), 0);
    return P.lanes(Each);
  }
  auto Found = Declared.find(Name);
  if (Found != Declared.end())
    return Found->second;
  Text.fail(Name.empty() ? "a value is missing"
                         : "'" + Name + "' is not declared");
  return Value();
}

/// Behind "(": a sum, or an operation on two of them.
Value ValueReader::readOperation(TextCursor &Text) {
  Value A = readSum(Text);
  auto Binary = [&](auto Operation, IntType Usual) {
    IntType T = readType(Usual, Text);
    A = (P.*Operation)(A, readSum(Text), T);
  };
  if (Text.take("<<"))
    Binary(&Pool::shl, Int32);
  else if (Text.take(">>"))
    Binary(&Pool::shr, Int32);
  else if (Text.take("&&"))
    A = P.logicalAnd(A, readSum(Text));
  else if (Text.take("||"))
    A = P.logicalOr(A, readSum(Text));
  else if (Text.take("&"))
    Binary(&Pool::bitAnd, Int32);
  else if (Text.take("|"))
    Binary(&Pool::bitOr, Int32);
  else if (Text.take("^"))
    Binary(&Pool::bitXor, Int32);
  else if (Text.take("=="))
    Binary(&Pool::equal, Int64);
  else if (Text.take("<"))
    Binary(&Pool::less, Int64);
  Text.expect(")");
  return A;
}

/// Behind "name(".
Value ValueReader::readCall(StringRef Function, TextCursor &Text) {
  auto [Name, TypeName] = Function.split('.');
  std::optional<IntType> T = TypeName.empty() ? Int32 : typeOf(TypeName);
  Value A = readSum(Text);
  if (Name == "launch") {
    A = P.sub(A, Pool::withoutLaunch(A));
  } else if (T && (Name == "min" || Name == "max")) {
    Text.expect(",");
    Value B = readSum(Text);
    A = Name == "min" ? P.min(A, B, *T) : P.max(A, B, *T);
  } else if (std::optional<IntType> To = typeOf(Function)) {
    A = P.convert(A, Int64, *To);
  } else {
    Text.fail("'" + Function + "' is not a function");
  }
  Text.expect(")");
  return A;
}

/// Behind "{".
Value ValueReader::readList(TextCursor &Text) {
  Lanes Each;
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane) {
    if (Lane)
      Text.expect(",");
    Each[Lane] = Text.readNumber();
  }
  Text.expect("}");
  return P.lanes(Each);
}
