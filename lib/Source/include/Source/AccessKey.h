//===- AccessKey.h - What tells accesses of a source apart ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compilers' line tables, profilers and readers name an access by its place and
// by what it does: `s[i] += x` is a load and a store at one column. This key is
// the one by which all parts find accesses again.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_SOURCE_ACCESSKEY_H
#define BANKLINT_SOURCE_ACCESSKEY_H

#include "Source/Place.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <tuple>

namespace banklint {

/// What an access does to shared memory. In the order of the names, in which
/// reports list the accesses at one place.
enum class AccessOperation { Atomic, CpAsync, LdMatrix, Load, StMatrix, Store };

/// "atomic", "cp.async", "ldmatrix", "load", "stmatrix", "store": what reports
/// write and fingerprints are made of.
const char *operationName(AccessOperation Operation);

/// The operation of that name, if there is one.
std::optional<AccessOperation> operationNamed(llvm::StringRef Name);

/// How a sentence goes on to the array: "load from", "store to", "atomic on".
const char *operationPreposition(AccessOperation Operation);

/// An operation of a source: file, line, column, and what it does.
struct AccessKey {
  SourcePoint At;
  AccessOperation Operation = AccessOperation::Load;

  /// In the order of the files' names, then of their text.
  friend bool operator<(const AccessKey &A, const AccessKey &B) {
    return std::tie(A.At, A.Operation) < std::tie(B.At, B.Operation);
  }
  friend bool operator==(const AccessKey &A, const AccessKey &B) {
    return A.At == B.At && A.Operation == B.Operation;
  }
};

} // namespace banklint

#endif // BANKLINT_SOURCE_ACCESSKEY_H
