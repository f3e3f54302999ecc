//===- JsonNames.h - Names that reports have for enumerators ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As the reader of JSON finds them: by json::ObjectMapper::map.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_REPORT_JSONNAMES_H
#define BANKLINT_REPORT_JSONNAMES_H

#include "Finding/Finding.h"
#include "Source/AccessKey.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/JSON.h"
#include <optional>

namespace banklint {

inline bool fromJSON(const llvm::json::Value &Value, AccessOperation &Operation,
                     llvm::json::Path Path) {
  std::optional<llvm::StringRef> Name = Value.getAsString();
  std::optional<AccessOperation> Known =
      Name ? operationNamed(*Name) : std::nullopt;
  if (!Known)
    Path.report("expected the name of an operation");
  Operation = Known.value_or(AccessOperation::Load);
  return Known.has_value();
}

inline bool fromJSON(const llvm::json::Value &Value, Verdict &Judgement,
                     llvm::json::Path Path) {
  std::optional<llvm::StringRef> Name = Value.getAsString();
  std::optional<Verdict> Known = Name ? verdictNamed(*Name) : std::nullopt;
  if (!Known)
    Path.report("expected the name of a verdict");
  Judgement = Known.value_or(Verdict::Unknown);
  return Known.has_value();
}
} // namespace banklint

#endif // BANKLINT_REPORT_JSONNAMES_H
