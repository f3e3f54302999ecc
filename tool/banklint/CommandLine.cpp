//===- CommandLine.cpp - The words of a command line ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommandLine.h"
#include "Config/NearestName.h"
#include "Cuda/NvccArguments.h"
#include "OptionTable.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace banklint;
using namespace llvm;

cl::SubCommand &banklint::chosenVerb() {
  cl::SubCommand &OfRuns = cl::SubCommand::getTopLevel();
  for (cl::SubCommand *Verb : cl::getRegisteredSubcommands())
    if (*Verb && Verb != &OfRuns)
      return *Verb;
  return OfRuns;
}

std::string banklint::spelling(const cl::Option &Option) {
  return OptionEntry{Option.ArgStr, Option.ValueStr, Option.HelpStr}.spelling();
}

Error banklint::isNotTaken(const cl::SubCommand &Verb, const Twine &What) {
  return createStringError("banklint " + Verb.getName() + " does not take " +
                           What);
}

/// The command of that name, or null.
static cl::SubCommand *findCommand(StringRef Name) {
  for (cl::SubCommand *Command : cl::getRegisteredSubcommands())
    if (!Name.empty() && Command->getName() == Name)
      return Command;
  return nullptr;
}

Error banklint::checkIsNoFile(StringRef Word) {
  const bool IsList = Word.starts_with("@");
  if (!IsList && (!Word.starts_with("-") || Word == "-"))
    return Error::success();
  sys::fs::file_status Status;
  if (!sys::fs::status(Word, Status, /*follow=*/false))
    return createStringError("'" + Word + "' is a file and " +
                             (IsList ? "a list of options" : "an option") +
                             ": write './" + Word + "' or use --files-from");
  if (const StringRef Named = Word.drop_front();
      IsList && Named.ends_with(".cu") && sys::fs::exists(Named))
    return createStringError("'" + Word + "' is a list of options: write '" +
                             Named + "' to check a source");
  return Error::success();
}

/// The commands' names, and those of what is read as an option.
static StringRef nearestCommand(StringRef Word) {
  std::vector<StringRef> Names = {"help", "version"};
  for (const cl::SubCommand *Command : cl::getRegisteredSubcommands())
    if (!Command->getName().empty())
      Names.push_back(Command->getName());
  return nearestName(Word, Names);
}

static std::string meant(StringRef Command) {
  return Command.empty() ? "" : ("; did you mean '" + Command + "'?").str();
}

Expected<std::vector<const char *>>
banklint::readAsOptions(ArrayRef<const char *> Words) {
  std::vector<const char *> Read = Words.vec();
  const StringRef First = Words.size() > 1 ? Words[1] : "";
  if ((First != "help" && First != "version") || sys::fs::exists(First))
    return Read;
  Read[1] = First == "help" ? "--help" : "--version";
  if (First == "help" && Words.size() > 2) {
    if (!findCommand(Words[2]))
      return createStringError("no help on '" + StringRef(Words[2]) +
                               "', which is no command" +
                               meant(nearestCommand(Words[2])));
    std::swap(Read[1], Read[2]);
  }
  const size_t Taken = First == "help" ? 3 : 2;
  if (Words.size() > Taken)
    return createStringError("banklint " + First + " does not take '" +
                             StringRef(Words[Taken]) + "'");
  return Read;
}

/// "-j N", "--format=FORMAT".
static std::string withValueName(const cl::Option &Option) {
  return spelling(Option) + (Option.ArgStr.size() == 1 ? " " : "=") +
         Option.ValueStr.str();
}

Error banklint::checkValues(ArrayRef<const char *> Words) {
  cl::SubCommand *Named = Words.size() > 1 ? findCommand(Words[1]) : nullptr;
  auto &Options =
      cl::getRegisteredOptions(Named ? *Named : cl::SubCommand::getTopLevel());
  for (StringRef Word : Words.drop_front()) {
    const auto [Name, Value] = Word.ltrim('-').split('=');
    const auto Known = Options.find(Name);
    if (!Word.starts_with("-") || Known == Options.end())
      continue;
    const cl::Option &Option = *Known->second;
    const bool HasValue = Word.contains('=');
    if (!HasValue && Word.data() == Words.back() &&
        Option.getValueExpectedFlag() == cl::ValueRequired)
      return createStringError("'" + spelling(Option) +
                               "' needs a value: " + withValueName(Option));
    const bool IsFlag = Option.getValueExpectedFlag() == cl::ValueOptional &&
                        Option.ValueStr.empty();
    if (HasValue && IsFlag &&
        !is_contained(
            {"", "true", "TRUE", "True", "1", "false", "FALSE", "False", "0"},
            Value))
      return createStringError("'" + spelling(Option) +
                               "' takes no value, such as '" + Value + "'");
  }
  return Error::success();
}

StringRef banklint::overview(ArrayRef<const char *> Words) {
  if (Words.size() > 1 && findCommand(Words[1]))
    return "";
  return "finds shared-memory bank conflicts in CUDA sources\n\n"
         "Without files, all CUDA sources of compile_commands.json.\n"
         "Arguments after -- are compiler arguments for every source, of nvcc "
         "or of Clang.\n\n"
         "  banklint tile.cu -- -Iinclude   check a source\n"
         "  banklint -j 0 -p build          check a project, one source per "
         "core at a time\n"
         "  banklint --fix src              apply the safe fixes below a "
         "folder\n"
         "  banklint explain tile.cu:10     show the banks that a line uses\n\n"
         "Exit status: 0 no conflict, 1 conflicts, 2 wrong usage, 3 a source "
         "could not be\nanalysed, or only in part. 'banklint manual' prints "
         "the "
         "manual.\n";
}

//===----------------------------------------------------------------------===//
// Words that nobody takes.
//===----------------------------------------------------------------------===//

/// What nvcc or Clang makes of words and a source behind them; none where they
/// do not know them.
static std::optional<ClangArguments>
readByCompilers(ArrayRef<StringRef> Words) {
  std::vector<std::string> All(Words.begin(), Words.end());
  All.push_back("x.cu");
  Expected<ClangArguments> Read = translateArguments(All, "", styleOf(All));
  if (!Read) {
    consumeError(Read.takeError());
    return std::nullopt;
  }
  if (!Read->Ignored.empty())
    return std::nullopt;
  return std::move(*Read);
}

/// "-DX", "-I inc": an option of compilers with the value that follows it among
/// the words; "" where compilers do not know it.
static std::string withValue(StringRef Option, ArrayRef<const char *> Words) {
  const auto *At = find(Words, Option);
  if (At != Words.end() && At + 1 != Words.end()) {
    const StringRef Next = At[1];
    const auto Read = readByCompilers({Option, Next});
    if (Read && !Next.starts_with("-") && !is_contained(Read->Inputs, Next))
      return (Option + " " + Next).str();
  }
  return readByCompilers({Option}) ? Option.str() : "";
}

static Error comesFirst(StringRef Command) {
  const bool HasOptions = Command != "help" && Command != "version";
  return createStringError("command '" + Command +
                           "' follows an option: it comes first, as in "
                           "'banklint " +
                           Command + (HasOptions ? " [options]'" : "'"));
}

/// What llvm::cl says of words that are no options, in a sentence.
static std::string ofWords(StringRef Line, const cl::SubCommand &Verb) {
  const std::string See =
      ("; see 'banklint help " + Verb.getName() + "'").str();
  if (Line.starts_with("Not enough positional"))
    return ("banklint " + Verb.getName() + " needs arguments" + See)
        .str();
  if (!Line.starts_with("Too many positional"))
    return Line.str();
  const size_t Most = Verb.PositionalOpts.size();
  return ("banklint " + Verb.getName() + " takes at most " + Twine(Most) +
          (Most == 1 ? " word" : " words") + See)
      .str();
}

/// A command behind an option that it has, and a run has not.
static StringRef commandBehind(StringRef Option, ArrayRef<const char *> Words) {
  const StringRef Name = Option.ltrim('-').split('=').first;
  for (StringRef Word : Words)
    if (cl::SubCommand *Command = findCommand(Word))
      if (Command->getName() == "launch" ||
          cl::getRegisteredOptions(*Command).contains(Name))
        return Word;
  return "";
}

/// It guesses at any price: only guesses that come close are kept.
Error banklint::usageError(StringRef Text, ArrayRef<const char *> Words) {
  StringRef Line = Text.split('\n').first;
  Line.consume_front(sys::path::filename(Words.front()));
  Line.consume_front(": ");
  Line = Line.split("  Try: ").first.rtrim(".!");
  cl::SubCommand &Verb = chosenVerb(), &OfRuns = cl::SubCommand::getTopLevel();
  if (!Line.consume_front("Unknown command line argument "))
    return createStringError(ofWords(Line, Verb));
  const StringRef Word = Line.trim('\'');
  if (&Verb != &OfRuns && !Word.starts_with("-"))
    return isNotTaken(Verb, Line);
  if (&Verb == &OfRuns)
    if (StringRef Command = commandBehind(Word, Words); !Command.empty())
      return comesFirst(Command);
  // "-j2" and its like are looked for in the verb alone.
  for (const auto &[Name, Option] : cl::getRegisteredOptions(OfRuns))
    if (Option->getFormattingFlag() == cl::Prefix &&
        !Option->Subs.contains(&Verb) && Word.starts_with(spelling(*Option)))
      return isNotTaken(Verb, spelling(*Option));
  const StringRef Guess = Text.split("Did you mean '").second.split('\'').first;
  std::string Result = ("unknown option " + Line).str();
  if (std::string Known = withValue(Word, Words); !Known.empty())
    Result += "; compiler arguments follow '--': banklint FILE -- " + Known;
  else if (!Guess.empty() && Guess.edit_distance(Word) <= 2)
    Result += ("; did you mean '" + Guess + "'?").str();
  return createStringError(Result);
}

Error banklint::checkCommand(StringRef FirstSource) {
  if (FirstSource == "-" || sys::fs::exists(FirstSource))
    return Error::success();
  if (findCommand(FirstSource) || FirstSource == "help" ||
      FirstSource == "version")
    return comesFirst(FirstSource);
  static constexpr StringLiteral Elsewhere[] = {"check", "lint", "run", "scan"};
  if (is_contained(Elsewhere, FirstSource))
    return createStringError("unknown command '" + FirstSource +
                             "'; sources are checked without one: banklint "
                             "FILE");
  const StringRef Meant = nearestCommand(FirstSource);
  if (Meant.empty())
    return Error::success();
  return createStringError("unknown command '" + FirstSource + "'" +
                           meant(Meant));
}

Error banklint::checkPlaceOfSources(ArrayRef<std::string> BehindDashes) {
  for (StringRef Word : BehindDashes)
    if (Word.ends_with(".cu") && sys::fs::exists(Word))
      return createStringError("'" + Word +
                               "' follows '--', as compiler arguments do: "
                               "write '" +
                               (Word.starts_with("-") ? "./" : "") + Word +
                               "' before it");
  return Error::success();
}
