//===- Rules.cpp - What banklint can say ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Config/Rules.h"
#include "Config/NearestName.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <cassert>
#include <iterator>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

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
    {CopyLinesRule},
    {UselessPaddingRule, /*IsOnByDefault=*/false},
    {NolintRule, /*IsOnByDefault=*/true, /*IsError=*/true},
    {UnusedNolintRule, /*IsOnByDefault=*/false},
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

char UnknownRule::ID;

/// The rule whose name is near, with or without its prefix.
static const Rule *nearestRule(StringRef Written) {
  std::vector<StringRef> Names;
  for (const Rule &R : Rules)
    Names.push_back(R.Name);
  for (const std::string &Spelled :
       {Written.str(), ("banklint-" + Written).str()})
    if (StringRef Nearest = nearestName(Spelled, Names); !Nearest.empty())
      return find_if(Rules, [&](const Rule &R) { return R.Name == Nearest; });
  return nullptr;
}

UnknownRule::UnknownRule(StringRef Name)
    : Name(Name.str()), Meant(nearestRule(Name)) {}

void UnknownRule::log(raw_ostream &OS) const {
  OS << "unknown rule '" << Name << '\'';
  if (Meant) {
    OS << "; did you mean '" << Meant->Name << "'?";
    return;
  }
  OS << ": there are '";
  interleave(Rules, OS, [&](const Rule &R) { OS << R.Name; }, "', '");
  OS << '\'';
}

std::error_code UnknownRule::convertToErrorCode() const {
  return inconvertibleErrorCode();
}

Expected<const Rule *> banklint::findRule(StringRef Name) {
  const auto *Found = find_if(Rules, [&](const Rule &R) {
    return R.Name == Name || R.Name == ("banklint-" + Name).str();
  });
  if (Found != std::end(Rules))
    return Found;
  return make_error<UnknownRule>(Name);
}

Expected<RuleSet> RuleSet::create(ArrayRef<std::string> Enabled,
                                  ArrayRef<std::string> Disabled) {
  std::vector<StringRef> On, Off;
  for (auto [Names, Found] : {std::pair(Enabled, &On), {Disabled, &Off}})
    for (const std::string &Name : Names) {
      Expected<const Rule *> Known = findRule(Name);
      if (!Known)
        return Known.takeError();
      Found->push_back((*Known)->Name);
    }
  RuleSet Result;
  for (const Rule &R : Rules)
    if (is_contained(Off, R.Name) ||
        (!R.IsOnByDefault && !is_contained(On, R.Name)))
      Result.Off.push_back(R.Name);
  return Result;
}

bool RuleSet::contains(StringRef Name) const {
  return !is_contained(Off, Name);
}
