//===- BankPicture.cpp - Lanes and banks in a terminal --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/BankPicture.h"
#include "Bank/BankModel.h"
#include "Bank/Gpu.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace banklint;

void banklint::writeBankRow(raw_ostream &OS, StringRef Label,
                            function_ref<unsigned(unsigned)> NumberOf,
                            bool DotForZero) {
  OS << right_justify(Label, 4);
  for (unsigned I = 0; I != LaneCount; ++I) {
    unsigned Number = NumberOf(I);
    if (DotForZero && Number == 0)
      OS << "  .";
    else
      OS << format("%3u", Number);
  }
  OS << '\n';
}

void banklint::writePhaseRow(raw_ostream &OS, StringRef Label,
                             const PhaseMap &Phase) {
  writeBankRow(
      OS, Label, [&](unsigned Bank) { return Phase.Banks[Bank].size(); },
      /*DotForZero=*/true);
}
