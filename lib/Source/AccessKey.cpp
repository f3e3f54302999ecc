//===- AccessKey.cpp - What tells accesses of a source apart --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Source/AccessKey.h"
#include "llvm/Support/ErrorHandling.h"
#include <optional>

using namespace banklint;

const char *banklint::operationName(AccessOperation Operation) {
  switch (Operation) {
  case AccessOperation::Atomic:
    return "atomic";
  case AccessOperation::CpAsync:
    return "cp.async";
  case AccessOperation::LdMatrix:
    return "ldmatrix";
  case AccessOperation::Load:
    return "load";
  case AccessOperation::StMatrix:
    return "stmatrix";
  case AccessOperation::Store:
    return "store";
  }
  llvm_unreachable("every operation is listed");
}

std::optional<AccessOperation> banklint::operationNamed(llvm::StringRef Name) {
  for (AccessOperation Operation :
       {AccessOperation::Atomic, AccessOperation::CpAsync,
        AccessOperation::LdMatrix, AccessOperation::Load,
        AccessOperation::StMatrix, AccessOperation::Store})
    if (Name == operationName(Operation))
      return Operation;
  return std::nullopt;
}

const char *banklint::operationPreposition(AccessOperation Operation) {
  switch (Operation) {
  case AccessOperation::Atomic:
    return "on";
  case AccessOperation::LdMatrix:
  case AccessOperation::Load:
    return "from";
  case AccessOperation::CpAsync:
  case AccessOperation::StMatrix:
  case AccessOperation::Store:
    return "to";
  }
  llvm_unreachable("every operation is listed");
}
