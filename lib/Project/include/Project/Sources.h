//===- Sources.h - Which sources a run checks -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_PROJECT_SOURCES_H
#define BANKLINT_PROJECT_SOURCES_H

#include "Cuda/Database.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace banklint {

/// A part of a run that is spread over machines: `Index` counts from 1.
struct Shard {
  unsigned Index = 1, Count = 1;

  /// "2/8"; nothing where that is none.
  static std::optional<Shard> parse(llvm::StringRef Text);
};

/// The sources of a run, each once. Files are taken as named; a folder stands
/// for the database's CUDA sources below it or, without any, for the `.cu`
/// files in it; nothing named stands for all CUDA sources of the database.
/// What `IsExcluded` is left out, then what is not of this shard, counted in
/// the order of the sources. Fails where a folder, or the database, has no CUDA
/// source, and where nothing is named and there is no database.
llvm::Expected<std::vector<std::string>>
selectSources(llvm::ArrayRef<std::string> Named, const Database &Commands,
              llvm::function_ref<bool(llvm::StringRef)> IsExcluded, Shard Part);

} // namespace banklint

#endif // BANKLINT_PROJECT_SOURCES_H
