//===- ReadTrace.h - Traces as inputs of tests ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_TEST_UNIT_READTRACE_H
#define BANKLINT_TEST_UNIT_READTRACE_H

#include "Trace/TraceText.h"
#include "gtest/gtest.h"

namespace banklint {

/// What a text describes (Trace/TraceText.h); a mistake in it fails the test.
inline std::unique_ptr<TextTraces> readTrace(const std::string &Text) {
  llvm::Expected<std::unique_ptr<TextTraces>> Read = readTraces(Text);
  if (Read)
    return std::move(*Read);
  ADD_FAILURE() << toString(Read.takeError()) << " in\n" << Text;
  std::unique_ptr<TextTraces> Empty = llvm::cantFail(readTraces("group"));
  return Empty;
}

template <typename T> std::string printed(const T &Part) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  Part.print(OS);
  return Text;
}

/// The lines of all parts, as `print` has them.
template <typename List> std::string printedLines(const List &Parts) {
  std::string Text;
  for (const auto &Part : Parts)
    Text += printed(Part) + "\n";
  return Text;
}

} // namespace banklint

#endif // BANKLINT_TEST_UNIT_READTRACE_H
