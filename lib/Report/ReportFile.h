//===- ReportFile.h - A JSON report that is read again ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_REPORT_REPORTFILE_H
#define BANKLINT_REPORT_REPORTFILE_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include <array>
#include <cstdint>
#include <optional>

namespace banklint {

/// Parses `Text`, and hands a report of version 1 to `Read`, its object and its
/// list of accesses, each with where it stands. `Read` reports what it cannot
/// read there and returns false. Fails with "'FILE' is no JSON report: REASON".
llvm::Error readReportFile(
    llvm::StringRef File, llvm::StringRef Text,
    llvm::function_ref<
        bool(const llvm::json::Object &Report, llvm::json::Path Path,
             const llvm::json::Array &Accesses, llvm::json::Path OfAccesses)>
        Read);

/// A whole number of a report, from `Least` on: a line, an extent. Others would
/// be cut to one.
template <unsigned Least> struct ReportedNumber {
  static_assert(Least <= 1, "what is said below");
  unsigned Number = Least;
};

template <unsigned Least>
bool fromJSON(const llvm::json::Value &Value, ReportedNumber<Least> &Of,
              llvm::json::Path Path) {
  static constexpr int64_t Most = INT32_MAX;
  const std::optional<int64_t> Number = Value.getAsInteger();
  if (!Number || *Number < int64_t(Least) || *Number > Most) {
    if constexpr (Least == 0)
      Path.report("expected a whole number from 0 to 2147483647");
    else
      Path.report("expected a whole number from 1 to 2147483647");
    return false;
  }
  Of.Number = unsigned(*Number);
  return true;
}

/// Wavefronts or requests of a report, which may be a mean.
struct ReportedAmount {
  double Number = 0;
};

inline bool fromJSON(const llvm::json::Value &Value, ReportedAmount &Of,
                     llvm::json::Path Path) {
  static constexpr double Most = 0x1p53;
  const std::optional<double> Number = Value.getAsNumber();
  if (!Number || !(*Number >= 0 && *Number <= Most)) {
    Path.report("expected a number from 0 to 2^53");
    return false;
  }
  Of.Number = *Number;
  return true;
}

/// "block" of an access or kernel: 3 extents.
bool mapBlock(llvm::json::ObjectMapper &Map, llvm::json::Path Path,
              std::array<unsigned, 3> &Block);

} // namespace banklint

#endif // BANKLINT_REPORT_REPORTFILE_H
