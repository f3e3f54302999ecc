//===- Apply.cpp - Writing fixes into the sources -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fix/Apply.h"
#include "clang/Tooling/Core/Replacement.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"
#include <map>

using namespace llvm;
using namespace banklint;
using clang::tooling::Replacement;
using clang::tooling::Replacements;

void AnalysedContents::note(StringRef File, StringRef Contents) {
  Hashes[File] = xxh3_64bits(Contents);
}

void AnalysedContents::add(const AnalysedContents &Other) {
  for (const auto &[File, Hash] : Other.Hashes)
    Hashes[File] = Hash;
}

bool AnalysedContents::isUnchanged(StringRef File, StringRef Contents) const {
  auto Found = Hashes.find(File);
  return Found == Hashes.end() || Found->second == xxh3_64bits(Contents);
}

namespace {
using ReplacementsByFile = std::map<std::string, Replacements>;

struct NewContents {
  std::string File; ///< with symbolic links resolved
  std::string Text;
  sys::fs::perms Permissions;
};
} // namespace

/// Adds all edits of a fix to `All`, or none of them: false.
static bool addFix(const Fix &F, ReplacementsByFile &All) {
  ReplacementsByFile Tried = All;
  for (const Edit &E : F.Edits) {
    Replacement New(E.File, E.OffsetBytes, E.LengthBytes, E.Text);
    Replacements &Known = Tried[E.File];
    if (is_contained(Known, New))
      continue;
    if (Error Overlap = Known.add(New)) {
      consumeError(std::move(Overlap));
      return false;
    }
  }
  All = std::move(Tried);
  return true;
}

static Expected<NewContents> edited(const std::string &File,
                                    const Replacements &Edits,
                                    const AnalysedContents &Contents) {
  auto Fail = [&](const Twine &Reason) {
    return createStringError("cannot fix '" + File + "': " + Reason);
  };
  NewContents Result;
  SmallString<128> Real;
  sys::fs::file_status Status;
  std::error_code EC = sys::fs::real_path(File, Real);
  if (!EC)
    EC = sys::fs::status(Real, Status);
  if (EC)
    return Fail(EC.message());
  Result.File = Real.str().str();
  Result.Permissions = Status.permissions();
  // The superuser may write anywhere; a read-only file still says no.
  if ((Result.Permissions & sys::fs::perms::all_write) ==
          sys::fs::perms::no_perms ||
      sys::fs::access(Real, sys::fs::AccessMode::Write))
    return Fail("the file is read-only");
  auto Buffer = MemoryBuffer::getFile(Real);
  if (!Buffer)
    return Fail(Buffer.getError().message());
  if (!Contents.isUnchanged(File, (*Buffer)->getBuffer()))
    return Fail("the file has changed since it was analysed");
  Expected<std::string> Text =
      clang::tooling::applyAllReplacements((*Buffer)->getBuffer(), Edits);
  if (!Text)
    return Fail(toString(Text.takeError()));
  Result.Text = std::move(*Text);
  return Result;
}

static Error write(const NewContents &New) {
  Error E = writeToOutput(New.File, [&](raw_ostream &OS) {
    OS << New.Text;
    return Error::success();
  });
  if (!E)
    if (std::error_code EC = sys::fs::setPermissions(New.File, New.Permissions))
      E = errorCodeToError(EC);
  if (!E)
    return E;
  return createStringError("cannot write '" + New.File +
                           "': " + toString(std::move(E)));
}

Expected<AppliedFixes> banklint::applyFixes(ArrayRef<const Fix *> Fixes,
                                            const AnalysedContents &Contents) {
  AppliedFixes Result;
  ReplacementsByFile All;
  for (const Fix *F : Fixes)
    Result.IsApplied.push_back(addFix(*F, All));
  std::vector<NewContents> Files;
  for (const auto &[File, Edits] : All) {
    Expected<NewContents> New = edited(File, Edits, Contents);
    if (!New)
      return New.takeError();
    Files.push_back(std::move(*New));
  }
  for (const NewContents &New : Files) {
    if (Error E = write(New))
      return std::move(E);
    ++Result.ChangedFiles;
  }
  return Result;
}
