//===- Prediction.h - What a JSON report predicts ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_REPORT_PREDICTION_H
#define BANKLINT_REPORT_PREDICTION_H

#include "Profile/Prediction.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace banklint {

/// Reads from a JSON report, made with --all-accesses, what is predicted for
/// each line; made with --summary as well, it has bounds where numbers are not
/// exact. `Text` is what `File` holds. Fails with a sentence where that is no
/// report of version 1, or lists only conflicts.
llvm::Expected<Prediction> readPrediction(llvm::StringRef File,
                                          llvm::StringRef Text);

} // namespace banklint

#endif // BANKLINT_REPORT_PREDICTION_H
