//===- Compare.cpp - banklint compare: two reports ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compare.h"
#include "Report/Compare.h"
#include "Status.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <cstddef>
#include <string>
#include <vector>

using namespace banklint;
using namespace llvm;

cl::SubCommand banklint::CompareCommand("compare", "compare two JSON reports");

static cl::opt<std::string> OldFile(cl::Positional, cl::desc("OLD.json"),
                                    cl::Required, cl::sub(CompareCommand));
static cl::opt<std::string> NewFile(cl::Positional, cl::desc("NEW.json"),
                                    cl::Required, cl::sub(CompareCommand));

static Expected<std::vector<ReportedAccess>> read(StringRef File) {
  auto Buffer = MemoryBuffer::getFile(File);
  if (!Buffer)
    return createStringError("cannot read '" + File +
                             "': " + Buffer.getError().message());
  return readReport(File, (*Buffer)->getBuffer());
}

Status banklint::runCompare() {
  Expected<std::vector<ReportedAccess>> Old = read(OldFile);
  if (!Old)
    return fail(toString(Old.takeError()));
  Expected<std::vector<ReportedAccess>> New = read(NewFile);
  if (!New)
    return fail(toString(New.takeError()));
  std::vector<ComparedAccess> Compared = compareReports(*Old, *New);
  writeComparison(outs(), Compared);
  size_t Changed =
      count_if(Compared, [](const ComparedAccess &C) { return C.isChanged(); });
  size_t Worse =
      count_if(Compared, [](const ComparedAccess &C) { return C.isWorse(); });
  outs().flush();
  errs() << Compared.size() << " accesses: " << Changed << " changed, " << Worse
         << " worse\n";
  return Worse ? Conflicts : Clean;
}
