//===- Finding.cpp - What banklint says about a source --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Finding/Finding.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include <algorithm>

using namespace banklint;

std::string banklint::arrayField(const std::vector<std::string> &Arrays) {
  return llvm::join(Arrays, "' or '");
}

const char *banklint::verdictName(Verdict V) {
  switch (V) {
  case Verdict::ConflictFree:
    return "conflict-free";
  case Verdict::ByHardware:
    return "by-hardware";
  case Verdict::Conflict:
    return "conflict";
  case Verdict::Possible:
    return "possible";
  case Verdict::Unknown:
    return "unknown";
  }
  llvm_unreachable("a verdict without a name");
}

std::optional<Verdict> banklint::verdictNamed(llvm::StringRef Name) {
  for (Verdict V : {Verdict::ConflictFree, Verdict::ByHardware,
                    Verdict::Conflict, Verdict::Possible, Verdict::Unknown})
    if (Name == verdictName(V))
      return V;
  return std::nullopt;
}

const char *banklint::severityName(Severity S) {
  switch (S) {
  case Severity::Low:
    return "low";
  case Severity::Medium:
    return "medium";
  case Severity::High:
    return "high";
  }
  llvm_unreachable("a severity without a name");
}

const char *banklint::cureName(Cure C) {
  switch (C) {
  case Cure::Safe:
    return "safe";
  case Cure::Unsafe:
    return "unsafe";
  case Cure::ByHand:
    return "by-hand";
  case Cure::None:
    return "none";
  case Cure::Refused:
    return "refused";
  }
  llvm_unreachable("a cure without a name");
}

const Obstacle *Finding::obstacle() const {
  for (const Note &N : Notes)
    if (const auto *Refusal = N.getAs<note::NoFix>())
      return &Refusal->What;
  return nullptr;
}

/// Whether it was found that no layout helps.
static bool isProved(const Obstacle &Why) {
  return Why.Kind == ObstacleKind::NothingBetter ||
         Why.Kind == ObstacleKind::NotThisAccess ||
         Why.Kind == ObstacleKind::OneWord;
}

/// Whether a note tells what to write.
static bool isAdvice(const Note &N) {
  const auto *Refusal = N.getAs<note::NoFix>();
  return (Refusal && Refusal->ByHand) || N.getAs<note::Swizzle>() ||
         N.getAs<note::SpareMember>() || N.getAs<note::Reduction>() ||
         N.getAs<note::Scan>() || N.getAs<note::LayoutSwizzle>() ||
         N.getAs<note::OtherInstance>() || N.getAs<note::LayoutStrides>();
}

/// Whether taking a member out frees the access.
static bool isCureByMember(const Note &N) {
  const auto *Spare = N.getAs<note::SpareMember>();
  return Spare && !Spare->WithoutIt.HasExcess;
}

/// Whether a refusal speaks of longer rows or of other structures, and not of
/// what keeps a type from being changed.
static bool isOfRowsAlone(const Note &N) {
  const auto *Refusal = N.getAs<note::NoFix>();
  return Refusal && !Refusal->ByHand &&
         llvm::is_contained({ObstacleKind::NothingBetter, ObstacleKind::NoRows,
                             ObstacleKind::NoRowFactor,
                             ObstacleKind::MembersApart},
                            Refusal->What.Kind);
}

void Finding::dropNeedlessAdvice() {
  if (llvm::any_of(Notes, isCureByMember))
    llvm::erase_if(Notes, isOfRowsAlone);
  const auto IsOfScan = [](const Note &N) { return N.getAs<note::Scan>(); };
  const auto IsOther = [](const Note &N) {
    return isAdvice(N) && !N.getAs<note::Scan>();
  };
  const Obstacle *Why = obstacle();
  if (!Fixes.empty() || llvm::any_of(Notes, IsOther) || (Why && isProved(*Why)))
    llvm::erase_if(Notes, IsOfScan);
}

std::optional<Cure> Finding::cure() const {
  if (!Fixes.empty())
    return llvm::any_of(Fixes, [](const Fix &X) { return X.IsSafe; })
               ? Cure::Safe
               : Cure::Unsafe;
  if (llvm::any_of(Notes, isAdvice))
    return Cure::ByHand;
  if (llvm::any_of(Notes, [](const Note &N) {
        return N.getAs<note::WholeLines>() != nullptr;
      }))
    return Cure::None;
  const Obstacle *Why = obstacle();
  if (!Why)
    return std::nullopt;
  return isProved(*Why) ? Cure::None : Cure::Refused;
}

double Finding::knownExcess() const {
  double Sum = ExcessPerBlock.value_or(LeastExcess);
  for (const Finding &Other : Others)
    Sum += Other.knownExcess();
  return Sum;
}

Severity Finding::severity() const {
  auto Graded = [](double Cost, double Medium, double High) {
    return Cost >= High     ? Severity::High
           : Cost >= Medium ? Severity::Medium
                            : Severity::Low;
  };
  if (IsError)
    return Severity::High;
  Severity Most = Graded(knownExcess(), 32, 256);
  auto AddUnknown = [&](const Finding &F) {
    if (!F.ExcessPerBlock && F.Ways)
      Most = std::max(Most, Graded(*F.Ways, 2, 8));
  };
  AddUnknown(*this);
  llvm::for_each(Others, AddUnknown);
  return Most;
}

unsigned banklint::silence(Report &R, Silence By,
                           llvm::function_ref<bool(const Finding &)> IsMeant) {
  std::vector<Finding> Kept;
  size_t Before = R.Findings.size();
  for (Finding &F : R.Findings) {
    bool IsKept = !IsMeant(F);
    F.SilencedBy = IsKept ? F.SilencedBy : By;
    (IsKept ? Kept : R.Silenced).push_back(std::move(F));
  }
  R.Findings = std::move(Kept);
  return unsigned(Before - R.Findings.size());
}
