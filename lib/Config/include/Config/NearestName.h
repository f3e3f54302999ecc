//===- NearestName.h - What was probably meant ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CONFIG_NEARESTNAME_H
#define BANKLINT_CONFIG_NEARESTNAME_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace banklint {

/// The one of `Names` that is at most two letters away from `Written`, or "".
/// Case and punctuation do not count: "minWay" is near "min-ways".
llvm::StringRef nearestName(llvm::StringRef Written,
                            llvm::ArrayRef<llvm::StringRef> Names);

} // namespace banklint

#endif // BANKLINT_CONFIG_NEARESTNAME_H
