//===- Rules.cpp - What banklint can say ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Config/Rules.h"
#include "Config/NearestName.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace banklint;

namespace {
struct RulePage {
  StringLiteral File;
  StringLiteral Text;
};
} // namespace

static constexpr RulePage Pages[] = {
#include "RulePages.inc"
};

static constexpr Rule Rules[] = {
    {BankConflictRule},
    {UselessPaddingRule, /*IsOnByDefault=*/false},
    {NolintRule, /*IsOnByDefault=*/true, /*IsError=*/true},
};

ArrayRef<Rule> banklint::allRules() { return Rules; }

StringRef Rule::page() const {
  const auto *Page = find_if(
      Pages, [&](const RulePage &P) { return P.File == (Name + ".md").str(); });
  assert(Page != std::end(Pages) && "every rule has a page in docs/rules");
  return Page->Text;
}

std::string Rule::summary() const {
  // Behind the heading and an empty line.
  StringRef Paragraph =
      page().split("\n\n").second.split("\n\n").first.rtrim('\n');
  return join(split(Paragraph, '\n'), " ");
}

/// What may help who wrote the name of no rule: the one that was probably
/// meant, with or without its prefix, or else all of them.
static std::string helpWith(StringRef Unknown) {
  std::vector<StringRef> Names;
  for (const Rule &R : Rules)
    Names.push_back(R.Name);
  for (const std::string &Written :
       {Unknown.str(), ("banklint-" + Unknown).str()})
    if (StringRef Meant = nearestName(Written, Names); !Meant.empty())
      return ("; did you mean '" + Meant + "'?").str();
  return ": there are '" + join(Names, "', '") + "'";
}

Expected<const Rule *> banklint::findRule(StringRef Name) {
  const auto *Found =
      find_if(Rules, [&](const Rule &R) { return R.Name == Name; });
  if (Found != std::end(Rules))
    return Found;
  return createStringError("unknown rule '" + Name + "'" + helpWith(Name));
}

Expected<RuleSet> RuleSet::create(ArrayRef<std::string> Enabled,
                                  ArrayRef<std::string> Disabled) {
  for (ArrayRef<std::string> Names : {Enabled, Disabled})
    for (const std::string &Name : Names)
      if (auto Known = findRule(Name); !Known)
        return Known.takeError();
  RuleSet Result;
  for (const Rule &R : Rules)
    if (is_contained(Disabled, R.Name) ||
        (!R.IsOnByDefault && !is_contained(Enabled, R.Name)))
      Result.Off.push_back(R.Name);
  return Result;
}

bool RuleSet::contains(StringRef Name) const {
  return !is_contained(Off, Name);
}
