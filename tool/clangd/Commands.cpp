//===- Commands.cpp - nvcc's commands for clangd --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Check/Setup.h"
#include "Config/Config.h"
#include "Config/Finder.h"
#include "Cuda/BundledHeaders.h"
#include "Cuda/CompileCommand.h"
#include "Cuda/Database.h"
#include "Cuda/NvccArguments.h"
#include "Files/Paths.h"
#include "Files/Shown.h"
#include "Hooks.h"
#include "clang/Options/Options.h"
#include "clang/Tooling/CompilationDatabase.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Option/Arg.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Option/OptTable.h"
#include "llvm/Option/Option.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Triple.h"
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace banklint;
using namespace llvm;

static ClangdPaths Paths;

void banklint::setClangdPaths(ClangdPaths New) { Paths = std::move(New); }

StringRef banklint::commandsFolder() { return Paths.Commands; }

static bool hasCudaName(StringRef File) {
  return is_contained({".cu", ".cuh", ".cui", ".hip"},
                      sys::path::extension(File));
}

/// Whether Clang compiles for a GPU: then it looks for programs that tell what
/// GPUs there are, and runs them. True for a CUDA source, for a header that
/// takes its command from one, and where any `-x` says so, however it is
/// spelled.
static bool isCuda(const clang::tooling::CompileCommand &Command,
                   StringRef File) {
  if (hasCudaName(File) || hasCudaName(Command.Filename))
    return true;
  std::vector<const char *> Words;
  for (const std::string &Word : drop_begin(Command.CommandLine)) {
    StringRef Text = Word;
    for (StringRef OfCl : {"/clang:", "-clang:"})
      Text.consume_front(OfCl);
    Words.push_back(Text.data());
  }
  unsigned MissingIndex = 0, MissingCount = 0;
  const opt::InputArgList Given = clang::getDriverOptTable().ParseArgs(
      Words, MissingIndex, MissingCount,
      opt::Visibility(clang::options::ClangOption));
  return any_of(Given, [](const opt::Arg *A) {
    return A->getOption().matches(clang::options::OPT_x) &&
           (StringRef(A->getValue()).starts_with("cu") ||
            StringRef(A->getValue()).starts_with("hip"));
  });
}

/// The warnings that the user asked for: they say nothing about the meaning of
/// a source, so that the translation drops them, but an editor shows them.
/// What is meant for nvcc only is unknown to Clang, and passed over. A header
/// may say `#pragma once`, also where it is opened alone.
static std::vector<std::string> warningsOf(ArrayRef<std::string> CommandLine,
                                           StringRef File) {
  std::vector<std::string> Out;
  for (StringRef Argument : CommandLine) {
    bool IsForHost = Argument.consume_front("-Xcompiler=");
    for (StringRef Option : split(Argument, ',')) {
      bool IsWarning = Option.starts_with("-W") && Option.size() > 3 &&
                       !Option.starts_with("-Werror") &&
                       (IsForHost || Option.size() == Argument.size());
      if (IsWarning)
        Out.push_back(Option.str());
    }
  }
  Out.push_back("-Wno-unknown-warning-option");
  if (sys::path::extension(File) == ".cuh")
    Out.push_back("-Wno-pragma-once-outside-header");
  return Out;
}

/// clangd reads headers from files. Its limit of errors is its own, and so are
/// the warnings that it shows.
static void adaptToClangd(std::vector<std::string> &Arguments) {
  erase(Arguments, "-w");
  erase(Arguments, "-ferror-limit=0");
  for (std::string &Argument : Arguments)
    Argument = pathOnDisk(Argument, Paths.Share);
}

/// The settings of a source as text: those that say the same are the same.
static std::string textOf(const Configuration &Settings) {
  std::string Text = Settings.folder().str() + '\n';
  raw_string_ostream OS(Text);
  writeConfiguration(OS, Settings);
  return Text;
}

static ParseOptions parseOptions(const Configuration &Settings) {
  ParseOptions Options;
  Options.Executable = Paths.Executable;
  return withSettings(std::move(Options), Settings);
}

/// Looks for toolkits once for all sources with the same settings.
static Expected<CommandFinder *> finderFor(const Configuration &Settings) {
  static std::map<std::string, CommandFinder> Finders;
  std::string Key = textOf(Settings);
  auto Known = Finders.find(Key);
  if (Known != Finders.end())
    return &Known->second;
  // clangd finds the compilation database.
  Expected<CommandFinder> Made =
      CommandFinder::create(parseOptions(Settings), nullptr);
  if (!Made)
    return Made.takeError();
  return &Finders.emplace(std::move(Key), std::move(*Made)).first->second;
}

/// Settings that make no sense change nothing here: the check tells of them.
static Configuration settingsFor(StringRef File) {
  Expected<Configuration> Found = nearestConfiguration(File);
  if (Found)
    return std::move(*Found);
  consumeError(Found.takeError());
  return Configuration();
}

static Expected<CompileCommand> commandFor(StringRef File,
                                           ArrayRef<std::string> CommandLine,
                                           StringRef Folder) {
  static std::mutex OneAtATime;
  std::lock_guard<std::mutex> Lock(OneAtATime);
  Expected<CommandFinder *> Finder = finderFor(settingsFor(File));
  if (!Finder)
    return Finder.takeError();
  return (*Finder)->commandOfCall(File, CommandLine, Folder);
}

std::optional<CompileCommand>
banklint::commandIn(std::shared_ptr<const Database> Commands, StringRef File) {
  auto Finder = CommandFinder::create(parseOptions(settingsFor(File)),
                                      std::move(Commands));
  if (!Finder) {
    consumeError(Finder.takeError());
    return std::nullopt;
  }
  auto Found = Finder->commandsFor(File);
  if (Found)
    return std::move(Found->front());
  consumeError(Found.takeError());
  return std::nullopt;
}

/// A command that has nothing of the project or its settings. Of one that
/// cannot be translated, Clang would run and write what it asks for.
static std::vector<std::string> bareCommand(StringRef File) {
  ParseOptions Options;
  Options.Executable = Paths.Executable;
  auto Finder = CommandFinder::create(std::move(Options), nullptr);
  if (Finder) {
    auto Bare = Finder->commandOfCall(File, {"clang++", File.str()});
    if (Bare)
      return std::move(Bare->Arguments);
    consumeError(Bare.takeError());
  } else {
    consumeError(Finder.takeError());
  }
  return {"clang++", "-nocudainc", "-nocudalib", File.str()};
}

bool banklint::isCudaCommand(const clang::tooling::CompileCommand &Command,
                             StringRef File) {
  return !Command.CommandLine.empty() && isCuda(Command, File);
}

void banklint::translateCommand(clang::tooling::CompileCommand &Command,
                                StringRef File) {
  auto Parse = commandFor(File, Command.CommandLine, Command.Directory);
  std::vector<std::string> Arguments =
      Parse ? std::move(Parse->Arguments) : bareCommand(File);
  if (!Parse)
    StderrLine() << "warning: cannot translate the command of '"
                 << shownPath(File) << "': " << toString(Parse.takeError());
  adaptToClangd(Arguments);
  std::vector<std::string> Warnings = warningsOf(Command.CommandLine, File);
  Arguments.insert(std::next(Arguments.begin()), Warnings.begin(),
                   Warnings.end());
  Command.CommandLine = std::move(Arguments);
}

/// Whether an argument names an architecture as the configuration of clangd
/// may. For `native` Clang would look for a program, and run it.
static bool isArchitecture(ArrayRef<std::string> Argument) {
  StringRef Name = Argument.front();
  return Argument.size() == 1 &&
         (Name.consume_front("--cuda-gpu-arch=") ||
          Name.consume_front("--offload-arch=")) &&
         !knownGpuArch(Name).empty();
}

/// What clangd adds itself, and the warnings and architectures that its
/// configuration asks for.
static bool isOfClangd(ArrayRef<std::string> Argument) {
  StringRef Word = Argument.front();
  if (Argument.size() != 1)
    return false;
  if (Word.starts_with("-W"))
    return !Word.contains(',');
  return Word == "-fsyntax-only" || Word == "--driver-mode=g++" ||
         Word.starts_with("-resource-dir=") || isArchitecture(Argument);
}

/// Whether Clang would need minutes for a command, which is told of.
static bool isTooLong(const clang::tooling::CompileCommand &Command,
                      StringRef File) {
  if (Command.CommandLine.size() <= MaxWords)
    return false;
  StderrLine() << "warning: the command of '" << shownPath(File)
               << "' has more than " << MaxWords
               << " words, and counts for none";
  return true;
}

void banklint::settleCommand(clang::tooling::CompileCommand &Command,
                             ArrayRef<std::string> Known, StringRef File) {
  if (isTooLong(Command, File))
    Command.CommandLine = bareCommand(File);
  // Clang reads a file of options that lies beside it.
  std::vector<std::string> Words = {Known.front(), "--no-default-config"};
  std::string Arch;
  for (ArrayRef<std::string> Argument :
       withoutRefused(Command.CommandLine, Known, isOfClangd))
    if (isArchitecture(Argument))
      Arch = Argument.front();
    else if (!StringRef(Argument.front()).starts_with("-x"))
      append_range(Words, Argument);
  if (!Arch.empty())
    Words.push_back(Arch);
  Words.insert(Words.end(), {"-x", "cuda", "--", File.str()});
  Command.CommandLine = std::move(Words);
}

/// For the triple of a GPU Clang asks a program which one there is.
static bool isOfProcessor(StringRef Target) {
  const Triple T(Triple::normalize(Target));
  return T.isX86() || T.isAArch64() || T.isARM() || T.isThumb() ||
         T.isRISCV() || T.isPPC() || T.isMIPS() || T.isSystemZ() ||
         T.isLoongArch() || T.isWasm();
}

/// What else of a command says how a source reads that is for no GPU.
static bool isOfOtherSource(ArrayRef<std::string> Argument) {
  StringRef Word = Argument.front();
  if (isOfClangd(Argument) || Word.starts_with("-x"))
    return true;
  if (Word == "-target")
    return Argument.size() == 2 && isOfProcessor(Argument.back());
  if (Argument.size() != 1)
    return false;
  if (Word.consume_front("--target="))
    return isOfProcessor(Word);
  static constexpr StringLiteral Prefixes[] = {
      "-O",     "-pedantic", "-march=",  "-mcpu=",  "-mabi=", "-mfpu=",
      "-mavx",  "-msse",     "-mfma",    "-mbmi",   "-maes",  "-mfloat-abi=",
      "-mf16c", "-mlzcnt",   "-mpclmul", "-mpopcnt"};
  return is_contained({"-w", "-fopenmp", "--driver-mode=gcc"}, Word) ||
         any_of(Prefixes,
                [&](StringRef Prefix) { return Word.starts_with(Prefix); });
}

void banklint::sortCommand(clang::tooling::CompileCommand &Command,
                           StringRef File) {
  if (isTooLong(Command, File))
    Command.CommandLine.resize(1);
  std::vector<std::string> Words = {Command.CommandLine.front(),
                                    "--no-default-config"};
  for (ArrayRef<std::string> Argument : withoutRefused(
           Command.CommandLine, /*Known=*/{Words.front()}, isOfOtherSource))
    append_range(Words, Argument);
  Words.insert(Words.end(), {"--", File.str()});
  Command.CommandLine = std::move(Words);
}
