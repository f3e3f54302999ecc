//===- Keys.cpp - The keys of .banklint.yaml ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Config/Keys.h"
#include "Config/Rules.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringExtras.h"
#include <string>
#include <vector>

using namespace llvm;
using namespace banklint;

/// "`banklint-a`, `banklint-b` and `banklint-c` on, the others off".
static std::string rulesByDefault() {
  std::vector<std::string> Names;
  for (const Rule &R : allRules())
    if (R.IsOnByDefault)
      Names.push_back("`" + R.Name.str() + "`");
  return join(ArrayRef(Names).drop_back(), ", ") + " and " + Names.back() +
         " on, the others off";
}

std::vector<ConfigurationKey> banklint::configurationKeys() {
  const std::string Threshold = "`" + std::to_string(DefaultThreshold) + "`";
  return {
      {key::Rules, "rules with `on` or `off`", rulesByDefault(),
       "switches rules on or off; `banklint explain` lists them"},
      {key::MinWays, "number", Threshold,
       "reports only accesses that are at least N-way conflicts in their "
       "worst request"},
      {key::MinExcess, "number", Threshold,
       "reports only conflicts that cost a block at least N excess wavefronts, "
       "or a number that is not known"},
      {key::BlockDim, "list of `kernel`, `block`; or one block, as `32x8`",
       "none",
       "the block of kernels whose launch is not visible; the first `kernel` "
       "that matches counts"},
      {key::ExtraArgs, "list", "none",
       "compiler arguments for every source, of nvcc or of Clang, behind those "
       "of `compile_commands.json` and before those after `--`, which win"},
      {key::Exclude, "globs", "none",
       "sources and headers that are not checked, by file or folder"},
      {key::MissingHeaders, "globs", "none",
       "headers that are known to be missing here, as `torch/*`, by the name "
       "that the source has for them: no error, nor is what may need one"},
      {key::Baseline, "file", "none",
       "the baseline whose findings are hidden, as `--write-baseline` wrote "
       "it"},
      {key::GpuArch, "`sm_NN`", "that of the compiler arguments, or `sm_90`",
       "the architecture"},
      {key::CudaPath, "folder, or `none`",
       "the toolkit of the command's nvcc, `CUDA_PATH`, `nvcc` on `PATH`, "
       "`/usr/local/cuda`; else `none`",
       "the CUDA toolkit; `none` stands for banklint's own headers"},
  };
}
