//===- TextRanges.cpp - Ranges of the text, by what stands in them --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Text/TextRanges.h"
#include "Cuda/Locations.h"
#include "Text/Edits.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"

using namespace banklint;
using namespace clang;

TextRanges::TextRanges(llvm::ArrayRef<SourceRange> Ranges,
                       const ASTContext &Context)
    : Context(Context), Ranges(Ranges) {
  const SourceManager &Sources = Context.getSourceManager();
  for (auto [Number, Range] : llvm::enumerate(Ranges)) {
    const SourceLocation Begin = Sources.getFileLoc(Range.getBegin());
    const SourceLocation Last = Sources.getFileLoc(Range.getEnd());
    if (Range.isInvalid())
      continue;
    const unsigned LastBytes =
        Lexer::MeasureTokenLength(Last, Sources, Context.getLangOpts());
    Everywhere.push_back(
        {Begin.getRawEncoding(), Last.getRawEncoding(), Number});
    OfFile[pointOf(Begin, Context).File].push_back(
        {Sources.getFileOffset(Begin), Sources.getFileOffset(Last) + LastBytes,
         Number});
  }
  sort(Everywhere);
  for (auto &Entry : OfFile)
    sort(Entry.second);
}

void TextRanges::sort(Spans &Of) {
  llvm::sort(Of, [](const Span &A, const Span &B) {
    return std::tie(A.Begin, A.Number) < std::tie(B.Begin, B.Number);
  });
  unsigned Most = 0;
  for (Span &Each : Of)
    Each.MostEnd = Most = std::max(Most, Each.End);
}

void TextRanges::collect(const Spans &Of, unsigned Offset,
                         std::vector<size_t> &Into) {
  auto Behind =
      llvm::upper_bound(Of, Offset, [](unsigned At, const Span &Each) {
        return At < Each.Begin;
      });
  // Ranges are nested or apart, so that few of these end before the place.
  for (auto Each = Behind; Each != Of.begin();) {
    --Each;
    if (Each->MostEnd < Offset)
      return;
    if (Each->End >= Offset)
      Into.push_back(Each->Number);
  }
}

std::vector<size_t> TextRanges::around(SourceLocation Where) const {
  const SourceManager &Sources = Context.getSourceManager();
  std::vector<size_t> Result;
  collect(Everywhere, Sources.getFileLoc(Where).getRawEncoding(), Result);
  llvm::erase_if(Result, [&](size_t Number) {
    return !holds(Ranges[Number], Where, Sources);
  });
  llvm::sort(Result);
  return Result;
}

std::vector<size_t> TextRanges::editedBy(const Fix &Edits) const {
  std::vector<size_t> Result;
  for (const Edit &E : Edits.Edits)
    if (auto Found = OfFile.find(E.File); Found != OfFile.end())
      collect(Found->second, E.OffsetBytes, Result);
  llvm::sort(Result);
  Result.erase(llvm::unique(Result), Result.end());
  return Result;
}
