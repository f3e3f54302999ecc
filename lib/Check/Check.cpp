//===- Check.cpp - The whole way in one call ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Check/Check.h"
#include "Finding/Join.h"
#include "Fix/Propose.h"
#include "Fix/UselessPadding.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;

Report banklint::checkSource(clang::ASTContext &Context,
                             llvm::ArrayRef<SourceError> Errors,
                             const AnalysisOptions &Options) {
  Analysis Found = analyseKernels(Context, Errors, Options);
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
