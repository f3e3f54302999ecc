//===- Join.cpp - From accesses to what a reader is warned about ----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Finding/Join.h"
#include "Config/Rules.h"
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <tuple>

using namespace banklint;

std::string banklint::blockName(const std::array<unsigned, 3> &Block) {
  std::string Name = std::to_string(Block[0]);
  if (Block[1] > 1 || Block[2] > 1)
    Name += "x" + std::to_string(Block[1]);
  if (Block[2] > 1)
    Name += "x" + std::to_string(Block[2]);
  return Name;
}

std::string banklint::wavefrontText(double Wavefronts) {
  char Text[32];
  std::snprintf(Text, sizeof Text, "%.3f", Wavefronts);
  std::string Result = Text;
  Result.erase(Result.find_last_not_of('0') + 1);
  if (Result.back() == '.')
    Result.pop_back();
  return Result;
}

static double ratio(const Access &A) { return *A.Wavefronts / *A.Ideal; }

static std::string messageFor(const Access &A) {
  bool IsSteady = std::abs(ratio(A) - *A.Worst) < 1e-9;
  std::string Array = A.Array.empty() ? "shared memory" : "'" + A.Array + "'";
  std::string Spent = A.FewestWavefronts
                          ? wavefrontText(*A.FewestWavefronts) + " to " +
                                wavefrontText(*A.MostWavefronts) +
                                " wavefronts a request"
                          : wavefrontText(*A.Wavefronts) + " wavefronts" +
                                (IsSteady ? "" : " a request on average");
  return std::string(A.Judgement == Verdict::Possible ? "possible " : "") +
         (IsSteady && !A.IsHalf ? "" : "up to ") + wavefrontText(*A.Worst) +
         "-way bank conflict in " + operationName(A.Operation) + " " +
         operationPreposition(A.Operation) + " " + Array + ": " +
         (A.IsHalf ? "up to " : "") + Spent + ", ideal " +
         wavefrontText(*A.Ideal);
}

/// What a block spends above the ideal, in the worst of its kernels; nothing
/// where one of them is not known.
static std::optional<double>
excessPerBlock(const std::vector<const Access *> &Group) {
  double Most = 0;
  for (const Access *A : Group) {
    if (!A->RequestsPerBlock)
      return std::nullopt;
    Most = std::max(Most, (*A->Wavefronts - *A->Ideal) *
                              double(*A->RequestsPerBlock));
  }
  return Most;
}

/// How a note tells where the block shape comes from.
static Note launchNote(const Access &A, bool IsFirst) {
  std::string With = (IsFirst ? "with blocks of " : "also with blocks of ") +
                     blockName(A.Block);
  if (A.Launch.Begin.Line)
    return {A.Launch, With + " from this launch" +
                          (IsFirst ? ""
                                   : ": " + wavefrontText(*A.Wavefronts) +
                                         " wavefronts, ideal " +
                                         wavefrontText(*A.Ideal))};
  return {A.Span, With + " (" + A.BlockSource + ")"};
}

/// Of the accesses at one place those that decide: the certain conflicts,
/// where there is one.
static void keepCertain(std::vector<const Access *> &Group) {
  auto IsPossible = [](const Access *A) {
    return A->Judgement == Verdict::Possible;
  };
  if (!std::all_of(Group.begin(), Group.end(), IsPossible))
    Group.erase(std::remove_if(Group.begin(), Group.end(), IsPossible),
                Group.end());
}

std::vector<Finding> banklint::joinAccesses(const std::vector<Access> &Accesses,
                                            bool HasPossible) {
  std::map<AccessKey, std::vector<const Access *>> Joined;
  std::vector<AccessKey> Order;
  for (const Access &A : Accesses) {
    bool IsReported =
        A.Judgement == Verdict::Conflict ||
        (HasPossible && A.Judgement == Verdict::Possible && A.Wavefronts);
    if (!IsReported || A.IsAtCall || A.IsPartOf)
      continue;
    std::vector<const Access *> &Group = Joined[A.key()];
    if (Group.empty())
      Order.push_back(A.key());
    Group.push_back(&A);
  }
  std::vector<Finding> Findings;
  for (const AccessKey &Where : Order) {
    std::vector<const Access *> &Group = Joined[Where];
    keepCertain(Group);
    const Access *Worst = Group.front();
    for (const Access *A : Group)
      if (ratio(*A) > ratio(*Worst))
        Worst = A;
    Finding F;
    F.Rule = BankConflictRule;
    F.Span = Worst->Span;
    F.Message = messageFor(*Worst);
    F.Declared = Worst->Declared;
    F.DeclaredEndLine = Worst->DeclaredEndLine;
    F.Function = Worst->Function;
    F.Text = Worst->Text;
    F.Array = Worst->Array;
    F.Operation = Worst->Operation;
    F.Ways = 0;
    for (const Access *A : Group)
      F.Ways = std::max(*F.Ways, *A->Worst);
    F.ExcessPerBlock = excessPerBlock(Group);
    if (!Worst->Reason.empty())
      F.Notes.push_back({Worst->Span, Worst->Reason});
    if (!Worst->Why.empty())
      F.Notes.push_back({Worst->Span, Worst->Why});
    if (Worst->IsProbe)
      F.Notes.push_back({Worst->Span, "in every instantiation that was tried; "
                                      "these are the numbers of '" +
                                          Worst->Kernel + "'"});
    if (Worst->Guard.Begin.Line)
      F.Notes.push_back(
          {Worst->Guard,
           Worst->IsHalf
               ? "this compares elements of one array: about half of the "
                 "lanes pass, and nearly every such half conflicts"
               : "in blocks where this condition holds for all threads alike"});
    F.Notes.push_back(launchNote(*Worst, true));
    std::map<std::string, bool> Told = {{blockName(Worst->Block), true}};
    for (const Access *A : Group)
      if (A->Launch.Begin.Line && !Told[blockName(A->Block)]) {
        Told[blockName(A->Block)] = true;
        F.Notes.push_back(launchNote(*A, false));
      }
    Findings.push_back(std::move(F));
  }
  return Findings;
}
