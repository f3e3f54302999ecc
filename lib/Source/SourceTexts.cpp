//===- SourceTexts.cpp - What the sources hold, by line and column --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Source/SourceTexts.h"
#include "Source/EditedFiles.h"
#include "Source/Place.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

using namespace llvm;
using namespace banklint;

const SourceTexts::Source &SourceTexts::open(StringRef File) {
  auto [Entry, IsNew] = Sources.try_emplace(File);
  Source &S = Entry->second;
  if (!IsNew)
    return S;
  S.Buffer = readFile(File, Edited);
  if (S.Buffer)
    S.Text = S.Buffer->getBuffer();
  S.LineStarts.push_back(0);
  for (size_t At = S.Text.find('\n'); At != StringRef::npos;
       At = S.Text.find('\n', At + 1))
    S.LineStarts.push_back(At + 1);
  return S;
}

StringRef SourceTexts::line(const std::string &File, unsigned Number) {
  std::optional<unsigned> Begin = offset({File, Number, 1});
  if (!Begin)
    return "";
  return open(File).Text.drop_front(*Begin).split('\n').first.rtrim('\r');
}

StringRef SourceTexts::contents(const std::string &File) {
  return open(File).Text;
}

unsigned SourceTexts::lineCount(const std::string &File) {
  const Source &S = open(File);
  // Behind the last end of a line stands nothing, or one more.
  return S.LineStarts.size() - (S.LineStarts.back() == S.Text.size());
}

std::optional<unsigned> SourceTexts::offset(const SourcePoint &Point) {
  const Source &S = open(Point.File);
  if (Point.Line == 0 || Point.Line > S.LineStarts.size() || Point.Column == 0)
    return std::nullopt;
  unsigned Offset = S.LineStarts[Point.Line - 1] + Point.Column - 1;
  if (Offset > S.Text.size())
    return std::nullopt;
  return Offset;
}

StringRef SourceTexts::text(const SourceSpan &Span) {
  std::optional<unsigned> Begin = offset(Span.Begin);
  std::optional<unsigned> End =
      offset({Span.Begin.File, Span.EndLine, Span.EndColumn});
  if (!Begin || !End || *End < *Begin)
    return "";
  return open(Span.Begin.File).Text.slice(*Begin, *End);
}

SourcePoint SourceTexts::point(const std::string &File, unsigned OffsetBytes) {
  const std::vector<unsigned> &Starts = open(File).LineStarts;
  unsigned Line = upper_bound(Starts, OffsetBytes) - Starts.begin();
  return {File, Line, OffsetBytes - Starts[Line - 1] + 1};
}

unsigned SourceTexts::utf16Column(const std::string &File, unsigned Line,
                                  unsigned Column) {
  std::optional<unsigned> Begin = offset({File, Line, 1});
  std::optional<unsigned> End = offset({File, Line, Column});
  if (!Begin || !End)
    return Column;
  unsigned Units = 1;
  for (char C : open(File).Text.slice(*Begin, *End)) {
    bool IsContinuation = (uint8_t(C) & 0xC0) == 0x80;
    bool NeedsTwoUnits = uint8_t(C) >= 0xF0;
    Units += IsContinuation ? 0 : NeedsTwoUnits ? 2 : 1;
  }
  return Units;
}
