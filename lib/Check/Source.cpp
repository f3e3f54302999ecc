//===- Source.cpp - One source, from its file to its report ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Check/Source.h"
#include "Check/Check.h"
#include "Check/EditedSource.h"
#include "Cuda/BuildVariants.h"
#include "Cuda/BundledHeaders.h"
#include "Cuda/Parse.h"
#include "Finding/Suppression.h"
#include "Finding/Wording.h"
#include "Fix/CompiledText.h"
#include "GuardedKernels.h"
#include "ProjectHeaders.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/xxhash.h"
#include <map>
#include <set>

using namespace banklint;
using namespace llvm;

/// Whether a gap of its own tells of an error in device code.
static bool isNamed(const SourceError &E, const Report &R) {
  auto Key = [](unsigned Line, unsigned Column) {
    return std::pair(Line, Column);
  };
  return any_of(R.Gaps, [&](const NotAnalysed &Gap) {
    return Gap.Kind == GapKind::LostCode &&
           Gap.Span.Begin.File == E.Place.File &&
           Key(Gap.Span.Begin.Line, Gap.Span.Begin.Column) <=
               Key(E.Place.Line, E.Place.Column) &&
           Key(E.Place.Line, E.Place.Column) <=
               Key(Gap.Span.EndLine, Gap.Span.EndColumn);
  });
}

/// What Clang rejects may need any of the headers that are missing, and so may
/// what instantiates a template.
static void nameMissingHeaders(Report &R, ArrayRef<SourceError> Errors) {
  std::set<std::string> Missing;
  for (const SourceError &E : Errors)
    if (E.IsMissingHeader)
      Missing.insert(E.Header);
  for (NotAnalysed &Gap : R.Gaps)
    if (is_contained({GapKind::BrokenKernel, GapKind::BodilessKernel,
                      GapKind::LostCode, GapKind::UnusedTemplate},
                     Gap.Kind))
      Gap.Headers.assign(Missing.begin(), Missing.end());
}

/// Errors that no kernel answers for: a missing header may hide anything, and
/// where not one kernel is left nobody knows what was lost. What else stands
/// outside kernels is tolerated, and reported.
static void addErrors(Report &R, StringRef File, ArrayRef<SourceError> Errors) {
  auto Add = [&](GapKind Kind, const SourceError &E) -> NotAnalysed & {
    NotAnalysed &Gap = R.Gaps.emplace_back();
    Gap.Kind = Kind;
    Gap.Span.Begin = E.Place;
    if (!E.Place.Line)
      Gap.Span.Begin.File = File.str();
    Gap.Detail = messageText(E.Message);
    Gap.IsError = true;
    return Gap;
  };
  nameMissingHeaders(R, Errors);
  for (const SourceError &E : Errors)
    if (E.IsMissingHeader)
      Add(GapKind::MissingHeader, E).Headers = {E.Header};
  bool IsNamed = any_of(R.Gaps, [](const NotAnalysed &G) {
    return G.IsError && G.Kind != GapKind::LostCode;
  });
  auto IsFault = [&](const SourceError &E) {
    return !E.IsAcceptedByNvcc && !isNamed(E, R);
  };
  const auto *First = find_if(Errors, IsFault);
  if (First == Errors.end() || IsNamed)
    return;
  if (R.Totals.Kernels == 0) {
    Add(GapKind::BrokenSource, *First).Name = File.str();
    return;
  }
  NotAnalysed &Gap = Add(GapKind::OutsideKernels, *First);
  Gap.ErrorCount = unsigned(count_if(Errors, IsFault));
  Gap.IsError = false;
}

/// Notes what the files hold, but for those that exist in memory only.
static void noteFiles(const clang::SourceManager &Locations,
                      CheckedSource &Checked) {
  for (auto It = Locations.fileinfo_begin(); It != Locations.fileinfo_end();
       ++It) {
    auto Buffer = It->second->getBufferDataIfLoaded();
    StringRef Name = It->first.getName();
    if (!Buffer || isInMemory(Name))
      continue;
    Checked.Files.push_back({Name.str(), xxh3_64bits(*Buffer)});
  }
}

AnalysedContents CheckedSource::contents() const {
  AnalysedContents Contents;
  for (const FileHash &File : Files)
    Contents.noteHash(File.Name, File.Hash);
  return Contents;
}

Report CheckedSource::takeReport() {
  // What is the system's for this source may be another's own.
  for (CompiledText &Text : Result.Texts) {
    StringSet<> Known;
    for (const CompiledFile &Read : Text.Files)
      Known.insert(Read.Name);
    for (const FileHash &Read : Files)
      if (Known.insert(Read.Name).second)
        Text.Files.push_back({Read.Name, {}});
  }
  return std::move(Result);
}

CheckedSource banklint::failedSource(StringRef File, const Twine &Reason) {
  CheckedSource Failed;
  Failed.Result.Totals.Files = 1;
  NotAnalysed &Gap = Failed.Result.Gaps.emplace_back();
  Gap.Kind = GapKind::UnreadFile;
  Gap.Span.Begin.File = File.str();
  Gap.Name = File.str();
  Gap.Detail = Reason.str();
  Gap.IsError = true;
  Failed.Result.Texts.emplace_back().Source = File.str();
  return Failed;
}

//===----------------------------------------------------------------------===//
// Other sources
//===----------------------------------------------------------------------===//

/// Of these edits, those that hold whatever other sources launch and call.
static std::vector<ProvedEdits> provedForAnyCall(clang::ASTContext &Context,
                                                 ArrayRef<SourceError> Errors,
                                                 AnalysisOptions Options,
                                                 ArrayRef<ProvedEdits> Wanted) {
  if (Options.Others.isEmpty() || Wanted.empty())
    return {};
  Options.Others = {};
  return proveEdits(Context, Errors, Options, Wanted).Proved;
}

/// What is proved, by its edits.
static std::map<FileEdits, const ProvedEdits *>
byEdits(ArrayRef<ProvedEdits> Proved) {
  std::map<FileEdits, const ProvedEdits *> Result;
  for (const ProvedEdits &One : Proved)
    Result[fileEditsOf(One.Edits)] = &One;
  return Result;
}

/// Edits that are proved for any call need no word of those that other sources
/// make.
template <typename T>
static void
forgetCalls(std::vector<T> &Proposed,
            const std::map<FileEdits, const ProvedEdits *> &ForAnyCall) {
  for (T &One : Proposed)
    if (auto Same = ForAnyCall.find(fileEditsOf(One.Edits));
        Same != ForAnyCall.end())
      One.Symbols = Same->second->Symbols;
}

//===----------------------------------------------------------------------===//
// Other builds
//===----------------------------------------------------------------------===//

/// Whether a source defines once more a class that CUDA or the system has,
/// which no compiler takes: it is for one that knows nothing of CUDA.
static bool redefinesSystem(const SourceError &E,
                            const clang::ASTContext &Context) {
  if (E.Redefined.empty())
    return false;
  const auto Found = Context.getTranslationUnitDecl()->lookup(
      &Context.Idents.get(E.Redefined));
  return any_of(Found, [&](const clang::NamedDecl *Known) {
    return isa<clang::TagDecl>(Known) &&
           Context.getSourceManager().isInSystemHeader(Known->getLocation());
  });
}

/// Whether nobody can build a source so: its text refuses that, names what
/// nothing declares, or declares what is CUDA's. A header that is not found may
/// declare anything, and a build may define what is named like a macro.
static bool isNoBuild(const BuildVariant &Build, ArrayRef<SourceError> Errors,
                      const clang::ASTContext &Context) {
  const bool IsWhole =
      none_of(Errors, [](const SourceError &E) { return E.IsMissingHeader; });
  return any_of(Errors, [&](const SourceError &E) {
    return E.IsRefusal || redefinesSystem(E, Context) ||
           (IsWhole && E.IsUndeclaredName && !E.IsUndefinedMacro) ||
           (Build.IsGuess && !E.IsAcceptedByNvcc &&
            (IsWhole || !Build.MayLackHeaders));
  });
}

namespace {
/// Proves the edits of a source in its other builds.
class OtherBuilds {
public:
  /// `Known` are the builds that the first parse knows of.
  OtherBuilds(const CompileCommand &Command, const AnalysisOptions &Options,
              PrecompiledHeaders *Precompiled, Report &R, KnownBuilds Known)
      : Command(Command), Options(Options), Precompiled(Precompiled), R(R),
        Wanted(R.Texts.front().Proposed), Decided(std::move(Known.Decided)) {
    add(std::move(Known.Variants), {});
  }

  /// Adds to the report what each build compiles and proves.
  void prove();

private:
  void add(std::optional<std::vector<BuildVariant>> Further,
           const BuildVariant &Of);
  void prove(const BuildVariant &Build);
  bool readsMore(const CompiledText &Text) const;
  void forgetDecided(const CompiledText &Text,
                     ArrayRef<clang::SourceRange> LeftOut,
                     const clang::SourceManager &Sources);
  void refuseFixes();

  const CompileCommand &Command;
  const AnalysisOptions &Options;
  PrecompiledHeaders *Precompiled;
  Report &R;
  const std::vector<ProvedEdits> Wanted;
  SetVector<BuildVariant, std::vector<BuildVariant>, std::set<BuildVariant>>
      Builds;
  /// For text that no build has compiled yet.
  std::vector<BuildVariant> Decided;
  bool AreTooMany = false;
};
} // namespace

/// Those whose text a parse has compiled are no longer needed: it has read the
/// file, and leaves nothing of that out.
void OtherBuilds::forgetDecided(const CompiledText &Text,
                                ArrayRef<clang::SourceRange> LeftOut,
                                const clang::SourceManager &Sources) {
  erase_if(Decided, [&](const BuildVariant &Build) {
    const bool IsRead = any_of(Text.Files, [&](const CompiledFile &File) {
      return File.Name == Build.At.File;
    });
    return IsRead && none_of(LeftOut, [&](clang::SourceRange Range) {
             return isLeftOut(Build, Range, Sources);
           });
  });
}

/// The same builds with what `Of` asks for.
void OtherBuilds::add(std::optional<std::vector<BuildVariant>> Further,
                      const BuildVariant &Of) {
  AreTooMany |= !Further;
  if (!Further)
    return;
  for (BuildVariant &Build : *Further) {
    for (const auto &[Name, Value] : Of.Macros)
      Build.IsGuess |= Build.Macros.try_emplace(Name, Value).second;
    if (Build.GpuArch.empty())
      Build.GpuArch = Of.GpuArch;
    Builds.insert(Build);
  }
  AreTooMany |= Builds.size() > MostBuildVariants;
}

/// Whether it has a file that the first parse does not have, and maybe
/// conditions of its own.
bool OtherBuilds::readsMore(const CompiledText &Text) const {
  return any_of(Text.Files, [&](const CompiledFile &File) {
    return none_of(R.Texts.front().Files, [&](const CompiledFile &Known) {
      return Known.Name == File.Name;
    });
  });
}

/// Parses the source as a build would. Nothing of it counts where it is none.
void OtherBuilds::prove(const BuildVariant &Build) {
  CompiledText Text;
  bool IsBuild = true;
  ParseDetails Details;
  auto Prove = [&](clang::ASTContext &Context, ArrayRef<SourceError> Errors) {
    IsBuild = !isNoBuild(Build, Errors, Context);
    if (!IsBuild)
      return;
    Text = compiledText(Context, Details.LeftOut);
    OtherProof Known = proveEdits(Context, Errors, Options, Wanted);
    Text.Proposed = std::move(Known.Proved);
    const std::vector<ProvedEdits> ForAnyCall =
        provedForAnyCall(Context, Errors, Options, Text.Proposed);
    forgetCalls(Text.Proposed, byEdits(ForAnyCall));
    // Of any value, one may cost more, and none may be wrong.
    for (ProvedEdits &P : Text.Proposed)
      P.IsSafe |= Build.IsOfAnyValue;
    IsBuild =
        !Build.IsOfAnyValue || Known.Contradicts || !Text.Proposed.empty();
    if (Build.Decisions.empty() && IsBuild)
      forgetDecided(Text, Details.LeftOut, Context.getSourceManager());
    if (readsMore(Text))
      add(knownBuilds(*Details.Macros, Context, {}).Variants, Build);
  };
  // Without a parse, nothing is known.
  consumeError(
      parseDevicePass(Build.applyTo(Command), Prove, Precompiled, &Details));
  if (!IsBuild)
    return;
  Text.Source = Command.File;
  Text.Build = Build.text();
  R.Texts.push_back(std::move(Text));
}

void OtherBuilds::prove() {
  for (size_t I = 0; I != Builds.size() && !AreTooMany; ++I)
    prove(BuildVariant(Builds[I]));
  AreTooMany |= Decided.size() > MostBuildVariants;
  for (size_t I = 0; I != Decided.size() && !AreTooMany; ++I)
    prove(Decided[I]);
  if (AreTooMany)
    refuseFixes();
}

void OtherBuilds::refuseFixes() {
  for (Finding &F : R.Findings) {
    if (F.Fixes.empty())
      continue;
    F.Notes.push_back(
        {F.Fixes.front().Where, note::NoFix{arrayField(F.Arrays),
                                            {ObstacleKind::ManyBuilds, ""},
                                            {}}});
    F.Fixes.clear();
  }
}

/// Headers of the project that those found before ask for, one after the other.
static void addHeadersBehind(CompileCommand &Command,
                             std::vector<FoundHeader> &Found) {
  std::vector<FoundHeader> More;
  do {
    More = addHeadersOfProject(Command, preprocessorErrors(Command));
    append_range(Found, More);
  } while (!More.empty());
}

CheckedSource banklint::checkFile(const CompileCommand &Command,
                                  const AnalysisOptions &Options,
                                  PrecompiledHeaders *Precompiled) {
  StringRef File = Command.File;
  if (!Command.EditedFiles.count(Command.File))
    if (Error E = checkReadable(File)) {
      CheckedSource Failed = failedSource(File, toString(std::move(E)));
      Failed.Result.Texts.clear(); // no compiler reads it either
      return Failed;
    }
  CheckedSource Checked;
  ParseDetails Details;
  KnownBuilds Known{std::vector<BuildVariant>(), {}};
  GuardedKernels Guarded;
  CompileCommand Completed = Command;
  std::vector<FoundHeader> Found;
  auto FindsHeaders = [&](ArrayRef<SourceError> Errors) {
    Found = addHeadersOfProject(Completed, Errors);
    return !Found.empty();
  };
  auto Check = [&](clang::ASTContext &Context, ArrayRef<SourceError> Errors) {
    LaunchLinks Links;
    Checked.Result = checkSource(Context, Errors, Options, &Links);
    addErrors(Checked.Result, File, Errors);
    if (!Options.OnlyLinks)
      Guarded = guardedKernels(Context, Details.LeftOut);
    Checked.IsIntact =
        all_of(Errors, [](const SourceError &E) { return E.IsAcceptedByNvcc; });
    Checked.IsComplete =
        none_of(Errors, [](const SourceError &E) { return E.IsMissingHeader; });
    auto ParseAgain = [&](const EditedParts &Edits,
                          ParsedSourceCallback Parsed) {
      return parseEdited(Command, Edits, Parsed, Precompiled);
    };
    refuteFixes(ParseAgain, Context, Errors, Options, Checked.Result);
    noteFiles(Context.getSourceManager(), Checked);
    CompiledText &Text =
        Checked.Result.Texts.emplace_back(compiledText(Context));
    Text.Source = File.str();
    Text.Links = std::move(Links);
    Text.HasErrors = !Checked.IsIntact;
    Text.Proposed = provedEdits(Checked.Result.Findings);
    if (all_of(Text.Proposed,
               [](const ProvedEdits &One) { return One.IsHalfRead; }))
      return;
    const std::vector<ProvedEdits> ForAnyCall =
        provedForAnyCall(Context, Errors, Options, Text.Proposed);
    const std::map<FileEdits, const ProvedEdits *> Proved = byEdits(ForAnyCall);
    forgetCalls(Text.Proposed, Proved);
    for (Finding &F : Checked.Result.Findings)
      forgetCalls(F.Fixes, Proved);
    Known = knownBuilds(*Details.Macros, Context, Details.LeftOut);
  };
  if (Error Failed =
          parseDevicePass(Command, Check, Precompiled, &Details, FindsHeaders))
    return failedSource(File, toString(std::move(Failed)));
  if (!Found.empty()) {
    addHeadersBehind(Completed, Found);
    CheckedSource Whole = checkFile(Completed, Options, Precompiled);
    Whole.Result.Assumed.insert(Whole.Result.Assumed.begin(), Found.begin(),
                                Found.end());
    // One more header of a name, and none of them is meant.
    Whole.IsComplete = false;
    return Whole;
  }
  nameGuardedKernels(std::move(Guarded), Command, Precompiled, Checked.Result);
  OtherBuilds(Command, Options, Precompiled, Checked.Result, std::move(Known))
      .prove();
  StringSet<> Read;
  for (const FileHash &Header : Details.Loaded)
    Read.insert(Header.Name);
  erase_if(Checked.Files,
           [&](const FileHash &Loaded) { return Read.contains(Loaded.Name); });
  append_range(Checked.Files, std::move(Details.Loaded));
  for (const FileHash &Written : Details.AsWritten)
    for (FileHash &Loaded : Checked.Files)
      if (Loaded.Name == Written.Name)
        Loaded.Hash = Written.Hash;
  Checked.Result.Totals.Files = 1;
  applySuppressions(Checked.Result, File.str(), Command.EditedFiles);
  return Checked;
}
