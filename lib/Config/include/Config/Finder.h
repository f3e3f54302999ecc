//===- Finder.h - The configuration of a source -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef BANKLINT_CONFIG_FINDER_H
#define BANKLINT_CONFIG_FINDER_H

#include "Config/Config.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <utility>

namespace banklint {

/// The names of the file that is looked for.
inline constexpr const char *ConfigurationNames[] = {".banklint.yaml",
                                                     ".banklint.yml"};

/// Finds the settings of each source, and reads every file once. One thread at
/// a time.
class ConfigurationFinder {
public:
  /// For each source the nearest `.banklint.yaml`: in its folder, or above.
  ConfigurationFinder() = default;

  /// `Settings` for every source.
  explicit ConfigurationFinder(Configuration Settings)
      : Fixed(std::make_unique<Configuration>(std::move(Settings))) {}

  /// The settings of a source, or of a folder if `Source` ends in a slash;
  /// empty ones where no file is found. Two sources with the same file get the
  /// same object, which lives as long as the finder. Fails where the file
  /// cannot be read or makes no sense, or one folder has it by both names.
  llvm::Expected<const Configuration *> forSource(llvm::StringRef Source);

private:
  std::unique_ptr<Configuration> Fixed;
  Configuration None;
  llvm::StringMap<std::unique_ptr<Configuration>> ByFile;
};

/// The settings of a source as its files are now.
llvm::Expected<Configuration> nearestConfiguration(llvm::StringRef Source);

} // namespace banklint

#endif // BANKLINT_CONFIG_FINDER_H
