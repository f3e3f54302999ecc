//===- Apply.cpp - Edits made and written ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Edit/Apply.h"
#include "Files/WholeFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;
using namespace banklint;

static Expected<EditedFile> edited(const std::string &File,
                                   const EditSet &Edits,
                                   ArrayRef<uint64_t> AnalysedHashes,
                                   bool IsToBeWritten) {
  auto Fail = [&](const Twine &Reason) {
    return createStringError("cannot fix '" + File + "': " + Reason);
  };
  if (IsToBeWritten && isReadOnly(File))
    return Fail("the file is read-only");
  auto Buffer = MemoryBuffer::getFile(File);
  if (!Buffer)
    return Fail(Buffer.getError().message());
  EditedFile Result{File, (*Buffer)->getBuffer().str(), ""};
  uint64_t Now = xxh3_64bits(Result.Before);
  if (any_of(AnalysedHashes, [&](uint64_t Hash) { return Hash != Now; }) ||
      Edits.endBytes() > Result.Before.size())
    return Fail("the file has changed since it was analysed");
  Result.After = Edits.applyTo(Result.Before);
  return Result;
}

Expected<std::vector<EditedFile>>
banklint::makeContents(const FixPlan &Plan, const AnalysedContents &Contents,
                       bool AreToBeWritten) {
  std::vector<EditedFile> Files;
  if (Plan.Edits.empty())
    return Files;
  auto Hashes = Contents.byRealName();
  for (const auto &[File, Edits] : Plan.Edits) {
    Expected<EditedFile> New =
        edited(File, Edits, Hashes[File], AreToBeWritten);
    if (!New)
      return New.takeError();
    Files.push_back(std::move(*New));
  }
  return Files;
}

Error banklint::writeContents(ArrayRef<EditedFile> Files) {
  for (const EditedFile &File : Files)
    if (Error E = writeWholeFile(File.Name, File.After))
      return E;
  return Error::success();
}
