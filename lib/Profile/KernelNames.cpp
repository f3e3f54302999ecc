//===- KernelNames.cpp - One kernel as several tools write it -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile/KernelNames.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSwitch.h"
#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

using namespace llvm;
using namespace banklint;

static bool isWordCharacter(char C) { return isAlnum(C) || C == '_'; }

/// "(int)32" to "32": a parenthesis in front of a number is a cast.
static std::string withoutCasts(StringRef Text) {
  std::string Result;
  while (!Text.empty()) {
    if (Text.front() == '(') {
      const size_t End = Text.find_first_of("()", 1);
      const StringRef Behind =
          End == StringRef::npos ? "" : Text.drop_front(End + 1).ltrim(' ');
      const StringRef Number =
          Behind.starts_with("-") ? Behind.drop_front() : Behind;
      if (End != StringRef::npos && Text[End] == ')' && !Number.empty() &&
          isDigit(Number.front())) {
        Text = Behind;
        continue;
      }
    }
    Result += Text.front();
    Text = Text.drop_front();
  }
  return Result;
}

/// One name for what has two: "32UL" and "32", "true" and "1", "uint" and
/// "unsigned int".
static std::string plainWord(StringRef Word) {
  if (isDigit(Word.front())) {
    const StringRef Digits = Word.take_while(isDigit);
    const StringRef Suffix = Word.drop_front(Digits.size());
    return all_of(Suffix, [](char C) { return StringRef("uUlL").contains(C); })
               ? Digits.str()
               : Word.str();
  }
  return StringSwitch<StringRef>(Word)
      .Case("true", "1")
      .Case("false", "0")
      .Case("uint", "unsignedint")
      .Case("uchar", "unsignedchar")
      .Case("ushort", "unsignedshort")
      .Case("ulong", "unsignedlong")
      .Case("_Bool", "bool")
      .Default(Word)
      .str();
}

static std::string plainText(StringRef Written) {
  const std::string Text = withoutCasts(Written);
  std::string Result;
  for (StringRef Rest = Text; !Rest.empty();) {
    if (!isWordCharacter(Rest.front())) {
      if (Rest.front() != ' ')
        Result += Rest.front();
      Rest = Rest.drop_front();
      continue;
    }
    const StringRef Word = Rest.take_while(isWordCharacter);
    Rest = Rest.drop_front(Word.size());
    Result += plainWord(Word);
    // "unsigned" alone is "unsigned int".
    const StringRef Next = Rest.ltrim(' ').take_while(isWordCharacter);
    if (Word == "unsigned" &&
        !is_contained({"int", "char", "short", "long", "__int128"}, Next))
      Result += "int";
  }
  return Result;
}

/// Where the group that the last character closes begins.
static size_t beginOfGroup(StringRef Text, char Open, char Close) {
  unsigned Depth = 0;
  for (size_t I = Text.size(); I-- != 0;) {
    if (Text[I] == Close)
      ++Depth;
    else if (Text[I] == Open && --Depth == 0)
      return I;
  }
  return StringRef::npos;
}

KernelName KernelName::parse(StringRef Written) {
  Written = Written.trim();
  Written.consume_front("void ");
  std::string Plain;
  for (StringRef Rest = Written; !Rest.empty();) {
    // What either tool writes for a namespace without a name.
    if (Rest.consume_front("(anonymous namespace)") ||
        Rest.consume_front("<unnamed>")) {
      Plain += "_unnamed_";
      continue;
    }
    Plain += Rest.front();
    Rest = Rest.drop_front();
  }
  Plain = plainText(Plain);
  KernelName Name;
  StringRef Text = Plain;
  const auto TakeGroup = [&](char Open, char Close) -> std::string {
    const size_t Begin = Text.ends_with(StringRef(&Close, 1))
                             ? beginOfGroup(Text, Open, Close)
                             : StringRef::npos;
    if (Begin == StringRef::npos || Begin == 0)
      return "";
    std::string Group = Text.drop_front(Begin).str();
    Text = Text.take_front(Begin);
    return Group;
  };
  Name.Parameters = TakeGroup('(', ')');
  Name.Arguments = TakeGroup('<', '>');
  Name.Base = Text.str();
  return Name;
}

/// "<float,f<1,2>>" to "float" and "f<1,2>".
static std::vector<StringRef> argumentsIn(StringRef List) {
  std::vector<StringRef> Arguments;
  List = List.drop_front().drop_back();
  unsigned Depth = 0;
  size_t Begin = 0;
  for (size_t I = 0; I != List.size(); ++I) {
    Depth += StringRef("<([{").contains(List[I]);
    Depth -= Depth != 0 && StringRef(">)]}").contains(List[I]);
    if (List[I] == ',' && Depth == 0) {
      Arguments.push_back(List.slice(Begin, I));
      Begin = I + 1;
    }
  }
  Arguments.push_back(List.drop_front(Begin));
  return Arguments;
}

/// Whether both may be one argument: an enumerator is a number to one tool, and
/// each has its own name for a lambda.
static bool mayBeSame(StringRef A, StringRef B) {
  const auto IsNumber = [](StringRef Text) {
    Text.consume_front("-");
    return !Text.empty() && isDigit(Text.front());
  };
  const auto IsName = [](StringRef Text) {
    return !Text.empty() && !isDigit(Text.front()) &&
           all_of(Text, [](char C) { return isWordCharacter(C) || C == ':'; });
  };
  return A == B || (IsNumber(A) && IsName(B)) || (IsName(A) && IsNumber(B)) ||
         (A.contains("lambda") && B.contains("lambda"));
}

static bool mayBeSameList(StringRef A, StringRef B) {
  if (A.empty() || B.empty())
    return true;
  const std::vector<StringRef> Of = argumentsIn(A), Other = argumentsIn(B);
  return Of.size() == Other.size() &&
         all_of(zip(Of, Other), [](const auto &Pair) {
           return mayBeSame(std::get<0>(Pair), std::get<1>(Pair));
         });
}

std::optional<size_t> banklint::kernelNamed(StringRef Written,
                                            ArrayRef<std::string> Names) {
  const KernelName Meant = KernelName::parse(Written);
  std::vector<KernelName> Known;
  Known.reserve(Names.size());
  for (const std::string &Name : Names)
    Known.push_back(KernelName::parse(Name));
  using Test = std::function<bool(const KernelName &)>;
  // From what has to agree most to what has to agree least.
  const Test IsWhole = [&](const KernelName &K) {
    return K.Base == Meant.Base && K.Arguments == Meant.Arguments &&
           K.Parameters == Meant.Parameters;
  };
  const Test IsInstance = [&](const KernelName &K) {
    return K.Base == Meant.Base && K.Arguments == Meant.Arguments;
  };
  const Test MayBe = [&](const KernelName &K) {
    return K.Base == Meant.Base && mayBeSameList(K.Arguments, Meant.Arguments);
  };
  for (const Test &IsMeant : {IsWhole, IsInstance, MayBe}) {
    const auto First = find_if(Known, IsMeant);
    if (First == Known.end())
      continue;
    if (std::find_if(std::next(First), Known.end(), IsMeant) != Known.end())
      return std::nullopt;
    return size_t(First - Known.begin());
  }
  return std::nullopt;
}
