//===- Printing.cpp - The stages of the compiler model as text ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MergeItems.h"
#include "Trace/TraceText.h"
#include "WideAccess.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/Debug.h"

using namespace banklint;
using llvm::raw_ostream;

template <typename Part> static void dumpLine(const Part &Printed) {
  Printed.print(llvm::dbgs());
  llvm::dbgs() << '\n';
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

void ByteTerm::print(raw_ostream &OS) const {
  if (Scale != 1)
    OS << Scale << " * ";
  Term Whole = {What, Factor};
  Value(LaneNumbers(0), Whole).print(OS);
}

void AddressShape::print(raw_ostream &OS) const {
  banklint::print(OS, FromFirst, AllLanes);
  for (const ByteTerm &T : Terms) {
    OS << ", ";
    T.print(OS);
  }
  if (WithoutLaunch)
    OS << ", shape " << *WithoutLaunch << " in the launch";
}

LLVM_DUMP_METHOD void ByteTerm::dump() const { dumpLine(*this); }
LLVM_DUMP_METHOD void AddressShape::dump() const { dumpLine(*this); }

//===----------------------------------------------------------------------===//
// Items
//===----------------------------------------------------------------------===//

void MergeBase::print(raw_ostream &OS) const {
  OS << Array->Name << ", shape " << Shape;
  LineParts P(OS, ", ");
  P.lanes(Active);
  P.number(Arm, "arm");
  P.number(Unroll, "unroll block");
  P.number(Iteration, "iteration");
  P.next() << "align " << AlignmentBytes;
  P.next() << "declared align " << DeclaredBytes;
  P.flag(IsMoving, "moving");
}

void MergeItem::print(raw_ostream &OS) const {
  OS << "base " << BaseId << ", offset " << OffsetBytes;
  LineParts P(OS, ", ");
  P.number(ShiftBytes, "shift");
  if (isDropped())
    P.next() << "dropped for " << Instead;
  P.reason(Limit, "limit");
}

void MergeItems::print(raw_ostream &OS) const {
  for (size_t I = 0; I != Bases.size(); ++I) {
    OS << "base " << I << ": ";
    Bases[I].print(OS);
    OS << '\n';
  }
  for (uint32_t I = 0; I != size(); ++I) {
    OS << "item " << I << ": ";
    if (stepOf(I).HasBase)
      Items[I].print(OS);
    else
      OS << "no base";
    OS << '\n';
  }
}

void WideAccess::print(raw_ostream &OS) const {
  OS << WidthBytes << " bytes at " << OffsetBytes << " of items";
  for (uint32_t Member : Members)
    OS << ' ' << Member;
  LineParts P(OS, ", ");
  if (InexactBy)
    P.next() << "inexact by " << InexactBy;
  P.flag(HasEpilogueLoop, "unknown remainder");
}

LLVM_DUMP_METHOD void MergeBase::dump() const { dumpLine(*this); }
LLVM_DUMP_METHOD void MergeItem::dump() const { dumpLine(*this); }
LLVM_DUMP_METHOD void MergeItems::dump() const { print(llvm::dbgs()); }
LLVM_DUMP_METHOD void WideAccess::dump() const { dumpLine(*this); }

//===----------------------------------------------------------------------===//
// Requests
//===----------------------------------------------------------------------===//

void MachineRequest::print(raw_ostream &OS, const TraceNames &Names) const {
  OS << operationName(Standing->Operation) << ' ' << BytesPerLane << " bytes ";
  if (Standing->Where)
    banklint::print(OS, *Standing->Where, Names);
  else
    OS << '?';
  LineParts P(OS, ", ");
  P.number(MovedBytes, "moved by");
  P.lanes(Standing->Active);
  if (Standing->Confidence != Certainty::Exact)
    P.next() << Standing->Confidence;
  if (Part->Site != NoSite)
    P.next() << "at " << Names.of(Part->Site);
  if (IsPartOf)
    P.next() << "part of "
             << (Standing->Site != NoSite ? Names.of(Standing->Site) : "?");
  P.number(Iteration, "iteration");
  if (InexactBy)
    P.next() << "inexact by " << InexactBy;
  P.reason(Limit, "limit");
  P.flag(IsLeftOver, "left over");
  if (Share != 1)
    printShare(P.next() << "share ", Share);
}

void MachineRequest::print(raw_ostream &OS) const {
  TraceNames Names;
  Names.add(*Part);
  Names.add(*Standing);
  Names.assign();
  print(OS, Names);
}

LLVM_DUMP_METHOD void MachineRequest::dump() const { dumpLine(*this); }
