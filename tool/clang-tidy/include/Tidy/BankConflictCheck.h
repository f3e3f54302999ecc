//===- BankConflictCheck.h - The analysis as a check of clang-tidy -*- C++ -*-//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One check for two hosts: clang-tidy, which loads it as a module, and clangd,
// into which it is linked. Parsing, NOLINT, the applying of fixes and the
// choice of files are the host's; what is said of a source is lib/Check's, as
// on the command line.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_TOOL_BANKCONFLICTCHECK_H
#define BANKLINT_TOOL_BANKCONFLICTCHECK_H

#include "Analysis/Kernel.h"
#include "Check/Memory.h"
#include "Check/Setup.h"
#include "Cuda/Parse.h"
#include "Finding/Baseline.h"
#include "Finding/Finding.h"
#include "clang-tidy/ClangTidyCheck.h"
#include "clang-tidy/ClangTidyDiagnosticConsumer.h"
#include "clang-tidy/ClangTidyOptions.h"
#include "clang/AST/ASTContext.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace banklint {

/// The quick fix of an editor that adds a NOLINT comment.
inline constexpr llvm::StringLiteral SuppressionTitle =
    "suppress it with a NOLINT comment";

/// Where a host looks for the edits of a fix.
enum class FixPlace {
  /// Whatever warnings and notes carry is applied, all of it: warnings carry
  /// what the command line would apply, each edit once, and notes nothing.
  Warning,
  /// Each note that carries edits becomes a quick fix of that name, which the
  /// user picks, and is no longer shown as a note: the text would stand there
  /// twice.
  Note,
};

/// What a parse of our own says of a file.
struct OtherReading {
  Report Result;
  bool IsIncluded = false; ///< another source was parsed, which includes it
};

/// What is to be said of a source, by its name and text, in the place of what
/// the host's parse of it says; nothing where that stands.
using SecondReading = std::function<std::optional<OtherReading>(
    llvm::StringRef File, llvm::StringRef Text, const AnalysisOptions &Options,
    const Report &First)>;

/// Hears of each source what is found in it. Called in the threads that parse.
class CheckListener {
public:
  virtual ~CheckListener() = default;
  /// A parse begins; nothing is known until it ends, if it has kernels.
  virtual void begin(llvm::StringRef File) = 0;
  /// `Found` holds all accesses, and findings one by one.
  virtual void end(llvm::StringRef File, clang::ASTContext &Context,
                   const Report &Found) = 0;
};

/// Reports shared-memory bank conflicts, and what else the settings ask for.
///
/// What `.banklint.yaml` says of findings and blocks counts as on the command
/// line. Options, which win over it: `BlockDim`, the threads of a block for
/// kernels whose launch is not visible, as "32,8"; `ReportPossible`, whether
/// conflicts are reported that hold only for some shapes or values, false by
/// default; `UnsafeFixes`, whether warnings carry unsafe fixes where there is
/// no safe one, false by default.
class BankConflictCheck : public clang::tidy::ClangTidyCheck {
public:
  /// A host that checks a source after every edit has a memory, and a budget.
  BankConflictCheck(llvm::StringRef Name, clang::tidy::ClangTidyContext *Host,
                    FixPlace Fixes, std::optional<uint64_t> StepBudget = {},
                    CheckMemory *Memory = nullptr,
                    SecondReading Again = nullptr,
                    CheckListener *Listener = nullptr);

  bool isLanguageVersionSupported(
      const clang::LangOptions &Language) const override {
    return Language.CUDA;
  }
  void storeOptions(clang::tidy::ClangTidyOptions::OptionMap &Map) override;
  void registerPPCallbacks(const clang::SourceManager &Sources,
                           clang::Preprocessor *Source,
                           clang::Preprocessor *Expander) override;
  void registerMatchers(clang::ast_matchers::MatchFinder *Finder) override;
  /// Called for every function of the device; the first is the sign to check
  /// the source.
  void
  check(const clang::ast_matchers::MatchFinder::MatchResult &Match) override;

private:
  llvm::Expected<CheckSetup> setUp();
  OtherReading analyse(clang::ASTContext &Context) const;
  void reportAll(clang::ASTContext &Context);
  std::string surroundings() const;
  void report(const OtherReading &Read, clang::SourceManager &Sources);

  clang::tidy::ClangTidyContext &Host;
  const FixPlace Fixes;
  const std::string File; ///< the source, absolute
  const std::string BlockDim;
  const bool ReportsPossible;
  const bool AllowsUnsafe;
  CheckMemory *const Memory;     ///< may be null
  const SecondReading Again;     ///< may be null
  CheckListener *const Listener; ///< may be null
  std::optional<CheckSetup> Setup;
  std::optional<Baseline> Old; ///< that the settings name
  std::string Complaint;       ///< why there is no setup
  clang::Preprocessor *PP = nullptr;
  /// What the parser found, shared with the consumer that the host's engine
  /// keeps.
  std::shared_ptr<std::vector<SourceError>> Errors;
  bool IsChecked = false;
};

} // namespace banklint

#endif // BANKLINT_TOOL_BANKCONFLICTCHECK_H
