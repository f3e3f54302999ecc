//===- Progress.cpp - How far a run has come ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Progress.h"
#include "Files/Paths.h"
#include "Files/Shown.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

using namespace llvm;
using namespace banklint;

static constexpr StringLiteral EraseLine = "\r\x1b[K";

Progress::Form Progress::form() {
  if (!errs().is_displayed())
    return Form::Log;
  // A terminal that has no colours may not be able to erase a line either.
  return sys::Process::StandardErrHasColors() ? Form::Line : Form::None;
}

Progress::~Progress() {
  if (Shown == Form::Line)
    errs() << EraseLine;
}

void Progress::begin(StringRef File) {
  ++Begun;
  if (Shown != Form::Line)
    return;
  const int Width = int(std::to_string(Total).size());
  std::string Line;
  raw_string_ostream Text(Line);
  Text << format("[%*zu/%zu", Width, Begun, Total);
  if (Conflicts)
    Text << ", " << Conflicts << (Conflicts == 1 ? " conflict" : " conflicts");
  Text << "] " << shownText(shownPath(File));
  // What goes on in the next line of the terminal is not erased.
  const unsigned Columns = sys::Process::StandardErrColumns();
  errs() << EraseLine << StringRef(Line).take_front(Columns ? Columns - 1 : 79);
}

void Progress::end(size_t ConflictsOfSource) {
  ++Ended;
  Conflicts += ConflictsOfSource;
  if (Shown != Form::Log || Ended == Total || Now() - Last < Interval)
    return;
  Last = Now();
  StderrLine() << Ended << " of " << Total << " sources, " << Conflicts
               << (Conflicts == 1 ? " conflict" : " conflicts") << " so far";
}
