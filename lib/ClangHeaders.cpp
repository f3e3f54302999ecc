//===- ClangHeaders.cpp - Carries the precompiled header ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ClangHeaders.h"
