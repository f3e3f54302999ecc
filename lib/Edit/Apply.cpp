//===- Apply.cpp - Edits made and written ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Edit/Apply.h"
#include "Files/Paths.h"
#include "Files/ReadFile.h"
#include "Files/WholeFile.h"
#include "Source/EditedFiles.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/xxhash.h"
#include <map>
#include <set>
#include <utility>

using namespace llvm;
using namespace banklint;

using KnownFiles = std::map<sys::fs::UniqueID, AnalysedContents::KnownFile>;

static Error cannotFix(StringRef File, const Twine &Reason) {
  return createStringError("cannot fix '" + shownPath(File) + "': " + Reason);
}

static Expected<std::string> readDisk(const std::string &File) {
  auto Buffer = readRegularFile(File);
  if (!Buffer)
    return cannotFix(File, toString(Buffer.takeError()));
  return (*Buffer)->getBuffer().str();
}

/// What `Edits` make of the file, which holds `Before`.
static Expected<EditedFile> edited(const std::string &File,
                                   Expected<std::string> Before,
                                   const EditSet &Edits,
                                   const KnownFiles &Known) {
  if (!Before)
    return Before.takeError();
  EditedFile Result{File, std::move(*Before), ""};
  uint64_t Now = xxh3_64bits(Result.Before);
  auto IsOther = [&](uint64_t Hash) { return Hash != Now; };
  sys::fs::UniqueID Id;
  auto Seen = sys::fs::getUniqueID(File, Id) ? Known.end() : Known.find(Id);
  if ((Seen != Known.end() && any_of(Seen->second.Hashes, IsOther)) ||
      Edits.endBytes() > Result.Before.size())
    return cannotFix(File, "the file has changed since it was analysed");
  Result.After = Edits.applyTo(Result.Before);
  return Result;
}

Expected<std::vector<EditedFile>>
banklint::makeContents(const FixPlan &Plan, const AnalysedContents &Contents,
                       const EditedFiles &Edited) {
  std::vector<EditedFile> Files;
  if (Plan.Edits.empty())
    return Files;
  const KnownFiles Known = Contents.byFile();
  // A plan has the real names.
  EditedFiles Held;
  for (const auto &[Name, Text] : Edited)
    Held.emplace(realPath(Name), Text);
  for (const auto &[File, Edits] : Plan.Edits) {
    auto Own = Held.find(File);
    Expected<EditedFile> New = edited(
        File, Own == Held.end() ? readDisk(File) : Own->second, Edits, Known);
    if (!New)
      return New.takeError();
    Files.push_back(std::move(*New));
  }
  return Files;
}

//===----------------------------------------------------------------------===//
// Onto the disk
//===----------------------------------------------------------------------===//

/// The real names that the run knows of a file, for each of which the others
/// are other files once it is written.
static std::set<std::string> namesOf(const std::string &File,
                                     const KnownFiles &Known) {
  std::set<std::string> Names = {File};
  sys::fs::UniqueID Id;
  auto Seen = sys::fs::getUniqueID(File, Id) ? Known.end() : Known.find(Id);
  if (Seen != Known.end())
    for (const std::string &Name : Seen->second.Names)
      Names.insert(realPath(Name));
  return Names;
}

static Error write(const FixGroup &Group, const FixPlan &Plan,
                   const KnownFiles &Known, const EditRoots &Roots) {
  FileBatch Batch;
  for (const std::string &File : Group.Files) {
    const std::set<std::string> Names = namesOf(File, Known);
    for (const std::string &Name : Names)
      if (Error E = Roots.check(Name))
        return cannotFix(Name, toString(std::move(E)));
    if (isReadOnly(File))
      return cannotFix(File, "the file is read-only");
    Expected<EditedFile> New =
        edited(File, readDisk(File), Plan.Edits.at(File), Known);
    if (!New)
      return New.takeError();
    for (const std::string &Name : Names)
      if (Error E = Batch.add(Name, New->After))
        return E;
  }
  return Batch.commit();
}

/// "; 'a.cu', which the same fixes edit, stays as it is": of those that the
/// sentence does not name.
static std::string restOf(const FixGroup &Group, StringRef Sentence) {
  std::vector<std::string> Others;
  for (const std::string &File : Group.Files)
    if (std::string Name = shownPath(File);
        !Sentence.contains(("'" + Twine(Name) + "'").str()))
      Others.push_back(std::move(Name));
  if (Others.empty())
    return "";
  if (Others.size() == 1)
    return "; '" + Others.front() +
           "', which the same fixes edit, stays as it is";
  return "; " + std::to_string(Others.size()) +
         " other files, which the same fixes edit, stay as they are";
}

AppliedFixes banklint::applyFixes(const FixPlan &Plan,
                                  const AnalysedContents &Contents,
                                  const EditRoots &Roots) {
  AppliedFixes Result;
  if (Plan.Groups.empty())
    return Result;
  const KnownFiles Known = Contents.byFile();
  for (const FixGroup &Group : Plan.Groups) {
    if (Error E = write(Group, Plan, Known, Roots)) {
      std::string Sentence = toString(std::move(E));
      Result.Failures.push_back(Sentence + restOf(Group, Sentence));
      Result.FilesLeft.insert(Group.Files.begin(), Group.Files.end());
      continue;
    }
    Result.Files += Group.Files.size();
    Result.Fixed += Group.Fixed;
    Result.Improved += Group.Improved;
  }
  return Result;
}
