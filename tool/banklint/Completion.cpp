//===- Completion.cpp - banklint completion: scripts for shells -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Completion.h"
#include "OptionTable.h"
#include "Status.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

using namespace banklint;
using namespace llvm;

cl::SubCommand banklint::CompletionCommand(
    "completion", "print the completion script of bash, zsh or fish");

static cl::opt<std::string> Shell(cl::Positional, cl::desc("bash|zsh|fish"),
                                  cl::sub(CompletionCommand));

/// `Text` between single quotes, as all three shells read it.
static std::string quoted(StringRef Text) {
  std::string Result = "'";
  for (char C : Text)
    Result += C == '\'' ? std::string("'\\''") : std::string(1, C);
  return Result + "'";
}

/// The names of the verbs, with spaces between them.
static std::string verbNames(ArrayRef<VerbEntry> Verbs) {
  std::string Names;
  for (const VerbEntry &Verb : Verbs.drop_front())
    Names += (Names.empty() ? "" : " ") + Verb.Name.str();
  return Names;
}

//===----------------------------------------------------------------------===//
// bash
//===----------------------------------------------------------------------===//

/// What bash offers for a value: "-d" for folders.
static std::string bashValues(const OptionEntry &Option) {
  if (Option.takesFolder())
    return "-d";
  if (Option.takesFile())
    return "-f";
  return "-W " + quoted(join(Option.choices(), " "));
}

static void writeBash(raw_ostream &OS, ArrayRef<VerbEntry> Verbs) {
  OS << R"(# Completes banklint in bash.
_banklint() {
  local word=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD - 1]}
  # bash takes the '=' of --option=value for a word of its own.
  if [[ $word == = ]]; then
    word=
  elif [[ $option == = ]]; then
    option=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  case ${COMP_WORDS[1]}:$option in
)";
  auto WriteValues = [&](const VerbEntry &Verb, StringRef Name) {
    for (const OptionEntry &Option : Verb.Options)
      if (!Option.Value.empty())
        OS << "  " << Name << ':' << Option.spelling()
           << ")\n    mapfile -t COMPREPLY < <(compgen " << bashValues(Option)
           << " -- \"$word\")\n    return\n    ;;\n";
  };
  for (const VerbEntry &Verb : Verbs.drop_front()) {
    WriteValues(Verb, Verb.Name);
    OS << "  " << Verb.Name << ":*) ;;\n";
  }
  WriteValues(Verbs.front(), "*");
  OS << "  esac\n  local options verbs=\n  case ${COMP_WORDS[1]} in\n";
  auto WriteOptions = [&](const VerbEntry &Verb) {
    OS << "options='";
    for (const OptionEntry &Option : Verb.Options)
      OS << Option.spelling()
         << (Option.isLong() && !Option.Value.empty() ? "= " : " ");
    OS << "'";
  };
  for (const VerbEntry &Verb : Verbs.drop_front()) {
    OS << "  " << Verb.Name << ") ";
    WriteOptions(Verb);
    OS << " ;;\n";
  }
  OS << "  *) ";
  WriteOptions(Verbs.front());
  OS << " ;;\n  esac\n  [[ $COMP_CWORD -gt 1 ]] || verbs='" << verbNames(Verbs)
     << R"('
  if [[ $word == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")
    [[ ${COMPREPLY[0]-} != *= ]] || compopt -o nospace
  else
    mapfile -t COMPREPLY < <(compgen -f -W "$verbs" -- "$word")
  fi
}
complete -o filenames -F _banklint banklint
)";
}

//===----------------------------------------------------------------------===//
// zsh
//===----------------------------------------------------------------------===//

/// One specification of zsh's _arguments.
static std::string zshOption(const OptionEntry &Option) {
  std::string Help;
  for (char C : Option.Help) {
    if (StringRef("[]:\\").contains(C))
      Help += '\\';
    Help += C;
  }
  std::string Spec = Option.spelling();
  if (!Option.Value.empty() && Option.isLong())
    Spec += '=';
  Spec += "[" + Help + "]";
  if (!Option.Value.empty())
    Spec += ": :" + (Option.takesFolder() ? std::string("_files -/")
                     : Option.takesFile()
                         ? std::string("_files")
                         : "(" + join(Option.choices(), " ") + ")");
  return quoted(Spec);
}

static void writeZsh(raw_ostream &OS, ArrayRef<VerbEntry> Verbs) {
  auto WriteOptions = [&](const VerbEntry &Verb) {
    OS << "  _arguments";
    for (const OptionEntry &Option : Verb.Options)
      OS << " \\\n    " << zshOption(Option);
  };
  OS << "#compdef banklint\n# Completes banklint in zsh.\ncase $words[2] in\n";
  for (const VerbEntry &Verb : Verbs.drop_front()) {
    OS << Verb.Name << ")\n";
    WriteOptions(Verb);
    OS << " \\\n    '*: :_files'\n  ;;\n";
  }
  OS << "*)\n";
  WriteOptions(Verbs.front());
  OS << " \\\n    '1: :{_alternative \"verbs:verb:(" << verbNames(Verbs)
     << ")\" \"files:source:_files\"}' \\\n    '*: :_files'\n  ;;\nesac\n";
}

//===----------------------------------------------------------------------===//
// fish
//===----------------------------------------------------------------------===//

static void writeFish(raw_ostream &OS, ArrayRef<VerbEntry> Verbs) {
  std::string Names = verbNames(Verbs);
  OS << "# Completes banklint in fish.\n";
  for (const VerbEntry &Verb : Verbs.drop_front())
    OS << "complete -c banklint -n __fish_use_subcommand -a " << Verb.Name
       << " -d " << quoted(Verb.Help) << '\n';
  for (const VerbEntry &Verb : Verbs) {
    std::string Where = Verb.Name.empty()
                            ? "not __fish_seen_subcommand_from " + Names
                            : "__fish_seen_subcommand_from " + Verb.Name.str();
    for (const OptionEntry &Option : Verb.Options) {
      OS << "complete -c banklint -n " << quoted(Where)
         << (Option.isLong() ? " -l " : " -s ") << Option.Name;
      if (Option.takesFolder())
        OS << " -x -a '(__fish_complete_directories)'";
      else if (Option.takesFile())
        OS << " -r -F";
      else if (!Option.Value.empty())
        OS << " -x -a " << quoted(join(Option.choices(), " "));
      OS << " -d " << quoted(Option.Help) << '\n';
    }
  }
}

int banklint::runCompletion() {
  std::vector<VerbEntry> Verbs = verbTable();
  if (Shell == "bash")
    writeBash(outs(), Verbs);
  else if (Shell == "zsh")
    writeZsh(outs(), Verbs);
  else if (Shell == "fish")
    writeFish(outs(), Verbs);
  else
    return fail("unknown shell '" + Shell +
                "': banklint completion takes bash, zsh or fish");
  return Clean;
}
