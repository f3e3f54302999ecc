//===- CounterJson.h - The profiler's counters as JSON ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_REPORT_COUNTERJSON_H
#define BANKLINT_REPORT_COUNTERJSON_H

#include "Finding/Finding.h"
#include "llvm/Support/JSON.h"

namespace banklint {

/// An object for each kernel and launch shape: "kernels" of the report.
llvm::json::Array countersAsJson(const Report &R);

} // namespace banklint

#endif // BANKLINT_REPORT_COUNTERJSON_H
