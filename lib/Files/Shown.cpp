//===- Shown.cpp - Text of others as people may read it -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Files/Shown.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/Unicode.h"
#include "llvm/Support/raw_ostream.h"
#include <cstddef>
#include <cstdint>
#include <string>

using namespace llvm;
using namespace banklint;

static std::string codePoint(uint32_t Code) {
  return "<U+" + utohexstr(Code, /*LowerCase=*/false, /*Width=*/4) + ">";
}

/// Takes a character off the front, and gives it as it is shown.
static std::string takeShown(StringRef &Text, bool KeepsTabs) {
  const char First = Text.front();
  const auto *Begin = reinterpret_cast<const UTF8 *>(Text.begin());
  const UTF8 *End = Begin;
  UTF32 Code = 0;
  if (convertUTF8Sequence(&End, reinterpret_cast<const UTF8 *>(Text.end()),
                          &Code, strictConversion) != conversionOK) {
    Text = Text.drop_front();
    return "<" + utohexstr(uint8_t(First), /*LowerCase=*/false, /*Width=*/2) +
           ">";
  }
  const StringRef Character = Text.take_front(End - Begin);
  Text = Text.drop_front(Character.size());
  const bool IsKept =
      sys::unicode::isPrintable(int(Code)) || (KeepsTabs && Code == '\t');
  return IsKept ? Character.str() : codePoint(Code);
}

std::string banklint::withoutCommands(StringRef Lines) {
  std::string Result = Lines.str();
  for (const char *Command : {"##[", "##vso["})
    for (size_t At = 0; (At = Result.find(Command, At)) != std::string::npos;)
      Result.replace(At, 1, codePoint('#'));
  return Result;
}

std::string banklint::printable(StringRef Line) {
  std::string Result;
  while (!Line.empty())
    Result += takeShown(Line, /*KeepsTabs=*/true);
  return Result;
}

static std::string shown(StringRef Text, bool KeepsTabs) {
  std::string Result;
  // White space in front, also of Unicode, does not matter to GitHub's runner.
  const StringRef Space = Text.split("::").first;
  const bool IsCommand =
      Space.size() != Text.size() &&
      none_of(Space, [](char C) { return C > ' ' && C < 0x7f; });
  while (!Text.empty()) {
    if (IsCommand && Text.begin() == Space.end()) {
      Result += codePoint(':');
      Text = Text.drop_front();
    } else {
      Result += takeShown(Text, KeepsTabs);
    }
  }
  return withoutCommands(Result);
}

std::string banklint::shownText(StringRef Text) {
  return shown(Text, /*KeepsTabs=*/false);
}

/// Columns that shown text takes.
static size_t columnsOf(StringRef Text) {
  const int Columns = sys::unicode::columnWidthUTF8(Text);
  return Columns < 0 ? Text.size() : size_t(Columns);
}

/// How long the part in front is that takes at most so many columns, in bytes;
/// whole characters.
static size_t bytesWithin(StringRef Text, size_t Columns) {
  size_t End = 0;
  while (End < Text.size()) {
    const size_t Next = End + getNumBytesForUTF8(UTF8(Text[End]));
    if (columnsOf(Text.take_front(Next)) > Columns)
      break;
    End = Next;
  }
  return End;
}

std::string banklint::cutInMiddle(StringRef Text, size_t Columns) {
  static constexpr StringLiteral Left = "...";
  if (columnsOf(Text) <= Columns)
    return Text.str();
  const size_t Kept = Columns - Left.size();
  const StringRef Head = Text.take_front(bytesWithin(Text, (Kept + 1) / 2));
  StringRef Tail = Text.drop_front(Head.size());
  while (columnsOf(Tail) > Kept / 2)
    Tail = Tail.drop_front(getNumBytesForUTF8(UTF8(Tail.front())));
  return (Head + Left + Tail).str();
}

std::string banklint::shownCode(StringRef Line) {
  return shown(Line, /*KeepsTabs=*/true);
}

StderrLine::~StderrLine() {
  // At once: other programs write to the same stream.
  errs() << "banklint: " + shownText(Text) + "\n";
}
