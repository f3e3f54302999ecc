//===- Main.cpp - banklint's command line ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Wiring only: options, one parse and one analysis a file, the report, the
// fixes, the exit status.
//
//===----------------------------------------------------------------------===//

#include "Check/Check.h"
#include "Cuda/CompileCommand.h"
#include "Cuda/Parse.h"
#include "Finding/Finding.h"
#include "Finding/Suppression.h"
#include "Fix/Apply.h"
#include "Model.h"
#include "Report/Json.h"
#include "Report/Summary.h"
#include "Report/Text.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Basic/Version.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace banklint;

//===----------------------------------------------------------------------===//
// Options.
//===----------------------------------------------------------------------===//

static cl::OptionCategory Category("banklint options");

static cl::list<std::string> Sources(cl::Positional, cl::desc("FILE..."),
                                     cl::cat(Category));
static cl::opt<std::string>
    BlockDimText("block-dim", cl::value_desc("X[,Y[,Z]]"), cl::cat(Category),
                 cl::desc("threads of a block, for kernels whose launch is not "
                          "visible"));
static cl::opt<std::string>
    GpuArch("gpu-arch", cl::value_desc("sm_NN"), cl::cat(Category),
            cl::desc("the architecture; else the one that the compiler "
                     "arguments name, or sm_90"));
static cl::opt<std::string>
    CudaPath("cuda-path", cl::value_desc("DIR"), cl::cat(Category),
             cl::desc("the CUDA toolkit; 'none' for banklint's own headers; "
                      "else CUDA_PATH, nvcc on PATH, /usr/local/cuda"));
static cl::opt<std::string> FormatName("format", cl::value_desc("text|json"),
                                       cl::init("text"), cl::cat(Category),
                                       cl::desc("how to write the report"));
static cl::opt<bool> FixSources("fix", cl::cat(Category),
                                cl::desc("apply the safe fixes"));
static cl::opt<bool>
    AllAccesses("all-accesses", cl::cat(Category),
                cl::desc("list every shared-memory access that was met"));
static cl::opt<std::string>
    DatabaseFolder("p", cl::value_desc("DIR"), cl::Prefix, cl::cat(Category),
                   cl::desc("the folder of compile_commands.json; else the "
                            "nearest one above the first file"));
static cl::opt<bool> Quiet("quiet", cl::cat(Category),
                           cl::desc("no summary and no remarks"));
static cl::opt<bool> KernelTotals("summary", cl::cat(Category),
                                  cl::desc("print totals by kernel"));
static cl::opt<bool> ExitZero("exit-zero", cl::cat(Category),
                              cl::desc("end with status 0 even if conflicts "
                                       "were found"));

namespace {
/// See the table of exit statuses in the documentation.
enum Status { Clean = 0, Conflicts = 1, Misuse = 2, SourceFailed = 3 };
} // namespace

static int fail(const Twine &Sentence) {
  errs() << "banklint: error: " << Sentence << '\n';
  return Misuse;
}

/// Options that the libraries bring along are none of banklint's.
static void keepOwnOptions() {
  std::vector<cl::Option *> Foreign;
  for (auto &[Name, Option] : cl::getRegisteredOptions()) {
    if (Name == "help")
      Option->setDescription("print this help");
    else if (Name == "version")
      Option->setDescription("print the version");
    else if (!is_contained(Option->Categories, &Category))
      Foreign.push_back(Option);
  }
  for (cl::Option *Option : Foreign)
    Option->removeArgument();
}

/// The first line of what llvm::cl says against the command line, as a sentence
/// of ours. It guesses at any price: only guesses that come close are kept.
static std::string usageError(StringRef Text) {
  StringRef Line = Text.split('\n').first;
  Line.consume_front("banklint: ");
  Line = Line.split("  Try: ").first.rtrim(".!");
  if (!Line.consume_front("Unknown command line argument "))
    return Line.str();
  StringRef Guess = Text.split("Did you mean '").second.split('\'').first;
  std::string Result = ("unknown option " + Line).str();
  if (!Guess.empty() && Guess.edit_distance(Line.trim('\'')) <= 2)
    Result += ("; did you mean '" + Guess + "'?").str();
  return Result;
}

/// "32,8" as {32, 8, 1}.
static std::optional<std::array<unsigned, 3>> parseBlockDim(StringRef Text) {
  std::array<unsigned, 3> Result = {1, 1, 1};
  static constexpr unsigned Largest[] = {1024, 1024, 64};
  SmallVector<StringRef, 4> Parts;
  Text.split(Parts, ',');
  if (Parts.size() > 3)
    return std::nullopt;
  for (auto [Part, Extent, Limit] : zip(Parts, Result, Largest))
    if (Part.getAsInteger(10, Extent) || Extent == 0 || Extent > Limit)
      return std::nullopt;
  if (Result[0] * Result[1] * Result[2] > 1024)
    return std::nullopt;
  return Result;
}

//===----------------------------------------------------------------------===//
// One source after the other.
//===----------------------------------------------------------------------===//

namespace {
/// What the run knows besides its report.
struct Run {
  CommandFinder Commands;
  AnalysisOptions Analysis;
  Report Result;
  AnalysedContents Contents;
  /// For each finding: its source has no errors, so that it may be edited.
  std::vector<bool> IsEditable;
};
} // namespace

static NotAnalysed &addGap(Report &R, StringRef File, const Twine &What,
                           const Twine &Reason) {
  NotAnalysed &Gap = R.Gaps.emplace_back();
  Gap.Span.Begin.File = File.str();
  Gap.What = What.str();
  Gap.Reason = Reason.str();
  Gap.IsError = true;
  return Gap;
}

/// Errors that no kernel answers for: a missing header may hide anything, and
/// where not one kernel is left nobody knows what was lost. What else stands
/// outside kernels is tolerated, and told.
static void addErrors(Report &R, StringRef File, ArrayRef<SourceError> Errors,
                      const clang::SourceManager &Locations) {
  auto Add = [&](const SourceError &E, const Twine &What, const Twine &Reason) {
    clang::PresumedLoc Place =
        Locations.getPresumedLoc(E.Where, /*UseLineDirectives=*/false);
    NotAnalysed &Gap = addGap(R, File, What, Reason);
    if (Place.isValid())
      Gap.Span.Begin = {Place.getFilename(), Place.getLine(),
                        Place.getColumn()};
    else
      Gap.Reason = ("cannot parse '" + File + "': " + Reason).str();
    return &Gap;
  };
  for (const SourceError &E : Errors)
    if (E.IsMissingHeader)
      Add(E, "code that needs a missing header", E.Message);
  bool IsNamed = any_of(R.Gaps, [](const NotAnalysed &G) { return G.IsError; });
  auto IsFault = [](const SourceError &E) { return !E.IsAcceptedByNvcc; };
  auto First = find_if(Errors, IsFault);
  if (First == Errors.end() || IsNamed)
    return;
  size_t Count = count_if(Errors, IsFault);
  if (R.Totals.Kernels == 0)
    Add(*First, "source '" + File + "'", First->Message);
  else
    Add(*First, "code outside kernels",
        Count == 1 ? First->Message
                   : Twine(Count) + " errors, the first: " + First->Message)
        ->IsError = false;
}

/// Notes what the user's own files hold, for the fixes.
static void noteContents(const clang::SourceManager &Locations,
                         AnalysedContents &Contents) {
  for (auto It = Locations.fileinfo_begin(); It != Locations.fileinfo_end();
       ++It)
    if (auto Buffer = It->second->getBufferDataIfLoaded())
      Contents.note(It->first.getName(), *Buffer);
}

static void append(Report &To, Report &&From) {
  auto Move = [](auto &Target, auto &Source) {
    Target.insert(Target.end(), std::make_move_iterator(Source.begin()),
                  std::make_move_iterator(Source.end()));
  };
  Move(To.Accesses, From.Accesses);
  Move(To.Findings, From.Findings);
  Move(To.Gaps, From.Gaps);
  To.Totals.Kernels += From.Totals.Kernels;
  To.Totals.Suppressed += From.Totals.Suppressed;
}

/// Adds what is to be said of `File`. Fails where its arguments are wrong.
static Error lint(StringRef File, Run &R) {
  Report One;
  bool HasErrors = false;
  ++R.Result.Totals.Files;
  if (Error E = checkReadable(File)) {
    addGap(R.Result, File, "file '" + File + "'", toString(std::move(E)));
    return Error::success();
  }
  Expected<CompileCommand> Command = R.Commands.commandFor(File);
  if (!Command)
    return Command.takeError();
  Error Failed = parseDevicePass(
      *Command, [&](clang::ASTContext &Context, ArrayRef<SourceError> Errors) {
        One = checkSource(Context, Errors, R.Analysis);
        addErrors(One, File, Errors, Context.getSourceManager());
        HasErrors = any_of(
            Errors, [](const SourceError &E) { return !E.IsAcceptedByNvcc; });
        if (FixSources)
          noteContents(Context.getSourceManager(), R.Contents);
      });
  if (Failed)
    addGap(One, File, "file '" + File + "'", toString(std::move(Failed)));
  applySuppressions(One, File.str());
  R.IsEditable.insert(R.IsEditable.end(), One.Findings.size(), !HasErrors);
  append(R.Result, std::move(One));
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Fixes and the end.
//===----------------------------------------------------------------------===//

/// Applies the first safe fix of every finding, and says how many it applied.
static Expected<unsigned> fix(const Run &R) {
  std::vector<const Fix *> Fixes;
  bool IsAnyLeft = false;
  for (auto [F, IsEditable] : zip(R.Result.Findings, R.IsEditable)) {
    auto Safe = find_if(F.Fixes, [](const Fix &X) { return X.IsSafe; });
    if (Safe == F.Fixes.end())
      continue;
    if (IsEditable)
      Fixes.push_back(&*Safe);
    else
      IsAnyLeft = true;
  }
  if (IsAnyLeft)
    errs() << "banklint: sources with errors are not edited\n";
  if (Fixes.empty())
    return 0;
  Expected<AppliedFixes> Applied = applyFixes(Fixes, R.Contents);
  if (!Applied)
    return Applied.takeError();
  unsigned Fixed = count(Applied->IsApplied, true);
  if (!Quiet)
    errs() << "banklint: fixed " << Fixed
           << (Fixed == 1 ? " conflict in " : " conflicts in ")
           << Applied->ChangedFiles
           << (Applied->ChangedFiles == 1 ? " file\n" : " files\n");
  return Fixed;
}

static int finish(Run &R) {
  computeTotals(R.Result);
  if (FormatName == "json") {
    writeJson(outs(), R.Result, AllAccesses);
  } else {
    writeFindings(outs(), R.Result.Findings, outs().has_colors());
    if (AllAccesses)
      writeAccesses(outs(), R.Result.Accesses);
  }
  outs().flush();
  writeGaps(errs(), R.Result, /*OnlyErrors=*/Quiet);
  bool HasMisuse = false;
  unsigned Left = 0;
  for (const Finding &F : R.Result.Findings) {
    HasMisuse |= F.IsError;
    Left += !F.IsError;
  }
  if (FixSources) {
    Expected<unsigned> Fixed = fix(R);
    if (Fixed) {
      Left -= *Fixed;
    } else {
      fail(toString(Fixed.takeError()));
      HasMisuse = true;
    }
  }
  if (KernelTotals)
    writeKernelTotals(errs(), R.Result);
  if (!Quiet)
    writeSummary(errs(), R.Result.Totals);
  if (any_of(R.Result.Gaps, [](const NotAnalysed &G) { return G.IsError; }))
    return SourceFailed;
  if (HasMisuse)
    return Misuse;
  return Left && !ExitZero ? Conflicts : Clean;
}

static int runLint(std::optional<std::vector<std::string>> CompilerArguments,
                   const char *Argv0) {
  if (Sources.empty())
    return fail("no source named; 'banklint --help' lists what it takes");
  if (FormatName != "text" && FormatName != "json")
    return fail("unknown format '" + FormatName +
                "': --format takes text or "
                "json");
  AnalysisOptions Analysis;
  if (BlockDimText.getNumOccurrences()) {
    Analysis.BlockDim = parseBlockDim(BlockDimText);
    if (!Analysis.BlockDim)
      return fail("invalid block '" + BlockDimText +
                  "': --block-dim takes X[,Y[,Z]] with at most 1024 threads, "
                  "for example 32,8");
  }
  ParseOptions Parsing;
  Parsing.Arguments = std::move(CompilerArguments);
  Parsing.DatabaseFolder = DatabaseFolder;
  Parsing.GpuArch = GpuArch;
  Parsing.CudaPath = CudaPath;
  Parsing.Executable =
      sys::fs::getMainExecutable(Argv0, reinterpret_cast<void *>(&runLint));
  Expected<CommandFinder> Commands =
      CommandFinder::create(std::move(Parsing), Sources.front());
  if (!Commands)
    return fail(toString(Commands.takeError()));
  Run R{std::move(*Commands), Analysis, {}, {}, {}};
  for (const std::string &File : Sources)
    if (Error E = lint(File, R))
      return fail(toString(std::move(E)));
  return finish(R);
}

int main(int Argc, const char **Argv) {
  InitLLVM Init(Argc, Argv);
  setBugReportMsg("banklint crashed: please report it with the source, the "
                  "arguments and what follows\n");
  cl::SetVersionPrinter([](raw_ostream &OS) {
    OS << "banklint " BANKLINT_VERSION " (Clang " CLANG_VERSION_STRING ")\n";
  });
  // llvm::cl would take what follows `--` for sources.
  const char **End = Argv + Argc;
  const char **Dashes = std::find(Argv, End, StringRef("--"));
  std::optional<std::vector<std::string>> CompilerArguments;
  if (Dashes != End)
    CompilerArguments.emplace(Dashes + 1, End);
  keepOwnOptions();
  std::string Text;
  raw_string_ostream Errors(Text);
  if (!cl::ParseCommandLineOptions(
          Dashes - Argv, Argv,
          "finds shared-memory bank conflicts in CUDA sources\n\n"
          "What follows -- are compiler arguments for every source, of nvcc or "
          "of Clang.\n",
          &Errors, /*VFS=*/nullptr, /*EnvVar=*/nullptr,
          /*LongOptionsUseDoubleDash=*/true))
    return Text.empty() ? int(Misuse)
                        : fail(usageError(Text)); // or it is printed
  if (ModelCommand)
    return runModel();
  return runLint(std::move(CompilerArguments), Argv[0]);
}
