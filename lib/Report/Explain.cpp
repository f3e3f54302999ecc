//===- Explain.cpp - One access in full -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/Explain.h"
#include "Bank/BankModel.h"
#include "Bank/Gpu.h"
#include "Files/Shown.h"
#include "Finding/Finding.h"
#include "Finding/Obstacle.h"
#include "Finding/Wording.h"
#include "Nvcc/Rules/Rules.h"
#include "Report/BankPicture.h"
#include "Report/Text.h"
#include "Source/Place.h"
#include "Source/SourceTexts.h"
#include "Wavefronts.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdint>
#include <string>
#include <vector>

using namespace llvm;
using namespace banklint;

static double waysOf(const Access *A) { return A->Worst.value_or(0); }

const Access &Explanation::worst() const {
  return **max_element(Accesses, [](const Access *A, const Access *B) {
    return waysOf(A) < waysOf(B);
  });
}

/// Whether the worst request, which is drawn, takes more times its ideal than
/// the requests do on average, or in all cases.
static bool isDrawnAlone(const Access &A) {
  return A.Wavefronts && A.Ideal && A.Worst &&
         *A.Worst * *A.Ideal > *A.Wavefronts + 1e-9;
}

/// As Clang's messages have them: a conflict is a warning.
static void writeVerdict(raw_ostream &OS, const Access &A) {
  if (A.Judgement == Verdict::Conflict)
    OS.changeColor(raw_ostream::MAGENTA, /*Bold=*/true);
  else if (A.Judgement == Verdict::ConflictFree)
    OS.changeColor(raw_ostream::GREEN, /*Bold=*/true);
  OS << verdictText(A);
  OS.resetColor();
}

/// "32 a request, ideal 1: conflict", "1 a request, up to 32-way, ideal 1:
/// possible (...)", or the verdict and its reason.
static void writeCost(raw_ostream &OS, const Access &A) {
  if (A.Wavefronts && A.Ideal) {
    OS << wavefrontText(*A.Wavefronts) << " a request, ";
    if (isDrawnAlone(A))
      OS << "up to " << wavefrontText(*A.Worst)
         << (A.isOfLines() ? " times the ideal, " : "-way, ");
    OS << "ideal " << wavefrontText(*A.Ideal) << ": ";
  }
  writeVerdict(OS, A);
  if (std::string Reason = reasonText(A.Reason); !Reason.empty())
    OS << " (" << shownText(Reason) << ')';
  OS << '\n';
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

static PhaseMap worstPhase(const Request &R) {
  std::vector<PhaseMap> Phases = mapOf(R);
  return *max_element(Phases, [](const PhaseMap &A, const PhaseMap &B) {
    return A.Wavefronts < B.Wavefronts;
  });
}

static bool canBeDrawn(const Access *A) {
  return A && A->Example && hasRule(*A->Example) && askingLanes(*A->Example);
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
  writeOperation(OS, Worst);
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
