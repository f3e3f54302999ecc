//===- BankSvg.h - Words of shared memory in their banks, drawn -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_REPORT_BANKSVG_H
#define BANKLINT_REPORT_BANKSVG_H

#include "Bank/BankModel.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace banklint {

/// A request, and what is written above it.
struct BankPanel {
  std::string Title;
  Request Asked;
};

/// Draws requests side by side as one SVG: a column for each of the 32 banks, a
/// row for each 128 bytes of shared memory in which a lane accesses something,
/// and the words that lanes access filled; words are darker the more of them
/// share a bank. Each word has a title that names its lanes. It follows the
/// reader's light or dark scheme, and needs no script.
void writeBankSvg(llvm::raw_ostream &OS, llvm::ArrayRef<BankPanel> Panels);

} // namespace banklint

#endif // BANKLINT_REPORT_BANKSVG_H
