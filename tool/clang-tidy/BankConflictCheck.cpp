//===- BankConflictCheck.cpp - The analysis as a check of clang-tidy ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tidy/BankConflictCheck.h"
#include "Analysis/Kernel.h"
#include "Check/Check.h"
#include "Check/EditedSource.h"
#include "Check/Memory.h"
#include "Check/Setup.h"
#include "Config/BlockDims.h"
#include "Config/Config.h"
#include "Config/Finder.h"
#include "Cuda/BuildVariants.h"
#include "Cuda/Parse.h"
#include "Files/Paths.h"
#include "Files/ReadFile.h"
#include "Finding/Baseline.h"
#include "Finding/Finding.h"
#include "Finding/Fingerprint.h"
#include "Finding/Grouping.h"
#include "Finding/NolintComment.h"
#include "Finding/Note.h"
#include "Finding/Suppression.h"
#include "Finding/Wording.h"
#include "FixOffers.h"
#include "HostParse.h"
#include "Source/Place.h"
#include "clang-tidy/ClangTidyCheck.h"
#include "clang-tidy/ClangTidyDiagnosticConsumer.h"
#include "clang-tidy/ClangTidyOptions.h"
#include "clang/AST/ASTContext.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include "clang/ASTMatchers/ASTMatchers.h"
#include "clang/Basic/AttrKinds.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/DiagnosticIDs.h"
#include "clang/Basic/SourceLocation.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace banklint;
using namespace clang;
using clang::tidy::ClangTidyContext;
using clang::tidy::ClangTidyOptions;

void BankConflictCheck::registerPPCallbacks(const SourceManager &,
                                            Preprocessor *Source,
                                            Preprocessor *) {
  if (Listener)
    Listener->begin(File);
  PP = Source;
  Errors = listenForErrors(*PP);
}

//===----------------------------------------------------------------------===//
// Options.
//===----------------------------------------------------------------------===//

static std::string sourceOf(const ClangTidyContext &Host) {
  llvm::SmallString<128> Path(Host.getCurrentFile());
  llvm::sys::path::make_absolute(Host.getCurrentBuildDirectory(), Path);
  return absolutePath(Path);
}

BankConflictCheck::BankConflictCheck(llvm::StringRef Name,
                                     ClangTidyContext *Host, FixPlace Fixes,
                                     std::optional<uint64_t> StepBudget,
                                     CheckMemory *Memory, SecondReading Again,
                                     CheckListener *Listener)
    : ClangTidyCheck(Name, Host), Host(*Host), Fixes(Fixes),
      File(sourceOf(*Host)), BlockDim(Options.get("BlockDim", "").str()),
      ReportsPossible(Options.get("ReportPossible", false)),
      AllowsUnsafe(Options.get("UnsafeFixes", false)), Memory(Memory),
      Again(std::move(Again)), Listener(Listener) {
  llvm::Expected<CheckSetup> Made = setUp();
  if (!Made) {
    Complaint = toString(Made.takeError());
    return;
  }
  Setup = std::move(*Made);
  AnalysisOptions &Analysis = Setup->Analysis;
  Analysis.StepBudget = StepBudget.value_or(Analysis.StepBudget);
  Analysis.BoundsProofs = StepBudget.has_value();
  Analysis.ReportsPossible = ReportsPossible;
}

llvm::Expected<CheckSetup> BankConflictCheck::setUp() {
  llvm::Expected<Configuration> Settings = nearestConfiguration(File);
  if (!Settings)
    return Settings.takeError();
  Configuration Options;
  if (!BlockDim.empty()) {
    llvm::Expected<BlockDimRule> Rule = blockDimOf(BlockDim, "BlockDim");
    if (!Rule)
      return Rule.takeError();
    Options.BlockDims = {std::move(*Rule)};
  }
  if (const std::string &Known = Settings->Baseline; !Known.empty()) {
    auto Text = readRegularFile(Known);
    if (!Text)
      return llvm::createStringError("cannot read the baseline '" + Known +
                                     "': " + toString(Text.takeError()));
    llvm::Expected<Baseline> Read =
        Baseline::parse(Known, (*Text)->getBuffer());
    if (!Read)
      return Read.takeError();
    Old = std::move(*Read);
  }
  return CheckSetup::create(overlay(std::move(*Settings), Options));
}

void BankConflictCheck::storeOptions(ClangTidyOptions::OptionMap &Map) {
  Options.store(Map, "BlockDim", BlockDim);
  Options.store(Map, "ReportPossible", ReportsPossible);
  Options.store(Map, "UnsafeFixes", AllowsUnsafe);
}

//===----------------------------------------------------------------------===//
// From findings to the host's diagnostics.
//===----------------------------------------------------------------------===//

void BankConflictCheck::registerMatchers(ast_matchers::MatchFinder *Finder) {
  using namespace ast_matchers;
  Finder->addMatcher(
      functionDecl(anyOf(hasAttr(attr::CUDAGlobal), hasAttr(attr::CUDADevice)))
          .bind("function"),
      this);
}

void BankConflictCheck::check(
    const ast_matchers::MatchFinder::MatchResult &Match) {
  if (!std::exchange(IsChecked, true))
    reportAll(*Match.Context);
}

/// The preamble, a new file for every change of the command or of a header that
/// it holds, and what is included behind it. Empty without a preamble: then
/// nobody knows what the source was read with.
std::string BankConflictCheck::surroundings() const {
  const std::string &Preamble = PP->getPreprocessorOpts().ImplicitPCHInclude;
  if (Preamble.empty())
    return "";
  SourceManager &Sources = PP->getSourceManager();
  auto Status =
      Sources.getFileManager().getVirtualFileSystem().status(Preamble);
  if (!Status || Status->getUniqueID().getDevice() == UINT64_MAX)
    return "";
  auto Number = [](uint64_t N) { return "/" + std::to_string(N); };
  std::string Result =
      Preamble + Number(Status->getUniqueID().getFile()) +
      Number(Status->getSize()) +
      Number(uint64_t(
          Status->getLastModificationTime().time_since_epoch().count()));
  for (unsigned I = 0; I != Sources.local_sloc_entry_size(); ++I) {
    const SrcMgr::SLocEntry &Entry = Sources.getLocalSLocEntry(I);
    if (!Entry.isFile())
      continue;
    FileID Included = Sources.getFileID(
        SourceLocation::getFromRawEncoding(Entry.getOffset()));
    if (Included != Sources.getMainFileID())
      Result += Number(llvm::xxh3_64bits(Sources.getBufferData(Included)));
  }
  return Result;
}

OtherReading BankConflictCheck::analyse(ASTContext &Context) const {
  for (SourceError &E : *Errors)
    E.Macros = PP;
  const AnalysisOptions &Analysis = Setup->Analysis;
  RememberedEdits Remembered;
  if (Memory)
    Remembered = {&Memory->edits(), surroundings()};
  Report First = Memory ? Memory->check(Context, *Errors, Analysis,
                                        Remembered.Surroundings)
                        : checkSource(Context, *Errors, Analysis);
  if (Again) {
    const SourceManager &Sources = Context.getSourceManager();
    llvm::StringRef Text = Sources.getBufferData(Sources.getMainFileID());
    if (auto Second = Again(File, Text, Analysis, First))
      return std::move(*Second);
  }
  refuteFixes(
      [&](const EditedParts &Edits, ParsedSourceCallback Parsed) {
        return parseAsHost(*PP, Edits, Parsed);
      },
      Context, *Errors, Analysis, First, Remembered);
  return {std::move(First)};
}

/// Settings that make no sense are reported in the first line of the source, as
/// those that hold are not known.
void BankConflictCheck::reportAll(ASTContext &Context) {
  SourceManager &Sources = Context.getSourceManager();
  if (!Setup) {
    diag(Sources.getLocForStartOfFile(Sources.getMainFileID()), "%0",
         DiagnosticIDs::Error)
        << Complaint;
    return;
  }
  if (Setup->Excluded.match(File))
    return;
  OtherReading Read = analyse(Context);
  Setup->select(Read.Result);
  if (Old) {
    computeFingerprints(Read.Result);
    Old->apply(Read.Result);
  }
  // The host parses one build, and does not parse again.
  const auto Builds = knownBuilds(*PP, Context, {}).Variants;
  if (!Builds || !Builds->empty())
    for (Finding &F : Read.Result.Findings)
      F.keepFromBuild(Builds ? Builds->front().text() : "other macros");
  if (Listener)
    Listener->end(File, Context, Read.Result);
  report(Read, Sources);
}

/// A file that this source does not consist of is read.
static SourceLocation locate(const SourcePoint &Point, SourceManager &Sources) {
  auto File = Sources.getFileManager().getOptionalFileRef(Point.File);
  if (!File || !Point.Line)
    return SourceLocation();
  return Sources.translateLineCol(
      Sources.getOrCreateFileID(*File, SrcMgr::C_User), Point.Line,
      Point.Column);
}

static CharSourceRange rangeOf(const SourceSpan &Span, SourceManager &Sources) {
  SourcePoint End{Span.Begin.File, Span.EndLine, Span.EndColumn};
  return CharSourceRange::getCharRange(locate(Span.Begin, Sources),
                                       locate(End, Sources));
}

static void addEdits(llvm::ArrayRef<Edit> Edits, SourceManager &Sources,
                     const DiagnosticBuilder &Out) {
  for (const Edit &E : Edits) {
    SourceLocation Begin = locate({E.File, 1, 1}, Sources);
    if (Begin.isInvalid())
      continue;
    Begin = Begin.getLocWithOffset(E.OffsetBytes);
    SourceLocation End = Begin.getLocWithOffset(E.LengthBytes);
    Out << FixItHint::CreateReplacement(
        CharSourceRange::getCharRange(Begin, End), E.Text);
  }
}

/// True where the host will drop the finding, with all that it carries.
static bool isSuppressed(const Finding &F, SourceManager &Sources) {
  SourceLocation Where = locate(F.Span.Begin, Sources);
  llvm::StringRef Text = Sources.getBufferData(Sources.getFileID(Where));
  return Where.isValid() && Suppressions::parse(F.Span.Begin.File, Text)
                                .covers(F.Span.Begin.Line, F.Rule);
}

/// True of a name that compilers compile; headers are included by others, even
/// where the host checks one alone.
static bool isSourceName(llvm::StringRef File) {
  return llvm::StringSwitch<bool>(llvm::sys::path::extension(File))
      .Cases({".cu", ".c", ".C", ".cc", ".cpp", ".cxx", ".c++"}, true)
      .Default(false);
}

/// True of the names of the source that the host checks.
static bool isMainFile(llvm::StringRef File, const SourceManager &Sources) {
  auto Main = Sources.getFileEntryRefForID(Sources.getMainFileID());
  auto Named = Sources.getFileManager().getOptionalFileRef(File);
  return Main && Named && &Main->getFileEntry() == &Named->getFileEntry();
}

/// Says `Message` of `Span`; a span without an end has no range, as in text.
template <typename Function>
static DiagnosticBuilder say(Function Diag, const SourceSpan &Span,
                             SourceManager &Sources, llvm::StringRef Message,
                             DiagnosticIDs::Level Level) {
  DiagnosticBuilder Out = Diag(locate(Span.Begin, Sources), "%0", Level);
  Out << Message;
  if (Span.EndLine)
    Out << rangeOf(Span, Sources);
  return Out;
}

/// Where a comment that silences the finding goes, and what it is; nothing
/// where none is possible.
static std::optional<std::pair<SourceLocation, std::string>>
commentFor(const Finding &F, SourceManager &Sources) {
  const SourceLocation Begin =
      locate({F.Span.Begin.File, F.Span.Begin.Line, 1}, Sources);
  if (F.IsError || Begin.isInvalid())
    return std::nullopt;
  const llvm::StringRef Text = Sources.getBufferData(Sources.getFileID(Begin))
                                   .drop_front(Sources.getFileOffset(Begin));
  auto New =
      nolintComment(Text.take_until([](char C) { return C == '\n'; }), F.Rule);
  if (!New)
    return std::nullopt;
  return std::pair(Begin.getLocWithOffset(int(New->Column)),
                   std::move(New->Text));
}

void BankConflictCheck::report(const OtherReading &Read,
                               SourceManager &Sources) {
  std::vector<Finding> Findings = Read.Result.Findings;
  llvm::erase_if(Findings,
                 [](const Finding &F) { return F.IsInLibraryStorage; });
  // An editor underlines each place by itself, and has no room for what is said
  // of several.
  if (Fixes == FixPlace::Note)
    groupByCause(Findings);
  groupByRange(Findings);
  bool IsEdited = !Read.IsIncluded && isSourceName(File);
  // A database may name a source more than once. It is edited at the end.
  static std::set<std::pair<std::string, Edit>> Made;
  FixOffers Offers(
      Findings, {Fixes, AllowsUnsafe,
                 [&](llvm::StringRef Name) {
                   return IsEdited && isMainFile(Name, Sources);
                 },
                 [&](const Edit &E) { return Made.count({File, E}) != 0; },
                 [&](const Finding &F) { return isSuppressed(F, Sources); }});
  for (size_t I = 0; I != Findings.size(); ++I) {
    const Finding &F = Findings[I];
    auto Diag = [&](auto... Arguments) {
      return Host.diag(F.Rule, Arguments...);
    };
    addEdits(Offers.editsOfWarning(I), Sources,
             say(Diag, F.Span, Sources, F.Message, DiagnosticIDs::Warning));
    for (const Edit &E : Offers.editsOfWarning(I))
      Made.insert({File, E});
    auto SayNote = [&](const SourceSpan &Span, const std::string &Text) {
      return say(Diag, Span, Sources, Text, DiagnosticIDs::Note);
    };
    for (const Note &N : F.Notes)
      SayNote(N.Span, noteText(N));
    for (const Fix &X : F.Fixes) {
      SayNote(X.Where, fixText(X) + Offers.remark(I, X));
      if (auto Edits = Offers.editsOfNote(I, X); !Edits.empty())
        addEdits(Edits, Sources, SayNote(X.Where, fixText(X)));
    }
    if (Fixes != FixPlace::Note || !IsEdited ||
        !isMainFile(F.Span.Begin.File, Sources))
      continue;
    if (auto Comment = commentFor(F, Sources))
      SayNote(F.Span, SuppressionTitle.str())
          << FixItHint::CreateInsertion(Comment->first, Comment->second);
  }
}
