//===- Rules.h - What banklint can say --------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CONFIG_RULES_H
#define BANKLINT_CONFIG_RULES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <system_error>
#include <vector>

namespace banklint {

/// The rule of accesses with a bank conflict.
inline constexpr char BankConflictRule[] = "banklint-bank-conflict";

/// The rule of copies that many lines of global memory make dear.
inline constexpr char CopyLinesRule[] = "banklint-copy-lines";

/// The rule of rows whose padding frees no bank.
inline constexpr char UselessPaddingRule[] = "banklint-useless-padding";

/// The rule of a suppression comment that makes no sense.
inline constexpr char NolintRule[] = "banklint-nolint";

/// The rule of a suppression comment that covers nothing.
inline constexpr char UnusedNolintRule[] = "banklint-unused-nolint";

/// One kind of finding.
struct Rule {
  llvm::StringRef Name;
  bool IsOnByDefault = true;
  bool IsError = false; ///< the source is wrong, not only slow

  /// Its page of documentation, as Markdown: docs/rules/NAME.md.
  llvm::StringRef page() const;
  /// The page's first paragraph, on one line: what the rule finds.
  std::string summary() const;
};

/// The table of rules, by name.
llvm::ArrayRef<Rule> allRules();

/// No rule has this name. As a sentence it names the rule that was probably
/// meant, or those there are.
class UnknownRule : public llvm::ErrorInfo<UnknownRule> {
public:
  static char ID;

  explicit UnknownRule(llvm::StringRef Name);

  llvm::StringRef name() const { return Name; }
  /// The rule that was probably meant; null where none comes close.
  const Rule *meant() const { return Meant; }

  void log(llvm::raw_ostream &OS) const override;
  std::error_code convertToErrorCode() const override;

private:
  std::string Name;
  const Rule *Meant = nullptr;
};

/// The rule of that name. Fails with an `UnknownRule`.
llvm::Expected<const Rule *> findRule(llvm::StringRef Name);

/// The rules of one run.
class RuleSet {
public:
  /// Those that are on by default and `Enabled`, without `Disabled`. Fails with
  /// a sentence where a name is unknown.
  static llvm::Expected<RuleSet> create(llvm::ArrayRef<std::string> Enabled,
                                        llvm::ArrayRef<std::string> Disabled);

  bool contains(llvm::StringRef Name) const;

private:
  std::vector<llvm::StringRef> Off;
};

} // namespace banklint

#endif // BANKLINT_CONFIG_RULES_H
