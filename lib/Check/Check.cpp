//===- Check.cpp - The whole way in one call ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Check/Check.h"
#include "Finding/Join.h"
#include "Fix/Padding.h"

using namespace banklint;

Report banklint::checkSource(clang::ASTContext &Context,
                             llvm::ArrayRef<SourceError> Errors,
                             const AnalysisOptions &Options) {
  Analysis Found = analyseKernels(Context, Errors, Options);
  Report R;
  R.Findings = joinAccesses(Found.Accesses, Options.ReportsPossible);
  proposePadding(Found, Context, R.Findings);
  R.Accesses = std::move(Found.Accesses);
  R.Gaps = std::move(Found.Gaps);
  R.Totals.Kernels = Found.Kernels;
  return R;
}
