//===- Check.cpp - The whole way in one call ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Check/Check.h"
#include "Cuda/CompileCommand.h"
#include "Finding/Collect.h"
#include "Fix/Propose.h"
#include "Fix/ProveEdits.h"
#include "Fix/UselessPadding.h"
#include "Nvcc/Rules/Modes.h"
#include "Nvcc/Rules/Rules.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/TargetInfo.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

Analysis banklint::analyseForFindings(clang::ASTContext &Context,
                                      llvm::ArrayRef<SourceError> Errors,
                                      const AnalysisOptions &Options,
                                      const KernelSet &Known) {
  Analysis Found = analyseKernels(Context, Errors, Options, Known);
  if (!isMeasuredGpuArch(Context.getTargetInfo().getTargetOpts().CPU)) {
    for (Access &A : Found.Accesses)
      A.InexactBy |= ModelRule::Gpu;
    for (KernelCount &K : Found.Counts)
      K.IsEstimate = true;
  }
  return Found;
}

std::string banklint::keyOf(const AnalysisOptions &Options) {
  // Names all members, or does not compile.
  const auto &[BlockDims, FindsUselessPadding, ReportsPossible, StepBudget,
               BoundsProofs, CountsTotals, Others, OnlyLinks] = Options;
  std::string Key;
  auto Add = [&](const llvm::Twine &Part) {
    Key += Part.str();
    Key += '\0';
  };
  for (const auto &[Kernels, Block, Source] : BlockDims) {
    Add(Kernels);
    for (unsigned Extent : Block)
      Add(llvm::Twine(Extent));
    Add(Source);
  }
  Add(FindsUselessPadding ? "padding" : "");
  Add(ReportsPossible ? "possible" : "");
  Add(llvm::Twine(StepBudget));
  Add(BoundsProofs ? "bounded" : "");
  Add(CountsTotals ? "totals" : "");
  Add(OnlyLinks ? "links" : "");
  Add(ruleModesText());
  Add(elsewhereKey(Others));
  return Key;
}

Report banklint::checkSource(clang::ASTContext &Context,
                             llvm::ArrayRef<SourceError> Errors,
                             const AnalysisOptions &Options,
                             LaunchLinks *Links) {
  Analysis Found = analyseForFindings(Context, Errors, Options);
  if (Links)
    *Links = std::move(Found.Links);
  Report R;
  if (Options.OnlyLinks)
    return R;
  R.Findings = collectFindings(Found.Accesses, Options.ReportsPossible);
  ProofBudget Proofs;
  if (Options.BoundsProofs)
    Proofs.StepsLeft = Found.StepsLeft;
  proposeFixes(Found, Context, Proofs, R.Findings);
  if (Options.FindsUselessPadding)
    llvm::append_range(R.Findings, findUselessPadding(Found, Context));
  R.Accesses = std::move(Found.Accesses);
  R.Gaps = std::move(Found.Gaps);
  R.Kernels = std::move(Found.Counts);
  R.Totals.Kernels = Found.Kernels;
  return R;
}

OtherProof banklint::proveEdits(clang::ASTContext &Context,
                                llvm::ArrayRef<SourceError> Errors,
                                const AnalysisOptions &Options,
                                llvm::ArrayRef<ProvedEdits> Wanted) {
  AnalysisOptions OfProof = Options;
  OfProof.CountsTotals = false;
  Analysis Found = analyseForFindings(Context, Errors, OfProof);
  ProofBudget Proofs;
  if (Options.BoundsProofs)
    Proofs.StepsLeft = Found.StepsLeft;
  return proveEdits(Found, Context, Proofs, Wanted);
}
