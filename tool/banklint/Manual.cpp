//===- Manual.cpp - banklint manual: the manual page ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Manual.h"
#include "OptionTable.h"
#include "Status.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

using namespace banklint;
using namespace llvm;

cl::SubCommand banklint::ManualCommand("manual", "print the manual page");

static constexpr StringLiteral Head = R"(.SH NAME
banklint \- find shared\-memory bank conflicts in CUDA sources
.SH SYNOPSIS
.B banklint
[\fIoptions\fR] [\fIFILE\fR|\fIFOLDER\fR]... [\fB\-\-\fR \fIcompiler arguments\fR]
.br
.B banklint
\fIverb\fR [\fIoptions\fR]
.SH DESCRIPTION
Parses each source, runs its kernels for every warp of their blocks, and reports the
accesses to shared memory that take more wavefronts than their width needs, with the
reason and the edit that removes them. Findings go to standard output, everything
else to standard error.
.PP
What follows \fB\-\-\fR are compiler arguments, of nvcc or of Clang. Without it they
come from compile_commands.json, or from defaults where there is none. Without a file
or folder, all CUDA sources of compile_commands.json are checked.
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
a source could not be analysed, or device code in it does not compile
.SH FILES
.TP
.I .banklint.yaml
settings for the sources in its folder and below; the nearest one above a source
counts, and the command line wins
.TP
.I compile_commands.json
how sources are compiled
.SH ENVIRONMENT
.TP
.B CUDA_PATH
the CUDA toolkit whose headers are used
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

int banklint::runManual() {
  std::vector<VerbEntry> Verbs = verbTable();
  outs() << ".TH BANKLINT 1 \"\" \"banklint " BANKLINT_VERSION "\"\n"
         << Head << ".SH OPTIONS\n";
  writeOptions(outs(), Verbs.front());
  outs() << ".SH VERBS\n";
  for (const VerbEntry &Verb : ArrayRef(Verbs).drop_front()) {
    outs() << ".SS banklint " << escaped(Verb.Name) << "\n\\&"
           << escaped(Verb.Help) << '\n';
    writeOptions(outs(), Verb);
  }
  outs() << Tail;
  return Clean;
}
