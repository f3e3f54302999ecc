//===- TraceDump.cpp - Traces and requests for developers -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/TraceDump.h"
#include "Cost/Requests.h"
#include "Cuda/Names.h"
#include "Nvcc/Passes/Pipeline.h"
#include "Trace/TraceText.h"
#include "clang/AST/Decl.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace banklint;

static bool matches(const std::optional<llvm::GlobPattern> &Glob,
                    const clang::FunctionDecl &Kernel) {
  return Glob && (Glob->match(Kernel.getNameAsString()) ||
                  Glob->match(Kernel.getQualifiedNameAsString()) ||
                  Glob->match(signatureOf(Kernel)));
}

/// "4x?x1", or nothing where no number is known.
static void printKnown(llvm::raw_ostream &OS, llvm::StringRef Title,
                       llvm::ArrayRef<std::optional<int64_t>> Numbers,
                       llvm::StringRef Between) {
  if (llvm::none_of(Numbers, [](const auto &N) { return N.has_value(); }))
    return;
  OS << Title;
  llvm::interleave(
      Numbers, OS,
      [&](const std::optional<int64_t> &N) {
        if (N)
          OS << *N;
        else
          OS << '?';
      },
      Between);
}

/// A comment to the reader of traces.
void TraceDump::printHeading(const WalkedKernel &Walked, llvm::StringRef What) {
  const clang::FunctionDecl *Kernel = Walked.Kernel;
  // Types and launches may name files.
  llvm::printEscapedString(signatureOf(*Kernel), OS << "; ");
  OS << ", blocks of " << Walked.Block[0] << 'x' << Walked.Block[1] << 'x'
     << Walked.Block[2] << " (";
  llvm::printEscapedString(toText(Walked.Shape.Source), OS);
  OS << ')';
  printKnown(OS, ", grid of ", Walked.Shape.Grid, "x");
  printKnown(OS, ", arguments ", Walked.Shape.Arguments, ", ");
  OS << ": " << What << '\n';
}

void TraceDump::recorded(const WalkedKernel &Walked, const Trace &Group) {
  IsChanged = !Group.Regions.empty() || Group.IsTorn;
  if (!matches(Asked.Traces, *Walked.Kernel))
    return;
  HasTraces = true;
  printHeading(Walked, "trace as recorded");
  print(OS, Walked, &Group);
  OS << '\n';
}

void TraceDump::prepared(const WalkedKernel &Walked, const Trace &Group) {
  if (IsChanged && matches(Asked.Traces, *Walked.Kernel)) {
    printHeading(Walked, "trace with its regions applied");
    print(OS, Walked, &Group);
    OS << '\n';
  }
  if (matches(Asked.Requests, *Walked.Kernel))
    printRequests(Walked, Group);
}

void TraceDump::printRequests(const WalkedKernel &Walked, const Trace &Group) {
  HasRequests = true;
  printHeading(Walked, "requests");
  TraceNames Names(Walked.Sites);
  Names.add(Group);
  Names.assign();
  AddressShapes Shapes;
  CostEstimator Costs(*Group.Values, Shapes, Group.Warps);
  MergePlan Plan(Group.Records, Group.Unrolls);
  unsigned Number = 0;
  for (const MachineRequest &Request :
       mergeAccesses(Shapes, Plan, Group.Records)) {
    OS << Number++ << ": ";
    Request.print(OS, Names);
    OS << "\n   ";
    Costs.of(Request).print(OS);
    OS << '\n';
  }
  OS << '\n';
}
