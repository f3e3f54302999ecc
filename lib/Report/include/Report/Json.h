//===- Json.h - The report as one JSON object -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_REPORT_JSON_H
#define BANKLINT_REPORT_JSON_H

#include "Finding/Finding.h"
#include "llvm/Support/raw_ostream.h"

namespace banklint {

/// Writes version 1 of the format: "accesses", "findings", "not_analysed" and
/// "summary". Offsets and lengths of edits count bytes; wavefronts are means a
/// request, null where unknown. With `AllAccesses` every access is listed, else
/// those that stand where a finding does; `WithKernels` adds "kernels", what the
/// profiler is predicted to count.
void writeJson(llvm::raw_ostream &OS, const Report &R, bool AllAccesses,
               bool WithKernels);

} // namespace banklint

#endif // BANKLINT_REPORT_JSON_H
