//===- Baseline.cpp - Old findings, kept in a file ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Finding/Baseline.h"
#include "Finding/Wording.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace banklint;

static bool isFingerprint(StringRef Word) {
  return Word.size() == 16 && all_of(Word, isHexDigit);
}

Expected<Baseline> Baseline::parse(StringRef File, StringRef Text) {
  Baseline Result;
  unsigned Number = 0;
  for (StringRef Line : split(Text, '\n')) {
    ++Number;
    StringRef Word = Line.trim().split(' ').first;
    if (Word.empty() || Word.starts_with("#"))
      continue;
    if (!isFingerprint(Word))
      return createStringError("'" + File + "' is no baseline: line " +
                               Twine(Number) +
                               " does not begin with a fingerprint");
    ++Result.Counts[Word];
  }
  return Result;
}

Baseline Baseline::of(const Report &R) {
  Baseline Result;
  for (const Finding &F : R.Findings)
    if (!F.IsError)
      ++Result.Counts[F.Fingerprint];
  return Result;
}

void Baseline::apply(Report &R) const {
  StringMap<unsigned> Left = Counts;
  R.Totals.InBaseline += silence(R, Silence::Baseline, [&](const Finding &F) {
    auto Entry = Left.find(F.Fingerprint);
    if (F.IsError || Entry == Left.end() || Entry->second == 0)
      return false;
    --Entry->second;
    return true;
  });
}

/// "load 's' in 'columns': s[threadIdx.x][5]".
static std::string describe(const Finding &F) {
  std::string Result;
  if (F.Operation)
    Result += operationName(*F.Operation) + std::string(" ");
  if (!F.Arrays.empty())
    Result += arrayText(F.Arrays) + " ";
  return Result + "in '" + F.Function + "': " + F.Text;
}

void banklint::writeBaseline(raw_ostream &OS, const Report &R) {
  std::vector<std::string> Lines;
  for (const Finding &F : R.Findings)
    if (!F.IsError)
      Lines.push_back(F.Fingerprint + ' ' + F.Rule + ' ' + describe(F));
  sort(Lines);
  OS << "# Old findings, which --baseline hides. Written by "
        "--write-baseline.\n";
  for (const std::string &Line : Lines)
    OS << Line << '\n';
}
