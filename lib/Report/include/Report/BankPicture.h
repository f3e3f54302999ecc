//===- BankPicture.h - Lanes and banks in a terminal ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_REPORT_BANKPICTURE_H
#define BANKLINT_REPORT_BANKPICTURE_H

#include "Bank/BankModel.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

namespace banklint {

/// A line of 32 numbers below 100 behind a label of at most four columns, 100
/// columns in all; a dot for 0 on demand:
///
///   bank  0  1  2  3 ...
///    now 32  .  .  . ...
void writeBankRow(llvm::raw_ostream &OS, llvm::StringRef Label,
                  llvm::function_ref<unsigned(unsigned)> NumberOf,
                  bool DotForZero = false);

/// The words that a phase asks of each bank, as such a line.
void writePhaseRow(llvm::raw_ostream &OS, llvm::StringRef Label,
                   const PhaseMap &Phase);

} // namespace banklint

#endif // BANKLINT_REPORT_BANKPICTURE_H
