//===- Links.h - Sources that launch each other's kernels -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel may be launched in another source than the one that has its code,
// and its block may come there through functions of several sources:
//
//   kernel.cu    __global__ void k(float *p) { ... }
//   launch.cu    void launch(float *p, dim3 block) { k<<<1, block>>>(p); }
//   main.cu      launch(p, dim3(32, 8));
//
// Each source says which functions it defines and which it only names. Those
// that name what others want to know the calls of are asked for these, round by
// round, until no source learns anything new; then the sources whose kernels
// are launched elsewhere are checked again, with these launches. A run in which
// no source names what another one wants takes no more than its checks.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_PROJECT_LINKS_H
#define BANKLINT_PROJECT_LINKS_H

#include "Check/Source.h"
#include "Project/Schedule.h"
#include "llvm/ADT/ArrayRef.h"
#include <vector>

namespace banklint {

/// As `checkAll`, with the launches that sources make of each other's kernels.
/// Where several sources have the code of one name, as the programs of a folder
/// may, a launch is of that in its own folder, if there is just one.
std::vector<CheckedSource> checkLinked(llvm::ArrayRef<Task> Tasks,
                                       const ScheduleOptions &Options);

} // namespace banklint

#endif // BANKLINT_PROJECT_LINKS_H
