//===- TextCursor.cpp - Reads what was printed, word by word --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Values/TextCursor.h"
#include "llvm/ADT/StringExtras.h"

using namespace banklint;
using llvm::StringRef;

static bool isNameSign(char C) {
  return llvm::isAlnum(C) || C == '_' || C == '.';
}

char TextCursor::peek() {
  Rest = Rest.ltrim();
  return Rest.empty() ? 0 : Rest.front();
}

bool TextCursor::take(StringRef Sign) {
  peek();
  return Rest.consume_front(Sign);
}

bool TextCursor::takeWords(StringRef Words) {
  peek();
  StringRef Before = Rest;
  while (!Words.empty()) {
    auto [Word, Others] = Words.split(' ');
    if (takeName() != Word) {
      Rest = Before;
      return false;
    }
    Words = Others;
  }
  return true;
}

void TextCursor::expect(StringRef Sign) {
  if (!take(Sign))
    fail("'" + Sign + "' is missing");
}

StringRef TextCursor::takeName() {
  peek();
  return takeNameHere();
}

StringRef TextCursor::takeNameHere() {
  if (Rest.empty() || !(llvm::isAlpha(Rest.front()) || Rest.front() == '_'))
    return {};
  StringRef Name = Rest.take_while(isNameSign);
  // The two dots of a range stand behind numbers, and end no name.
  Name = Name.take_front(Name.find(".."));
  StringRef Behind = Rest.drop_front(Name.size());
  if (Behind.consume_front("#"))
    Name = Rest.take_front(Name.size() + 1 +
                           Behind.take_while(llvm::isDigit).size());
  Rest = Rest.drop_front(Name.size());
  return Name;
}

StringRef TextCursor::takeUntil(StringRef Signs) {
  peek();
  StringRef Taken = Rest.take_front(Rest.find_first_of(Signs));
  Rest = Rest.drop_front(Taken.size());
  return Taken.rtrim();
}

bool TextCursor::isAtNumber() {
  char First = peek();
  return llvm::isDigit(First) ||
         (First == '-' && Rest.size() > 1 && llvm::isDigit(Rest[1]));
}

int64_t TextCursor::readNumber() {
  bool IsNegative = take("-");
  peek();
  uint64_t Magnitude = 0;
  if (!llvm::isDigit(peek())) {
    fail("a number is missing");
    return 0;
  }
  if (Rest.consumeInteger(10, Magnitude) ||
      Magnitude > uint64_t(INT64_MAX) + 1) {
    fail("a number has more than 64 bits");
    return 0;
  }
  return int64_t(IsNegative ? 0 - Magnitude : Magnitude);
}

unsigned TextCursor::readUnsigned() {
  int64_t Number = readNumber();
  if (Number < 0 || Number > UINT32_MAX) {
    fail(llvm::Twine(Number) + " is not a number from 0 to " +
         llvm::Twine(UINT32_MAX));
    return 0;
  }
  return unsigned(Number);
}

uint32_t TextCursor::readHex() {
  peek();
  uint32_t Number = 0;
  if (Rest.consumeInteger(16, Number))
    fail("a hexadecimal number of 32 bits is missing");
  return Number;
}

std::string TextCursor::readQuoted() {
  std::string Text;
  expect("\"");
  while (!hasFailed()) {
    if (Rest.empty()) {
      fail("a closing '\"' is missing");
      break;
    }
    char C = Rest.front();
    Rest = Rest.drop_front();
    if (C == '"')
      break;
    if (C != '\\') {
      Text += C;
    } else if (Rest.consume_front("\\")) {
      Text += '\\';
    } else {
      uint8_t Code = 0;
      if (Rest.take_front(2).getAsInteger(16, Code))
        fail("two hexadecimal digits are missing behind '\\'");
      Text += char(Code);
      Rest = Rest.drop_front(std::min<size_t>(2, Rest.size()));
    }
  }
  return Text;
}

void TextCursor::expectEnd() {
  if (!isAtEnd())
    fail("'" + Rest + "' is not understood");
}

void TextCursor::fail(const llvm::Twine &Sentence) {
  if (!hasFailed())
    Mistake = Sentence.str();
  Rest = {};
}
