//===- Gitlab.cpp - The report as GitLab's code quality -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/Gitlab.h"
#include "Files/Paths.h"
#include "Finding/Finding.h"
#include "JsonText.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <utility>

using namespace llvm;
using namespace banklint;

static StringRef severityOf(const Finding &F) {
  if (F.IsError)
    return "critical";
  switch (F.severity()) {
  case Severity::Low:
    return "info";
  case Severity::Medium:
    return "minor";
  case Severity::High:
    return "major";
  }
  llvm_unreachable("every severity is listed");
}

void banklint::writeGitlab(raw_ostream &OS, const Report &R,
                           const RepositoryPaths &Paths) {
  StringMap<unsigned> Seen;
  json::Array Issues;
  for (const Finding &F : R.Findings) {
    std::string Fingerprint = F.Fingerprint;
    if (unsigned Before = Seen[F.Fingerprint]++)
      Fingerprint += "-" + std::to_string(Before + 1);
    json::Object Lines{{"begin", F.Span.Begin.Line}};
    if (F.Span.EndLine)
      Lines["end"] = F.Span.EndLine;
    Issues.push_back(json::Object{
        {"description", jsonText(F.Message)},
        {"check_name", F.Rule},
        {"fingerprint", Fingerprint},
        {"severity", severityOf(F)},
        {"location",
         json::Object{{"path", jsonText(Paths.name(F.Span.Begin.File))},
                      {"lines", std::move(Lines)}}}});
  }
  OS << formatv("{0:2}\n", json::Value(std::move(Issues)));
}
