//===- AccessCost.cpp - What an access costs, in a line ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessCost.h"
#include "Bank/BankModel.h"
#include "Files/Shown.h"
#include "Finding/Finding.h"
#include "Finding/Wording.h"
#include "Source/AccessKey.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

using namespace llvm;
using namespace banklint;

std::string banklint::operationText(const Access &A) {
  std::string Text = operationName(A.Operation);
  if (A.BytesPerLane)
    Text += " of " + std::to_string(A.BytesPerLane) +
            (A.BytesPerLane == 1 ? " byte" : " bytes");
  return Text + " " + operationPreposition(A.Operation) + " " +
         shownText(accessedText(A));
}

bool banklint::isDrawnAlone(const Access &A) {
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

void banklint::writeCost(raw_ostream &OS, const Access &A, bool IsUnitNamed) {
  if (A.Wavefronts && A.Ideal) {
    OS << wavefrontText(*A.Wavefronts);
    if (IsUnitNamed)
      OS << (*A.Wavefronts == 1 ? " wavefront" : " wavefronts");
    OS << " a request, ";
    if (isDrawnAlone(A))
      OS << "up to " << wavefrontText(*A.Worst)
         << (A.isOfLines() ? " times the ideal, " : "-way, ");
    OS << "ideal " << wavefrontText(*A.Ideal) << ": ";
  }
  writeVerdict(OS, A);
  if (std::string Reason = reasonText(A.Reason); !Reason.empty())
    OS << " (" << shownText(Reason) << ')';
}

PhaseMap banklint::worstPhase(const Request &R) {
  std::vector<PhaseMap> Phases = mapOf(R);
  return *max_element(Phases, [](const PhaseMap &A, const PhaseMap &B) {
    return A.Wavefronts < B.Wavefronts;
  });
}

bool banklint::canBeDrawn(const Access *A) {
  return A && A->Example && hasRule(*A->Example) && askingLanes(*A->Example);
}
