//===- Explain.cpp - One access in full -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/Explain.h"
#include "AccessCost.h"
#include "Bank/BankModel.h"
#include "Bank/Gpu.h"
#include "Edit/FixPlan.h"
#include "Files/Paths.h"
#include "Files/Shown.h"
#include "Finding/Finding.h"
#include "Finding/Obstacle.h"
#include "Finding/Wording.h"
#include "Nvcc/Rules/Rules.h"
#include "Report/BankPicture.h"
#include "Source/AccessKey.h"
#include "Source/Place.h"
#include "Source/SourceTexts.h"
#include "Wavefronts.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

using namespace llvm;
using namespace banklint;

static double waysOf(const Access *A) { return A->Worst.value_or(0); }

const Access &Explanation::worst() const {
  return **max_element(Accesses, [](const Access *A, const Access *B) {
    return waysOf(A) < waysOf(B);
  });
}

/// How far an access is from a column: within it, the shorter ones are nearer.
static std::pair<bool, unsigned> distanceFrom(const SourcePoint &Where,
                                              const Access &A) {
  const SourcePoint &Begin = A.Span.Begin;
  const bool IsWithin =
      (Begin.Line < Where.Line || Begin.Column <= Where.Column) &&
      (A.Span.EndLine > Where.Line || Where.Column < A.Span.EndColumn);
  if (Begin.Line < Where.Line)
    return {!IsWithin, Where.Column};
  return {!IsWithin, IsWithin || Begin.Column < Where.Column
                         ? Where.Column - Begin.Column
                         : Begin.Column - Where.Column};
}

/// Leaves the operations that are nearest to the column.
static void keepNearest(const SourcePoint &Where,
                        std::vector<Explanation> &Operations) {
  const auto Distance = [&](const Explanation &E) {
    return distanceFrom(Where, *E.Accesses.front());
  };
  if (Operations.empty() || !Where.Column)
    return;
  const auto Least = Distance(
      *min_element(Operations, [&](const Explanation &A, const Explanation &B) {
        return Distance(A) < Distance(B);
      }));
  erase_if(Operations,
           [&](const Explanation &E) { return Distance(E) != Least; });
}

/// The accesses that are merged with one and stand elsewhere: those whose
/// requests stand at it.
static std::vector<SourcePoint> mergedWith(const Access &A, const Report &R) {
  std::vector<SourcePoint> Places;
  for (const Access &Other : R.Accesses)
    if (!Other.IsAtCall && Other.Kernel == A.Kernel && Other.Block == A.Block &&
        Other.Operation == A.Operation && Other.Arrays == A.Arrays &&
        is_contained(Other.Elsewhere, A.Span.Begin) &&
        !is_contained(Places, Other.Span.Begin))
      Places.push_back(Other.Span.Begin);
  return Places;
}

/// None where there is none.
static const Finding *findingOf(const Access &A, const Report &R) {
  for (auto List : {&Report::Findings, &Report::Silenced})
    for (const Finding &F : R.*List)
      if (F.ofArray() == A.ofArray())
        return &F;
  return nullptr;
}

std::vector<Explanation> banklint::explanationsAt(const SourcePoint &Where,
                                                  const Report &R) {
  MapVector<ArrayAccess, Explanation, std::map<ArrayAccess, unsigned>> Found;
  const std::string File = realPath(Where.File);
  for (const Access &A : R.Accesses) {
    const SourcePoint &Begin = A.Span.Begin;
    if (Where.Line < Begin.Line ||
        Where.Line > std::max(Begin.Line, A.Span.EndLine) ||
        realPath(Begin.File) != File)
      continue;
    ArrayAccess Key = A.ofArray();
    Key.Where.At.File = File;
    Found[Key].Accesses.push_back(&A);
  }
  std::vector<Explanation> Result;
  for (auto &Entry : Found)
    Result.push_back(std::move(Entry.second));
  keepNearest(Where, Result);
  for (Explanation &E : Result) {
    E.MergedWith = mergedWith(E.worst(), R);
    E.Reported = findingOf(E.worst(), R);
    if (E.Reported && !E.Reported->Fixes.empty())
      E.Proposed = planFixes(*E.Reported, /*AllowUnsafe=*/true).Chosen.front();
  }
  return Result;
}

/// "a.cu:5:3 and a.cu:6:3".
static std::string placesText(ArrayRef<SourcePoint> Places) {
  std::string Text;
  for (auto [I, At] : enumerate(Places)) {
    if (I)
      Text += I + 1 == Places.size() ? " and " : ", ";
    Text += shownText(At.File) + ":" + std::to_string(At.Line) + ":" +
            std::to_string(At.Column);
  }
  return Text;
}

/// Where its requests stand, if not here.
static void writeElsewhere(raw_ostream &OS, const Access &A) {
  if (A.Elsewhere.empty())
    return;
  if (A.IsAtCall)
    OS << "made by     a function that is called here, at ";
  else
    OS << "made by     the request of ";
  OS << placesText(A.Elsewhere) << '\n';
}

static void writeFacts(raw_ostream &OS, const Access &A) {
  OS << "kernel      " << shownText(A.ShortKernel) << '\n'
     << "block       " << blockName(A.Block) << ", "
     << shownText(toText(A.BlockFrom)) << '\n';
  if (A.RequestsPerBlock)
    OS << "requests    " << *A.RequestsPerBlock << " a block\n";
  writeElsewhere(OS, A);
  OS << "wavefronts  ";
  writeCost(OS, A);
  OS << '\n';
  if (A.Why)
    OS << "because     " << conflictText(*A.Why) << '\n';
  A.InexactBy.forEach([&](ModelRule R) {
    OS << "inexact     " << infoOf(R).Sentence << " (" << infoOf(R).Id << ")\n";
  });
  if (std::holds_alternative<SomeBlocks>(A.Reason))
    OS << "decided by  --block-dim, or a launch in the source\n";
}

/// Eight lanes a line; the bytes count from the 128-byte line of the lowest.
static void writeLanes(raw_ostream &OS, StringRef Title,
                       const LaneBytes &OfLanes, uint32_t Asking) {
  constexpr unsigned PerLine = 8;
  const uint32_t FirstLine = firstLineBytes(OfLanes, Asking);
  OS << '\n' << Title << '\n';
  for (unsigned Lane = 0; Lane != LaneCount; ++Lane) {
    if (Lane % PerLine == 0)
      OS << format("lanes %2u-%-2u", Lane, Lane + PerLine - 1);
    if (Asking >> Lane & 1)
      OS << format("%8u", OfLanes[Lane] - FirstLine);
    else
      OS << "       .";
    if (Lane % PerLine == PerLine - 1)
      OS << '\n';
  }
}

static void writeLanes(raw_ostream &OS, const Access &A) {
  const Request &R = *A.Example;
  std::string Title = "byte that each lane accesses";
  if (isDrawnAlone(A))
    Title += ", in the worst request";
  writeLanes(OS, Title, R.OffsetBytes, askingLanes(R));
  if (R.FromBytes)
    writeLanes(OS, "byte of global memory that each lane reads", *R.FromBytes,
               askingLanes(R));
}

static void writeBanks(raw_ostream &OS, const Access &Now,
                       const Access *AfterFix) {
  OS << "\nwords accessed in each bank";
  if (mapOf(*Now.Example).size() > 1)
    OS << ", in the worst of " << mapOf(*Now.Example).size() << " phases";
  OS << '\n';
  writeBankRow(OS, "bank", [](unsigned Bank) { return Bank; });
  writePhaseRow(OS, "now", worstPhase(*Now.Example));
  if (canBeDrawn(AfterFix))
    writePhaseRow(OS, "fix", worstPhase(*AfterFix->Example));
}

static void writeFix(raw_ostream &OS, const Explanation &E) {
  OS << "\nfix         " << shownText(fixText(*E.Proposed)) << '\n';
  if (E.AfterFix) {
    OS << "then        ";
    writeCost(OS, *E.AfterFix);
    OS << '\n';
  }
  OS << "applied by  --fix" << (E.Proposed->IsSafe ? "" : " --unsafe-fixes")
     << '\n';
}

void banklint::writeExplanation(raw_ostream &OS, const Explanation &E,
                                SourceTexts &Texts) {
  const Access &Worst = E.worst();
  const SourcePoint &Where = Worst.Span.Begin;
  OS.changeColor(raw_ostream::SAVEDCOLOR, /*Bold=*/true)
      << shownText(Where.File) << ':' << Where.Line << ':' << Where.Column
      << ": ";
  OS << operationText(Worst);
  OS.resetColor() << '\n';
  if (const StringRef Line = Texts.line(Where.File, Where.Line).trim();
      !Line.empty())
    OS << "source      " << shownCode(Line) << '\n';
  writeFacts(OS, Worst);
  if (!E.MergedWith.empty())
    OS << "makes also  what " << placesText(E.MergedWith)
       << (E.MergedWith.size() == 1 ? " does\n" : " do\n");
  if (canBeDrawn(&Worst)) {
    writeLanes(OS, Worst);
    if (hasBankMap(*Worst.Example))
      writeBanks(OS, Worst, E.AfterFix);
  }
  if (E.Proposed)
    writeFix(OS, E);
  else if (const Obstacle *Why = E.Reported ? E.Reported->obstacle() : nullptr)
    OS << "\nno fix      " << shownText(obstacleText(*Why)) << '\n';
  for (const Access *Other : E.Accesses) {
    if (Other == &Worst)
      continue;
    OS << "\nalso\n";
    writeFacts(OS, *Other);
  }
}
