//===- Options.cpp - What the command line asks for -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "clang/Basic/Version.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace banklint;
using namespace llvm;

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

static cl::opt<unsigned>
    MinWays("min-ways", cl::value_desc("N"), cl::cat(Category),
            cl::desc("report conflicts of at least N wavefronts for one"));
static cl::opt<unsigned>
    MinExcess("min-excess", cl::value_desc("N"), cl::cat(Category),
              cl::desc("report conflicts that cost a block at least N "
                       "wavefronts"));
static cl::opt<std::string>
    ConfigFile("config-file", cl::value_desc("FILE"), cl::cat(Category),
               cl::desc("the configuration of every source; else the nearest "
                        ".banklint.yaml above each"));
static cl::opt<bool> NoConfig("no-config", cl::cat(Category),
                              cl::desc("read no configuration file"));
static cl::opt<bool>
    DumpConfig("dump-config", cl::cat(Category),
               cl::desc("print the settings that hold for the first source"));
static cl::opt<bool>
    VerifyConfig("verify-config", cl::cat(Category),
                 cl::desc("check the configuration of the sources, and no "
                          "source"));

/// What follows `--`, if it was there.
static std::optional<std::vector<std::string>> CompilerArguments;

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

static Expected<Format> parseFormat(StringRef Name) {
  if (Name == "text")
    return Format::Text;
  if (Name == "json")
    return Format::Json;
  return createStringError("unknown format '" + Name +
                           "': --format takes text or json");
}

Error banklint::parseCommandLine(int Argc, const char *const *Argv) {
  cl::SetVersionPrinter([](raw_ostream &OS) {
    OS << "banklint " BANKLINT_VERSION " (Clang " CLANG_VERSION_STRING ")\n";
  });
  // llvm::cl would take what follows `--` for sources.
  const char *const *End = Argv + Argc;
  const char *const *Dashes = std::find(Argv, End, StringRef("--"));
  if (Dashes != End)
    CompilerArguments.emplace(Dashes + 1, End);
  keepOwnOptions();
  std::string Text;
  raw_string_ostream Errors(Text);
  if (cl::ParseCommandLineOptions(
          Dashes - Argv, Argv,
          "finds shared-memory bank conflicts in CUDA sources\n\n"
          "What follows -- are compiler arguments for every source, of nvcc or "
          "of Clang.\n",
          &Errors, /*VFS=*/nullptr, /*EnvVar=*/nullptr,
          /*LongOptionsUseDoubleDash=*/true))
    return Error::success();
  return createStringError(Text.empty() ? "the command line makes no sense"
                                        : usageError(Text));
}

/// What the command line says in the place of a configuration file.
static Expected<Configuration> settings() {
  Configuration Settings;
  if (BlockDimText.getNumOccurrences()) {
    std::optional<std::array<unsigned, 3>> Block = parseBlockDim(BlockDimText);
    if (!Block)
      return createStringError(
          "invalid block '" + BlockDimText +
          "': --block-dim takes X[,Y[,Z]] with at most 1024 threads, for "
          "example 32,8");
    Settings.BlockDims = {{"*", *Block, "--block-dim"}};
  }
  if (MinWays.getNumOccurrences())
    Settings.MinWays = MinWays;
  if (MinExcess.getNumOccurrences())
    Settings.MinExcess = MinExcess;
  Settings.GpuArch = GpuArch;
  Settings.CudaPath = CudaPath;
  return Settings;
}

Expected<LintOptions> banklint::lintOptions(const char *Argv0) {
  LintOptions Options;
  if (Sources.empty() && !DumpConfig && !VerifyConfig)
    return createStringError(
        "no source named; 'banklint --help' lists what it takes");
  Options.Sources = Sources;
  Expected<Format> Output = parseFormat(FormatName);
  if (!Output)
    return Output.takeError();
  Options.Output = *Output;
  Expected<Configuration> Settings = settings();
  if (!Settings)
    return Settings.takeError();
  Options.Settings = std::move(*Settings);
  if (NoConfig && ConfigFile.getNumOccurrences())
    return createStringError(
        "--no-config and --config-file exclude each other");
  if (NoConfig)
    Options.Configured = ConfigurationUse::None;
  else if (ConfigFile.getNumOccurrences())
    Options.Configured = ConfigurationUse::File;
  Options.ConfigFile = ConfigFile;
  Options.DumpConfig = DumpConfig;
  Options.VerifyConfig = VerifyConfig;
  Options.Parsing.Arguments = CompilerArguments;
  Options.Parsing.DatabaseFolder = DatabaseFolder;
  Options.Parsing.Executable = sys::fs::getMainExecutable(
      Argv0, reinterpret_cast<void *>(&parseCommandLine));
  Options.AllAccesses = AllAccesses;
  Options.Fix = FixSources;
  Options.Quiet = Quiet;
  Options.KernelTotals = KernelTotals;
  Options.ExitZero = ExitZero;
  return Options;
}
