//===- ArchiveFuzzer.cpp - Reports that were kept -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "Files/Nesting.h"
#include "Finding/Finding.h"
#include "Report/Archive.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include <cstddef>
#include <cstdint>
#include <optional>

using namespace banklint;
namespace json = llvm::json;

/// What comes back is kept as the same again.
int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  llvm::Expected<json::Value> Kept = parseJson(textOf(Data, Size));
  if (!Kept) {
    llvm::consumeError(Kept.takeError());
    return 0;
  }
  std::optional<Report> Restored = restoreReport(*Kept);
  if (!Restored)
    return 0;
  std::optional<json::Value> Archived = archiveReport(*Restored);
  require(Archived.has_value(), "a report that was kept can be kept");
  std::optional<Report> Again = restoreReport(*Archived);
  require(Again.has_value(), "a report that is kept comes back");
  std::optional<json::Value> Twice = archiveReport(*Again);
  require(Twice && *Twice == *Archived, "a report comes back as it was");
  return 0;
}
