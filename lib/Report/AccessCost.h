//===- AccessCost.h - What an access costs, in a line -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_REPORT_ACCESSCOST_H
#define BANKLINT_REPORT_ACCESSCOST_H

#include "Bank/BankModel.h"
#include "Finding/Finding.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace banklint {

/// "load of 4 bytes from 'tile'", "store of 8 bytes to 'Qi' (in 'sram')".
std::string operationText(const Access &A);

/// Whether the worst request, which is drawn, takes more times its ideal than
/// the requests do on average, or in all cases.
bool isDrawnAlone(const Access &A);

/// Whether there is a request to draw.
bool canBeDrawn(const Access *A);

/// The phase that takes most wavefronts.
PhaseMap worstPhase(const Request &R);

/// "32 a request, ideal 1: conflict", "1 a request, up to 32-way, ideal 1:
/// possible (...)", or the verdict and its reason; in the stream's colours.
/// With what is counted behind the first number where `IsUnitNamed`.
void writeCost(llvm::raw_ostream &OS, const Access &A,
               bool IsUnitNamed = false);

} // namespace banklint

#endif // BANKLINT_REPORT_ACCESSCOST_H
