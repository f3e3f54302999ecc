//===- WholeFile.h - Files that are written whole or not at all -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_FILES_WHOLEFILE_H
#define BANKLINT_FILES_WHOLEFILE_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace banklint {

/// True for a file without permission to write, also where the superuser asks,
/// who may write anywhere.
bool isReadOnly(llvm::StringRef File);

/// Makes `File` hold `Text`: at one stroke, so that nobody ever finds a part of
/// it, whatever happens in between. Folders that do not exist are made. A file
/// that is there keeps its permissions, and a symbolic link its target's place.
/// Pipes and devices are written to as they are; "-" is standard output. A
/// read-only file is not replaced.
///
/// Fails with "cannot write 'FILE': REASON", and then leaves what was there.
llvm::Error writeWholeFile(llvm::StringRef File, llvm::StringRef Text);

} // namespace banklint

#endif // BANKLINT_FILES_WHOLEFILE_H
