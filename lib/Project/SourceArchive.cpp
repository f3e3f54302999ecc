//===- SourceArchive.cpp - A checked source as text -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceArchive.h"
#include "Finding/Finding.h"
#include "Report/Archive.h"
#include "llvm/BinaryFormat/MsgPackReader.h"
#include "llvm/BinaryFormat/MsgPackWriter.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <utility>

using namespace llvm;
using namespace banklint;

std::optional<std::string>
banklint::archiveSource(const CheckedSource &Source) {
  const std::optional<std::string> Report = archiveReport(Source.Result);
  if (!Report)
    return std::nullopt;
  std::string Text;
  raw_string_ostream OS(Text);
  msgpack::Writer To(OS);
  To.write(Source.IsIntact);
  To.write(Source.IsComplete);
  To.write(StringRef(*Report));
  for (const FileHash &File : Source.Files) {
    To.write(StringRef(File.Name));
    To.write(File.Hash);
  }
  return Text;
}

/// The next object, where it is of this kind.
static std::optional<msgpack::Object> next(msgpack::Reader &From,
                                           msgpack::Type Kind) {
  msgpack::Object Next;
  Expected<bool> IsRead = From.read(Next);
  if (IsRead && *IsRead && Next.Kind == Kind)
    return Next;
  consumeError(IsRead.takeError());
  return std::nullopt;
}

std::optional<CheckedSource> banklint::restoreSource(StringRef Text) {
  msgpack::Reader From(Text);
  const auto IsIntact = next(From, msgpack::Type::Boolean);
  const auto IsComplete = next(From, msgpack::Type::Boolean);
  const auto Archived = next(From, msgpack::Type::String);
  if (!IsIntact || !IsComplete || !Archived)
    return std::nullopt;
  std::optional<Report> Restored = restoreReport(Archived->Raw);
  if (!Restored)
    return std::nullopt;
  CheckedSource Result;
  Result.Result = std::move(*Restored);
  Result.IsIntact = IsIntact->Bool;
  Result.IsComplete = IsComplete->Bool;
  for (msgpack::Object Name;;) {
    Expected<bool> IsRead = From.read(Name);
    if (IsRead && !*IsRead)
      return Result;
    const auto Hash = IsRead ? next(From, msgpack::Type::UInt) : std::nullopt;
    consumeError(IsRead.takeError());
    if (!Hash || Name.Kind != msgpack::Type::String)
      return std::nullopt;
    Result.Files.push_back({Name.Raw.str(), Hash->UInt});
  }
}
