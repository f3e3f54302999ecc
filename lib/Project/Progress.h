//===- Progress.h - How far a run has come ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_LIB_PROJECT_PROGRESS_H
#define BANKLINT_LIB_PROJECT_PROGRESS_H

#include "llvm/ADT/StringRef.h"
#include <chrono>
#include <cstddef>
#include <functional>

namespace banklint {

/// On a terminal, one line, which the next takes the place of, and which is
/// gone at the end. Elsewhere, as in the log of a CI job, which may give up on
/// what is silent, a line now and then.
class Progress {
public:
  using Time = std::chrono::steady_clock::time_point;
  enum class Form { None, Line, Log };

  Progress(Form Shown, size_t Total,
           std::function<Time()> Now = std::chrono::steady_clock::now)
      : Shown(Total > 1 ? Shown : Form::None), Total(Total), Now(Now),
        Last(this->Now()) {}
  ~Progress();

  /// What suits standard error.
  static Form form();

  void begin(llvm::StringRef File);
  /// What a source has is shown from the next one on.
  void end(size_t ConflictsOfSource);

private:
  static constexpr std::chrono::seconds Interval{30};
  const Form Shown;
  size_t Total, Begun = 0, Ended = 0, Conflicts = 0;
  std::function<Time()> Now;
  Time Last;
};

} // namespace banklint

#endif // BANKLINT_LIB_PROJECT_PROGRESS_H
