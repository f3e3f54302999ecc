//===- SourceArchive.cpp - A checked source as text -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceArchive.h"
#include "Files/Nesting.h"
#include "Finding/Finding.h"
#include "Report/Archive.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <utility>

using namespace llvm;
using namespace banklint;

/// A name may hold any byte; JSON may not.
static json::Value nameAsJson(StringRef Name) {
  if (json::isUTF8(Name))
    return Name;
  return json::Object{{"bytes", toHex(Name)}};
}

static std::optional<std::string> nameFrom(const json::Value &Name) {
  if (std::optional<StringRef> Text = Name.getAsString())
    return Text->str();
  const json::Object *Object = Name.getAsObject();
  std::string Bytes;
  if (Object && tryGetFromHex(Object->getString("bytes").value_or("?"), Bytes))
    return Bytes;
  return std::nullopt;
}

std::optional<std::string>
banklint::archiveSource(const CheckedSource &Source) {
  std::optional<json::Value> Archived = archiveReport(Source.Result);
  if (!Archived)
    return std::nullopt;
  json::Array Files;
  for (const FileHash &File : Source.Files) {
    Files.push_back(nameAsJson(File.Name));
    Files.push_back(File.Hash);
  }
  std::string Text;
  raw_string_ostream(Text) << json::Value(
      json::Object{{"files", std::move(Files)},
                   {"report", std::move(*Archived)},
                   {"intact", Source.IsIntact},
                   {"complete", Source.IsComplete}});
  return Text;
}

std::optional<CheckedSource> banklint::restoreSource(StringRef Text) {
  Expected<json::Value> Parsed = parseJson(Text);
  if (!Parsed) {
    consumeError(Parsed.takeError());
    return std::nullopt;
  }
  const json::Object *Entry = Parsed->getAsObject();
  const json::Array *Files = Entry ? Entry->getArray("files") : nullptr;
  const json::Value *Archived = Entry ? Entry->get("report") : nullptr;
  if (!Files || !Archived || Files->size() % 2)
    return std::nullopt;
  CheckedSource Result;
  for (size_t I = 0; I < Files->size(); I += 2) {
    std::optional<std::string> Name = nameFrom((*Files)[I]);
    json::Path::Root Root;
    uint64_t Hash = 0;
    if (!Name || !fromJSON((*Files)[I + 1], Hash, Root))
      return std::nullopt;
    Result.Files.push_back({std::move(*Name), Hash});
  }
  std::optional<Report> Restored = restoreReport(*Archived);
  if (!Restored)
    return std::nullopt;
  Result.Result = std::move(*Restored);
  Result.IsIntact = Entry->getBoolean("intact").value_or(false);
  Result.IsComplete = Entry->getBoolean("complete").value_or(false);
  return Result;
}
