//===- KernelTotals.cpp - What a block of each kernel does ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelTotals.h"
#include "Finding/Finding.h"
#include <array>
#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

using namespace banklint;

Verdict banklint::joined(Verdict A, Verdict B) {
  for (Verdict V : {Verdict::Conflict, Verdict::Possible, Verdict::Unknown,
                    Verdict::ByHardware})
    if (A == V || B == V)
      return V;
  return Verdict::ConflictFree;
}

std::vector<KernelTotals> banklint::kernelTotals(const Report &R) {
  std::vector<KernelTotals> Result;
  std::map<std::pair<std::string, std::array<unsigned, 3>>, size_t> Known;
  std::vector<std::map<ArrayAccess, Verdict>> Verdicts;
  for (const Access &A : R.Accesses) {
    if (A.IsAtCall)
      continue;
    auto [Entry, IsNew] =
        Known.try_emplace({A.ShortKernel, A.Block}, Result.size());
    if (IsNew) {
      Result.push_back({.Kernel = A.ShortKernel, .Block = A.Block});
      Verdicts.emplace_back();
    }
    KernelTotals &Row = Result[Entry->second];
    auto [Judged, IsFirst] =
        Verdicts[Entry->second].try_emplace(A.ofArray(), A.Judgement);
    if (!IsFirst)
      Judged->second = joined(Judged->second, A.Judgement);
    if (A.RequestsPerBlock && A.Wavefronts && A.Ideal) {
      const double Requests = double(*A.RequestsPerBlock);
      Row.Requests += Requests;
      Row.Wavefronts += Requests * *A.Wavefronts;
      Row.Ideal += Requests * *A.Ideal;
      Row.IsMost |= A.IsConditional;
    } else if (A.Judgement != Verdict::ByHardware) {
      Row.IsLeast = true;
    }
  }
  for (size_t I = 0; I != Result.size(); ++I)
    for (const auto &Entry : Verdicts[I])
      ++Result[I].Accesses[Entry.second];
  return Result;
}
