//===- Rules.h - The rules that make a result inexact -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_NVCC_RULES_RULES_H
#define BANKLINT_NVCC_RULES_RULES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/bit.h"
#include <cstdint>
#include <optional>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace banklint {

/// A rule by which the model of nvcc changes an access, or a reason of the
/// walk's own for which a result is inexact (Rules.def).
enum class ModelRule : uint8_t {
#define RULE(KIND, ID, PASS, SENTENCE, EVIDENCE, FILES) KIND,
#include "Nvcc/Rules/Rules.def"
};

constexpr unsigned RuleCount = 0
#define RULE(KIND, ID, PASS, SENTENCE, EVIDENCE, FILES) +1
#include "Nvcc/Rules/Rules.def"
    ;

/// What Rules.def says of a rule.
struct RuleInfo {
  llvm::StringRef Id, Pass, Sentence;

  /// Of the walk, not of a compiler: it cannot be switched.
  bool isOfWalk() const { return Pass.empty(); }
};
const RuleInfo &infoOf(ModelRule R);
std::optional<ModelRule> ruleNamed(llvm::StringRef Id);

/// Some rules; an exact result is inexact by none.
///
///     Record.InexactBy |= ModelRule::Gvn;
class ModelRules {
public:
  constexpr ModelRules() = default;
  constexpr ModelRules(ModelRule R) : Bits(uint64_t(1) << unsigned(R)) {}

  constexpr explicit operator bool() const { return Bits != 0; }
  constexpr bool contains(ModelRule R) const {
    return (Bits & ModelRules(R).Bits) != 0;
  }
  constexpr ModelRules &operator|=(ModelRules Other) {
    Bits |= Other.Bits;
    return *this;
  }
  friend constexpr ModelRules operator|(ModelRules A, ModelRules B) {
    return A |= B;
  }
  friend constexpr bool operator==(ModelRules A, ModelRules B) {
    return A.Bits == B.Bits;
  }
  friend constexpr bool operator<(ModelRules A, ModelRules B) {
    return A.Bits < B.Bits;
  }

  /// The set, or none at all.
  constexpr ModelRules onlyIf(bool Holds) const {
    return Holds ? *this : ModelRules();
  }

  template <typename Function> void forEach(Function Do) const {
    for (uint64_t Rest = Bits; Rest != 0; Rest &= Rest - 1)
      Do(ModelRule(llvm::countr_zero(Rest)));
  }

private:
  uint64_t Bits = 0;
};
static_assert(RuleCount <= 64, "a set has a bit for each rule");

/// Those that are no reasons of the walk's own.
ModelRules ofCompiler(ModelRules Rules);

/// What "gvn dse" names; none where that is no rule.
std::optional<ModelRules> readRules(llvm::StringRef Ids);
/// "gvn dse": ids with a space between them, in the order of Rules.def.
llvm::raw_ostream &operator<<(llvm::raw_ostream &OS, ModelRules Rules);

} // namespace banklint

#endif // BANKLINT_NVCC_RULES_RULES_H
