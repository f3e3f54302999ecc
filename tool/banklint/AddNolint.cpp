//===- AddNolint.cpp - Comments that keep findings silent -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AddNolint.h"
#include "Files/Paths.h"
#include "llvm/ADT/StringRef.h"
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

using namespace banklint;
using namespace llvm;

namespace {
/// Rules with findings, by file and line.
using RulesByLine =
    std::map<std::pair<std::string, unsigned>, std::set<std::string>>;

/// What goes into a line, and where.
struct Insertion {
  size_t Column = 0; ///< bytes from the beginning of the line
  std::string Text;
};
} // namespace

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

static std::optional<Insertion> commentFor(StringRef Line, StringRef Rules) {
  std::string Word = ("NOLINT(" + Rules + ")").str();
  StringRef Text = Line.rtrim();
  if (StringRef Code = Text; Code.consume_back("\\")) {
    Code = Code.rtrim();
    std::optional<size_t> End = endOfCode(Code);
    if (!End || *End != Code.size())
      return std::nullopt; // a comment to its end goes on
    return Insertion{Code.size(), " /* " + Word + " */"};
  }
  std::optional<size_t> End = endOfCode(Text);
  if (!End)
    return std::nullopt;
  return Insertion{Text.size(),
                   (*End == Text.size() ? " // " : " ") + std::move(Word)};
}

static void addLine(const Finding &F, RulesByLine &Lines) {
  if (!F.IsError && F.Span.Begin.Line)
    Lines[{F.Span.Begin.File, F.Span.Begin.Line}].insert(F.Rule);
}

FixPlan banklint::planNolintComments(ArrayRef<Finding> Findings,
                                     SourceTexts &Texts) {
  RulesByLine Lines;
  for (const Finding &F : Findings) {
    addLine(F, Lines);
    for (const Finding &Other : F.Others)
      addLine(Other, Lines);
  }
  FixPlan Plan;
  for (const auto &[Place, Rules] : Lines) {
    const auto &[File, Line] = Place;
    std::optional<unsigned> Begin = Texts.offset({File, Line, 1});
    if (!Begin)
      continue;
    StringRef Text = Texts.line(File, Line);
    std::string List;
    for (const std::string &Rule : Rules)
      List += (List.empty() ? "" : ", ") + Rule;
    if (std::optional<Insertion> New = commentFor(Text, List)) {
      const std::string Real = realPath(File);
      Plan.Edits[Real].add(
          {Real, unsigned(*Begin + New->Column), 0, std::move(New->Text)});
    }
  }
  for (const auto &[File, Edits] : Plan.Edits)
    Plan.Groups.push_back({{File}, unsigned(Edits.edits().size()), 0});
  return Plan;
}
