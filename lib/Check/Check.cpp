//===- Check.cpp - The whole way in one call ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Check/Check.h"
#include "Cuda/CompileCommand.h"
#include "Finding/Join.h"
#include "Fix/Propose.h"
#include "Fix/UselessPadding.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/TargetInfo.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

Report banklint::checkSource(clang::ASTContext &Context,
                             llvm::ArrayRef<SourceError> Errors,
                             const AnalysisOptions &Options) {
  Analysis Found = analyseKernels(Context, Errors, Options);
  if (!isMeasuredGpuArch(Context.getTargetInfo().getTargetOpts().CPU))
    for (Access &A : Found.Accesses)
      A.IsExact = false;
  Report R;
  R.Findings = joinAccesses(Found.Accesses, Options.ReportsPossible);
  proposeFixes(Found, Context, R.Findings);
  if (Options.FindsUselessPadding)
    llvm::append_range(R.Findings, findUselessPadding(Found, Context));
  R.Accesses = std::move(Found.Accesses);
  R.Gaps = std::move(Found.Gaps);
  R.Totals.Kernels = Found.Kernels;
  return R;
}
