//===- Toolkit.h - Where the CUDA headers come from -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CUDA_TOOLKIT_H
#define BANKLINT_CUDA_TOOLKIT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace banklint {

/// A CUDA toolkit on this machine, or banklint's own headers in its place.
struct Toolkit {
  std::string Folder;       ///< "" for the bundled headers
  unsigned CudaVersion = 0; ///< CUDA_VERSION of include/cuda.h: 12090 is 12.9

  bool isBundled() const { return Folder.empty(); }
};

/// Finds the toolkit whose headers are used.
///
/// `Requested` is what the user asked for: a folder, which must then hold a
/// toolkit (else an error says what is missing); "none" for the bundled
/// headers; or "" to look, in this order, at CUDA_PATH, at every `nvcc` on
/// PATH (through symbolic links and wrapper scripts) and at /usr/local/cuda.
/// Where nothing is found, the bundled headers serve. Only a wrapper script
/// costs the start of a process.
llvm::Expected<Toolkit> findToolkit(llvm::StringRef Requested);

} // namespace banklint

#endif // BANKLINT_CUDA_TOOLKIT_H
