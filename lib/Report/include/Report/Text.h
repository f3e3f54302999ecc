//===- Text.h - Diagnostics in Clang's form ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Findings, as compilers print them:
//
//   x.cu:9:44: warning: 32-way bank conflict in load from 'tile': ...
//       9 |   out[i] = tile[threadIdx.x][threadIdx.y];
//         |            ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
//   x.cu:31:3: note: in kernel 'k' with blocks of 32x32, launched here
//
// and accesses, one line each:
//
//   x.cu:14:29: remark: load of 4 bytes from 'tile': 32/1 wavefronts,
//       conflict, block 32x32x1, 32 requests [transpose(float *, int)]
//
// that is, mean wavefronts a request / their ideal, the verdict, its reason in
// parentheses, `inexact` where a bound was involved, `worst 16x` where some
// request is worse than the mean, the block, and the requests of a block.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_REPORT_TEXT_H
#define BANKLINT_REPORT_TEXT_H

#include "Finding/Finding.h"
#include "Source/EditedFiles.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"

namespace banklint {

/// Prints findings with the lines of their sources, which are read again, from
/// `Edited` or the disk; a source that is gone costs its snippets only. A note
/// without the end of its span, or at the finding's own place, gets no snippet,
/// one without a line no place. The fixes stand behind the notes, with the line
/// as it would be, or the number of their edits.
void writeFindings(llvm::raw_ostream &OS, llvm::ArrayRef<Finding> Findings,
                   bool UseColors, const EditedFiles &Edited = {});

/// Prints one line an access, without ends of line in it.
void writeAccesses(llvm::raw_ostream &OS, llvm::ArrayRef<Access> Accesses);

} // namespace banklint

#endif // BANKLINT_REPORT_TEXT_H
