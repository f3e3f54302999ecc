//===- NvccArguments.h - nvcc's arguments as Clang's ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one place that knows nvcc's flags. Clang rejects some of them, and reads
// others as something else: `-isystem=/x` is ignored, `-lineinfo` names a
// library, `-G` swallows the input file.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CUDA_NVCCARGUMENTS_H
#define BANKLINT_CUDA_NVCCARGUMENTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace banklint {

/// Arguments that Clang's driver takes for one parse of the source.
struct ClangArguments {
  std::vector<std::string> Arguments; ///< no compiler, input, output or `-x`
  std::string GpuArch;  ///< the highest one named, "sm_90a"; "" if none is
  std::string CudaPath; ///< of Clang's --cuda-path, "" if none
  std::vector<std::string> Ignored; ///< what neither compiler knows
};

/// Translates arguments of nvcc, of Clang or of a host compiler.
///
/// Flags that say nothing about the meaning of the source are dropped: output,
/// linking, debug information, warnings, the stages after the front end.
/// Option files are read. Relative paths are resolved against `Folder`, where
/// the compiler would run; "" leaves them alone. Of what goes to the host
/// compiler (`-Xcompiler`) the macros, include folders and `-std` are kept.
///
/// For example `-arch=sm_80 -isystem=/x --use_fast_math -lineinfo a.cu -o a`
/// gives `-isystem /x -ffast-math` with the architecture "sm_80".
///
/// Fails where an option file cannot be read, or an option lacks its value.
llvm::Expected<ClangArguments>
translateArguments(llvm::ArrayRef<std::string> Arguments,
                   llvm::StringRef Folder);

/// The newest architecture that Clang knows and that is not newer than
/// `GpuArch` (sm_NN, sm_NNa); "" if it is no architecture of NVIDIA's.
std::string knownGpuArch(llvm::StringRef GpuArch);

} // namespace banklint

#endif // BANKLINT_CUDA_NVCCARGUMENTS_H
