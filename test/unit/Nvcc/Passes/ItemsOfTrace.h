//===- ItemsOfTrace.h - The items of a trace, for tests ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_TEST_UNIT_COMPILER_ITEMSOFTRACE_H
#define BANKLINT_TEST_UNIT_COMPILER_ITEMSOFTRACE_H

#include "MergeItems.h"
#include "ReadTrace.h"

namespace banklint {

/// The items of a trace whose accesses go to these arrays of words: `s` and `r`
/// are static and promise no alignment, `a` promises 16 bytes, and `d` is
/// dynamic memory and promises 16 bytes, too.
struct ItemsOfTrace {
  std::unique_ptr<TextTraces> Text;
  AddressShapes Shapes;
  MergePlan Plan;
  MergeItems Items;

  explicit ItemsOfTrace(const std::string &Lines)
      : Text(readTrace(
            "array s: static, 4096 bytes at 0, align 4, extents 1024, strides "
            "4\n"
            "array r: static, 4096 bytes at 4096, align 4, extents 1024, "
            "strides 4\n"
            "array a: static, 4096 bytes at 8192, align 16, extents 1024, "
            "strides 4\n"
            "array d: dynamic, at 12288, align 16, extents 0, strides 4\n"
            "array view: view\n" +
            Lines)),
        Plan(Text->trace().Records, Text->trace().Unrolls),
        Items(Shapes, Plan, Text->trace().Records) {}
};

} // namespace banklint

#endif // BANKLINT_TEST_UNIT_COMPILER_ITEMSOFTRACE_H
