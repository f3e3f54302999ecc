//===- Isolated.h - Work that may crash or never end ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang does not end on every text: forty macros that name each other twice
// take longer than anybody waits, and deep nesting runs out of stack. What is
// done for one source is done in a process of its own, which is given a large
// stack, and limits of time and memory.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_PROJECT_ISOLATED_H
#define BANKLINT_PROJECT_ISOLATED_H

#include "Project/Schedule.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>

namespace banklint {

/// A process that computes a text.
class IsolatedWork {
public:
  /// Starts it: a copy of this process, which has to have one thread only.
  /// Fails where the system has no more processes or files.
  static llvm::Expected<std::unique_ptr<IsolatedWork>>
  start(llvm::function_ref<std::string()> Work, const SourceLimits &Limits);

  IsolatedWork(const IsolatedWork &) = delete;
  IsolatedWork &operator=(const IsolatedWork &) = delete;
  /// Ends the process if it has not ended.
  ~IsolatedWork();

  /// Waits until at least one of them has ended.
  static void waitForAny(llvm::ArrayRef<IsolatedWork *> All);

  bool hasEnded() const { return Output < 0; }
  /// The text; or why there is none, as the end of a sentence: "takes more than
  /// 300 seconds". To be asked once, of one that has ended.
  llvm::Expected<std::string> take();

private:
  IsolatedWork(pid_t Process, int Output, const SourceLimits &Limits)
      : Process(Process), Output(Output), Limits(Limits) {}
  void read();

  pid_t Process;
  int Output; ///< what it writes; -1 once it has ended
  SourceLimits Limits;
  std::string Text;
};

} // namespace banklint

#endif // BANKLINT_PROJECT_ISOLATED_H
