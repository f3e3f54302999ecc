//===- AccessKey.cpp - What tells accesses of a source apart --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Source/AccessKey.h"
#include "llvm/Support/ErrorHandling.h"

using namespace banklint;

const char *banklint::operationName(AccessOperation Operation) {
  switch (Operation) {
  case AccessOperation::Load:
    return "load";
  case AccessOperation::Store:
    return "store";
  case AccessOperation::Atomic:
    return "atomic";
  case AccessOperation::LdMatrix:
    return "ldmatrix";
  case AccessOperation::StMatrix:
    return "stmatrix";
  case AccessOperation::CpAsync:
    return "cp.async";
  }
  llvm_unreachable("every operation is listed");
}
