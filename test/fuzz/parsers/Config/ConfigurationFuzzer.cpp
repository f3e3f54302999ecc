//===- ConfigurationFuzzer.cpp - What .banklint.yaml says -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "Config/BlockDims.h"
#include "Config/Config.h"
#include "Files/PathGlobs.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <cstddef>
#include <cstdint>
#include <string>

using namespace banklint;

static std::string written(const Configuration &Settings) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  writeConfiguration(OS, Settings);
  return Text;
}

/// What `--dump-config` prints of accepted settings is accepted again, as the
/// same.
int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  llvm::StringRef File = "/project/.banklint.yaml";
  llvm::Expected<Configuration> Settings =
      parseConfiguration(File, textOf(Data, Size));
  if (!Settings) {
    requireSentence(Settings.takeError());
    return 0;
  }
  blockDimFor(Settings->BlockDims, {"kernel", "ns::kernel<float>(float *)"});
  if (auto Globs = PathGlobs::create(Settings->Exclude))
    Globs->match("/project/source/kernel.cu");
  else
    requireSentence(Globs.takeError());

  std::string Once = written(*Settings);
  llvm::Expected<Configuration> Again = parseConfiguration(File, Once);
  if (!Again)
    requireSame(Once, toString(Again.takeError()),
                "what is written can be read");
  else
    requireSame(Once, written(*Again), "settings stay as they are");
  return 0;
}
