//===- Locations.cpp - From Clang's locations to plain ones ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cuda/Locations.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/FileManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/Support/Path.h"

using namespace banklint;

SourcePoint banklint::pointOf(clang::SourceLocation Where,
                              const clang::ASTContext &Context) {
  const clang::SourceManager &Sources = Context.getSourceManager();
  clang::PresumedLoc Place = Sources.getPresumedLoc(
      Sources.getExpansionLoc(Where), /*UseLineDirectives=*/false);
  if (Place.isInvalid())
    return {};
  // Clang has "./a.cuh" for what a source in the working folder includes.
  llvm::StringRef File = llvm::sys::path::remove_leading_dotslash(
      llvm::StringRef(Place.getFilename()));
  return {File.str(), Place.getLine(), Place.getColumn()};
}

SourceSpan banklint::spanOf(clang::SourceRange Range,
                            const clang::ASTContext &Context) {
  const clang::SourceManager &Sources = Context.getSourceManager();
  clang::CharSourceRange Expanded = Sources.getExpansionRange(Range);
  SourceSpan Span;
  Span.Begin = pointOf(Expanded.getBegin(), Context);
  clang::SourceLocation Last = Expanded.getEnd();
  clang::SourceLocation End = Expanded.isTokenRange()
                                  ? clang::Lexer::getLocForEndOfToken(
                                        Last, 0, Sources, Context.getLangOpts())
                                  : Last;
  SourcePoint After = pointOf(End.isValid() ? End : Last, Context);
  bool IsOneFile = After.File == Span.Begin.File;
  Span.EndLine = IsOneFile ? After.Line : Span.Begin.Line;
  Span.EndColumn = IsOneFile ? After.Column : Span.Begin.Column + 1;
  return Span;
}

clang::FileID banklint::fileNamed(llvm::StringRef Name,
                                  const clang::SourceManager &Sources) {
  const clang::OptionalFileEntryRef File =
      Sources.getFileManager().getOptionalFileRef(Name);
  return File ? Sources.translateFile(*File) : clang::FileID();
}
