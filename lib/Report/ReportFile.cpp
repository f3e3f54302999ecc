//===- ReportFile.cpp - A JSON report that is read again ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReportFile.h"
#include "Files/Nesting.h"
#include "llvm/ADT/STLExtras.h"
#include <array>
#include <utility>
#include <vector>

using namespace llvm;
using namespace banklint;

/// The accesses of a report; null, and reported, where it is none of version 1.
static const json::Array *accessesOf(const json::Value &Report,
                                     json::Path Path) {
  int Version = 0;
  json::ObjectMapper Map(Report, Path);
  if (!Map || !Map.map("version", Version))
    return nullptr;
  if (Version != 1) {
    Path.field("version").report("expected 1");
    return nullptr;
  }
  const json::Array *Accesses = Report.getAsObject()->getArray("accesses");
  if (!Accesses)
    Path.field("accesses").report("expected array");
  return Accesses;
}

bool banklint::mapBlock(json::ObjectMapper &Map, json::Path Path,
                        std::array<unsigned, 3> &Block) {
  std::vector<ReportedNumber<1>> Extents;
  if (!Map.map("block", Extents))
    return false;
  if (Extents.size() != Block.size()) {
    Path.field("block").report("expected 3 extents");
    return false;
  }
  for (auto [To, From] : zip_equal(Block, Extents))
    To = From.Number;
  return true;
}

Error banklint::readReportFile(
    StringRef File, StringRef Text,
    function_ref<bool(const json::Object &, json::Path, const json::Array &,
                      json::Path)>
        Read) {
  const auto Fail = [&](Error Reason) {
    return createStringError(
        "'" + File + "' is no JSON report: " + toString(std::move(Reason)));
  };
  Expected<json::Value> Parsed = parseJson(Text);
  if (!Parsed)
    return Fail(Parsed.takeError());
  json::Path::Root Root("report");
  const json::Path Path(Root);
  const json::Array *Accesses = accessesOf(*Parsed, Path);
  if (!Accesses ||
      !Read(*Parsed->getAsObject(), Path, *Accesses, Path.field("accesses")))
    return Fail(Root.getError());
  return Error::success();
}
