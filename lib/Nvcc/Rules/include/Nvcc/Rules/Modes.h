//===- Modes.h - Rules that are switched off --------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A switch for developers, as LLVM has one for each pass: what is a rule worth?
// test/ablate turns one after the other off.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_NVCC_RULES_MODES_H
#define BANKLINT_NVCC_RULES_MODES_H

#include "Nvcc/Rules/Rules.h"
#include "llvm/Support/Error.h"
#include <string>

namespace banklint {

/// How a rule is used.
enum class RuleMode : uint8_t {
  Applied, ///< it changes results
  Doubted, ///< what it would change stays as it is, and is inexact by it
  Off,     ///< as if there were no such rule
};

/// Reads "-gvn,sink:doubt": rules that are off or doubted, for the whole
/// process. To be called before anything is analysed. An error names what is no
/// rule of the compiler's.
llvm::Error setRuleModes(llvm::StringRef Text);

/// All that differs from `Applied`, as `setRuleModes` reads it: part of the key
/// of what is kept of an analysis.
std::string ruleModesText();

/// Asked where a rule would change a result, or would make it inexact: notes
/// that it came to that.
RuleMode consult(ModelRule R);
inline bool applies(ModelRule R) { return consult(R) == RuleMode::Applied; }

/// `R` where it is not off: what a rule says that a result may be otherwise.
inline ModelRules inexactBy(ModelRule R) {
  return ModelRules(R).onlyIf(consult(R) != RuleMode::Off);
}

/// `R` where it is doubted: for what is done all the same, and may be wrong.
inline ModelRules doubtOnly(ModelRule R) {
  return ModelRules(R).onlyIf(consult(R) == RuleMode::Doubted);
}

/// The rules that were consulted since the process began, in all threads.
ModelRules consultedRules();

} // namespace banklint

#endif // BANKLINT_NVCC_RULES_MODES_H
