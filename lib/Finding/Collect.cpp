//===- Collect.cpp - From accesses to what a reader is warned about -------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Finding/Collect.h"
#include "Bank/BankModel.h"
#include "Config/Rules.h"
#include "Finding/Wording.h"
#include "Nvcc/Rules/Rules.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

using namespace banklint;

/// What the best cure leaves of a request: another layout of shared memory, or
/// other lines of global memory.
static double leastOf(const Access &A) {
  return A.isOfLines() ? *A.Ideal : *A.InAnyLayout;
}

static double ratio(const Access &A) { return *A.Wavefronts / leastOf(A); }

static double worstOf(const Access &A) {
  return A.isOfLines() ? *A.Worst : *A.WorstOfLayout;
}

/// Whether every request takes as many times its least.
static bool isSteady(const Access &A) {
  return std::abs(ratio(A) - worstOf(A)) < 1e-9;
}

/// What a request takes: "32 wavefronts", "on average 1.5 wavefronts per
/// request".
static std::string spentText(const Access &A) {
  std::string Limit = A.IsHalf ? "at most " : A.IsLeast ? "at least " : "";
  if (A.FewestWavefronts) {
    const std::string Fewest = wavefrontText(*A.FewestWavefronts),
                      Most = wavefrontText(*A.MostWavefronts);
    return Limit +
           (A.IsHalf    ? Most
            : A.IsLeast ? Fewest
                        : "between " + Fewest + " and " + Most) +
           " wavefronts per request";
  }
  if (isSteady(A))
    return Limit + wavefrontText(*A.Wavefronts) + " wavefronts";
  if (Limit.empty())
    Limit = A.isExact() ? "on average " : "about ";
  return Limit + wavefrontText(*A.Wavefronts) + " wavefronts per request";
}

/// What the worst request of a copy reads, where that is known: of several that
/// make one access, it may be another that the lines are of.
static std::optional<ReadLines> linesOf(const Access &A) {
  if (!A.Example || !A.Example->FromBytes)
    return std::nullopt;
  return linesRead(*A.Example);
}

/// "32-way bank conflict", "copy from 8 lines of global memory".
static std::string costText(const Access &A) {
  const std::string Limit = isSteady(A) && !A.IsHalf ? "" : "up to ";
  if (!A.isOfLines())
    return Limit + wavefrontText(worstOf(A)) + "-way bank conflict";
  const std::optional<ReadLines> Read = linesOf(A);
  if (!Read)
    return "copy from lines of global memory";
  return "copy from " + Limit + std::to_string(Read->Lines) +
         (Read->Lines == 1 ? " line" : " lines") + " of global memory at once";
}

static std::string messageFor(const Access &A) {
  std::string Text = A.Judgement == Verdict::Possible ? "possible " : "";
  Text += costText(A) + " in " + operationName(A.Operation) + " " +
          operationPreposition(A.Operation) + " " + accessedText(A) + ": " +
          spentText(A);
  if (leastOf(A) > *A.Ideal)
    Text += ", at least " + wavefrontText(leastOf(A)) + " in any layout";
  return Text + ", ideal " + wavefrontText(*A.Ideal);
}

/// The kernels of the accesses, that of `Worst` first.
static std::vector<std::string>
kernelsOf(const std::vector<const Access *> &Group, const Access &Worst) {
  std::vector<std::string> Kernels = {withoutParameters(Worst.ShortKernel)};
  llvm::StringSet<> Named = {Kernels.front()};
  for (const Access *A : Group)
    if (std::string Name = withoutParameters(A->ShortKernel);
        Named.insert(Name).second)
      Kernels.push_back(std::move(Name));
  return Kernels;
}

/// What a block spends above the ideal in so many requests.
static double excessOf(const Access &A, uint64_t Requests) {
  return (*A.Wavefronts - leastOf(A)) * double(Requests);
}

static bool isCounted(const std::vector<const Access *> &Group) {
  return llvm::all_of(
      Group, [](const Access *A) { return A->RequestsPerBlock.has_value(); });
}

/// The one that a block spends most on; where not all requests are counted, the
/// one with the worst requests.
static const Access &costliest(const std::vector<const Access *> &Group) {
  const bool IsCounted = isCounted(Group);
  auto CostOf = [&](const Access *A) {
    return std::pair(IsCounted ? excessOf(*A, *A->RequestsPerBlock) : 0,
                     ratio(*A));
  };
  return **std::max_element(
      Group.begin(), Group.end(),
      [&](const Access *A, const Access *B) { return CostOf(A) < CostOf(B); });
}

/// What a block spends above the ideal, in the worst of its kernels.
static void addExcess(const std::vector<const Access *> &Group, Finding &To) {
  if (isCounted(Group))
    To.ExcessPerBlock = 0;
  for (const Access *A : Group)
    if (To.ExcessPerBlock)
      To.ExcessPerBlock =
          std::max(*To.ExcessPerBlock, excessOf(*A, *A->RequestsPerBlock));
    else
      To.LeastExcess = std::max(To.LeastExcess, excessOf(*A, A->LeastRequests));
}

static Note launchNote(const Access &A,
                       const std::vector<std::string> &Kernels) {
  if (A.Launch.Begin.Line)
    return {A.Launch, note::Launch{A.Block, std::nullopt, Kernels}};
  return {A.Span, note::Launch{A.Block, A.BlockFrom, Kernels}};
}

/// Why the access conflicts, and what the numbers of the warning hold for.
static std::vector<Note> notesOn(const Access &Worst,
                                 const std::vector<std::string> &Kernels) {
  std::vector<Note> Notes;
  if (Worst.Judgement == Verdict::Possible)
    Notes.push_back({Worst.Span, note::Possible{Worst.Reason}});
  if (Worst.Why)
    Notes.push_back({Worst.Span, note::Why{*Worst.Why}});
  if (Worst.isOfLines())
    if (const std::optional<ReadLines> Read = linesOf(Worst))
      Notes.push_back({Worst.Span, note::WholeLines{Read->RunBytes}});
  if (Worst.SourceBytes && Worst.BytesPerLane > Worst.SourceBytes)
    Notes.push_back(
        {Worst.Span, note::Merged{Worst.SourceBytes, Worst.BytesPerLane}});
  if (const ModelRules By = ofCompiler(Worst.InexactBy))
    Notes.push_back({Worst.Span, note::Inexact{By}});
  if (!Worst.Library.empty())
    Notes.push_back({{Worst.Inside, 0, 0}, note::InLibrary{Worst.Library}});
  if (Worst.IsProbe)
    Notes.push_back({Worst.Span, note::Probe{Worst.ShortKernel}});
  if (Worst.Guard.Begin.Line)
    Notes.push_back({Worst.Guard, note::Guard{Worst.IsHalf}});
  Notes.push_back(launchNote(Worst, Kernels));
  return Notes;
}

/// Of the accesses to an array at one place those that decide: the certain
/// conflicts, where there is one.
static void keepCertain(std::vector<const Access *> &Group) {
  auto IsPossible = [](const Access *A) {
    return A->Judgement == Verdict::Possible;
  };
  if (!std::all_of(Group.begin(), Group.end(), IsPossible))
    Group.erase(std::remove_if(Group.begin(), Group.end(), IsPossible),
                Group.end());
}

/// Of those left the bank conflicts, where there is one: of an access one thing
/// is said.
static void keepOfLayout(std::vector<const Access *> &Group) {
  auto IsOfLines = [](const Access *A) { return A->isOfLines(); };
  if (!llvm::all_of(Group, IsOfLines))
    llvm::erase_if(Group, IsOfLines);
}

/// Whether lanes are a power of two of words apart, more in some requests than
/// in others.
static bool hasGrowingSteps(const Finding &F) {
  return !F.IsSteady && llvm::any_of(F.Notes, [](const Note &N) {
    const auto *Why = N.getAs<note::Why>();
    const auto *Steps = Why ? std::get_if<EqualSteps>(&Why->Meeting) : nullptr;
    return Steps && llvm::isPowerOf2_64(uint64_t(std::abs(Steps->Bytes)));
  });
}

/// What a lane accesses of an element, in the source.
static unsigned bytesOf(const AccessKey &Where,
                        const std::vector<Access> &Accesses) {
  for (const Access &A : Accesses)
    if (!A.IsAtCall && A.key() == Where && A.SourceBytes)
      return A.SourceBytes;
  return WordBytes;
}

/// Who reads the sums of an access, if all walks of it show the same.
static std::optional<SumReaders>
readersOf(const AccessKey &Where, const std::vector<Access> &Accesses) {
  std::optional<SumReaders> Result;
  for (const Access &A : Accesses) {
    if (A.IsAtCall || !(A.key() == Where))
      continue;
    if (!A.SumsFor)
      return std::nullopt;
    if (Result != SumReaders::Many)
      Result = A.SumsFor;
  }
  return Result;
}

/// Notes where `s[i] += s[i + stride]` conflicts, with a stride that is doubled
/// in each round.
static void adviseOnSums(const std::vector<Access> &Accesses,
                         std::vector<Finding> &Findings) {
  for (Finding &F : Findings) {
    if (F.Arrays.size() != 1 || !F.key() || !F.Library.empty() ||
        !hasGrowingSteps(F))
      continue;
    const std::optional<SumReaders> Readers = readersOf(*F.key(), Accesses);
    if (Readers == SumReaders::One)
      F.Notes.push_back({{F.Span.Begin, 0, 0}, note::Reduction{F.Arrays[0]}});
    else if (const unsigned Bytes = bytesOf(*F.key(), Accesses);
             Readers == SumReaders::Many && (Bytes == 4 || Bytes == 8))
      F.Notes.push_back({{F.Span.Begin, 0, 0}, note::Scan{F.Arrays[0], Bytes}});
  }
}

std::vector<Finding>
banklint::collectFindings(const std::vector<Access> &Accesses,
                          bool HasPossible) {
  std::map<ArrayAccess, std::vector<const Access *>> ByArray;
  std::vector<ArrayAccess> Order;
  for (const Access &A : Accesses) {
    bool IsReported =
        A.Judgement == Verdict::Conflict ||
        (HasPossible && A.Judgement == Verdict::Possible && A.Wavefronts);
    if (!IsReported || A.IsAtCall || A.IsPartOf)
      continue;
    std::vector<const Access *> &Group = ByArray[A.ofArray()];
    if (Group.empty())
      Order.push_back(A.ofArray());
    Group.push_back(&A);
  }
  std::vector<Finding> Findings;
  for (const ArrayAccess &Where : Order) {
    std::vector<const Access *> &Group = ByArray[Where];
    keepCertain(Group);
    keepOfLayout(Group);
    const Access *Worst = &costliest(Group);
    Finding F;
    F.Rule = Worst->isOfLines() ? CopyLinesRule : BankConflictRule;
    F.Span = Worst->Span;
    F.Message = messageFor(*Worst);
    F.Declared = Worst->Declared;
    F.DeclaredEndLine = Worst->DeclaredEndLine;
    F.Function = Worst->Function;
    F.Text = Worst->Text;
    F.Arrays = Worst->Arrays;
    F.Library = Worst->Library;
    F.IsInLibraryStorage = Worst->IsInLibraryStorage;
    F.Operation = Worst->Operation;
    F.Ways = 0;
    for (const Access *A : Group)
      F.Ways = std::max(*F.Ways, worstOf(*A));
    addExcess(Group, F);
    F.IsSteady = isSteady(*Worst) && !Worst->IsHalf;
    F.Kernels = kernelsOf(Group, *Worst);
    F.Notes = notesOn(*Worst, F.Kernels);
    std::set<std::array<unsigned, 3>> Named = {Worst->Block};
    for (const Access *A : Group)
      if (A->Launch.Begin.Line && Named.insert(A->Block).second)
        F.Notes.push_back(
            {A->Launch,
             note::OtherLaunch{A->Block, *A->Wavefronts, *A->Ideal}});
    Findings.push_back(std::move(F));
  }
  adviseOnSums(Accesses, Findings);
  return Findings;
}
