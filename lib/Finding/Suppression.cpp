//===- Suppression.cpp - NOLINT comments ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Finding/Suppression.h"
#include "Config/Rules.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/MemoryBuffer.h"
#include <map>

using namespace llvm;
using namespace banklint;

/// True if `Rule` is in a list of globs; the last that matches decides.
static bool inRules(StringRef Rules, StringRef Rule) {
  bool IsIn = false;
  for (StringRef Item : split(Rules, ',')) {
    Item = Item.trim();
    bool IsExcepted = Item.consume_front("-");
    if (Item.empty())
      continue;
    Expected<GlobPattern> Glob = GlobPattern::create(Item);
    if (!Glob) {
      consumeError(Glob.takeError());
      continue;
    }
    if (Glob->match(Rule))
      IsIn = !IsExcepted;
  }
  return IsIn;
}

/// True if a list may mean a rule of ours: lists for other tools are theirs.
static bool concernsBanklint(StringRef Rules) {
  return Rules.contains("banklint") || inRules(Rules, BankConflictRule);
}

namespace {
enum class Form { ThisLine, NextLine, Begin, End };

struct Comment {
  Form Kind;
  unsigned Line, Column;
  std::string Rules;
};
} // namespace

/// The comments of one line, from left to right.
static void commentsIn(StringRef Text, unsigned Line,
                       std::vector<Comment> &Out) {
  static constexpr StringLiteral Word = "NOLINT";
  size_t At = 0, LastClose = Text.rfind(')');
  while ((At = Text.find(Word, At)) != StringRef::npos) {
    unsigned Column = At + 1;
    bool IsWord = At == 0 || !(isAlnum(Text[At - 1]) || Text[At - 1] == '_');
    At += Word.size();
    StringRef Rest = Text.drop_front(At);
    Form Kind = Form::ThisLine;
    if (Rest.consume_front("NEXTLINE"))
      Kind = Form::NextLine;
    else if (Rest.consume_front("BEGIN"))
      Kind = Form::Begin;
    else if (Rest.consume_front("END"))
      Kind = Form::End;
    if (!IsWord || (!Rest.empty() && (isAlnum(Rest[0]) || Rest[0] == '_')))
      continue;
    std::string Rules = "*";
    size_t List = Text.size() - Rest.size();
    if (Rest.starts_with("(") && LastClose != StringRef::npos &&
        List < LastClose) {
      // What stands in a list is a rule, and no comment of its own.
      At = Text.find(')', List);
      Rules = Text.slice(List + 1, At).trim().str();
    }
    Out.push_back({Kind, Line, Column, std::move(Rules)});
  }
}

static Finding unmatchedComment(StringRef File, const Comment &C) {
  bool IsBegin = C.Kind == Form::Begin;
  StringRef Word = IsBegin ? "NOLINTBEGIN" : "NOLINTEND";
  Finding Result;
  Result.Rule = NolintRule;
  Result.IsError = true;
  Result.Span.Begin = {File.str(), C.Line, C.Column};
  Result.Span.EndLine = C.Line;
  Result.Span.EndColumn = C.Column + Word.size();
  Result.Message = ("unmatched '" + Word + "' comment: no '" +
                    (IsBegin ? "NOLINTEND' with the same rules follows"
                             : "NOLINTBEGIN' with the same rules precedes"))
                       .str();
  return Result;
}

Suppressions Suppressions::parse(StringRef File, StringRef Text) {
  std::vector<Comment> Comments;
  unsigned Line = 0;
  for (StringRef One : split(Text, '\n'))
    commentsIn(One, ++Line, Comments);

  Suppressions Result;
  std::vector<Comment> Unclosed, Unmatched;
  for (const Comment &C : Comments) {
    switch (C.Kind) {
    case Form::ThisLine:
      Result.Regions.push_back({C.Line, C.Line, C.Rules});
      break;
    case Form::NextLine:
      Result.Regions.push_back({C.Line + 1, C.Line + 1, C.Rules});
      break;
    case Form::Begin:
      Unclosed.push_back(C);
      break;
    case Form::End:
      if (Unclosed.empty() || Unclosed.back().Rules != C.Rules) {
        Unmatched.push_back(C);
        break;
      }
      Result.Regions.push_back({Unclosed.back().Line, C.Line, C.Rules});
      Unclosed.pop_back();
      break;
    }
  }
  append_range(Unmatched, Unclosed);
  sort(Unmatched, [](const Comment &A, const Comment &B) {
    return std::tie(A.Line, A.Column) < std::tie(B.Line, B.Column);
  });
  for (const Comment &C : Unmatched)
    if (concernsBanklint(C.Rules))
      Result.Unmatched.push_back(unmatchedComment(File, C));
  return Result;
}

bool Suppressions::covers(unsigned Line, StringRef Rule) const {
  return any_of(Regions, [&](const Region &R) {
    return R.FirstLine <= Line && Line <= R.LastLine && inRules(R.Rules, Rule);
  });
}

void banklint::applySuppressions(Report &R, ArrayRef<std::string> Sources) {
  std::map<std::string, Suppressions> ByFile;
  auto Load = [&](const std::string &File) -> const Suppressions & {
    auto [Entry, IsNew] = ByFile.try_emplace(File);
    if (IsNew)
      if (auto Buffer = MemoryBuffer::getFile(File))
        Entry->second = Suppressions::parse(File, (*Buffer)->getBuffer());
    return Entry->second;
  };
  for (const std::string &Source : Sources)
    Load(Source);
  R.Totals.Suppressed += silence(R, Silence::Comment, [&](const Finding &F) {
    return Load(F.Span.Begin.File).covers(F.Span.Begin.Line, F.Rule);
  });
  for (const auto &Entry : ByFile)
    append_range(R.Findings, Entry.second.unmatched());
}
