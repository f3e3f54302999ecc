//===- Suppression.cpp - NOLINT comments ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Finding/Suppression.h"
#include "Config/Rules.h"
#include "Source/EditedFiles.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/GlobPattern.h"
#include "llvm/Support/MemoryBuffer.h"
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

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
  return Rules.contains("banklint") || any_of(allRules(), [&](const Rule &R) {
           return inRules(Rules, R.Name);
         });
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

static StringRef wordOf(Form Kind) {
  switch (Kind) {
  case Form::ThisLine:
    return "NOLINT";
  case Form::NextLine:
    return "NOLINTNEXTLINE";
  case Form::Begin:
    return "NOLINTBEGIN";
  case Form::End:
    return "NOLINTEND";
  }
  llvm_unreachable("every form is listed");
}

/// A finding at the word of a comment.
static Finding findingAt(StringRef File, unsigned Line, unsigned Column,
                         size_t Length, StringRef Rule) {
  Finding Result;
  Result.Rule = Rule.str();
  Result.Span.Begin = {File.str(), Line, Column};
  Result.Span.EndLine = Line;
  Result.Span.EndColumn = unsigned(Column + Length);
  return Result;
}

/// The prefix that other tools' rules do not have.
static constexpr StringLiteral RulePrefix = "banklint-";

/// Whether an item of a list is, or is meant to be, a rule of banklint: also
/// without the prefix, which comments need.
static bool isMeant(StringRef Item) {
  if (Item.starts_with(RulePrefix))
    return true;
  Expected<const Rule *> Known = findRule((RulePrefix + Item).str());
  if (!Known)
    consumeError(Known.takeError());
  return Known || Item == RulePrefix.drop_back();
}

/// An error for each rule of banklint in a list that there is not.
static void addUnknownRules(StringRef File, const Comment &C,
                            std::vector<Finding> &Out) {
  for (StringRef Item : split(C.Rules, ',')) {
    Item = Item.trim();
    Item.consume_front("-");
    if (Item.find_first_of("*?[{\\") != StringRef::npos || !isMeant(Item))
      continue;
    Expected<const Rule *> Known = findRule(Item);
    if (Known && Item.starts_with(RulePrefix))
      continue;
    Error Unknown =
        Known ? Error(make_error<UnknownRule>(Item)) : Known.takeError();
    Finding &Result = Out.emplace_back(
        findingAt(File, C.Line, C.Column, wordOf(C.Kind).size(), NolintRule));
    Result.IsError = true;
    Result.Message = ("'" + wordOf(C.Kind) + "' comment names an " +
                      toString(std::move(Unknown)))
                         .str();
  }
}

static Finding unmatchedComment(StringRef File, const Comment &C) {
  bool IsBegin = C.Kind == Form::Begin;
  StringRef Word = wordOf(C.Kind);
  Finding Result = findingAt(File, C.Line, C.Column, Word.size(), NolintRule);
  Result.IsError = true;
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
  auto Cover = [&](const Comment &From, unsigned First, unsigned Last) {
    Result.Regions.push_back({First, Last, From.Rules, From.Line, From.Column,
                              unsigned(wordOf(From.Kind).size())});
  };
  for (const Comment &C : Comments) {
    switch (C.Kind) {
    case Form::ThisLine:
      Cover(C, C.Line, C.Line);
      break;
    case Form::NextLine:
      Cover(C, C.Line + 1, C.Line + 1);
      break;
    case Form::Begin:
      Unclosed.push_back(C);
      break;
    case Form::End:
      if (Unclosed.empty() || Unclosed.back().Rules != C.Rules) {
        Unmatched.push_back(C);
        break;
      }
      Cover(Unclosed.back(), Unclosed.back().Line, C.Line);
      Unclosed.pop_back();
      break;
    }
  }
  append_range(Unmatched, Unclosed);
  for (const Comment &C : Unmatched)
    if (concernsBanklint(C.Rules))
      Result.Errors.push_back(unmatchedComment(File, C));
  for (const Comment &C : Comments)
    addUnknownRules(File, C, Result.Errors);
  sort(Result.Errors, [](const Finding &A, const Finding &B) {
    return std::tie(A.Span.Begin, A.Message) <
           std::tie(B.Span.Begin, B.Message);
  });
  return Result;
}

std::vector<Finding>
Suppressions::unused(StringRef File, StringRef Rule,
                     const std::set<unsigned> &Lines) const {
  std::vector<Finding> Result;
  for (const Region &R : Regions) {
    auto First = Lines.lower_bound(R.FirstLine);
    bool IsUsed = First != Lines.end() && *First <= R.LastLine;
    if (IsUsed || !is_contained(map_range(split(R.Rules, ','),
                                          [](StringRef S) { return S.trim(); }),
                                Rule))
      continue;
    Finding &F = Result.emplace_back(
        findingAt(File, R.Line, R.Column, R.Length, UnusedNolintRule));
    F.Message = ("this comment covers no finding of '" + Rule + "'").str();
  }
  return Result;
}

bool Suppressions::covers(unsigned Line, StringRef Rule) const {
  return any_of(Regions, [&](const Region &R) {
    return R.FirstLine <= Line && Line <= R.LastLine && inRules(R.Rules, Rule);
  });
}

void banklint::applySuppressions(Report &R, ArrayRef<std::string> Sources,
                                 const EditedFiles &Edited) {
  std::map<std::string, Suppressions> ByFile;
  auto Load = [&](const std::string &File) -> const Suppressions & {
    auto [Entry, IsNew] = ByFile.try_emplace(File);
    if (IsNew)
      if (auto Buffer = readFile(File, Edited))
        Entry->second = Suppressions::parse(File, Buffer->getBuffer());
    return Entry->second;
  };
  for (const std::string &Source : Sources)
    Load(Source);
  R.Totals.Suppressed += silence(R, Silence::Comment, [&](const Finding &F) {
    return Load(F.Span.Begin.File).covers(F.Span.Begin.Line, F.Rule);
  });
  for (const auto &Entry : ByFile)
    append_range(R.Findings, Entry.second.errors());
  for (const std::string &Source : Sources)
    for (StringRef Rule : {BankConflictRule, CopyLinesRule}) {
      std::set<unsigned> Lines;
      for (const std::vector<Finding> *Findings : {&R.Findings, &R.Silenced})
        for (const Finding &F : *Findings)
          if (F.Rule == Rule && F.Span.Begin.File == Source)
            Lines.insert(F.Span.Begin.Line);
      append_range(R.Findings, Load(Source).unused(Source, Rule, Lines));
    }
}
