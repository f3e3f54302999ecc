//===- Apply.cpp - Fixes chosen, made and written -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fix/Apply.h"
#include "Files/Paths.h"
#include "Files/WholeFile.h"
#include "clang/Tooling/Core/Replacement.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;
using namespace banklint;
using clang::tooling::Replacement;
using clang::tooling::Replacements;

//===----------------------------------------------------------------------===//
// What was analysed.
//===----------------------------------------------------------------------===//

void AnalysedContents::note(StringRef File, StringRef Contents) {
  noteHash(File, xxh3_64bits(Contents));
}

void AnalysedContents::noteHash(StringRef File, uint64_t Hash) {
  if (std::vector<uint64_t> &Known = Hashes[File]; !is_contained(Known, Hash))
    Known.push_back(Hash);
}

void AnalysedContents::add(const AnalysedContents &Other) {
  for (const auto &[File, Seen] : Other.Hashes)
    for (uint64_t Hash : Seen)
      noteHash(File, Hash);
}

StringMap<std::vector<uint64_t>> AnalysedContents::byRealName() const {
  StringMap<std::vector<uint64_t>> Result;
  for (const auto &[File, Seen] : Hashes)
    append_range(Result[realPath(File)], Seen);
  return Result;
}

//===----------------------------------------------------------------------===//
// The plan.
//===----------------------------------------------------------------------===//

namespace {
/// Collects fixes that go together.
class Planner {
public:
  /// Adds all edits of a fix; none of them, and false, where one overlaps.
  bool add(const Fix &F);
  std::map<std::string, std::vector<Edit>> edits() const;

private:
  const std::string &realName(const std::string &File);

  std::map<std::string, Replacements> ByFile;
  StringMap<std::string> RealNames;
};
} // namespace

const std::string &Planner::realName(const std::string &File) {
  auto [Entry, IsUnseen] = RealNames.try_emplace(File);
  if (IsUnseen)
    Entry->second = realPath(File);
  return Entry->second;
}

bool Planner::add(const Fix &F) {
  std::map<std::string, Replacements> Tried;
  for (const Edit &E : F.Edits) {
    const std::string &File = realName(E.File);
    Replacement New(File, E.OffsetBytes, E.LengthBytes, E.Text);
    Replacements &Known = Tried.try_emplace(File, ByFile[File]).first->second;
    if (is_contained(Known, New))
      continue;
    if (Error Overlap = Known.add(New)) {
      consumeError(std::move(Overlap));
      return false;
    }
  }
  for (auto &[File, Known] : Tried)
    ByFile[File] = std::move(Known);
  return true;
}

std::map<std::string, std::vector<Edit>> Planner::edits() const {
  std::map<std::string, std::vector<Edit>> Result;
  for (const auto &[File, Known] : ByFile)
    for (const Replacement &R : Known)
      Result[File].push_back(
          {File, R.getOffset(), R.getLength(), R.getReplacementText().str()});
  return Result;
}

/// The fix that a finding asks for, and whether one was passed over.
static const Fix *choose(const Finding &F, bool AllowUnsafe, FixPlan &Plan) {
  auto Safe = find_if(F.Fixes, [](const Fix &X) { return X.IsSafe; });
  const Fix *Best = Safe != F.Fixes.end() ? &*Safe
                    : F.Fixes.empty()     ? nullptr
                                          : &F.Fixes.front();
  if (!Best)
    return nullptr;
  if (!Best->IsSafe && !AllowUnsafe) {
    ++Plan.UnsafeLeft;
    return nullptr;
  }
  if (!F.IsEditable) {
    ++Plan.BrokenLeft;
    return nullptr;
  }
  return Best;
}

FixPlan banklint::planFixes(ArrayRef<Finding> Findings, bool AllowUnsafe) {
  FixPlan Plan;
  Planner All;
  for (const Finding &F : Findings) {
    const Fix *Best = choose(F, AllowUnsafe, Plan);
    if (Best && !All.add(*Best)) {
      Best = nullptr;
      ++Plan.OverlapLeft;
    }
    Plan.Chosen.push_back(Best);
  }
  Plan.Edits = All.edits();
  return Plan;
}

unsigned FixPlan::fixedFindings() const {
  return count_if(
      Chosen, [](const Fix *F) { return F && !F->Proposed.Effect.HasExcess; });
}

unsigned FixPlan::improvedFindings() const {
  return count_if(
      Chosen, [](const Fix *F) { return F && F->Proposed.Effect.HasExcess; });
}

//===----------------------------------------------------------------------===//
// The files.
//===----------------------------------------------------------------------===//

static Expected<std::string> afterEdits(StringRef Before,
                                        ArrayRef<Edit> Edits) {
  Replacements All;
  for (const Edit &E : Edits)
    if (Error Failed =
            All.add(Replacement(E.File, E.OffsetBytes, E.LengthBytes, E.Text)))
      return std::move(Failed);
  return clang::tooling::applyAllReplacements(Before, All);
}

static Expected<EditedFile> edited(const std::string &File,
                                   ArrayRef<Edit> Edits,
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
  if (any_of(AnalysedHashes, [&](uint64_t Hash) { return Hash != Now; }))
    return Fail("the file has changed since it was analysed");
  Expected<std::string> After = afterEdits(Result.Before, Edits);
  if (!After)
    return Fail(toString(After.takeError()));
  Result.After = std::move(*After);
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
