//===- ArchiveFuzzer.cpp - Reports that were kept -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "Finding/Finding.h"
#include "Report/Archive.h"
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

using namespace banklint;

/// What comes back is kept as the same again.
int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  std::optional<Report> Restored = restoreReport(textOf(Data, Size));
  if (!Restored)
    return 0;
  std::optional<std::string> Archived = archiveReport(*Restored);
  require(Archived.has_value(), "a report that was kept can be kept");
  std::optional<Report> Again = restoreReport(*Archived);
  require(Again.has_value(), "a report that is kept comes back");
  require(archiveReport(*Again) == Archived, "a report comes back as it was");
  return 0;
}
