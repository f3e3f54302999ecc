//===- EditedSource.cpp - Whether fixes leave a source as it is -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Check/EditedSource.h"
#include "Check/Check.h"
#include "Check/Parts.h"
#include "Cuda/Locations.h"
#include "Cuda/Names.h"
#include "Cuda/Parse.h"
#include "Source/EditedFiles.h"
#include "Trace/SampledWalk.h"
#include "Values/Limits.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"
#include <map>

using namespace banklint;
using namespace llvm;

//===----------------------------------------------------------------------===//
// What a source does
//===----------------------------------------------------------------------===//

namespace {
/// What a source would do otherwise with the edits of a fix.
struct EditedDifference {
  ObstacleKind Kind; ///< errors, other actions, or other places
  SourceSpan Where;  ///< in the source as it is; no file where it is everywhere
};

/// The walks of all kernels of a source, as numbers.
class SampledSource : public TraceObserver {
public:
  bool asksForNumbers() const override { return true; }
  void recorded(const WalkedKernel &, const Trace &Group) override {
    Now.Walk.add(Group, Room);
  }
  void walked(const WalkedKernel &Walked) override;
  void prepared(const WalkedKernel &, const Trace &) override {}

  /// Where `Edited` does something else, which holds the same source.
  std::optional<EditedDifference>
  compareWith(const SampledSource &Edited) const;

  unsigned Errors = 0; ///< that Clang finds

private:
  struct Kernel {
    SampledWalk Walk;
    bool IsGuess = false; ///< no launch shows the shape of its blocks
    std::shared_ptr<SiteMap> Sites;
  };
  /// By name and block, in the order in which they are walked.
  std::map<std::string, std::vector<Kernel>> Kernels;
  Kernel Now;
  size_t Room = limits::ComparedAddresses;
};
} // namespace

void SampledSource::walked(const WalkedKernel &Walked) {
  Now.IsGuess = Walked.Shape.Where.isInvalid();
  Now.Sites = Walked.SitesOfSource;
  std::string Key = signatureOf(*Walked.Kernel);
  for (const unsigned Extent : Walked.Shape.Block)
    Key += ' ' + utostr(Extent);
  Kernels[Key].push_back(std::exchange(Now, {}));
}

std::optional<EditedDifference>
SampledSource::compareWith(const SampledSource &Edited) const {
  if (Edited.Errors > Errors)
    return EditedDifference{ObstacleKind::EditedErrors, {}};
  for (const auto &[Key, Before] : Kernels) {
    const auto After = Edited.Kernels.find(Key);
    const bool IsGuess =
        any_of(Before, [](const Kernel &K) { return K.IsGuess; });
    if (After == Edited.Kernels.end() ||
        After->second.size() != Before.size()) {
      if (IsGuess)
        continue;
      return EditedDifference{ObstacleKind::EditedActions, {}};
    }
    for (const auto &[A, B] : zip(Before, After->second)) {
      if (A.Walk.leavesArray() && A.IsGuess)
        continue;
      const SampledWalk::Comparison Found = A.Walk.compareWith(B.Walk);
      if (Found.Found == SampledWalk::Difference::None)
        continue;
      return EditedDifference{
          Found.Found == SampledWalk::Difference::Places
              ? ObstacleKind::EditedPlaces
              : ObstacleKind::EditedActions,
          Found.At == NoSite ? SourceSpan() : A.Sites->table()[Found.At].Span};
    }
  }
  return std::nullopt;
}

/// Names of kernels.
using KernelNames = std::set<std::string>;

/// Those whose text is edited; nothing where that may be of all.
static std::optional<KernelNames> kernelsWith(ArrayRef<FileEdits> Edits,
                                              clang::ASTContext &Context) {
  const std::optional<SourceParts> Parts = SourceParts::of(Context);
  if (!Parts)
    return std::nullopt;
  std::set<size_t> Edited;
  for (const FileEdits &Each : Edits)
    for (const auto &[File, E] : Each) {
      const std::optional<size_t> Part = Parts->partAt(E.OffsetBytes);
      if (File != Parts->file() || !Part)
        return std::nullopt;
      Edited.insert(*Part);
    }
  KernelNames Names;
  for (const clang::FunctionDecl *Kernel : Parts->kernels())
    if (Edited.count(Parts->partOf(Kernel)))
      Names.insert(signatureOf(*Kernel));
  return Names;
}

/// Walks the kernels of a parsed source: those of these names, if there are
/// any.
static SampledSource sampledSource(clang::ASTContext &Context,
                                   ArrayRef<SourceError> Errors,
                                   const AnalysisOptions &Options,
                                   const std::optional<KernelNames> &Only) {
  KernelSet Others;
  if (const auto Parts =
          Only ? SourceParts::of(Context) : std::optional<SourceParts>())
    for (const clang::FunctionDecl *Kernel : Parts->kernels())
      if (!Only->count(signatureOf(*Kernel)))
        Others.insert(Kernel);
  SampledSource Result;
  analyseKernels(Context, Errors, Options, Others, &Result);
  Result.Errors = countFaults(Errors);
  return Result;
}

//===----------------------------------------------------------------------===//
// The edited source
//===----------------------------------------------------------------------===//

namespace {
/// Tries the edits of fixes on one source.
class EditedSource {
public:
  /// All of the `Wanted` may be tried.
  EditedSource(EditedParse Parse, clang::ASTContext &Context,
               ArrayRef<SourceError> Errors, const AnalysisOptions &Options,
               ArrayRef<FileEdits> Wanted)
      : Parse(Parse), Options(Options), Edited(kernelsWith(Wanted, Context)),
        Before(sampledSource(Context, Errors, Options, Edited)) {}

  /// What the source does otherwise with these edits.
  std::optional<EditedDifference>
  differenceWith(const EditedParts &Edits) const;

private:
  EditedParse Parse;
  const AnalysisOptions &Options;
  const std::optional<KernelNames> Edited; ///< all, where there are none
  const SampledSource Before;
};
} // namespace

std::optional<EditedDifference>
EditedSource::differenceWith(const EditedParts &Edits) const {
  std::optional<EditedDifference> Found;
  auto Compare = [&](clang::ASTContext &Context, ArrayRef<SourceError> Errors) {
    Found = Before.compareWith(sampledSource(Context, Errors, Options, Edited));
  };
  if (Error E = Parse(Edits, Compare)) {
    consumeError(std::move(E));
    return EditedDifference{ObstacleKind::EditedErrors, {}};
  }
  return Found;
}

Error banklint::parseEdited(const CompileCommand &Command,
                            const EditedParts &Edits,
                            ParsedSourceCallback Parsed,
                            PrecompiledHeaders *Precompiled) {
  CompileCommand With = Command;
  for (const auto &[File, Set] : Edits) {
    const std::unique_ptr<MemoryBuffer> Text =
        readFile(File, Command.EditedFiles);
    if (!Text || Text->getBufferSize() < Set.endBytes())
      return createStringError("'" + File + "' is another file now");
    With.EditedFiles[File] = Set.applyTo(Text->getBuffer());
  }
  return parseDevicePass(With, Parsed, Precompiled);
}

/// Adds edits where none of them overlaps those that are there.
static bool addAll(const FileEdits &New, EditedParts &To) {
  EditedParts With = To;
  for (const auto &[File, E] : New)
    if (!With[File].add(E))
      return false;
  To = std::move(With);
  return true;
}

/// Those of the edits with which the source would do something else.
static std::map<FileEdits, EditedDifference>
refutedEdits(EditedParse Parse, clang::ASTContext &Context,
             ArrayRef<SourceError> Errors, AnalysisOptions Options,
             std::vector<FileEdits> Wanted) {
  std::map<FileEdits, EditedDifference> Refuted;
  if (Wanted.empty())
    return Refuted;
  Options.CountsTotals = false;
  const EditedSource Source(Parse, Context, Errors, Options, Wanted);
  while (!Wanted.empty()) {
    EditedParts Together;
    std::vector<FileEdits> Tried;
    erase_if(Wanted, [&](const FileEdits &Each) {
      const bool GoesWithOthers = addAll(Each, Together);
      if (GoesWithOthers)
        Tried.push_back(Each);
      return GoesWithOthers;
    });
    if (Tried.empty()) // each of them overlaps itself
      break;
    const std::optional<EditedDifference> OfAll =
        Source.differenceWith(Together);
    if (!OfAll)
      continue;
    for (const FileEdits &Each : Tried) {
      EditedParts Alone;
      addAll(Each, Alone);
      if (const auto OfOne =
              Tried.size() == 1 ? OfAll : Source.differenceWith(Alone))
        Refuted.insert({Each, *OfOne});
    }
  }
  for (const FileEdits &Each : Wanted)
    Refuted.insert({Each, {ObstacleKind::EditedErrors, {}}});
  return Refuted;
}

//===----------------------------------------------------------------------===//
// What is remembered
//===----------------------------------------------------------------------===//

bool EditMemory::holds(const Key &Edits) {
  const std::lock_guard<std::mutex> Guard(Lock);
  return Held.count(Edits) != 0;
}

void EditMemory::keep(const Key &Edits) {
  const std::lock_guard<std::mutex> Guard(Lock);
  if (Held.size() == MaxEdits)
    Held.clear();
  Held.insert(Edits);
}

/// All that decides whether edits hold that stand in one part of a source, in
/// places that text elsewhere does not move. Nothing for others.
static std::optional<EditMemory::Key>
keyOf(const FileEdits &Edits, const SourceParts &Parts, StringRef Common) {
  std::optional<size_t> Part;
  std::string Text = Common.str();
  for (const auto &[File, E] : Edits) {
    const std::optional<size_t> Here = Parts.partAt(E.OffsetBytes);
    if (File != Parts.file() || !Here || (Part && Part != Here))
      return std::nullopt;
    Part = Here;
    const auto Place = Parts.anchor(*Part, E.OffsetBytes);
    if (!Place)
      return std::nullopt;
    Text += (Twine(Place->Body) + "/" + Twine(Place->OffsetBytes) + "/" +
             Twine(E.LengthBytes) + "/" + E.Text + Twine('\0'))
                .str();
  }
  if (!Part)
    return std::nullopt;
  const XXH128_hash_t Hash =
      xxh3_128bits(arrayRefFromStringRef(Text + Parts.textOf(*Part)));
  return EditMemory::Key(Hash.high64, Hash.low64);
}

/// The keys of edits, where they are remembered at all.
static std::map<FileEdits, EditMemory::Key>
keysOf(const std::set<FileEdits> &Wanted, const RememberedEdits &Remembered,
       const AnalysisOptions &Options, clang::ASTContext &Context) {
  std::map<FileEdits, EditMemory::Key> Keys;
  if (Wanted.empty() || !Remembered.Memory || Remembered.Surroundings.empty())
    return Keys;
  const std::optional<SourceParts> Parts = SourceParts::of(Context);
  if (!Parts)
    return Keys;
  const std::string Common =
      Remembered.Surroundings + keyOf(Options) + '\0' + Parts->file() + '\0';
  for (const FileEdits &Each : Wanted)
    if (const auto Key = keyOf(Each, *Parts, Common))
      Keys.insert({Each, *Key});
  return Keys;
}

void banklint::refuteFixes(EditedParse Parse, clang::ASTContext &Context,
                           ArrayRef<SourceError> Errors,
                           const AnalysisOptions &Options, Report &R,
                           const RememberedEdits &Remembered) {
  std::set<FileEdits> Wanted;
  for (const Finding &F : R.Findings)
    for (const Fix &X : F.Fixes)
      Wanted.insert(fileEditsOf(X.Edits));
  const auto Keys = keysOf(Wanted, Remembered, Options, Context);
  for (const auto &[Edits, Key] : Keys)
    if (Remembered.Memory->holds(Key))
      Wanted.erase(Edits);
  const std::map<FileEdits, EditedDifference> Refuted = refutedEdits(
      Parse, Context, Errors, Options, {Wanted.begin(), Wanted.end()});
  for (const FileEdits &Each : Wanted)
    if (const auto Key = Keys.find(Each);
        Key != Keys.end() && !Refuted.count(Each))
      Remembered.Memory->keep(Key->second);
  for (Finding &F : R.Findings)
    erase_if(F.Fixes, [&](const Fix &X) {
      const auto Found = Refuted.find(fileEditsOf(X.Edits));
      if (Found == Refuted.end())
        return false;
      const EditedDifference &Why = Found->second;
      F.Notes.push_back(
          {Why.Where.Begin.File.empty() ? X.Where : Why.Where,
           note::NoFix{arrayField(F.Arrays), {Why.Kind, ""}, {}}});
      return true;
    });
}
