//===- Sources.h - Which sources a run checks -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_PROJECT_SOURCES_H
#define BANKLINT_PROJECT_SOURCES_H

#include "Cuda/Database.h"
#include "Finding/Finding.h"
#include "llvm/Support/GlobPattern.h"

namespace banklint {

/// A part of a run that is spread over machines: `Index` counts from 1.
struct Shard {
  unsigned Index = 1, Count = 1;

  /// "2/8"; nothing where that is none.
  static std::optional<Shard> parse(llvm::StringRef Text);
};

/// Globs for paths. `*` matches slashes, too. A glob matches a file if it
/// matches its path, the path of a folder above it, or the end of either behind
/// a slash: `third_party`, `*_test.cu` and `src/old/*` all do.
class PathGlobs {
public:
  /// Fails where a glob makes no sense: "invalid glob '[': ...".
  static llvm::Expected<PathGlobs> create(llvm::ArrayRef<std::string> Globs);

  bool match(llvm::StringRef File) const;
  bool empty() const { return Globs.empty(); }

private:
  std::vector<llvm::GlobPattern> Globs;
};

/// The sources of a run, each once. Files are taken as named; a folder stands
/// for the database's CUDA sources below it or, without any, for the `.cu`
/// files in it; nothing named stands for all CUDA sources of the database,
/// which lies at `DatabasePath` ("" for none). What `Excluded` matches is left
/// out, then what is not of this shard, counted in the order of the sources.
/// Fails where a folder, or the database, has no CUDA source, and where nothing
/// is named and there is no database.
llvm::Expected<std::vector<std::string>>
selectSources(llvm::ArrayRef<std::string> Named, const Database &Commands,
              llvm::StringRef DatabasePath, const PathGlobs &Excluded,
              Shard Part);

/// Drops what is said of code in excluded files, which are headers then. What
/// kept a source from being analysed stays.
void dropExcluded(Report &R, const PathGlobs &Excluded);

} // namespace banklint

#endif // BANKLINT_PROJECT_SOURCES_H
