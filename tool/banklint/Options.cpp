//===- Options.cpp - What the command line asks for -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "CommandLine.h"
#include "Compare.h"
#include "Config/BlockDims.h"
#include "Config/Config.h"
#include "Config/Rules.h"
#include "Explain.h"
#include "Files/PathGlobs.h"
#include "Files/Paths.h"
#include "Files/ReadFile.h"
#include "Nvcc/Rules/Modes.h"
#include "Outputs.h"
#include "Project/Sources.h"
#include "clang/Basic/Version.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <BuiltCommit.h>
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace banklint;
using namespace llvm;

static cl::OptionCategory Category("banklint options");

static cl::SubCommand
    Launch("launch", "lint what a compiler compiles, and run it: banklint "
                     "launch [options] COMPILER ARGUMENTS");

// Which verbs take an option; any other verb refuses it.
static cl::SubCommand &OfRuns = cl::SubCommand::getTopLevel();
/// How sources are read.
static cl::SubCommandGroup OfSources({&OfRuns, &ExplainCommand, &CompareCommand,
                                      &Launch});
/// The same, where no compiler's command line says it.
static cl::SubCommandGroup OfDatabases({&OfRuns, &ExplainCommand,
                                        &CompareCommand});
/// How several of them are checked.
static cl::SubCommandGroup OfChecks({&OfRuns, &CompareCommand, &Launch});
/// Which findings there are.
static cl::SubCommandGroup OfFindings({&OfRuns, &Launch});
/// What is text for people to read.
static cl::SubCommandGroup OfTexts({&OfRuns, &ExplainCommand});
/// Where the result goes, and what it comes to.
static cl::SubCommandGroup OfResults({&OfRuns, &CompareCommand});

static cl::list<std::string>
    Sources(cl::Positional, cl::desc("[FILE|FOLDER]..."), cl::cat(Category));
static cl::opt<std::string>
    FilesFrom("files-from", cl::value_desc("FILE"), cl::cat(Category),
              cl::desc("also check the files that FILE lists, one per line or "
                       "separated by NUL bytes; '-' is standard input"));
static cl::opt<std::string> StdinFileName(
    "stdin-filename", cl::value_desc("FILE"), cl::cat(Category),
    cl::desc("the file name of what '-' reads from standard input; its compile "
             "command, settings and includes are those of this file"));
static cl::opt<std::string>
    BlockDimText("block-dim", cl::value_desc("X[,Y[,Z]]"), cl::sub(OfSources),
                 cl::cat(Category),
                 cl::desc("the block shape of kernels whose launch is not "
                          "visible, as 256 or 32x8"));
static cl::opt<std::string>
    GpuArch("gpu-arch", cl::value_desc("sm_NN"), cl::sub(OfSources),
            cl::cat(Category),
            cl::desc("the target architecture; default: that of the compiler "
                     "arguments, or sm_90"));
static cl::opt<std::string>
    CudaPath("cuda-path", cl::value_desc("DIR"), cl::sub(OfSources),
             cl::cat(Category),
             cl::desc("the CUDA toolkit, or 'none' for banklint's own headers; "
                      "default: CUDA_PATH, nvcc on PATH, or /usr/local/cuda"));
static cl::list<std::string> QueriedDrivers(
    "query-driver", cl::value_desc("GLOB,..."), cl::CommaSeparated,
    cl::sub(OfSources), cl::cat(Category),
    cl::desc("wrapper scripts of nvcc that banklint may run to find their CUDA "
             "toolkit, as absolute paths; default: none"));
static cl::opt<std::string>
    FormatName("format", cl::value_desc("FORMAT"), cl::init("text"),
               cl::cat(Category),
               cl::desc("the report's format: text (the default), concise, "
                        "json, sarif, github, gitlab, rdjson, junit, html or "
                        "diff"));
static cl::opt<std::string>
    ComparisonFormat("format", cl::value_desc("text|json"), cl::init("text"),
                     cl::sub(CompareCommand), cl::cat(Category),
                     cl::desc("the comparison's format: text or, with a "
                              "profile, json"));
static cl::list<std::string>
    Outputs("output", cl::value_desc("[FORMAT:]FILE"), cl::sub(OfResults),
            cl::cat(Category),
            cl::desc("write the report to a file, in the format of --format "
                     "or of the file's ending; with a format before it, "
                     "write it there in addition"));
static cl::opt<std::string> OrderText(
    "sort", cl::value_desc("ORDER"), cl::init("file"), cl::cat(Category),
    cl::desc("order of findings: file (by file, the costliest first), cost "
             "(the costliest of all first) or place (as in the source)"));
static cl::list<std::string> EnabledRules("enable", cl::value_desc("RULE,..."),
                                          cl::CommaSeparated,
                                          cl::sub(OfFindings),
                                          cl::cat(Category),
                                          cl::desc("enable rules"));
static cl::list<std::string>
    DisabledRules("disable", cl::value_desc("RULE,..."), cl::CommaSeparated,
                  cl::sub(OfFindings), cl::cat(Category),
                  cl::desc("disable rules"));
static cl::opt<std::string>
    BaselineFile("baseline", cl::value_desc("FILE"), cl::cat(Category),
                 cl::desc("hide the findings that this baseline lists"));
static cl::opt<std::string>
    WriteBaselineFile("write-baseline", cl::value_desc("FILE"),
                      cl::cat(Category),
                      cl::desc("write all findings to a file, as a baseline"));
static cl::opt<std::string> DiffBase(
    "diff", cl::value_desc("BASE"), cl::cat(Category),
    cl::desc(
        "report only findings on lines that changed since this git commit"));
static cl::opt<bool> FixSources("fix", cl::cat(Category),
                                cl::desc("apply the safe fixes"));
static cl::opt<bool> UnsafeFixes(
    "unsafe-fixes", cl::cat(Category),
    cl::desc(
        "include the unsafe fixes in --fix, --format=diff and --export-fixes"));
static cl::opt<bool>
    AddNolint("add-nolint", cl::cat(Category),
              cl::desc("append a NOLINT comment to each line with a finding"));
static cl::opt<bool> EditAnywhere(
    "edit-anywhere", cl::cat(Category),
    cl::desc("let --fix and --add-nolint also edit files outside the project"));
static cl::opt<std::string>
    ExportFixesFile("export-fixes", cl::value_desc("FILE"), cl::cat(Category),
                    cl::desc("write the fixes as YAML for "
                             "clang-apply-replacements"));
static cl::opt<std::string>
    ExportCommandsFolder("export-commands", cl::value_desc("DIR"),
                         cl::cat(Category),
                         cl::desc("write a compile_commands.json for Clang's "
                                  "tools to this folder, and check nothing"));
static cl::opt<bool> AllAccesses(
    "all-accesses", cl::cat(Category),
    cl::desc("list every shared-memory access, also those without a conflict"));
static cl::opt<bool>
    LibraryStorage("library-storage", cl::cat(Category),
                   cl::desc("also report what libraries do to their own "
                            "storage, such as CUB's TempStorage"));
static cl::opt<std::string> DatabaseFolder(
    "p", cl::value_desc("DIR"), cl::Prefix, cl::sub(OfDatabases),
    cl::cat(Category),
    cl::desc("the folder of compile_commands.json; default: the nearest folder "
             "above the first file that has one, also in its 'build'"));
static cl::list<std::string>
    ExcludedGlobs("exclude", cl::value_desc("GLOB"), cl::sub(OfFindings),
                  cl::cat(Category),
                  cl::desc("skip files and folders that match, headers "
                           "included; may be repeated"));
static cl::opt<std::string>
    JobsText("j", cl::value_desc("N"), cl::Prefix, cl::init("1"),
             cl::sub(OfChecks), cl::cat(Category),
             cl::desc("check N sources at a time; 0: one per core"));
static cl::opt<std::string>
    ShardText("shard", cl::value_desc("I/N"), cl::cat(Category),
              cl::desc("check only part I of N of the sources"));
static cl::opt<std::string>
    CacheFolder("cache-dir", cl::value_desc("DIR"), cl::sub(OfChecks),
                cl::cat(Category), cl::desc("cache results in this folder"));
static cl::opt<bool>
    NoPch("no-pch", cl::sub(OfSources), cl::cat(Category),
          cl::desc("parse the headers of the toolkit and the system anew for "
                   "each source, and keep none in the user's cache folder"));
static cl::opt<std::string> PchSize(
    "pch-size", cl::value_desc("MB"), cl::init("500"), cl::sub(OfSources),
    cl::cat(Category),
    cl::desc("size limit of the parsed headers in the user's cache folder; the "
             "least recently used go first; 0: nothing is kept; default: 500"));
static cl::opt<bool>
    ClearCache("clear-cache", cl::cat(Category),
               cl::desc("remove what banklint keeps in the user's cache folder "
                        "and in --cache-dir, and check nothing"));
static cl::opt<std::string>
    TimeLimit("time-limit", cl::value_desc("SECONDS"), cl::init("300"),
              cl::sub(OfSources), cl::cat(Category),
              cl::desc("limit on CPU time for one source, which is then "
                       "abandoned; 0: no limit; default: 300"));
static cl::opt<std::string>
    MemoryLimit("memory-limit", cl::value_desc("MB"), cl::init("4096"),
                cl::sub(OfSources), cl::cat(Category),
                cl::desc("limit on memory for one source, which is then "
                         "abandoned; 0: no limit; default: 4096"));
static cl::opt<bool>
    Quiet("quiet", cl::sub(OfResults), cl::cat(Category),
          cl::desc("print findings only, without summary and remarks"));
static cl::opt<bool> KernelTotals("summary", cl::cat(Category),
                                  cl::desc("print totals by kernel"));
static cl::opt<bool> Statistics(
    "statistics", cl::cat(Category),
    cl::desc(
        "print the findings by rule, array and kernel, the costliest first"));
static cl::opt<bool>
    ExitZero("exit-zero", cl::sub(OfResults), cl::cat(Category),
             cl::desc("exit with status 0 even if there are findings"));

static cl::opt<bool>
    AllowIncomplete("allow-incomplete", cl::sub(OfResults), cl::cat(Category),
                    cl::desc("do not exit with status 3 for missing headers; "
                             "code that needs them is still listed"));

static cl::opt<std::string>
    MinWays("min-ways", cl::value_desc("N"), cl::sub(OfFindings),
            cl::cat(Category),
            cl::desc("report only conflicts of at least N ways"));
static cl::opt<std::string>
    MinExcess("min-excess", cl::value_desc("N"), cl::sub(OfFindings),
              cl::cat(Category),
              cl::desc("report only conflicts that cost a block at least N "
                       "excess wavefronts"));
static cl::opt<std::string>
    ConfigFile("config-file", cl::value_desc("FILE"), cl::sub(OfSources),
               cl::cat(Category),
               cl::desc("the configuration of all sources; default: the "
                        "nearest .banklint.yaml above each"));
static cl::opt<bool> NoConfig("no-config", cl::sub(OfSources),
                              cl::cat(Category),
                              cl::desc("ignore configuration files"));
static cl::opt<bool>
    DumpConfig("dump-config", cl::cat(Category),
               cl::desc("print the settings of the first source"));
// For developers: CONTRIBUTING.md.
static cl::opt<std::string>
    DumpTrace("dump-trace", cl::value_desc("GLOB"), cl::ValueOptional,
              cl::Hidden, cl::cat(Category),
              cl::desc("print what the walks of kernels record"));
static cl::opt<std::string>
    DumpRequests("dump-requests", cl::value_desc("GLOB"), cl::ValueOptional,
                 cl::Hidden, cl::cat(Category),
                 cl::desc("print the requests of kernels, and their cost"));
static cl::opt<std::string>
    RuleModes("model", cl::value_desc("RULES"), cl::sub(OfSources), cl::Hidden,
              cl::cat(Category),
              cl::desc("switch rules of the compiler model: -RULE is off, "
                       "RULE:doubt makes inexact what it would change"));
static cl::opt<bool> ListConsulted(
    "list-consulted-rules", cl::Hidden, cl::cat(Category),
    cl::desc("name, on standard error, the rules of the compiler model that "
             "came into question"));
static cl::opt<bool>
    VerifyConfig("verify-config", cl::cat(Category),
                 cl::desc("check the configuration files only"));

/// What follows `--`, if it was there.
static std::optional<std::vector<std::string>> CompilerArguments;

/// LLVM has an option of that name, which has to be gone before.
static cl::opt<std::string> &colorOption() {
  static cl::opt<std::string> Color(
      "color", cl::value_desc("WHEN"), cl::init("auto"), cl::sub(OfTexts),
      cl::cat(Category),
      cl::desc("colour the text: auto (on a terminal, unless NO_COLOR is set), "
               "always or never"));
  return Color;
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
  colorOption();
}

/// llvm::cl takes the options of a run with every verb. Those that a verb has
/// none of would have no effect.
static Error checkVerb() {
  cl::SubCommand &Verb = chosenVerb();
  if (&Verb == &OfRuns)
    return Error::success();
  for (const auto &[Name, Option] : cl::getRegisteredOptions(OfRuns))
    if (Option->getNumOccurrences() &&
        !Option->Subs.contains(&cl::SubCommand::getAll()) &&
        !Option->Subs.contains(&Verb))
      return isNotTaken(Verb, spelling(*Option));
  if (CompilerArguments && !BlockDimText.Subs.contains(&Verb))
    return isNotTaken(Verb, "compiler arguments");
  return Error::success();
}

Error banklint::checkNoSources(const Twine &Instead) {
  static const StringRef OfResult[] = {Outputs.ArgStr, Quiet.ArgStr,
                                       ExitZero.ArgStr, colorOption().ArgStr};
  const std::string Reason = (" is about sources, and " + Instead).str();
  cl::SubCommand &Verb = chosenVerb();
  for (const auto &[Name, Option] : cl::getRegisteredOptions(OfRuns))
    if (Option->getNumOccurrences() && Option->Subs.contains(&Verb) &&
        !is_contained(OfResult, Name))
      return createStringError(spelling(*Option) + Reason);
  if (CompilerArguments)
    return createStringError("what follows --" + Reason);
  return Error::success();
}

Error banklint::parseCommandLine(int Argc, const char *const *Argv) {
  cl::SetVersionPrinter([](raw_ostream &OS) {
    OS << "banklint " BANKLINT_VERSION " (" BANKLINT_COMMIT
          "Clang " CLANG_VERSION_STRING ")\n";
  });
  // llvm::cl would take what follows `--` for sources.
  const char *const *End = Argv + Argc;
  const char *const *Dashes = std::find(Argv, End, StringRef("--"));
  for (const char *Word : ArrayRef(Argv, Dashes == End ? End : Dashes + 1))
    if (Error E = checkIsNoFile(Word))
      return E;
  if (Dashes != End)
    CompilerArguments.emplace(Dashes + 1, End);
  keepOwnOptions();
  auto Read = readAsOptions(ArrayRef(Argv, Dashes));
  if (!Read)
    return Read.takeError();
  const std::vector<const char *> &Words = *Read;
  if (Error E = checkValues(Words))
    return E;
  std::string Text;
  raw_string_ostream Errors(Text);
  if (cl::ParseCommandLineOptions(int(Words.size()), Words.data(),
                                  overview(Words), &Errors,
                                  /*VFS=*/nullptr, /*EnvVar=*/nullptr,
                                  /*LongOptionsUseDoubleDash=*/true))
    return checkVerb();
  return Text.empty() ? createStringError("invalid command line")
                      : usageError(Text, Words);
}

/// Adds the rules that an option switches on or off.
static Error addRules(Configuration &Settings, ArrayRef<std::string> Names,
                      bool IsOn) {
  for (const std::string &Name : Names) {
    Expected<const Rule *> Known = findRule(Name);
    if (!Known)
      return Known.takeError();
    Settings.Rules[(*Known)->Name.str()] = IsOn;
  }
  return Error::success();
}

namespace {
/// A word that an option takes, and what it stands for.
template <typename T> struct Choice {
  StringLiteral Word;
  T Meaning;
};
} // namespace

static constexpr Choice<FindingOrder> Orders[] = {
    {"file", FindingOrder::File},
    {"cost", FindingOrder::Cost},
    {"place", FindingOrder::Place},
};

static constexpr Choice<Coloring> Colorings[] = {
    {"auto", Coloring::Auto},
    {"always", Coloring::Always},
    {"never", Coloring::Never},
};

template <typename T>
static std::vector<StringRef> wordsOf(ArrayRef<Choice<T>> Choices) {
  std::vector<StringRef> Words;
  for (const Choice<T> &Known : Choices)
    Words.push_back(Known.Word);
  return Words;
}

std::vector<StringRef> banklint::orderNames() {
  return wordsOf(ArrayRef(Orders));
}

std::vector<StringRef> banklint::coloringNames() {
  return wordsOf(ArrayRef(Colorings));
}

template <typename T>
static Expected<T> choiceOf(StringRef Option, StringRef Word,
                            ArrayRef<Choice<T>> Choices) {
  for (const Choice<T> &Known : Choices)
    if (Word == Known.Word)
      return Known.Meaning;
  std::vector<StringRef> Words = wordsOf(Choices);
  return createStringError("invalid value '" + Word + "': --" + Option +
                           " takes " + join(drop_end(Words), ", ") + " or " +
                           Words.back());
}

/// A number from 0 on.
static Expected<unsigned> numberOf(StringRef Option, StringRef Text) {
  unsigned Number = 0;
  if (Text.getAsInteger(10, Number))
    return createStringError("invalid number '" + Text + "': --" + Option +
                             " takes a whole number from 0 on");
  return Number;
}

/// What the command line says in the place of a configuration file.
static Expected<Configuration> settings() {
  Configuration Settings;
  if (BlockDimText.getNumOccurrences()) {
    Expected<BlockDimRule> Rule = blockDimOf(BlockDimText, "--block-dim");
    if (!Rule)
      return Rule.takeError();
    Settings.BlockDims = {std::move(*Rule)};
  }
  if (Error E = addRules(Settings, EnabledRules, /*IsOn=*/true))
    return std::move(E);
  if (Error E = addRules(Settings, DisabledRules, /*IsOn=*/false))
    return std::move(E);
  for (auto [Option, Value] : {std::pair(&MinWays, &Settings.MinWays),
                               std::pair(&MinExcess, &Settings.MinExcess)}) {
    if (!Option->getNumOccurrences())
      continue;
    Expected<unsigned> Number = numberOf(Option->ArgStr, *Option);
    if (!Number)
      return Number.takeError();
    *Value = *Number;
  }
  for (const std::string &Text : ExcludedGlobs)
    Settings.Exclude.push_back({Text, "", "--exclude=" + Text});
  if (Expected<PathGlobs> Sound = PathGlobs::create(Settings.Exclude); !Sound)
    return Sound.takeError();
  Settings.GpuArch = GpuArch;
  Settings.CudaPath = CudaPath;
  return Settings;
}

static Expected<ConfigurationUse> configurationUse() {
  bool IsNamed = ConfigFile.getNumOccurrences();
  if (NoConfig && IsNamed)
    return createStringError(
        "--no-config and --config-file exclude each other");
  return NoConfig  ? ConfigurationUse::None
         : IsNamed ? ConfigurationUse::File
                   : ConfigurationUse::Nearest;
}

Expected<LintOptions> banklint::sourceOptions(const char *Argv0) {
  LintOptions Options;
  if (RuleModes.getNumOccurrences())
    if (Error E = setRuleModes(RuleModes))
      return std::move(E);
  Expected<Configuration> Settings = settings();
  if (!Settings)
    return Settings.takeError();
  Options.Settings = std::move(*Settings);
  Expected<ConfigurationUse> Use = configurationUse();
  if (!Use)
    return Use.takeError();
  Options.Configured = *Use;
  Options.ConfigFile = ConfigFile;
  Expected<unsigned> HeadersMegabytes = numberOf(PchSize.ArgStr, PchSize);
  if (!HeadersMegabytes)
    return HeadersMegabytes.takeError();
  for (auto [Option, Limit] :
       {std::pair(&TimeLimit, &Options.Limits.Seconds),
        std::pair(&MemoryLimit, &Options.Limits.Megabytes)}) {
    Expected<unsigned> Number = numberOf(Option->ArgStr, *Option);
    if (!Number)
      return Number.takeError();
    *Limit = *Number;
  }
  Options.KeepsHeaders = !NoPch && *HeadersMegabytes > 0;
  Options.HeadersBytes = uint64_t(*HeadersMegabytes) << 20;
  Options.Parsing.Arguments = CompilerArguments;
  Options.Parsing.DatabaseFolder = DatabaseFolder;
  Options.Parsing.QueriedDrivers = QueriedDrivers;
  Options.Parsing.IsQuiet = Quiet;
  Options.Parsing.Executable = sys::fs::getMainExecutable(
      Argv0, reinterpret_cast<void *>(&parseCommandLine));
  if (StringRef(JobsText).getAsInteger(10, Options.Jobs))
    return createStringError("invalid number of jobs '" + JobsText +
                             "': -j takes a number; 0 means one per core");
  Expected<Coloring> Colors =
      choiceOf("color", colorOption(), ArrayRef(Colorings));
  if (!Colors)
    return Colors.takeError();
  Options.Colors = *Colors;
  Options.CacheFolder = CacheFolder;
  Options.Quiet = Quiet;
  Options.ExitZero = ExitZero;
  Options.AllowIncomplete = AllowIncomplete;
  return Options;
}

Expected<LintOptions> banklint::compareOptions(const char *Argv0) {
  Expected<LintOptions> Options = sourceOptions(Argv0);
  if (!Options)
    return Options;
  auto Asked = parseOutputs(ComparisonFormat.getValue(), Outputs,
                            {Format::Text, Format::Json});
  if (!Asked)
    return Asked.takeError();
  Options->Outputs = std::move(*Asked);
  Options->KernelTotals = true; // which a profile counts
  return Options;
}

/// Which kernels an option names: all where it is given without a glob.
static std::optional<std::string>
dumpedKernels(const cl::opt<std::string> &Option) {
  if (!Option.getNumOccurrences())
    return std::nullopt;
  return Option.empty() ? "*" : Option.getValue();
}

/// A variable of a script that was never set leaves an option without a value.
/// It would do nothing, as if it were not there.
static Error checkNames() {
  for (auto [Option, Named] : {std::pair(&DiffBase, "commit"),
                               {&BaselineFile, "file"},
                               {&WriteBaselineFile, "file"},
                               {&ExportFixesFile, "file"},
                               {&ExportCommandsFolder, "folder"}})
    if (Option->getNumOccurrences() && Option->empty())
      return createStringError("--" + Option->ArgStr + " names no " + Named);
  return Error::success();
}

/// Where nothing takes fixes, unsafe ones were asked for in vain.
static Error checkFixOptions(const LintOptions &Options) {
  bool IsTaken = Options.Fix || !Options.ExportFixesFile.empty() ||
                 any_of(Options.Outputs, [](const Output &To) {
                   return To.Form == Format::Diff;
                 });
  if (Options.UnsafeFixes && !IsTaken)
    return createStringError("--unsafe-fixes needs --fix, --format=diff or "
                             "--export-fixes beside it");
  if (Options.AddNolint && Options.Fix)
    return createStringError("--fix and --add-nolint exclude each other: first "
                             "fix, then keep the rest silent");
  if (Options.EditAnywhere && !Options.Fix && !Options.AddNolint)
    return createStringError(
        "--edit-anywhere needs --fix or --add-nolint beside it");
  return Error::success();
}

/// What compilers call it.
static constexpr StringLiteral StandardInputName = "<stdin>";

/// Options that are about files as they lie on the disk, which standard input
/// is none of.
static Error checkStandardInput(const LintOptions &Options) {
  for (auto [Option, IsGiven] :
       {std::pair("fix", Options.Fix),
        {"add-nolint", Options.AddNolint},
        {"diff", !Options.Findings.DiffBase.empty()},
        {"export-fixes", !Options.ExportFixesFile.empty()},
        {"export-commands", !Options.ExportCommandsFolder.empty()}})
    if (IsGiven)
      return createStringError("--" + Twine(Option) +
                               " needs a file on the disk, and '-' is none");
  return Error::success();
}

/// Takes `-` for the source that it stands for.
static Error nameStandardInput(LintOptions &Options) {
  const bool IsNamed = StdinFileName.getNumOccurrences();
  if (!is_contained(Options.Sources, "-")) {
    if (IsNamed)
      return createStringError("--stdin-filename names what '-' reads from "
                               "standard input: it needs '-' for a source");
    return Error::success();
  }
  if (Options.Sources.size() > 1)
    return createStringError("'-' is the only source of a run: standard input "
                             "has no other beside it");
  if (IsNamed && StdinFileName.empty())
    return createStringError("--stdin-filename names no file");
  if (IsNamed && sys::fs::is_directory(StdinFileName))
    return createStringError("--stdin-filename takes the name of a source, and "
                             "'" +
                             StdinFileName + "' is a folder");
  Options.ReadsStandardInput = true;
  // Under the name that reports have for it.
  Options.Sources = {IsNamed ? shownPath(StdinFileName)
                             : StandardInputName.str()};
  return checkStandardInput(Options);
}

Error banklint::readStandardInput(LintOptions &Options) {
  if (!Options.ReadsStandardInput)
    return Error::success();
  auto Buffer = readNamedFile("-");
  if (!Buffer)
    return createStringError("cannot read '-': " +
                             toString(Buffer.takeError()));
  Options.Edited[Options.Sources.front()] = (*Buffer)->getBuffer().str();
  return Error::success();
}

/// Adds the sources that a file lists.
static Error addListedFiles(LintOptions &Options) {
  auto Buffer = readNamedFile(FilesFrom);
  if (!Buffer)
    return createStringError("cannot read '" + FilesFrom +
                             "': " + toString(Buffer.takeError()));
  const StringRef Text = (*Buffer)->getBuffer();
  SmallVector<StringRef> Names;
  Text.split(Names, Text.contains('\0') ? '\0' : '\n', /*MaxSplit=*/-1,
             /*KeepEmpty=*/false);
  // They are files, neither standard input nor options of Clang's.
  for (StringRef Name : Names)
    Options.Sources.push_back(
        ((Name.starts_with("-") || Name.starts_with("@") ? "./" : "") + Name)
            .str());
  Options.HasFileList = true;
  return Error::success();
}

/// Which sources a run checks, and how.
static Error readProjectOptions(LintOptions &Options) {
  if (FilesFrom.getNumOccurrences())
    if (Error E = addListedFiles(Options))
      return E;
  if (ShardText.getNumOccurrences()) {
    std::optional<Shard> Part = Shard::parse(ShardText);
    if (!Part)
      return createStringError("invalid shard '" + ShardText +
                               "': --shard takes I/N with I from 1 to N, for "
                               "example 2/8");
    Options.Part = *Part;
  }
  return Error::success();
}

Expected<LintOptions> banklint::lintOptions(const char *Argv0) {
  if (!Sources.empty())
    if (Error E = checkCommand(Sources.front()))
      return std::move(E);
  if (Sources.empty() && !FilesFrom.getNumOccurrences() && CompilerArguments)
    if (Error E = checkPlaceOfSources(*CompilerArguments))
      return std::move(E);
  Expected<LintOptions> Read = sourceOptions(Argv0);
  if (!Read)
    return Read.takeError();
  if (Error E = checkNames())
    return std::move(E);
  LintOptions Options = std::move(*Read);
  Options.Sources = Sources;
  if (Error E = readProjectOptions(Options))
    return std::move(E);
  std::optional<StringRef> MainFormat;
  if (FormatName.getNumOccurrences())
    MainFormat = FormatName.getValue();
  auto Asked = parseOutputs(MainFormat, Outputs, allFormats());
  if (!Asked)
    return Asked.takeError();
  Options.Outputs = std::move(*Asked);
  Options.ClearCache = ClearCache;
  if (ClearCache && !Sources.empty())
    return createStringError("--clear-cache checks nothing: leave out '" +
                             Sources.front() + "', or run twice");
  Options.DumpConfig = DumpConfig;
  Options.VerifyConfig = VerifyConfig;
  Options.ExportCommandsFolder = ExportCommandsFolder;
  Options.ListConsulted = ListConsulted;
  Options.DumpedTraces = dumpedKernels(DumpTrace);
  Options.DumpedRequests = dumpedKernels(DumpRequests);
  Expected<FindingOrder> Order = choiceOf("sort", OrderText, ArrayRef(Orders));
  if (!Order)
    return Order.takeError();
  Options.Order = *Order;
  Options.AllAccesses = AllAccesses;
  Options.Findings = {BaselineFile, WriteBaselineFile, DiffBase,
                      LibraryStorage};
  Options.Fix = FixSources;
  Options.UnsafeFixes = UnsafeFixes;
  Options.AddNolint = AddNolint;
  Options.EditAnywhere = EditAnywhere;
  Options.ExportFixesFile = ExportFixesFile;
  Options.KernelTotals = KernelTotals;
  Options.Statistics = Statistics;
  if (Error E = checkFixOptions(Options))
    return std::move(E);
  if (Error E = nameStandardInput(Options))
    return std::move(E);
  return Options;
}
