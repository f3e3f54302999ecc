//===- NvccArguments.h - nvcc's arguments as Clang's ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang rejects some of nvcc's flags, and reads others as something else:
// `-isystem=/x` is ignored, `-lineinfo` names a library, `-G` swallows the
// input file.
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CUDA_NVCCARGUMENTS_H
#define BANKLINT_CUDA_NVCCARGUMENTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstddef>
#include <string>
#include <vector>

namespace banklint {

/// Who reads the arguments. The same words differ: `-DX=a,b` is two macros for
/// nvcc and one for Clang, `-O x.cu` has a source for Clang only.
enum class CompilerStyle { Nvcc, Clang };

/// The compiler of a command line, behind launchers: `sccache nvcc -c x.cu`.
struct CompilerCall {
  std::string Compiler;     ///< as written: "nvcc", "/opt/cuda/bin/nvcc"
  size_t FirstArgument = 1; ///< the place of the word behind it
  CompilerStyle Style = CompilerStyle::Nvcc;
};

/// Finds the compiler among the words in front of the first option. A program
/// of unknown name is the compiler itself, and its arguments tell the style.
CompilerCall findCompiler(llvm::ArrayRef<std::string> CommandLine);

/// The style of arguments whose compiler nobody names: Clang's where they hold
/// what only Clang takes, else nvcc's.
CompilerStyle styleOf(llvm::ArrayRef<std::string> Arguments);

/// Arguments that Clang's driver takes for one parse of the source.
struct ClangArguments {
  std::vector<std::string> Arguments; ///< no compiler, input, output or `-x`
  std::string GpuArch;  ///< the highest one named, as "sm_90a", or ""
  std::string CudaPath; ///< of Clang's --cuda-path, "" if none
  std::vector<std::string> Ignored; ///< what neither compiler knows
  /// What Clang knows, and may do more than change the meaning of the source.
  std::vector<std::string> Refused;

  std::vector<std::string> Inputs; ///< as written
  std::string Language;       ///< of `-x`: "cu", "cuda", "c++"; "" if not given
  bool IsRelocatable = false; ///< by Clang's -fgpu-rdc
  bool MakesCode = true;      ///< false where the compiler only prints, say

  /// True where `Input` is compiled as CUDA: by its name or by `-x`.
  bool isCuda(llvm::StringRef Input) const;
};

/// Clang's driver compares each argument with each: 10,000 of two words take 2
/// seconds, and no build has so many.
inline constexpr size_t MaxWords = 20'000;

/// Translates arguments of nvcc, of Clang or of a host compiler.
///
/// Arguments are let through that change the meaning of the source; the list of
/// them is in PassedOptions.cpp. Others are dropped: output, linking, debug
/// information, warnings, the stages after the front end, and whatever else
/// Clang's driver could do for whoever wrote them.
/// Option files are read. Relative paths are resolved against `Folder`, where
/// the compiler would run; "" leaves them alone. Of what nvcc hands to the host
/// compiler (`-Xcompiler`, and flags that it does not know) those stay that
/// change what the source says: macros, include folders, `-std`.
///
/// For example `-arch=sm_80 -isystem=/x --use_fast_math -lineinfo a.cu -o a`
/// gives `-isystem /x -ffast-math` with the architecture "sm_80".
///
/// Fails where an option file cannot be read, an option lacks its value, or
/// more than `MaxWords` words are let through.
llvm::Expected<ClangArguments>
translateArguments(llvm::ArrayRef<std::string> Arguments,
                   llvm::StringRef Folder, CompilerStyle Style);

/// A command line of Clang's driver behind the name of the program, argument by
/// argument, each with its values, as others have made it of `Known`. Of what
/// they add that is left which is let through of a project, and what `IsHosts`
/// says is of the program that parses it; no inputs.
std::vector<std::vector<std::string>>
withoutRefused(llvm::ArrayRef<std::string> CommandLine,
               llvm::ArrayRef<std::string> Known,
               llvm::function_ref<bool(llvm::ArrayRef<std::string>)> IsHosts);

/// The arguments of a call of nvcc with those that the environment adds:
/// NVCC_PREPEND_FLAGS in front, NVCC_APPEND_FLAGS behind.
std::vector<std::string>
withNvccEnvironment(llvm::ArrayRef<std::string> Arguments);

/// The newest architecture that Clang knows and that is not newer than
/// `GpuArch` (sm_NN, sm_NNa); "" if it is no architecture of NVIDIA's.
std::string knownGpuArch(llvm::StringRef GpuArch);

} // namespace banklint

#endif // BANKLINT_CUDA_NVCCARGUMENTS_H
