//===- Rules.cpp - The rules, and how each is used ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Nvcc/Rules/Rules.h"
#include "Nvcc/Rules/Modes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <array>
#include <atomic>

using namespace banklint;
using llvm::StringRef;

static constexpr RuleInfo Infos[] = {
#define RULE(KIND, ID, PASS, SENTENCE, EVIDENCE, FILES) {ID, PASS, SENTENCE},
#include "Nvcc/Rules/Rules.def"
};

const RuleInfo &banklint::infoOf(ModelRule R) { return Infos[unsigned(R)]; }

std::optional<ModelRule> banklint::ruleNamed(StringRef Id) {
  for (unsigned I = 0; I != RuleCount; ++I)
    if (Infos[I].Id == Id)
      return ModelRule(I);
  return std::nullopt;
}

ModelRules banklint::ofCompiler(ModelRules Rules) {
  ModelRules Result;
  Rules.forEach([&](ModelRule R) {
    Result |= ModelRules(R).onlyIf(!infoOf(R).isOfWalk());
  });
  return Result;
}

std::optional<ModelRules> banklint::readRules(StringRef Ids) {
  ModelRules Rules;
  llvm::SmallVector<StringRef, 4> Split;
  Ids.split(Split, ' ', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef Id : Split) {
    const std::optional<ModelRule> R = ruleNamed(Id);
    if (!R)
      return std::nullopt;
    Rules |= *R;
  }
  return Rules;
}

llvm::raw_ostream &banklint::operator<<(llvm::raw_ostream &OS,
                                        ModelRules Rules) {
  llvm::ListSeparator Between(" ");
  Rules.forEach([&](ModelRule R) { OS << Between << infoOf(R).Id; });
  return OS;
}

//===----------------------------------------------------------------------===//
// Modes
//===----------------------------------------------------------------------===//

// Written once, before any thread analyses.
static std::array<RuleMode, RuleCount> Modes;
static std::array<std::atomic<bool>, RuleCount> Consulted;

llvm::Error banklint::setRuleModes(StringRef Text) {
  for (StringRef Each : llvm::split(Text, ',')) {
    Each = Each.trim();
    RuleMode Mode = RuleMode::Off;
    StringRef Id = Each;
    if (Id.consume_back(":doubt"))
      Mode = RuleMode::Doubted;
    else if (!Id.consume_front("-"))
      Id = "";
    const std::optional<ModelRule> R = ruleNamed(Id);
    if (!R || infoOf(*R).isOfWalk())
      return llvm::createStringError("'%s' is no '-RULE' or 'RULE:doubt' with "
                                     "a rule of the compiler model",
                                     Each.str().c_str());
    Modes[unsigned(*R)] = Mode;
  }
  return llvm::Error::success();
}

std::string banklint::ruleModesText() {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  llvm::ListSeparator Between(",");
  for (unsigned I = 0; I != RuleCount; ++I)
    if (Modes[I] == RuleMode::Off)
      OS << Between << '-' << Infos[I].Id;
    else if (Modes[I] == RuleMode::Doubted)
      OS << Between << Infos[I].Id << ":doubt";
  return Text;
}

RuleMode banklint::consult(ModelRule R) {
  std::atomic<bool> &Known = Consulted[unsigned(R)];
  // Most rules are met again and again: reading is shared, writing is not.
  if (!Known.load(std::memory_order_relaxed))
    Known.store(true, std::memory_order_relaxed);
  return Modes[unsigned(R)];
}

ModelRules banklint::consultedRules() {
  ModelRules All;
  for (unsigned I = 0; I != RuleCount; ++I)
    if (Consulted[I].load(std::memory_order_relaxed))
      All |= ModelRule(I);
  return All;
}
