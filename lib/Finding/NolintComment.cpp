//===- NolintComment.cpp - The comment that silences a line ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Finding/NolintComment.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include <cstddef>
#include <optional>
#include <string>
#include <utility>

using namespace llvm;
using namespace banklint;

/// Where the code of a line ends, and a comment to its end begins; the length
/// of the line where there is none. Nothing where it cannot be told: a string
/// or a comment is left open.
static std::optional<size_t> endOfCode(StringRef Line) {
  for (size_t At = 0; At < Line.size(); ++At) {
    StringRef Rest = Line.drop_front(At);
    if (Rest.starts_with("//"))
      return At;
    if (Rest.starts_with("/*")) {
      size_t End = Rest.find("*/", 2);
      if (End == StringRef::npos)
        return std::nullopt;
      At += End + 1;
    } else if (Rest.starts_with("R\"")) {
      return std::nullopt;
    } else if (Rest.front() == '"' || Rest.front() == '\'') {
      size_t End = 1;
      while (End < Rest.size() && Rest[End] != Rest.front())
        End += Rest[End] == '\\' ? 2 : 1;
      // A quote within a number, as in 1'000, opens nothing.
      if (End >= Rest.size() && Rest.front() == '"')
        return std::nullopt;
      if (End < Rest.size())
        At += End;
    }
  }
  return Line.size();
}

std::optional<NolintComment> banklint::nolintComment(StringRef Line,
                                                     StringRef Rules) {
  std::string Word = ("NOLINT(" + Twine(Rules) + ")").str();
  StringRef Text = Line.rtrim();
  if (StringRef Code = Text; Code.consume_back("\\")) {
    Code = Code.rtrim();
    std::optional<size_t> End = endOfCode(Code);
    if (!End || *End != Code.size())
      return std::nullopt; // a comment to its end goes on
    return NolintComment{Code.size(), " /* " + Word + " */"};
  }
  std::optional<size_t> End = endOfCode(Text);
  if (!End)
    return std::nullopt;
  return NolintComment{Text.size(),
                       (*End == Text.size() ? " // " : " ") + std::move(Word)};
}
