//===- ExportCommands.h - Commands for other tools --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_TOOL_EXPORTCOMMANDS_H
#define BANKLINT_TOOL_EXPORTCOMMANDS_H

#include "Options.h"
#include "Status.h"

namespace banklint {

/// Writes how the sources would be parsed, for tools that know Clang's
/// arguments and not nvcc's: a `compile_commands.json` into the folder of
/// `--export-commands`, and below it the headers that banklint brings.
Status runExportCommands(const LintOptions &Options);

} // namespace banklint

#endif // BANKLINT_TOOL_EXPORTCOMMANDS_H
