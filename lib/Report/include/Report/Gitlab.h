//===- Gitlab.h - The report as GitLab's code quality -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_REPORT_GITLAB_H
#define BANKLINT_REPORT_GITLAB_H

#include "Files/Paths.h"
#include "Finding/Finding.h"
#include "llvm/Support/raw_ostream.h"

namespace banklint {

/// Writes an array with an object a finding, for `artifacts: reports:
/// codequality`. Fingerprints that several findings share, because two files
/// hold the same code, are told apart: GitLab wants each once. ("Code Quality
/// report format".)
void writeGitlab(llvm::raw_ostream &OS, const Report &R,
                 const RepositoryPaths &Paths);

} // namespace banklint

#endif // BANKLINT_REPORT_GITLAB_H
