//===- Printing.cpp - Costs as text ---------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cost/AccessSums.h"
#include "Trace/TraceText.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/Debug.h"
#include "llvm/Support/Format.h"

using namespace banklint;
using llvm::raw_ostream;

/// "2.5"
static llvm::format_object<double> number(double Number) {
  return llvm::format("%g", Number);
}

static llvm::StringRef nameOf(decltype(CostEstimate::Confidence) Confidence) {
  switch (Confidence) {
  case CostEstimate::Certain:
    return "certain";
  case CostEstimate::Depends:
    return "depends";
  case CostEstimate::NotKnown:
    return "not known";
  }
  llvm_unreachable("every case is listed");
}

void CostEstimate::print(raw_ostream &OS) const {
  OS << nameOf(Confidence);
  LineParts P(OS, ", ");
  if (Confidence != NotKnown) {
    P.next() << number(Wavefronts) << " wavefronts";
    P.next() << "ideal " << number(Ideal);
    if (InAnyLayout > Ideal)
      P.next() << "in any layout " << number(InAnyLayout);
    if (Ideal && Worst != Wavefronts / Ideal)
      P.next() << "worst " << number(Worst);
    if (Fewest != Most)
      P.next() << number(Fewest) << ".." << number(Most);
    if (Share != 1)
      printShare(P.next() << "share ", Share);
    P.flag(!IsMeanKnown, "mean unknown");
    P.flag(!IsExact, "inexact");
    P.flag(IsLeast, "at least");
  }
  P.reason(Why, "reason");
  P.reason(Limit, "limit");
  if (Confidence == NotKnown)
    return;
  Lanes Offsets;
  llvm::copy(Example.OffsetBytes, Offsets.begin());
  banklint::print(P.next() << "offsets ", Offsets, Example.ActiveMask);
  if (uint32_t Filled = Example.ZeroFilledMask & Example.ActiveMask) {
    P.next() << "zero fill";
    if (Filled != Example.ActiveMask)
      OS << " in lanes " << llvm::format_hex_no_prefix(Filled, 8);
  }
  if (!Example.FromBytes)
    return;
  llvm::copy(*Example.FromBytes, Offsets.begin());
  banklint::print(P.next() << "from ", Offsets, Example.ActiveMask);
}

LLVM_DUMP_METHOD void CostEstimate::dump() const {
  print(llvm::dbgs());
  llvm::dbgs() << '\n';
}

static llvm::StringRef nameOf(AccessSum::RequestKinds Kind) {
  switch (Kind) {
  case AccessSum::NoRequest:
    return "no request";
  case AccessSum::PartOf:
    return "part of others";
  case AccessSum::OfItsOwn:
    return "of its own";
  }
  llvm_unreachable("every kind is listed");
}

static void printSite(LineParts &P, llvm::StringRef Words, SiteId Site) {
  if (Site != NoSite)
    P.next() << Words << " #" << Site;
}

void AccessSum::print(raw_ostream &OS) const {
  OS << BytesPerLane << " bytes of " << (Array ? Array->Name : "?");
  LineParts P(OS, ", ");
  printSite(P, "at", Site);
  printSite(P, "shown at", ShownAt);
  P.next() << nameOf(Kind);
  P.next() << Requests << " requests";
  P.next() << number(KnownRequests) << " known";
  P.next() << number(Wavefronts) << " wavefronts";
  P.next() << "ideal " << number(Ideal);
  if (InAnyLayout > Ideal)
    P.next() << "in any layout " << number(InAnyLayout);
  P.next() << "worst " << number(WorstWays);
  if (FewestWavefronts != MostWavefronts)
    P.next() << number(FewestWavefronts) << ".." << number(MostWavefronts);
  P.flag(!IsMeanKnown, "mean unknown");
  if (InexactBy)
    P.next() << "inexact by " << InexactBy;
  P.flag(IsLeast, "at least");
  P.flag(!IsCounted, "not counted");
  P.flag(HasConflict, "conflict");
  P.flag(IsHalf, "half of the lanes");
  P.reason(PossibleReason, "possible");
  P.reason(UnknownReason, "unknown");
  P.reason(Limit, "limit");
  printSite(P, "guard", Guard);
  if (LeftOver)
    LeftOver->print(P.next() << "left over: ");
}

LLVM_DUMP_METHOD void AccessSum::dump() const {
  print(llvm::dbgs());
  llvm::dbgs() << '\n';
}
