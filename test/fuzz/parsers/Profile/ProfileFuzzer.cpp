//===- ProfileFuzzer.cpp - The exports of Nsight Compute ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "Formulas/Count.h"
#include "Profile/Comparison.h"
#include "Profile/Export.h"
#include "Profile/Prediction.h"
#include "llvm/Support/Error.h"
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

using namespace banklint;

/// Predicts of each instruction what was measured of it, in any launch.
static Prediction predictionOf(const Profile &Measured) {
  Prediction Predicted;
  Predicted.Files = Measured.Files;
  for (const ProfiledLaunch &Launch : Measured.Launches) {
    PredictedKernel &Kernel = Predicted.Kernels.emplace_back();
    Kernel.Name = Launch.Kernel;
    Kernel.Block = Launch.Block.value_or(std::array<unsigned, 3>{32, 1, 1});
    for (const auto &Entry : Launch.Instructions) {
      const ProfiledInstruction &I = Entry.second;
      require(!I.Lines.empty(), "an instruction stands at a line");
      require(I.Wavefronts >= 0 && I.Ideal >= 0 && I.Requests >= 0,
              "a counter is not negative");
      PredictedLine &Line = Kernel.Lines.emplace_back();
      Line.File = I.Lines.front().File;
      Line.Line = I.Lines.front().Line;
      Line.Operation = I.Operation;
      Line.IsByHardware = false;
      Line.Wavefronts = Count(I.Wavefronts);
      Line.Ideal = Count(I.Ideal);
    }
  }
  return Predicted;
}

/// What is read can be compared, with itself and with a report without kernels.
int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  ProfileReader Reader;
  if (llvm::Error E = Reader.add("profile.csv", textOf(Data, Size))) {
    requireSentence(std::move(E));
    return 0;
  }
  llvm::Expected<Profile> Read = Reader.take();
  if (!Read) {
    requireSentence(Read.takeError());
    return 0;
  }
  for (const Prediction &Predicted : {predictionOf(*Read), Prediction()}) {
    llvm::Expected<Comparison> Compared = compareProfile(*Read, Predicted);
    if (!Compared)
      requireSentence(Compared.takeError());
  }
  return 0;
}
