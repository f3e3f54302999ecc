//===- HtmlText.cpp - Text as HTML can hold it ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HtmlText.h"
#include "Files/Shown.h"
#include "Finding/Finding.h"
#include "Finding/Wording.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"
#include <cstddef>
#include <cstdint>
#include <string>

using namespace llvm;
using namespace banklint;

std::string banklint::htmlText(StringRef Text) {
  std::string Result;
  raw_string_ostream OS(Result);
  // No name begins a line of the page, which a log may show.
  ListSeparator NewLine("&#10;");
  for (StringRef Line : split(Text, '\n')) {
    OS << NewLine;
    printHTMLEscaped(printable(Line), OS);
  }
  return Result;
}

static std::string withThousandsApart(std::string Text) {
  size_t End = std::min(Text.find('.'), Text.size());
  const size_t First = Text.front() == '-' ? 1 : 0;
  while (End > First + 3) {
    End -= 3;
    Text.insert(End, ",");
  }
  return Text;
}

std::string banklint::htmlNumber(double Number) {
  return withThousandsApart(wavefrontText(Number));
}

std::string banklint::htmlInteger(int64_t Number) {
  return withThousandsApart(std::to_string(Number));
}

char banklint::verdictClass(Verdict V) {
  switch (V) {
  case Verdict::ConflictFree:
    return 'f';
  case Verdict::ByHardware:
    return 'h';
  case Verdict::Conflict:
    return 'c';
  case Verdict::Possible:
    return 'p';
  case Verdict::Unknown:
    return 'u';
  }
  llvm_unreachable("a verdict without a class");
}

std::string banklint::verdictIcon(Verdict V) {
  return (Twine("<svg class=\"i ") + Twine(verdictClass(V)) +
          "\" aria-hidden=\"true\"><use href=\"#i-" + Twine(verdictClass(V)) +
          "\"/></svg>")
      .str();
}

std::string banklint::countedText(size_t Count, StringRef One) {
  return htmlNumber(double(Count)) + " " + One.str() + (Count == 1 ? "" : "s");
}
