//===- Rdjson.h - The report for reviewdog ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_REPORT_RDJSON_H
#define BANKLINT_REPORT_RDJSON_H

#include "Files/Paths.h"
#include "Finding/Finding.h"
#include "Source/SourceTexts.h"
#include "llvm/Support/raw_ostream.h"

namespace banklint {

/// Writes reviewdog's DiagnosticResult: a diagnostic a finding, its notes as
/// related locations. reviewdog offers a suggestion only where its diagnostic
/// stands, and a fix edits the declaration, not the access: so every safe fix
/// of one edit is a diagnostic of its own, at the lines that it edits. Columns
/// count bytes. (reviewdog, "proto/rdf/reviewdog.proto".)
void writeRdjson(llvm::raw_ostream &OS, const Report &R,
                 const RepositoryPaths &Paths, SourceTexts &Texts);

} // namespace banklint

#endif // BANKLINT_REPORT_RDJSON_H
