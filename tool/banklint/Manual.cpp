//===- Manual.cpp - banklint manual: the manual page ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Manual.h"
#include "Config/Keys.h"
#include "OptionTable.h"
#include "Status.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

using namespace banklint;
using namespace llvm;

cl::SubCommand banklint::ManualCommand("manual", "print the manual page");

static cl::opt<bool> AsConfiguration(
    "configuration", cl::sub(ManualCommand),
    cl::desc("print the keys of .banklint.yaml instead, as a table in "
             "Markdown"));

static constexpr StringLiteral Head = R"(.SH NAME
banklint \- find shared\-memory bank conflicts in CUDA sources
.SH SYNOPSIS
.B banklint
[\fIoptions\fR] [\fIFILE\fR|\fIFOLDER\fR]... [\fB\-\-\fR \fIcompiler arguments\fR]
.br
.B banklint
[\fIoptions\fR] \fB\-\-stdin\-filename=\fIFILE\fR \fB\-\fR [\fB\-\-\fR \fIcompiler arguments\fR]
.br
.B banklint
\fIsubcommand\fR [\fIoptions\fR]
.SH DESCRIPTION
Parses each source, runs its kernels for every warp of their blocks, and reports the
accesses to shared memory that take more wavefronts than their width needs, with the
reason and the edit that removes them. Findings and tables go to standard output,
everything else to standard error.
.PP
What follows \fB\-\-\fR are compiler arguments, of nvcc or of Clang. Without it they
come from compile_commands.json, or from defaults where there is none. Without a file
or folder, all CUDA sources of compile_commands.json are checked. \fB\-\fR reads one
source from standard input.
)";

static constexpr StringLiteral Tail = R"(.SH EXIT STATUS
.TP
.B 0
no conflict found, or each one fixed
.TP
.B 1
conflicts reported
.TP
.B 2
invalid command line, configuration or suppression comment
.TP
.B 3
a source could not be analysed, or only in part
.SH EXAMPLES
.TP
.B banklint tile.cu \-\- \-Iinclude
check a source
.TP
.B banklint \-j 0 \-p build
check all CUDA sources of build/compile_commands.json, one per core at a time
.TP
.B banklint \-\-fix src
apply the safe fixes to all sources below a folder
.TP
.B banklint \-\-format=diff tile.cu | patch \-p1
the same for one source, by way of a diff
.TP
.B banklint explain tile.cu:10
show the banks that the accesses of a line use
.SH FILES
.TP
.I .banklint.yaml
settings for the sources in its folder and below; the nearest one above a source
counts, and the command line wins; see CONFIGURATION
.TP
.I compile_commands.json
how sources are compiled
.TP
.I ~/.cache/banklint
parsed headers, which \fB\-\-clear\-cache\fR removes
.SH ENVIRONMENT
.TP
.B CUDA_PATH
the CUDA toolkit whose headers are used
.TP
.B XDG_CACHE_HOME
the user's cache folder, in the place of ~/.cache
.TP
.B NO_COLOR
if not empty, text has no colours unless \fB\-\-color=always\fR asks for them
.SH SEE ALSO
.BR nvcc (1),
.BR clang\-tidy (1)
)";

/// `Text` with what roff would take for its own escaped.
static std::string escaped(StringRef Text) {
  std::string Result;
  for (char C : Text) {
    if (C == '\\')
      Result += "\\e";
    else if (C == '-')
      Result += "\\-";
    else if (C == '\'')
      Result += "\\(aq";
    else
      Result += C;
  }
  return Result;
}

static void writeOptions(raw_ostream &OS, const VerbEntry &Verb) {
  for (const OptionEntry &Option : Verb.Options) {
    OS << ".TP\n\\fB" << escaped(Option.spelling()) << "\\fR";
    if (!Option.Value.empty())
      OS << (Option.isLong() ? "=" : " ") << "\\fI" << escaped(Option.Value)
         << "\\fR";
    OS << "\n\\&" << escaped(Option.Help) << '\n';
  }
}

//===----------------------------------------------------------------------===//
// The configuration
//===----------------------------------------------------------------------===//

/// The options that set the same: they have the key's name, but for rules.
static std::vector<std::string> optionsOf(const ConfigurationKey &Key,
                                          ArrayRef<OptionEntry> Options) {
  std::vector<std::string> Spellings;
  for (const OptionEntry &Option : Options)
    if (Key.Name == key::Rules
            ? is_contained({"enable", "disable"}, Option.Name)
            : Option.Name == Key.Name)
      Spellings.push_back(Option.spelling());
  return Spellings;
}

/// "`--enable`, `--disable`", each in marks.
static std::string joined(ArrayRef<std::string> Spellings, StringRef Mark) {
  std::string Text;
  for (const std::string &Spelling : Spellings)
    Text += (Text.empty() ? "" : ", ") + (Mark + Spelling + Mark).str();
  return Text;
}

static void writeKeysAsMarkdown(raw_ostream &OS,
                                ArrayRef<OptionEntry> Options) {
  OS << "| key | value | default | meaning | option |\n"
        "| --- | --- | --- | --- | --- |\n";
  for (const ConfigurationKey &Key : configurationKeys()) {
    const std::string Same = joined(optionsOf(Key, Options), "`");
    OS << "| `" << Key.Name << "` | " << Key.Value << " | " << Key.Default
       << " | " << Key.Meaning << " |" << (Same.empty() ? "" : " ") << Same
       << " |\n";
  }
}

/// Without the marks of code, which roff has in its own way.
static std::string escapedWords(StringRef Text) {
  std::string Plain = Text.str();
  erase(Plain, '`');
  return escaped(Plain);
}

static void writeKeys(raw_ostream &OS, ArrayRef<OptionEntry> Options) {
  OS << ".SH CONFIGURATION\nThe keys of .banklint.yaml:\n";
  for (const ConfigurationKey &Key : configurationKeys()) {
    OS << ".TP\n\\fB" << escaped(Key.Name)
       << "\\fR: " << escapedWords(Key.Value) << "\n\\&"
       << escapedWords(Key.Meaning)
       << "; default: " << escapedWords(Key.Default) << '\n';
    const std::string Same = joined(optionsOf(Key, Options), "");
    if (!Same.empty())
      OS << "(" << escaped(Same) << ")\n";
  }
}

int banklint::runManual() {
  std::vector<VerbEntry> Verbs = verbTable();
  if (AsConfiguration) {
    writeKeysAsMarkdown(outs(), Verbs.front().Options);
    return Clean;
  }
  outs() << ".TH BANKLINT 1 \"\" \"banklint " BANKLINT_VERSION "\"\n"
         << Head << ".SH OPTIONS\n";
  writeOptions(outs(), Verbs.front());
  outs() << ".SH SUBCOMMANDS\n";
  for (const VerbEntry &Verb : ArrayRef(Verbs).drop_front()) {
    outs() << ".SS banklint " << escaped(Verb.Name) << "\n\\&"
           << escaped(Verb.Help) << '\n';
    writeOptions(outs(), Verb);
  }
  writeKeys(outs(), Verbs.front().Options);
  outs() << Tail;
  return Clean;
}
