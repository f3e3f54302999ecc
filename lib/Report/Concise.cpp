//===- Concise.cpp - A line for each finding ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/Concise.h"
#include "Files/Shown.h"
#include "Finding/Finding.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace banklint;

void banklint::writeConcise(raw_ostream &OS, ArrayRef<Finding> Findings,
                            bool UseColors) {
  OS.enable_colors(UseColors);
  for (const Finding &F : Findings) {
    const SourcePoint &Where = F.Span.Begin;
    OS.changeColor(raw_ostream::SAVEDCOLOR, /*Bold=*/true)
        << shownText(Where.File) << ':' << Where.Line << ':' << Where.Column
        << ": ";
    OS.changeColor(F.IsError ? raw_ostream::RED : raw_ostream::MAGENTA,
                   /*Bold=*/true)
        << (F.IsError ? "error: " : "warning: ");
    OS.resetColor() << shownText(F.Message);
    if (!F.Others.empty())
      OS << " (and " << F.Others.size() << " more)";
    OS << " [" << F.Rule << "]\n";
  }
}
