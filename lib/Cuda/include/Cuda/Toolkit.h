//===- Toolkit.h - Where the CUDA headers come from -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CUDA_TOOLKIT_H
#define BANKLINT_CUDA_TOOLKIT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace banklint {

class PathGlobs;

/// The headers of a CUDA toolkit on this machine, or banklint's own in their
/// place.
struct Toolkit {
  /// In the order of search; none for the bundled headers.
  std::vector<std::string> IncludeFolders;
  unsigned CudaVersion = 0; ///< CUDA_VERSION of cuda.h: 12090 is 12.9

  bool isBundled() const { return IncludeFolders.empty(); }
};

/// Scripts that stand for an nvcc: where their toolkit lies they tell if they
/// are run, and no project may choose what is run.
struct Wrappers {
  std::shared_ptr<const PathGlobs> Allowed; ///< by the user; null for none
  std::set<std::string> NotAsked;           ///< those met that are not allowed
};

/// The scripts that `--query-driver` allows. Fails for a glob that makes no
/// sense or is no absolute path.
llvm::Expected<std::shared_ptr<const PathGlobs>>
queriedDrivers(llvm::ArrayRef<std::string> Globs);

/// Finds the toolkit whose headers are used.
///
/// `Requested` is what the user asked for: a folder, which must then hold a
/// toolkit (else an error says what is missing), either one as NVIDIA's
/// installer lays it out or the Python packages of one: `site-packages`, its
/// folder `nvidia`, or one package in that; "none" for the bundled
/// headers; or "" to look, in this order, at CUDA_PATH, at every `nvcc` on
/// PATH (through symbolic links, and scripts that are allowed) and at
/// /usr/local/cuda. Where nothing is found, the bundled headers serve. Nothing
/// is run but `Scripts.Allowed`.
llvm::Expected<Toolkit> findToolkit(llvm::StringRef Requested,
                                    Wrappers &Scripts);

/// The toolkit that an nvcc belongs to, with `Nvcc` as a command line has it.
/// Nothing for a bare name, which is left to the search above, for a compiler
/// that is not on this machine, and for a script that is not allowed.
std::optional<Toolkit> toolkitOfCompiler(llvm::StringRef Nvcc,
                                         Wrappers &Scripts);

} // namespace banklint

#endif // BANKLINT_CUDA_TOOLKIT_H
