//===- AddNolint.cpp - Comments that keep findings silent -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AddNolint.h"
#include "Files/Paths.h"
#include "Finding/NolintComment.h"
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
} // namespace

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
    if (std::optional<NolintComment> New = nolintComment(Text, List)) {
      const std::string Real = realPath(File);
      Plan.Edits[Real].add(
          {Real, unsigned(*Begin + New->Column), 0, std::move(New->Text)});
    }
  }
  for (const auto &[File, Edits] : Plan.Edits)
    Plan.Groups.push_back({{File}, unsigned(Edits.edits().size()), 0});
  return Plan;
}
