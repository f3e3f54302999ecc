//===- Homepage.h - Where banklint is published -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CONFIG_HOMEPAGE_H
#define BANKLINT_CONFIG_HOMEPAGE_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace banklint {

/// The repository on GitHub that this is a release of, as its build was told by
/// BANKLINT_HOMEPAGE; "" where it is none.
llvm::StringRef homepage();

/// Where the page of a rule lies in a repository, as it was in this version; ""
/// without one.
std::string pageAddress(llvm::StringRef Homepage, llvm::StringRef Rule);

} // namespace banklint

#endif // BANKLINT_CONFIG_HOMEPAGE_H
