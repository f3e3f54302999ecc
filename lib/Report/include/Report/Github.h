//===- Github.h - The report as GitHub's workflow commands ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_REPORT_GITHUB_H
#define BANKLINT_REPORT_GITHUB_H

#include "Files/Paths.h"
#include "Finding/Finding.h"
#include "Source/SourceTexts.h"
#include "llvm/Support/raw_ostream.h"

namespace banklint {

/// Writes a line a finding, which GitHub Actions turns into an annotation of
/// the pull request:
///
///   ::warning title=RULE,file=a.cu,line=4,endLine=4,col=12,endColumn=29::TEXT
///
/// The notes follow the message, each on a line of the annotation. Sources that
/// could not be analysed are errors. ("Workflow commands for GitHub Actions".)
void writeGithub(llvm::raw_ostream &OS, const Report &R,
                 const RepositoryPaths &Paths, SourceTexts &Texts);

} // namespace banklint

#endif // BANKLINT_REPORT_GITHUB_H
